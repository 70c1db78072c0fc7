"""What axe-core finds on a page, in every theme."""

from __future__ import annotations

from pathlib import Path
from zlib import crc32

from selenium.webdriver import Chrome

from tests.soaking import SOAKING
from tools.benchmarks.browsing import resize

AXE = (Path(__file__).resolve().parent.parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
THEMES = ("light", "dark", "contrast", "colourblind")
OF_COLOUR = ("color-contrast", "link-in-text-block")
"""The rules of axe-core that a theme can break."""
CALM = {"media": "", "features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}
"""Colours do not fade from theme to theme."""
TWO_FRAMES = (
    "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)));"
)
AT_REST = """
const done = arguments[arguments.length - 1];
const frame = () => new Promise((then) => requestAnimationFrame(then));
const ending = () => document.getAnimations().filter((a) => a.effect.getComputedTiming().endTime !== Infinity);
(async () => {
  await frame();
  await frame();
  const late = new Promise((then) => setTimeout(then, 2000)); // what is folded away is never on its way
  while (ending().length && (await Promise.race([late, Promise.allSettled(ending().map((a) => a.finished))]))) {}
  done();
})();
"""
"""Waits until no colour is on its way to another: half way, a button that is enabled has too little contrast."""


def violations(browser: Chrome, rules: tuple[str, ...] = ()) -> list[str]:
    """What axe-core finds on the page by all its rules or by these, a line each."""
    if not browser.execute_script("return 'axe' in window"):
        if browser.execute_script("return window === top"):
            browser.execute_cdp_cmd("Runtime.evaluate", {"expression": AXE})  # as an argument it would travel twice
        else:
            browser.execute_script(AXE)
    browser.execute_async_script(AT_REST)
    found = browser.execute_async_script(
        "const [rules, done] = arguments;"
        "axe.run(document, {resultTypes: ['violations'], ...(rules.length && {runOnly: rules})})"
        ".then((r) => done(r.violations), (e) => done([{id: String(e), nodes: []}]));",
        rules,
    )
    return [f"{item['id']}: {[node['target'] for node in item['nodes']][:4]}" for item in found]


def by_theme(browser: Chrome, themes: tuple[str, ...] = THEMES) -> dict[str, list[str]]:
    """What axe-core finds on the page: in the first theme by all its rules, in the others by those of colour."""
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", CALM)
    found = {}
    for theme in themes:
        browser.execute_script(
            "document.documentElement.dataset.theme = arguments[0];"
            "document.dispatchEvent(new CustomEvent('themechange', { detail: { theme: arguments[0] } }));",
            theme,
        )
        found[theme] = violations(browser, () if theme == themes[0] else OF_COLOUR)
    return {theme: lines for theme, lines in found.items() if lines}


def themes_of(name: str) -> tuple[str, ...]:
    """The themes that a page of this name is looked at in: the first and one of the others; all by `make soak`."""
    first, *others = THEMES
    return THEMES if SOAKING else (first, others[crc32(name.encode()) % len(others)])


def clean(browser: Chrome, what: str) -> None:
    """Nothing is found on the page in the themes of this name, and nothing is wider than a narrow phone."""
    assert by_theme(browser, themes_of(what)) == {}, what
    resize(browser, 320, 700)
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 320, what
    resize(browser, 1280, 900)
