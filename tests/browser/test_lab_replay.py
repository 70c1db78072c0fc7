"""The page's replay of a trace against Python's, forwards and backwards; which nodes are drawn, and where."""

from __future__ import annotations

from typing import Any

import pytest
import requests
from selenium.webdriver import Chrome

from plyground.search.teaching import columns
from plyground.search.teaching.replay import Replay
from tools.benchmarks.serving import Server

QUESTIONS: dict[str, dict[str, Any]] = {
    "alphabeta": {"game": "othello", "options": {"size": 4}, "search": "alphabeta", "settings": {"depth": 4}},
    "deepening": {
        "game": "tree",
        "position": "a 0 ( a 6 ( o 3 ( a 9 a 2 ) o 5 ) o 12 ( a 3 ( o 1 o 8 ) a 7 ) o 4 ( a 4 a 1 ) )",
        "search": "deepening",
    },
}
NAMES = (
    "status", "alpha", "beta", "value", "sure", "closed", "values", "best", "order", "cut", "budget", "visits", "rows",
    "shares", "filed", "filed_value", "filed_sure",
)  # fmt: skip
SCRIPT = """
const done = arguments[arguments.length - 1];
const [key, places] = arguments;
const base = document.querySelector('link[rel=stylesheet]').href.split('joined/')[0] + 'js/lab/';
Promise.all([import(base + 'trace.js'), import(base + 'replay.js')]).then(async ([{ readTrace }, { Replay }]) => {
  const trace = readTrace(await (await fetch(`/api/lab/trace/${key}`)).json());
  const replay = new Replay(trace);
  const number = (value) => (value === Infinity ? 'inf' : value === -Infinity ? '-inf' : value);
  const plain = (value) => (Array.isArray(value) ? value.map(number) : number(value));
  const seen = places.map((at) => {
    replay.go(at);
    const nodes = {};
    for (let row = 0; row < trace.size; row++) {
      const { row: _, ...known } = replay.known(row);
      nodes[row] = Object.values(known).map(plain);
    }
    return { nodes, ...replay.other };
  });
  done(seen);
}, (error) => done(String(error)));
"""


def plain(value: Any) -> Any:
    """A value as the page gives it back."""
    if isinstance(value, tuple | list):
        return [plain(each) for each in value]
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        return "inf" if value > 0 else "-inf"
    return value


@pytest.mark.parametrize("name", list(QUESTIONS))
def test_the_pages_replay_is_pythons(browser: Chrome, server: Server, name: str) -> None:
    key = requests.post(f"{server.url}/api/lab/trace", json=QUESTIONS[name], timeout=90).json()["trace"]
    trace = columns.from_json(requests.get(f"{server.url}/api/lab/trace/{key}", timeout=10).json())
    end = len(trace.steps)
    places = [1, 5, end // 3, 2, end // 2, end, end - 7, 3 * end // 4, 0, end]
    browser.get(f"{server.url}/lab")
    seen = browser.execute_async_script(SCRIPT, key, places)
    assert isinstance(seen, list), seen
    replay = Replay(trace)
    for at, found in zip(places, seen, strict=True):
        replay.go(at)
        counts = replay.counts
        assert (found["current"], found["iteration"]) == (replay.current, replay.iteration)
        assert (found["entered"], found["leaves"], found["cuts"], found["skipped"]) == (
            counts.entered,
            counts.leaves,
            counts.cuts,
            counts.skipped,
        )
        for row in range(len(trace.parents)):
            known = replay.node(row)
            assert found["nodes"][str(row)] == [plain(known[field]) for field in NAMES], (at, row)


def test_a_large_tree_is_drawn_in_part_and_keeps_its_places(browser: Chrome, server: Server) -> None:
    browser.get(f"{server.url}/lab")
    found = browser.execute_async_script(
        """
        const done = arguments[0];
        const base = document.querySelector('link[rel=stylesheet]').href.split('joined/')[0] + 'js/lab/';
        import(base + 'window.js').then(({ Fold, MOST }) => {
          const parent = [-1];
          for (let row = 1; row < 5000; row++) parent.push(Math.floor((row - 1) / 6));
          const children = parent.map(() => []);
          for (let row = 1; row < 5000; row++) children[parent[row]].push(row);
          const fold = new Fold({ size: 5000, parent, children });
          const before = new Map(fold.window.places.map(({ row, x, y }) => [row, x + ' ' + y]));
          const same = ({ row, x, y }) => before.get(row) === x + ' ' + y;
          const stayed = !fold.show(3) && fold.window.places.every(same);
          const moved = fold.show(4999);
          const hidden = fold.window.places.reduce((sum, place) => sum + place.hidden, 0);
          const drawn = fold.window.places.length;
          const way = fold.window.at.has(4999) && fold.window.at.has(parent[4999]);
          const closed = fold.window.places.find((place) => place.hidden);
          fold.open(closed.row);
          const left = fold.window.at.get(closed.row).hidden;
          done([before.size <= MOST, stayed, moved, hidden + drawn, way, drawn <= MOST, left]);
        }, (error) => done(String(error)));
        """
    )
    assert found == [True, True, True, 5000, True, True, 0]
