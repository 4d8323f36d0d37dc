"""Build the Cython extensions of `core`; everything else about the distribution stands in pyproject.toml.

What a build is for is told in the environment:

    PBEM_OPTIMISE=0      compiled in half the time, for a quick try (3 is usual)
    PBEM_STRICT=1        warnings of the C compiler are errors
    PBEM_SANITIZE=1      indices are checked, by Cython and by gcc's address and undefined-behaviour sanitizers
    PBEM_COVERAGE=1      gcc counts how often each line is run, for `bench/coverage.sh`
"""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCES = sorted(Path("core").rglob("*.pyx"))
STRICT, SANITIZE, COVERAGE = (os.environ.get(f"PBEM_{name}") == "1" for name in ("STRICT", "SANITIZE", "COVERAGE"))
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-fno-omit-frame-pointer"]
COUNTERS = ["--coverage"]

# -1 is what Cython's C functions give beside an exception; gcc, which cannot know that, takes it for an index at -O3.
WARNINGS = ["-Wall", "-Werror", "-Wno-error=array-bounds", "-Wno-error=stringop-overflow"]

COMPILER = [
    f"-O{os.environ.get('PBEM_OPTIMISE', '1' if SANITIZE or COVERAGE else '3')}",
    "-g1" if SANITIZE else "-g0",  # debug symbols would triple a wheel's size
    *(WARNINGS if STRICT else []),
    *(SANITIZERS if SANITIZE else []),
    *(COUNTERS if COVERAGE else []),
]
LINKER = [*(SANITIZERS if SANITIZE else []), *(COUNTERS if COVERAGE else [])]
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": SANITIZE,
    "wraparound": False,
    "embedsignature": True,
}


def headers(source: Path) -> list[str]:
    """Headers that a source may include: those of its own folder, of the boards and of `core` itself.

    No rule set knows another.
    """
    folders = {Path("core"), Path("core/boards"), source.parent}
    return [str(path) for folder in sorted(folders) for path in sorted(folder.glob("*.pxd"))]


class CythonizeFirst(build_ext):
    """Cython's part of the build, where something is built: an sdist and the metadata alone need none of it."""

    def run(self) -> None:
        made = cythonize(
            EXTENSIONS, build_dir="build/cython", nthreads=os.cpu_count() or 1, compiler_directives=DIRECTIVES
        )
        sources = {extension.name: extension.sources for extension in made}
        for extension in self.extensions:
            extension.sources = sources[extension.name]
        super().run()


EXTENSIONS = [
    Extension(
        ".".join(source.with_suffix("").parts),
        [str(source)],
        extra_compile_args=COMPILER,
        extra_link_args=LINKER,
        depends=headers(source),
    )
    for source in SOURCES
]

setup(
    ext_modules=EXTENSIONS,
    cmdclass={"build_ext": CythonizeFirst},
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
)
