"""How quick the lab's tree is: a step, a jump over the whole trace, and the first paint, with small and large trees."""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path
from urllib.parse import quote

from selenium.webdriver import Chrome
from selenium.webdriver.support.wait import WebDriverWait

from tools.benchmarks._registry import Row, benchmark
from tools.benchmarks.browsing import start_browser
from tools.benchmarks.watching import running_server

_TREES = {100: (4, 3), 400: (3, 7), 5000: (4, 8)}
"""About so many nodes, and depth and breadth of the decision tree that has them."""
_STEPS = 400
_MEASURE = """
const [most, done] = arguments;
const theatre = document.querySelector('#lab-theatre').theatre;
const { stage, replay } = theatre;
const times = [];
const end = theatre.trace.steps;
const begun = Math.max(0, Math.floor((end - most) / 2));
theatre.go(begun);
const draw = () => {
  const before = performance.now();
  theatre.go(theatre.at + 1);
  theatre.aside();
  times.push(performance.now() - before);
  if (times.length < most && theatre.at < end) return requestAnimationFrame(draw);
  theatre.go(0);
  const jump = performance.now();
  theatre.go(end);
  theatre.aside();
  const jumped = performance.now() - jump;
  done({ times, jumped, painted: theatre.painted, drawn: stage.drawn.size, nodes: theatre.trace.size });
};
requestAnimationFrame(draw);
"""


def _tree(depth: int, breadth: int, leaves: list[int]) -> str:
    """A decision tree whose sides take turns, with values that look drawn and are always the same."""

    def write(side: int, left: int) -> str:
        leaves[0] = (leaves[0] * 1103515245 + 12345) % 2**31
        value = leaves[0] // 65536 % 100
        inner = "" if left == 0 else f" ( {' '.join(write(1 - side, left - 1) for _ in range(breadth))} )"
        return f"{'ao'[side]} {value}{inner}"

    return write(0, depth)


def _measured(browser: Chrome, server: str, nodes: int) -> list[Row]:
    depth, breadth = _TREES[nodes]
    position = quote(_tree(depth, breadth, [7]))
    browser.get("about:blank")
    settings = quote('{"depth":0}')
    browser.get(f"{server}/lab#game=tree&position={position}&search=minimax&settings={settings}")
    shown = "return !!document.querySelector('#lab-theatre')?.theatre"
    WebDriverWait(browser, 60).until(lambda one: one.execute_script(shown))
    found = browser.execute_async_script(_MEASURE, _STEPS)
    times = sorted(found["times"])
    name = f"{found['nodes']} nodes, {found['drawn']} drawn"
    return [
        Row(f"{name}: step, median", statistics.median(times), "ms"),
        Row(f"{name}: step, p95", times[int(len(times) * 0.95)], "ms", "at most 17 with 400 nodes"),
        Row(f"{name}: jump over the whole trace", found["jumped"], "ms"),
        Row(f"{name}: from the trace to the first paint", found["painted"], "ms"),
    ]


@benchmark("lab-stage", measures="static/js/lab static/js/lib")
def lab_stage() -> list[Row]:
    """Milliseconds of script for a step of a search in the lab, with everything around the tree drawn at once.

    Minimax on decision trees in headless Chromium with software rendering, 400 steps in the middle of each trace; the
    first paint counts from the trace in hand to the frame that shows it.
    """
    with running_server() as server, tempfile.TemporaryDirectory() as profile:
        browser = start_browser(Path(profile))
        try:
            return [row for nodes in _TREES for row in _measured(browser, server.url, nodes)]
        finally:
            browser.quit()
