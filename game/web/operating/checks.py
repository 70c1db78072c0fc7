"""One thing that was looked at, of a server or of a set-up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Check:
    """One thing that was looked at: its name, whether it is well, a sentence, and figures."""

    name: str
    ok: bool
    sentence: str
    figures: Mapping[str, float]

    def as_json(self) -> dict[str, Any]:
        """As in ``/ready``."""
        return {"ok": self.ok, "sentence": self.sentence, **self.figures}
