"""Static files under addresses that carry a fingerprint of their content, so that browsers may keep them for a year.

One fingerprint covers all files: modules import each other by relative paths, so all must change address together.
Texts are compressed when they are first asked for, and kept in memory.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import json
import mimetypes
import os
import posixpath
import re
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, Response, abort, request

from plyground.web import joining
from plyground.web.compression import LEAST, gzip_wanted
from plyground.web.exchange import KEEP_FOREVER

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
_COMMENT = re.compile(rb"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n|/\*\* @.*?\*/ ?", re.DOTALL | re.MULTILINE)
NAMES = {
    "lit": "vendor/lit-html.js",
    "codemirror": "vendor/codemirror.js",
    "d3": "vendor/d3-hierarchy.js",
}
PREFIXES = {"boards/": "js/boards/", "lib/": "js/lib/", "rules/": "js/rules/"}
"""How page scripts name each other, whatever the fingerprint is: the import map of every page."""
ALWAYS = ("js/lib/theme.js", "js/lib/app.js")
"""What begins first on every page."""
STYLES = ("css/tokens.css", "css/base.css", "css/components.css", "css/layout.css")
"""The style sheets of every page."""
JOINED = "joined/"
_MOST, _KEPT = 24, 200

_IMPORT = re.compile(r"""^\s*(?:import|export)\b[^"';()]*?["']([^"']+)["']""", re.MULTILINE)


@dataclass(frozen=True)
class Asset:
    """One static file as it is sent."""

    content: bytes
    kind: str
    tag: str

    @functools.cached_property
    def compressed(self) -> bytes | None:
        """A text of some length compressed, when it is first sent; None for what would gain nothing."""
        text = self.kind in TYPES.values() and len(self.content) >= LEAST
        return gzip.compress(self.content, 9, mtime=0) if text else None


class Assets:
    """The static files of some folders; an edited file shows at the next page without a restart.

    Of two files with one name the first folder's is sent. ``made`` are files that lie in no folder, by name.
    """

    def __init__(self, *folders: Path, made: Mapping[str, bytes] | None = None) -> None:
        self.folders = folders
        self.version = ""
        self._made = {name: _asset(Path(name), content) for name, content in (made or {}).items()}
        self._files: dict[str, Asset] = {}
        self._signature: tuple[tuple[str, int, int], ...] = ()
        self._joined: dict[tuple[str, str, str], Asset] = {}
        self._lock = threading.Lock()
        self.refresh()

    def refresh(self) -> None:
        """Read the folder again if any of its files changed."""
        with self._lock:
            signature = tuple(each for folder in self.folders for each in sorted(_files_in(str(folder))))
            if signature == self._signature:
                return
            files = dict(self._made)
            for at in signature:
                path = Path(at[0])
                folder = next(each for each in self.folders if path.is_relative_to(each))
                name = path.relative_to(folder).as_posix()
                if name not in files:
                    files[name] = _read(*at)
            digest = hashlib.sha256()
            for name, asset in files.items():
                digest.update(f"{name}\0{asset.tag}\0".encode())
            self._files, self.version, self._signature = files, digest.hexdigest()[:12], signature

    def url(self, name: str) -> str:
        """The path of a file, which pages write as ``served`` of it."""
        return f"/static/{self.version}/{name}"

    def find(self, name: str) -> Asset | None:
        return self._files.get(name)

    def names(self) -> list[str]:
        return sorted(self._files)

    def import_map(self, prefix: str) -> dict[str, dict[str, str]]:
        """The import map, with this fingerprint's addresses; ``prefix`` is the path under which the server stands."""
        return {"imports": {name: prefix + self.url(target) for name, target in (NAMES | PREFIXES).items()}}

    def modules(self, *entries: str) -> list[str]:
        """The addresses of these scripts and of all that they import, so that a page asks for all of them at once."""
        return [self.url(name) for name in self.graph(*entries)]

    def joined(self, *entries: str) -> str:
        """The path of the one file with these scripts and all that they import, which begins them in this order."""
        return self.url(JOINED + ",".join(dict.fromkeys((*ALWAYS, *filter(self.find, entries)))))

    def joined_styles(self, *entries: str) -> str:
        """The path of the one style sheet with those of every page and these, in this order."""
        return self.url(JOINED + ",".join(dict.fromkeys((*STYLES, *entries))))

    def join(self, name: str, beside: str = "") -> Asset | None:
        """What is sent under ``joined/`` and a name; ``beside`` are the entries of a page that asks for it later.

        None for what is not there, or is no list of scripts or of style sheets. ``.map`` behind the name asks for the
        source map, and ``.later`` for the paths of all that these scripts may ask for later.
        """
        entries, already = (
            name.removesuffix(".map").removesuffix(".later").split(","),
            beside.split(",") if beside else [],
        )
        kind = ".css" if name.endswith(".css") else ".js"
        most = len(self._files) if kind == ".css" else _MOST  # each game has a sheet, and none is wanted twice
        if len(entries) + len(already) > most or not all(
            each.endswith(kind) and each in self._files for each in entries
        ):
            return None
        key = (self.version, name, beside)
        if key not in self._joined:
            while len(self._joined) >= _KEPT:
                self._joined.pop(next(iter(self._joined)), None)
            self._joined[key] = self._styles(entries) if kind == ".css" else self._join(name, entries, already)
        return self._joined[key]

    def _styles(self, entries: list[str]) -> Asset:
        return _asset(Path("joined.css"), b"\n".join(self._files[each].content for each in entries))

    def _later(self, script: str, entries: list[str]) -> list[str]:
        """The paths of the files that a joined script, and those themselves, ask for later."""
        beside, found, alone = ",".join(entries), dict[str, str](), dict[str, str]()
        boards = [name for name in self._files if re.fullmatch(r"js/boards/\w+\.js", name)]
        waiting = [script]
        while waiting:
            script = waiting.pop()
            for name in joining.named_later(script, boards):
                asset = None if name in found or name in entries else self.join(name, beside)
                if asset:
                    found[name] = self.url(f"{JOINED}{name}?beside={beside}")
                    waiting.append(asset.content.decode())
            if joining.stands_beside(script):  # and so do rules, which are made elsewhere and import more of them
                apart = [name for name in self._files if name.startswith(joining.APART)]
                alone |= {name: self.url(name) for name in self.graph(*apart)}
        return [*found.values(), *alone.values()]  # a script of both is asked for both ways

    def _join(self, name: str, entries: list[str], already: list[str]) -> Asset:
        there = set(self.graph(*already))
        functions = {
            each: joining.function(each, self._files[each].content.decode(), _resolve)
            for each in self.graph(*entries)
            if each not in there
        }
        mapped = name.endswith(".map")  # shows the scripts as they are, whose lines those are that are sent
        functions = {each: text if mapped else joining.tightened(each, text) for each, text in functions.items()}
        script = (
            joining.later(functions)
            if already
            else joining.page(entries, functions, self._files[joining.RUNTIME].content.decode())
        )
        if name.endswith(".later"):
            return _asset(Path("later.json"), json.dumps(self._later(script, entries)).encode())
        if mapped:
            return _asset(Path("joined.json"), joining.source_map(script).encode())
        return _asset(Path("vendor/joined.js"), script.encode())

    def whole(self, entry: str, *beside: str) -> str:
        """A script that begins by itself and has in it all that it imports, at once or later, ``beside`` being those
        of which only their page knows the names."""
        functions: dict[str, str] = {}
        waiting = [entry, *beside]
        while waiting:
            found = [name for name in self.graph(*waiting) if name not in functions]
            for name in found:
                functions[name] = joining.function(name, self._files[name].content.decode(), _resolve)
            waiting = [later for name in found for later in joining.named_later(functions[name], ())]
        return joining.page([entry], functions, self._files[joining.RUNTIME].content.decode())

    def graph(self, *entries: str) -> list[str]:
        """The names of these scripts and of all that they import at once."""
        found: list[str] = []
        waiting = list(entries)
        while waiting:
            name = waiting.pop(0)
            asset = self._files.get(name)
            if asset is None or name in found:
                continue
            found.append(name)
            waiting += [_resolve(name, wanted) for wanted in _IMPORT.findall(asset.content.decode("utf-8", "replace"))]
        return found


def _resolve(importer: str, wanted: str) -> str:
    """The file that ``wanted`` means in the script ``importer``."""
    if wanted.startswith("."):
        return posixpath.normpath(posixpath.join(posixpath.dirname(importer), wanted))
    for prefix, folder in PREFIXES.items():
        if wanted.startswith(prefix):
            return folder + wanted.removeprefix(prefix)
    return NAMES.get(wanted, wanted)


def without_comments(script: bytes) -> bytes:
    """A script of ours without types and comments on lines of their own, which are a third of what would travel.

    Such comments begin with ``/*`` or ``//``, and types within a line with ``/** @``; text inside a template literal
    must not begin a line so.
    """
    return _COMMENT.sub(b"", script)


def _files_in(folder: str) -> Iterator[tuple[str, int, int]]:
    """The paths of all files in it, when they were changed, and their bytes. Each page asks: it takes a millisecond."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _files_in(entry.path)
            elif entry.is_file():
                stat = entry.stat()
                yield entry.path, stat.st_mtime_ns, stat.st_size


@functools.lru_cache(4096)
def _read(path: str, changed: int, size: int) -> Asset:
    """The file as it was then: only what is edited is read once more."""
    return _asset(Path(path), Path(path).read_bytes())


def _asset(path: Path, content: bytes) -> Asset:
    if path.suffix == ".js" and path.parent.name != "vendor":
        content = without_comments(content)
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Asset(content, kind, hashlib.sha256(content).hexdigest()[:16])


def blueprint(assets: Assets) -> Blueprint:
    """Serves the files; an address with an old fingerprint still works, but is not kept."""
    static = Blueprint("static_files", __name__)

    @static.get("/static/<version>/<path:name>")
    def send(version: str, name: str) -> Response:
        if name.startswith(JOINED):
            beside = request.args.get("beside", "")
            asset = assets.join(name.removeprefix(JOINED), beside)
        else:
            asset = assets.find(name)
        if asset is None:
            abort(404)
        if request.if_none_match.contains_weak(asset.tag):
            answer = Response(status=304)
        elif asset.compressed is not None and gzip_wanted():
            answer = Response(asset.compressed, content_type=asset.kind, headers={"Content-Encoding": "gzip"})
        else:
            answer = Response(asset.content, content_type=asset.kind)
        answer.set_etag(asset.tag, weak=True)  # of the content, however it is packed
        if name.startswith(JOINED) and asset.kind.startswith("text/javascript"):
            answer.headers["SourceMap"] = f"{request.path.rpartition('/')[2]}.map" + (
                f"?beside={beside}" if beside else ""
            )
        answer.headers["Vary"] = "Accept-Encoding"
        answer.headers["Cache-Control"] = KEEP_FOREVER if version == assets.version else "no-cache"
        return answer

    return static
