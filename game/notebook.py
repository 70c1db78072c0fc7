"""Plyground in a notebook: boards that draw themselves, searches on the stage, matches, exercises, and handing in.

Positions, boards and matches show themselves in a cell without this module. ``docs/notebooks.md`` shows it in use.
"""

from __future__ import annotations

from plyground.interface.cells.checks import Checked, check
from plyground.interface.cells.handing_in import submit
from plyground.interface.cells.output import Output, use
from plyground.interface.cells.stage import trace

__all__ = ["Checked", "Output", "check", "submit", "trace", "use"]
