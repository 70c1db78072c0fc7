"""Builds the distribution: the folder ``game`` is installed as ``plyground``, with pages and static files inside.

What it needs is read from ``requirements.txt``, up to its comment on what those need in turn. The versions there are
pinned for servers; a distribution, which shares its environment with other packages, asks for these or later ones, up
to the next version that may break it: the next major one, and before 1.0 the next minor one.
"""

from pathlib import Path

from setuptools import setup

FOLDERS = {"plyground": "game", "plyground.templates": "templates", "plyground.static": "static"}


def packages() -> list[str]:
    """Each folder with modules, and the two folders of pages."""
    folders = {path.parent.relative_to("game") for path in Path("game").rglob("*.py")}
    inside = [".".join(("plyground", *folder.parts)) for folder in folders]
    return sorted([*inside, "plyground.templates", "plyground.static"])


def data(folder: str) -> list[str]:
    """All files of the folder but modules, from there: pages, weights, scripts, styles of a game."""
    files = (path for path in Path(folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return sorted(str(path.relative_to(folder)) for path in files if folder != "game" or path.suffix != ".py")


def needs() -> list[str]:
    """The direct requirements as bounds, such as ``Flask>=3.1.3,<4`` for ``Flask==3.1.3``."""
    direct = Path("requirements.txt").read_text(encoding="utf-8").partition("\n# What those need")[0]
    bounds = []
    for line in direct.splitlines():
        name, pinned, version = line.partition("==")
        if pinned:
            major, minor, *_ = (int(number) for number in version.split("."))
            bounds.append(f"{name}>={version},<{major + 1}" if major else f"{name}>={version},<0.{minor + 1}")
    return bounds


setup(
    packages=packages(),
    package_dir=FOLDERS,
    include_package_data=False,
    package_data={package: data(folder) for package, folder in FOLDERS.items()},
    install_requires=needs(),
)
