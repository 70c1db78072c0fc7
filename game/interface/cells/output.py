"""One output of a cell, and how outputs look: the theme and the language that a notebook has chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plyground.core.errors import BadOption
from plyground.core.messages import translated
from plyground.web import alone
from plyground.web.languages import SOURCE, Language


@dataclass
class Look:
    """The theme and the language of all outputs of this process."""

    theme: str = alone.THEMES[0]
    language: str = SOURCE


LOOK = Look()


@dataclass(frozen=True)
class Output:
    """What a cell shows: HTML with all that it needs in it, and a line of text for what shows no HTML."""

    html: str
    text: str

    def _repr_html_(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return self.text


def use(*, theme: str = "", language: str = "") -> None:
    """Show what is shown from now on in another ``theme`` (``light``, ``dark``, ``contrast``, ``colourblind``) or
    ``language`` (``en``, ``de``, …). Raises ``BadOption``."""
    if theme and theme not in alone.THEMES:
        raise BadOption(f"A theme is one of {', '.join(alone.THEMES)}, not {theme[:40]}.")
    if language and language not in (known := (SOURCE, *alone.languages().known)):
        raise BadOption(f"A language is one of {', '.join(known)}, not {language[:40]}.")
    LOOK.theme, LOOK.language = theme or LOOK.theme, language or LOOK.language


def language() -> Language | None:
    """The language that was chosen, None for English."""
    return alone.languages().known.get(LOOK.language) if LOOK.language != SOURCE else None


def said(sentence: Any) -> Any:
    """A sentence, or all sentences among data, in the language that was chosen."""
    own = language()
    return translated(sentence, own.catalogue) if own else sentence
