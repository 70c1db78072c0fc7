"""Fetches the few third-party browser files from npm and writes them, with a manifest, where the pages expect them.

For maintainers only: ``python tools/vendor.py`` needs Node and npm, while users and the tests need neither. Versions
stand in ``static/vendor/package.json`` and are pinned, with all that they need, by the lock file beside it. lit-html
and d3-hierarchy are published as many small modules, of which what the pages use is joined into one file each; the
other files are taken as they are published. Each folder of vendored files has a ``manifest.json`` with name, version,
licence, SHA-384 and sizes, which a test checks.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "static" / "vendor"
TESTS = ROOT / "tests" / "vendor"

JOINED: dict[str, dict[str, tuple[str, ...]]] = {
    "lit-html.js": {
        "lit-html": ("html", "svg", "render", "nothing"),
        "lit-html/directives/if-defined.js": ("ifDefined",),
        "lit-html/directives/live.js": ("live",),
        "lit-html/directives/repeat.js": ("repeat",),
    },
    "d3-hierarchy.js": {"d3-hierarchy": ("hierarchy", "tree")},
}
"""What the joined files export, by the published module that it comes from."""


@dataclass(frozen=True)
class Vendored:
    """One file to write: its package, its place, and the published file (None: ``JOINED``)."""

    package: str
    folder: Path
    file: str
    source: str | None
    licence: str


FILES = (
    Vendored("lit-html", PAGES, "lit-html.js", None, "LICENSE"),
    Vendored("d3-hierarchy", PAGES, "d3-hierarchy.js", None, "LICENSE"),
    Vendored("socket.io-client", PAGES, "socket.io.esm.min.js", "dist/socket.io.esm.min.js", "LICENSE"),
    Vendored("axe-core", TESTS, "axe.min.js", "axe.min.js", "LICENSE"),
)


def install(folder: Path) -> Path:
    """Install the locked packages into ``folder`` (locking them first if they changed); give ``node_modules``."""
    for name in ("package.json", "package-lock.json"):
        if (PAGES / name).exists():
            shutil.copy(PAGES / name, folder)
    command = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--omit-lockfile-registry-resolved"]
    subprocess.run(command, cwd=folder, check=True)
    lock = json.loads((folder / "package-lock.json").read_text())
    for entry in lock["packages"].values():
        for unused in ("resolved", "funding"):
            entry.pop(unused, None)
    (PAGES / "package-lock.json").write_text(json.dumps(lock, indent=2) + "\n")
    return folder / "node_modules"


def join(file: str, modules: Path) -> bytes:
    """One self-contained, minified module that exports every name of ``JOINED[file]``."""
    entry = modules.parent / "entry.js"
    entry.write_text("".join(f'export {{{", ".join(names)}}} from "{name}";\n' for name, names in JOINED[file].items()))
    options = [
        "--bundle",
        "--format=esm",
        "--minify",
        "--target=es2021",
        "--legal-comments=inline",
        "--log-level=error",
    ]
    bundler = modules / ".bin" / "esbuild"
    return subprocess.run([bundler, entry, *options], cwd=modules.parent, check=True, stdout=subprocess.PIPE).stdout


def without_source_map(content: bytes) -> bytes:
    """Drop the reference to a source map, which is not vendored and would be asked for in vain."""
    lines = content.splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(b"//# sourceMappingURL="))


def describe(item: Vendored, modules: Path, content: bytes) -> dict[str, str | int]:
    """The manifest's entry for one written file."""
    package = json.loads((modules / item.package / "package.json").read_text())
    return {
        "file": item.file,
        "name": item.package,
        "version": package["version"],
        "licence": package["license"],
        "licence_file": f"{item.package}.LICENSE",
        "sha384": base64.b64encode(hashlib.sha384(content).digest()).decode(),
        "bytes": len(content),
        "gzip": len(gzip.compress(content, 9, mtime=0)),
    }


def main() -> int:
    """Write all files and manifests; 0 when done, 1 without npm."""
    if shutil.which("npm") is None:
        print("Vendoring needs Node and npm.", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as scratch:
        modules = install(Path(scratch))
        manifests: dict[Path, list[dict[str, str | int]]] = {}
        for item in FILES:
            package = modules / item.package
            content = join(item.file, modules) if item.source is None else (package / item.source).read_bytes()
            content = without_source_map(content)
            item.folder.mkdir(parents=True, exist_ok=True)
            (item.folder / item.file).write_bytes(content)
            shutil.copy(package / item.licence, item.folder / f"{item.package}.LICENSE")
            manifests.setdefault(item.folder, []).append(describe(item, modules, content))
        for folder, entries in manifests.items():
            (folder / "manifest.json").write_text(json.dumps({"files": entries}, indent=2) + "\n")
            for entry in entries:
                print(f"{entry['name']} {entry['version']}: {entry['bytes']} bytes, {entry['gzip']} after gzip")
    return 0


if __name__ == "__main__":
    sys.exit(main())
