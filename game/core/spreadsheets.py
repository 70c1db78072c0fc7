"""Tables in CSV that spreadsheets read and never run."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

_DANGEROUS = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
_NEXT_CELL = re.compile(rf"([;\t\r\n] *)(?=[{re.escape(''.join(_DANGEROUS))}])")
"""Where a cell begins for a spreadsheet that divides at semicolons, as many do that write decimals with a comma."""


def harmless(text: str) -> str:
    """The text so that no spreadsheet takes a part of it for a formula: after an apostrophe where it might."""
    text = _NEXT_CELL.sub(r"\1'", text)
    return f"'{text}" if text[:1] in ("\t", "\r") or text.lstrip().startswith(_DANGEROUS) else text


def csv_text(fields: Sequence[str], rows: Iterable[Sequence[object]], line_end: str = "\n", decimal: str = ".") -> str:
    """A header line and a line for each row; texts are made harmless, numbers short, and None is an empty cell.

    Where the ``decimal`` sign is a comma, spreadsheets divide at semicolons.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator=line_end, delimiter=";" if decimal == "," else ",")
    for row in (fields, *rows):  # names of people stand in headers too
        writer.writerow([_cell(value, decimal) for value in row])
    return out.getvalue()


def _cell(value: object, decimal: str) -> object:
    if isinstance(value, float):
        short = f"{value:.1f}".removesuffix(".0") if abs(value) >= 10 else f"{value:g}"
        return short.replace(".", decimal)
    return harmless(value) if isinstance(value, str) else value
