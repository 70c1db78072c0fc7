"""QR codes of addresses on this server, drawn as SVG."""

from __future__ import annotations

import io
import re

import segno

from plyground.core.refusals import BadPath

LONGEST_PATH = 600
_PATH = re.compile(r"/(?!/)[\x21-\x7e]*")


def code_svg(base: str, path: str) -> str:
    """The code of ``base`` + ``path`` in black on white with the quiet zone that readers need; raises ``BadPath``."""
    if len(path) > LONGEST_PATH:
        raise BadPath(f"An address for a QR code is at most {LONGEST_PATH} characters long.")
    if not _PATH.fullmatch(path) or "\\" in path:
        raise BadPath("A QR code is drawn for an address on this server; it begins with one stroke, as in /g/….")
    drawn = io.BytesIO()
    code = segno.make(base + path, error="m", micro=False)
    code.save(
        drawn, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=4, dark="#000", light="#fff", nl=False
    )
    return drawn.getvalue().decode()
