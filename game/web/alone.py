"""Pages that stand alone: a board or a stage with its scripts, style sheets and data in it, which asks nobody for
anything and is shown wherever it lies, in a saved notebook as well.

Such a page is the document of a frame of its own (``frame``), so that many of them do not disturb each other and none
can reach what is around it. All that is in it travels compressed; the browser unpacks it.
"""

from __future__ import annotations

import base64
import functools
import json
import re
import zlib
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from plyground.core import folders, registry
from plyground.core.messages import translated
from plyground.web import assets, catalogue
from plyground.web.languages import SOURCE, Languages

THEMES = ("light", "dark", "contrast", "colourblind")
"""How a page may be coloured."""
POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"
"""What a page may load: nothing but what is in it."""
_UNPACK = """
const packed = Uint8Array.from(atob(document.getElementById("packed").textContent), (sign) => sign.charCodeAt(0));
const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
for (const { tag, text, ...rest } of JSON.parse(await new Response(unpacked).text())) {
  document.head.append(Object.assign(document.createElement(tag), rest, { textContent: text }));
}
"""
_MAP = re.compile(r'"([0-9a-f]{32})"')


@functools.cache
def files() -> assets.Assets:
    """The static files, as they were when the first page was made."""
    return assets.Assets(folders.STATIC, *catalogue.folders("static"), made=catalogue.made())


@functools.cache
def languages() -> Languages:
    """The languages that pages may be in besides English."""
    return Languages([folders.PACKAGE / "translations", *catalogue.folders("translations")])


@functools.cache
def _script(script: str, game_id: str) -> str:
    return files().whole(script, f"js/boards/{game_id}.js")


def page(
    script: str,
    styles: Iterable[str],
    game_id: str,
    data: Mapping[str, Any],
    title: str,
    language: str = SOURCE,
    theme: str = "light",
) -> str:
    """The document of a page: the ``script`` (``js/alone/….js``) reads the ``data`` from the element ``given``.

    ``styles`` are the style sheets besides those of every page and of the game's boards. Sentences among the data are
    said in the language.
    """
    own, found = (languages().known.get(language) if language != SOURCE else None), files()
    if own is not None:
        data = translated(dict(data), own.catalogue)
    given = json.dumps({**data, "maps": _maps(game_id, data)}, ensure_ascii=False)
    whole = _script(script, game_id)
    sheets = [*assets.STYLES, *styles, *catalogue.style_sheets([game_id])]
    parts = [{"tag": "style", "text": b"\n".join(each.content for each in map(found.find, sheets) if each).decode()}]
    if own is not None:
        texts = {
            each: said for each, said in own.for_scripts["texts"].items()
            if (literal := json.dumps(each, ensure_ascii=False)) in whole or literal in given
        }  # fmt: skip
        said = json.dumps({"texts": texts, "forms": own.for_scripts["forms"]}, ensure_ascii=False)
        parts.append({"tag": "script", "type": "application/json", "id": "messages", "text": said})
    parts.append({"tag": "script", "type": "application/json", "id": "given", "text": given})
    parts.append({"tag": "script", "type": "module", "text": whole})
    packed = base64.b64encode(zlib.compress(json.dumps(parts).encode(), 9)).decode()
    shapes = {each: list(of) for each, of in catalogue.shapes().items() if each == game_id}
    marks = f' data-shapes="{escape(json.dumps(shapes))}"' if shapes else ""
    return (
        f'<!doctype html><html lang="{language}" data-theme="{theme}"{marks}>'
        f'<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{escape(title)}</title></head>'
        f'<body><main data-game="{game_id}"><h1 class="hidden-visually">{escape(title)}</h1>'
        f'<div id="host"></div></main>'
        f'<script type="text/plain" id="packed">{packed}</script><script type="module">{_UNPACK}</script></body></html>'
    )


def frame(document: str, title: str, height: int, width: int | None = None) -> str:
    """The element that shows a page; ``height`` and ``width`` in pixels, the width of what is around it without one."""
    wide = f"{width}px" if width else "100%"
    return (
        f'<iframe sandbox="allow-scripts" srcdoc="{escape(document)}" title="{escape(title)}" loading="lazy" '
        f'style="display:block;width:{wide};max-width:100%;height:{height}px;border:0"></iframe>'
    )


def unpacked(document: str) -> list[dict[str, str]]:
    """The elements that a page's browser unpacks, for programs that look into one."""
    packed = document.partition('id="packed">')[2].partition("<")[0]
    found: list[dict[str, str]] = json.loads(zlib.decompress(base64.b64decode(packed)))
    return found


def _maps(game_id: str, data: Mapping[str, Any]) -> dict[str, str]:
    """The maps that the data name, by their content."""
    library = registry.game(game_id).maps
    if library is None:
        return {}
    named = dict.fromkeys(_MAP.findall(json.dumps(data)))
    found = {}
    for content in named:
        found[content] = library.text(content)
    return found
