"""The doors by which mail comes in, but for HTTP: a mailbox (IMAP), a mail server before ours (LMTP, a pipe), the net.

Each hands over the same (`contract`), one function stores it (`storing`), and only then does a door say yes. The doors
over HTTP stand in `pbem.web.webhooks` and end in the same function; what becomes of a mail then is not decided here.
"""
