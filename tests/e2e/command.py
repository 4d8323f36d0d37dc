"""What the installed command `pbem` is: a script that lies somewhere else than where it is started."""

from pbem.cli import main

if __name__ == "__main__":
    main()
