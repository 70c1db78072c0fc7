"""How smoothly large things are drawn: the tree of the lab, step by step, and the largest maps of Lambda Punter."""

from __future__ import annotations

import time
from urllib.parse import quote

from selenium.webdriver import Chrome

from tools.benchmarks._measuring import spread
from tools.benchmarks._registry import Row, benchmark
from tools.benchmarks.browsing import open_browser, wait_for
from tools.benchmarks.serving import make_game, running_server

_TREES = {100: (4, 3), 400: (3, 7), 1000: (3, 10), 5000: (4, 8)}
"""About so many nodes, and depth and breadth of the decision tree that has them."""
_STEPS = 400
_MEASURE = """
const [most, done] = arguments;
const theatre = document.querySelector('#lab-theatre').walk;
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
    wait_for(browser, "!!document.querySelector('#lab-theatre')?.walk")
    found = browser.execute_async_script(_MEASURE, _STEPS)
    name = f"{found['nodes']} nodes, {found['drawn']} drawn"
    return [
        *spread(f"{name}: step, ", found["times"], "ms", median="", p95="at most 50"),
        Row(f"{name}: jump over the whole trace", found["jumped"], "ms"),
        Row(f"{name}: from the trace to the first paint", found["painted"], "ms", "at most 1,000"),
    ]


@benchmark("lab-stage", measures="static/js/lab static/js/lib")
def lab_stage() -> list[Row]:
    """Milliseconds of script for a step of a search in the lab, with everything around the tree drawn at once.

    Minimax on decision trees in headless Chromium with software rendering, 400 steps in the middle of each trace; the
    first paint counts from the trace in hand to the frame that shows it.
    """
    with running_server() as server, open_browser() as browser:
        return [row for nodes in _TREES for row in _measured(browser, server.url, nodes)]


_MAP = "random-6200-1"
"""A map of the library with just under 10,000 rivers."""
_SHOWN = "!!document.querySelector('.punter-sheet .free')?.getAttribute('d')"
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
    frames, zooms = list[float](), list[float]()
    with running_server() as server, open_browser() as browser:
        browser.get(server.url + make_game(server, game="punter", options={"map": _MAP}, seed=1)["url"])
        wait_for(browser, _SHOWN)
        time.sleep(1)
        for _ in range(3):
            for _ in range(2):
                zooms.append(browser.execute_async_script(_ZOOM, "Zoom in"))
            frames += browser.execute_async_script(_PAN)
            time.sleep(0.3)
    return [
        *spread("pan: ", frames, "ms", median="under 50", slowest=""),
        *spread("zoom to sharp map: ", zooms, "ms", median="", slowest="at most 400"),
    ]
