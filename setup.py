"""Build the Cython extensions of `core`; everything else about the distribution stands in pyproject.toml."""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

SOURCES = sorted(Path("core").rglob("*.pyx"))
# A wheel for a quick try is compiled in half the time with PBEM_OPTIMISE=0. Debug symbols would triple its size.
COMPILER = [f"-O{os.environ.get('PBEM_OPTIMISE', '3')}", "-g0"]


def headers(source: Path) -> list[str]:
    """Headers that a source may include: those of its own folder, of the boards and of `core` itself.

    No rule set knows another.
    """
    folders = {Path("core"), Path("core/boards"), source.parent}
    return [str(path) for folder in sorted(folders) for path in sorted(folder.glob("*.pxd"))]


setup(
    ext_modules=cythonize(
        [
            Extension(
                ".".join(source.with_suffix("").parts),
                [str(source)],
                extra_compile_args=COMPILER,
                depends=headers(source),
            )
            for source in SOURCES
        ],
        build_dir="build/cython",
        nthreads=os.cpu_count() or 1,
        compiler_directives={"language_level": 3, "boundscheck": False, "wraparound": False, "embedsignature": True},
    ),
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
)
