"""Fetches the few third-party browser files from npm and writes them, with a manifest, where the pages expect them.

For maintainers only: ``python tools/vendor.py`` needs Node and npm, while users and the tests need neither. Versions
stand in ``static/vendor/package.json`` and are pinned, with all that they need, by the lock file beside it. CodeMirror,
lit-html and d3-hierarchy are published as many small modules, of which what the pages use is joined into one file each;
the other files are taken as they are published. Each folder of vendored files has a ``manifest.json`` with name,
version, licence, SHA-384 and sizes, and what other packages went into a joined file, which a test checks.
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
from typing import Any

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
    "codemirror.js": {
        "@codemirror/commands": ("defaultKeymap", "history", "historyKeymap", "indentWithTab"),
        "@codemirror/lang-python": ("pythonLanguage",),
        "@codemirror/language": (
            "HighlightStyle",
            "bracketMatching",
            "foldGutter",
            "foldKeymap",
            "indentOnInput",
            "indentUnit",
            "syntaxHighlighting",
        ),
        "@codemirror/lint": ("lintGutter", "lintKeymap", "setDiagnostics"),
        "@codemirror/search": ("highlightSelectionMatches", "search", "searchKeymap"),
        "@codemirror/state": ("EditorSelection", "EditorState"),
        "@codemirror/view": (
            "EditorView",
            "drawSelection",
            "highlightActiveLine",
            "highlightActiveLineGutter",
            "keymap",
            "lineNumbers",
        ),
        "@lezer/highlight": ("tags",),
    },
}
"""What the joined files export, by the published module that it comes from."""


@dataclass(frozen=True)
class Vendored:
    """One file to write: its package, its place, and the published file (None: ``JOINED``).

    ``title`` names its licence file where the package's name cannot.
    """

    package: str
    folder: Path
    file: str
    source: str | None
    licence: str
    title: str = ""

    @property
    def licence_file(self) -> str:
        """The name of the licence that stands beside it."""
        return f"{self.title or self.package}.LICENSE"


FILES = (
    Vendored("lit-html", PAGES, "lit-html.js", None, "LICENSE"),
    Vendored("d3-hierarchy", PAGES, "d3-hierarchy.js", None, "LICENSE"),
    Vendored("@codemirror/view", PAGES, "codemirror.js", None, "LICENSE", "codemirror"),
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


def join(file: str, modules: Path) -> tuple[bytes, list[str]]:
    """One self-contained, minified module that exports every name of ``JOINED[file]``, and the packages in it."""
    entry, meta, joined = (modules.parent / name for name in ("entry.js", "meta.json", "joined.js"))
    entry.write_text("".join(f'export {{{", ".join(names)}}} from "{name}";\n' for name, names in JOINED[file].items()))
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
    bundler = modules / ".bin" / "esbuild"
    subprocess.run([bundler, entry, *options], cwd=modules.parent, check=True)
    (made,) = json.loads(meta.read_text())["outputs"].values()
    used = {name for name, part in made["inputs"].items() if part["bytesInOutput"] and name != entry.name}
    return joined.read_bytes(), sorted({package_of(name) for name in used})


def package_of(path: str) -> str:
    """The package to which a file below ``node_modules`` belongs."""
    words = path.rpartition("node_modules/")[2].split("/")
    return "/".join(words[:2] if words[0].startswith("@") else words[:1])


def without_source_map(content: bytes) -> bytes:
    """Drop the reference to a source map, which is not vendored and would be asked for in vain."""
    lines = content.splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(b"//# sourceMappingURL="))


def about(package: str, modules: Path) -> dict[str, str]:
    """Name, version and licence of a package."""
    found = json.loads((modules / package / "package.json").read_text())
    return {"name": package, "version": found["version"], "licence": found["license"]}


def describe(item: Vendored, modules: Path, content: bytes, others: list[str]) -> dict[str, Any]:
    """The manifest's entry for one written file; ``others`` are the packages that it holds parts of besides its own."""
    found: dict[str, Any] = {
        "file": item.file,
        **about(item.package, modules),
        "licence_file": item.licence_file,
        "sha384": base64.b64encode(hashlib.sha384(content).digest()).decode(),
        "bytes": len(content),
        "gzip": len(gzip.compress(content, 9, mtime=0)),
    }
    return found | ({"with": [about(each, modules) for each in others]} if others else {})


def licence(item: Vendored, modules: Path, others: list[str]) -> str:
    """The licence of a file, and those of the other packages in it."""
    own = (modules / item.package / item.licence).read_text()
    if not others:
        return own
    texts: dict[str, list[str]] = {}
    for each in (item.package, *others):
        texts.setdefault((modules / each / item.licence).read_text().strip(), []).append(each)
    return "\n\n".join(f"{', '.join(names)}:\n\n{text}" for text, names in texts.items()) + "\n"


def main() -> int:
    """Write all files and manifests; 0 when done, 1 without npm."""
    if shutil.which("npm") is None:
        print("Vendoring needs Node and npm.", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as scratch:
        modules = install(Path(scratch).resolve())
        manifests: dict[Path, list[dict[str, Any]]] = {}
        for item in FILES:
            if item.source is None:
                content, packages = join(item.file, modules)
            else:
                content, packages = (modules / item.package / item.source).read_bytes(), []
            content = without_source_map(content)
            others = [each for each in packages if each != item.package]
            item.folder.mkdir(parents=True, exist_ok=True)
            (item.folder / item.file).write_bytes(content)
            (item.folder / item.licence_file).write_text(licence(item, modules, others))
            manifests.setdefault(item.folder, []).append(describe(item, modules, content, others))
        for folder, entries in manifests.items():
            (folder / "manifest.json").write_text(json.dumps({"files": entries}, indent=2) + "\n")
            for entry in entries:
                print(f"{entry['name']} {entry['version']}: {entry['bytes']} bytes, {entry['gzip']} after gzip")
    return 0


if __name__ == "__main__":
    sys.exit(main())
