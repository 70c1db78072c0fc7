"""Fetches the few third-party browser files from npm and writes them, with a manifest, where the pages expect them.

For maintainers only: ``.venv/bin/python tools/vendor.py``. Versions stand in ``tools/web/package.json`` and are
pinned, with all that they need, by the lock file beside it, which holds the tools of the checks as well. CodeMirror,
lit-html and d3-hierarchy are published as many small modules, of which what the pages use (``tools/web/vendored``) is
joined into one file each; the other files are taken as they are published. Each folder of vendored files has a
``manifest.json`` with name, version, licence, SHA-384 and sizes, and what other packages went into a joined file, which
a test checks.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "static" / "vendor"
TESTS = ROOT / "tests" / "vendor"

WEB = ROOT / "tools" / "web"
MODULES = WEB / "node_modules"


@dataclass(frozen=True)
class Vendored:
    """One file to write: its package, its place, and its source.

    The source is the published file, or the module of ``tools/web/vendored`` whose exports are joined.

    ``title`` names its licence file where the package's name cannot.
    """

    package: str
    folder: Path
    file: str
    source: str
    licence: str
    title: str = ""

    @property
    def licence_file(self) -> str:
        """The name of the licence that stands beside it."""
        return f"{self.title or self.package}.LICENSE"


FILES = (
    Vendored("lit-html", PAGES, "lit-html.js", "lit.js", "LICENSE"),
    Vendored("d3-hierarchy", PAGES, "d3-hierarchy.js", "d3-hierarchy.js", "LICENSE"),
    Vendored("@codemirror/view", PAGES, "codemirror.js", "codemirror.js", "LICENSE", "codemirror"),
    Vendored("axe-core", TESTS, "axe.min.js", "axe.min.js", "LICENSE"),
)


def lock() -> None:
    """Install the locked packages (locking them first if they changed), without addresses of a registry."""
    command = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--omit-lockfile-registry-resolved"]
    subprocess.run(command, cwd=WEB, check=True)
    locked = json.loads((WEB / "package-lock.json").read_text())
    for entry in locked["packages"].values():
        for unused in ("resolved", "funding"):
            entry.pop(unused, None)
    (WEB / "package-lock.json").write_text(json.dumps(locked, indent=2) + "\n")


def join(source: Path, scratch: Path) -> tuple[bytes, list[str]]:
    """One self-contained, minified module that exports what ``source`` does, and the packages in it."""
    meta, joined = scratch / "meta.json", scratch / "joined.js"
    options = [
        "--bundle",
        "--format=esm",
        "--minify",
        "--target=es2021",
        "--legal-comments=inline",
        "--log-level=error",
        f"--metafile={meta}",
        f"--outfile={joined}",
    ]
    subprocess.run([MODULES / ".bin" / "esbuild", source, *options], cwd=WEB, check=True)
    (made,) = json.loads(meta.read_text())["outputs"].values()
    used = {name for name, part in made["inputs"].items() if part["bytesInOutput"] and "node_modules/" in name}
    return joined.read_bytes(), sorted({package_of(name) for name in used})


def package_of(path: str) -> str:
    """The package to which a file below ``node_modules`` belongs."""
    words = path.rpartition("node_modules/")[2].split("/")
    return "/".join(words[:2] if words[0].startswith("@") else words[:1])


def without_source_map(content: bytes) -> bytes:
    """Drop the reference to a source map, which is not vendored and would be asked for in vain."""
    lines = content.splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(b"//# sourceMappingURL="))


def about(package: str) -> dict[str, str]:
    """Name, version and licence of a package."""
    found = json.loads((MODULES / package / "package.json").read_text())
    return {"name": package, "version": found["version"], "licence": found["license"]}


def describe(item: Vendored, content: bytes, others: list[str]) -> dict[str, Any]:
    """The manifest's entry for one written file; ``others`` are the packages that it holds parts of besides its own."""
    found: dict[str, Any] = {
        "file": item.file,
        **about(item.package),
        "licence_file": item.licence_file,
        "sha384": base64.b64encode(hashlib.sha384(content).digest()).decode(),
        "bytes": len(content),
        "gzip": len(gzip.compress(content, 9, mtime=0)),
    }
    return found | ({"with": [about(each) for each in others]} if others else {})


def licence(item: Vendored, others: list[str]) -> str:
    """The licence of a file, and those of the other packages in it."""
    own = (MODULES / item.package / item.licence).read_text()
    if not others:
        return own
    texts: dict[str, list[str]] = {}
    for each in (item.package, *others):
        texts.setdefault((MODULES / each / item.licence).read_text().strip(), []).append(each)
    return "\n\n".join(f"{', '.join(names)}:\n\n{text}" for text, names in texts.items()) + "\n"


def main() -> int:
    """Write all files and manifests."""
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    lock()
    with tempfile.TemporaryDirectory() as scratch:
        manifests: dict[Path, list[dict[str, Any]]] = {}
        for item in FILES:
            if (WEB / "vendored" / item.source).exists():
                content, packages = join(WEB / "vendored" / item.source, Path(scratch))
            else:
                content, packages = (MODULES / item.package / item.source).read_bytes(), []
            content = without_source_map(content)
            others = [each for each in packages if each != item.package]
            item.folder.mkdir(parents=True, exist_ok=True)
            (item.folder / item.file).write_bytes(content)
            (item.folder / item.licence_file).write_text(licence(item, others))
            manifests.setdefault(item.folder, []).append(describe(item, content, others))
        for folder, entries in manifests.items():
            (folder / "manifest.json").write_text(json.dumps({"files": entries}, indent=2) + "\n")
            for entry in entries:
                print(f"{entry['name']} {entry['version']}: {entry['bytes']} bytes, {entry['gzip']} after gzip")
    return 0


if __name__ == "__main__":
    sys.exit(main())
