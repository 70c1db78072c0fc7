"""The four themes, read from the style sheet, are readable: text 4.5:1, marks and focus 3:1 (WCAG 1.4.3, 1.4.11)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

CSS = Path(__file__).resolve().parents[2] / "static" / "css"
THEMES = ("light", "dark", "contrast", "colourblind")
SHEETS = ("tokens.css", "boards/tak.css")
GROUNDS = ("surface", "surface-raised", "surface-sunken")


def _tokens() -> dict[str, dict[str, str]]:
    """Every theme's colour tokens (six-digit hexadecimal ones) by name, its own and those that it takes over."""
    whole = "".join((CSS / sheet).read_text(encoding="utf-8") for sheet in SHEETS)
    text = re.sub(r"/\*.*?\*/", "", whole, flags=re.S)
    found: dict[str, dict[str, str]] = {theme: {} for theme in THEMES}
    for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
        own = dict(re.findall(r"--([\w-]+):\s*(#\w{6}|light-dark\(#\w{6}, #\w{6}\)|var\(--[\w-]+\));", body))
        theme = re.search(r'\[data-theme="(\w+)"\]', selector)
        for each in (theme[1],) if theme else THEMES:
            at = -1 if each in ("dark", "contrast") else 0
            found[each].update({name: re.findall(r"#\w{6}|--[\w-]+", value)[at] for name, value in own.items()})
    return {theme: {name: own.get(value[2:], value) for name, value in own.items()} for theme, own in found.items()}


TOKENS = _tokens()
SHEET = (CSS / "tokens.css").read_text(encoding="utf-8")


def _luminance(colour: str) -> float:
    """Relative luminance of an sRGB colour, 0 (black) to 1 (white), as WCAG defines it."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _pairs() -> list[tuple[str, str, float]]:
    pairs = [(ink, ground, 4.5) for ink in ("ink", "ink-soft", "accent", "good", "bad", "warn") for ground in GROUNDS]
    # What is written on a stage is read from the last row.
    pairs += [("ink-soft", "surface-raised", 7.0), ("ink", "surface-sunken", 7.0), ("ink", "accent-soft", 7.0)]
    pairs += [("on-accent", "accent", 4.5), ("on-accent", "accent-strong", 4.5), ("accent-strong", "surface", 4.5)]
    pairs += [("ink", f"{name}-soft", 4.5) for name in ("accent", "good", "bad", "warn")]
    code = ("code-keyword", "code-text", "code-number", "code-name")
    pairs += [(ink, ground, 4.5) for ink in (*code, "ink-soft") for ground in (*GROUNDS, "accent-soft", "bad-soft")]
    pairs += [("bad", "bad-soft", 4.5), ("good", "good-soft", 4.5)]
    pairs += [(mark, ground, 3.0) for mark in ("control", "focus", "mark-outline") for ground in GROUNDS]
    pairs += [
        ("mark", "board", 3.0),
        ("legal", "board", 3.0),
        ("board-ink", "board", 4.5),
        ("disc-light", "board", 3.0),
    ]
    pairs += [("disc-light", "disc-dark", 4.5)]
    pairs += [("sand-ink", "sand", 4.5), ("sand-mark", "sand", 3.0)]
    pairs += [("sand-ink", f"goal-{seat}", 4.5) for seat in (1, 2)]
    pairs += [("wood-ink", "wood", 4.5), ("wood-ink", "wood-edge", 4.5), ("wood-road", "wood", 3.0)]
    pairs += [("stone-light-edge", "wood", 3.0), ("stone-light-edge", "stone-light", 3.0), ("stone-dark", "wood", 3.0)]
    pairs += [("stone-dark-edge", "stone-dark", 3.0), ("stone-light", "stone-dark", 4.5)]
    return pairs


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("mark", "ground", "least"), _pairs(), ids=lambda value: str(value))
def test_contrast(theme: str, mark: str, ground: str, least: float) -> None:
    tokens = TOKENS[theme]
    ratio = contrast(tokens[mark], tokens[ground])
    assert ratio >= least, f"--{mark} {tokens[mark]} on --{ground} {tokens[ground]} is {ratio:.2f}:1 in {theme}"


@pytest.mark.parametrize("theme", THEMES)
def test_plain_ink(theme: str) -> None:
    """What is soft on a stage and on a wall, ``--ink-plain``, reaches 7:1 wherever it stands there."""
    tokens = TOKENS[theme]
    given = re.search(r"--ink-plain: color-mix\(in srgb, var\(--ink\) (\d+)%, var\(--surface-raised\)\)", SHEET)
    assert given
    for ground in (*GROUNDS, "accent-soft", "good-soft"):
        mixed = _mixed(tokens["ink"], tokens["surface-raised"], int(given[1]) / 100)
        assert contrast(mixed, tokens[ground]) >= 7.0 - 0.05, (theme, ground, contrast(mixed, tokens[ground]))


def _mixed(one: str, other: str, share: float) -> str:
    """As ``color-mix(in srgb, one share, other)``."""
    channels = zip(*(bytes.fromhex(colour[1:]) for colour in (one, other)), strict=True)
    return "#" + "".join(f"{round(share * a + (1 - share) * b):02x}" for a, b in channels)


def test_the_measure_itself() -> None:
    """Black on white is 21:1; #767676 is the lightest grey that white text bears at 4.5:1."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


def test_every_theme_has_every_colour() -> None:
    names = {theme: set(tokens) for theme, tokens in TOKENS.items()}
    assert all(names[theme] == names["light"] for theme in THEMES), "a colour stands in one theme alone"
    assert {f"seat-{seat}" for seat in range(1, 18)} <= names["light"]
    assert all(TOKENS[theme]["surface"] != TOKENS["light"]["surface"] for theme in THEMES[1:])


def test_seat_colours_differ_within_a_theme() -> None:
    for theme, tokens in TOKENS.items():
        seats = [tokens[f"seat-{seat}"] for seat in range(1, 18)]
        assert len(set(seats)) == 17, theme


def test_no_text_under_14_px() -> None:
    """Font sizes in every sheet: rem, em of at least 0.875, px of at least 14, or a token."""
    for sheet in sorted(CSS.rglob("*.css")):
        text = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.S)
        for size, unit in re.findall(r"font-size:\s*([\d.]+)(px|rem)", text):
            pixels = float(size) * (16 if unit == "rem" else 1)
            assert pixels >= 14 or "boards" in (sheet.stem, sheet.parent.name), f"{sheet.name}: font-size {size}{unit}"
