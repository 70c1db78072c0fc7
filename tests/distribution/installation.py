"""Builds the source distribution and from it the wheel, and installs that into an empty environment."""

from __future__ import annotations

import os
import shutil
import site
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

from tools.benchmarks.serving import Server

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = ("game", "templates", "static", "app.py", "setup.py", "pyproject.toml", "MANIFEST.in", "README.md")
BESIDE = ("LICENSE", "CHANGELOG.md", "requirements.txt", "requirements-test.txt")
_HOOK = "import sys, setuptools.build_meta as build; print(getattr(build, sys.argv[1])(sys.argv[2]))"


def build(kind: str, source: Path, into: Path) -> Path:
    """Call one of the hooks that installers call (PEP 517) in a folder of sources; the file that it made."""
    words = [sys.executable, "-W", "error::UserWarning", "-c", _HOOK, kind, str(into)]
    ran = subprocess.run(words, cwd=source, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr[-2000:]
    return into / ran.stdout.splitlines()[-1]


def build_sdist(folder: Path) -> Path:
    """Build the source distribution of the checkout, from a copy without anything that was built before."""
    copy = folder / "checkout"
    for name in (*SOURCES, *BESIDE):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            copy.mkdir(exist_ok=True)
            shutil.copyfile(ROOT / name, copy / name)
    return build("build_sdist", copy, folder)


def build_wheel(sdist: Path, folder: Path) -> Path:
    """Build the wheel from the source distribution alone, as installers do."""
    (folder / "unpacked").mkdir()
    subprocess.run(["tar", "-xf", str(sdist), "-C", str(folder / "unpacked")], check=True)
    (source,) = (folder / "unpacked").iterdir()
    return build("build_wheel", source, folder)


@dataclass(frozen=True)
class Installation:
    """An environment that holds the wheel; ``home`` is the home folder of whoever uses it."""

    folder: Path
    home: Path

    @classmethod
    def make(cls, wheel: Path, folder: Path) -> Installation:
        """Install the wheel without its dependencies, which are those of the environment that runs the tests."""
        made = cls(folder / "environment", folder / "home")
        made.home.mkdir()
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", made.folder], check=True, timeout=60)
        made.pip("install", "--no-index", "--no-deps", str(wheel))
        ours = "\n".join(site.getsitepackages())
        (made.packages / "of_the_tests.pth").write_text(ours + "\n", encoding="utf-8")
        return made

    @classmethod
    def make_with_dependencies(cls, wheel: Path, folder: Path, extra: str = "") -> Installation:
        """Install the wheel with what it asks for, an ``extra`` as well, from the package index."""
        made = cls(folder / "environment", folder / "home")
        made.home.mkdir()
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", made.folder], check=True, timeout=60)
        made.pip("install", f"{wheel}[{extra}]" if extra else str(wheel))
        return made

    def pip(self, *words: str) -> None:
        """Run the tests' pip for this environment; fails with what it says."""
        command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--python", str(self.python)]
        ran = subprocess.run([*command, *words], capture_output=True, text=True, timeout=600)
        assert ran.returncode == 0, ran.stderr[-2000:]

    @property
    def python(self) -> Path:
        """The environment's Python."""
        return self.folder / "bin" / "python"

    @property
    def packages(self) -> Path:
        """Where packages are installed."""
        (found,) = self.folder.glob("lib/python3.*/site-packages")
        return found

    @property
    def environment(self) -> dict[str, str]:
        """The variables for programs of this environment: nothing of the tests' settings but the cache of kernels."""
        kept = {"PATH", "LANG", "PLYGROUND_CACHE"}
        chosen = {name: value for name, value in os.environ.items() if name in kept}
        chosen.setdefault("PLYGROUND_CACHE", str(ROOT / ".cache" / "kernels"))
        return {**chosen, "HOME": str(self.home), "XDG_DATA_HOME": str(self.home / "share")}

    def run(self, *words: str, timeout: float = 300) -> subprocess.CompletedProcess[str]:
        """``plyground …``, in the home folder."""
        return subprocess.run(
            [self.folder / "bin" / "plyground", *words],
            cwd=self.home,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=timeout,
        )

    def contents(self) -> dict[str, tuple[int, int]]:
        """All that lies in the environment, with sizes and times: what must stay as it was installed."""
        paths = (path for path in self.folder.rglob("*") if path.is_file())
        return {str(path): (path.stat().st_size, path.stat().st_mtime_ns) for path in paths}


class InstalledServer(Server):
    """``plyground serve`` of an installation, with the data where an installation keeps them."""

    def __init__(self, installation: Installation) -> None:
        super().__init__(installation.home)
        self._installation = installation
        self.program = installation.home
        self.data = installation.home / "share" / "plyground" / "data"

    def command(self) -> list[str]:
        """The console script with options, as a person types it."""
        script = self._installation.folder / "bin" / "plyground"
        return [str(script), "serve", "--host", "127.0.0.1", "--port", str(self.port)]

    def environment(self) -> dict[str, str]:
        """Nothing of the tests' settings."""
        return self._installation.environment


def names_in(wheel: Path) -> list[str]:
    """The files in a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()
