"""How smooth the largest maps are on the board: frames while the map is panned, the time to draw it after a zoom."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

from selenium.webdriver.support.wait import WebDriverWait

from tools.benchmarks._registry import Row, benchmark
from tools.benchmarks.browsing import start_browser
from tools.benchmarks.watching import make_game, running_server

_MAP = "random-6200-1"
"""A map of the shelf with just under 10,000 rivers."""
_SHOWN = "return !!document.querySelector('.punter-sheet .free')?.getAttribute('d')"
_PAN = """
const done = arguments[0];
const view = document.querySelector('.punter-view'), box = view.getBoundingClientRect(), gaps = [];
const send = (kind, x, y) => view.dispatchEvent(new PointerEvent(kind, {clientX: box.left + x, clientY: box.top + y,
  button: 0, pointerId: 1, pointerType: 'mouse', bubbles: true}));
let [x, y, last] = [300, 300, 0];
send('pointerdown', x, y);
const step = (now) => {
  if (last) gaps.push(now - last);
  last = now;
  if (gaps.length === 150) return send('pointerup', x, y), done(gaps);
  x += gaps.length % 80 < 40 ? 12 : -12;
  y += gaps.length % 60 < 30 ? 6 : -6;
  send('pointermove', x, y);
  requestAnimationFrame(step);
};
requestAnimationFrame(step);
"""
_ZOOM = """
const [name, done] = arguments;
const free = document.querySelector('.punter-sheet .free'), before = free.getAttribute('d'), begun = performance.now();
new MutationObserver((_, observer) => {
  if (free.getAttribute('d') === before) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
}).observe(free, {attributes: true});
document.querySelector(`[aria-label="${name}"]`).click();
"""


@benchmark("punter-board", measures="static/js/boards")
def punter_board() -> list[Row]:
    """Milliseconds a frame while a map of just under 10,000 rivers is panned, and from a zoom to the sharp map.

    Headless Chromium with software rendering, at three depths of zoom, 150 frames each.
    """
    frames: list[float] = []
    zooms: list[float] = []
    with running_server() as server, tempfile.TemporaryDirectory() as profile:
        browser = start_browser(Path(profile))
        try:
            browser.get(server.url + make_game(server, game="punter", options={"map": _MAP}, seed=1)["url"])
            WebDriverWait(browser, 30).until(lambda one: one.execute_script(_SHOWN))
            time.sleep(1)
            for _ in range(3):
                for _ in range(2):
                    zooms.append(browser.execute_async_script(_ZOOM, "Zoom in"))
                frames += browser.execute_async_script(_PAN)
                time.sleep(0.3)
        finally:
            browser.quit()
    return [
        Row("pan: median frame", statistics.median(frames), "ms", "under 50"),
        Row("pan: slowest frame", max(frames), "ms"),
        Row("zoom to sharp map: median", statistics.median(zooms), "ms"),
        Row("zoom to sharp map: slowest", max(zooms), "ms", "at most 400"),
    ]
