"""The stage's numbers, as the page's script computes them, are the command line's for the same search and position.

Traces are recorded once, read and replayed to their ends by the page's own modules in one browser, and held against
what ``plyground best --json`` and ``plyground tree --json`` print.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome

from plyground.core import registry
from plyground.search.teaching import columns
from plyground.search.teaching.scores import SURE
from plyground.search.teaching.searches import search
from plyground.search.teaching.trace import Trace
from tests.commands.support import asked
from tools.benchmarks.serving import Server

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "decision_trees.json"
CASES: list[dict[str, Any]] = json.loads(DATA.read_text(encoding="utf-8"))["cases"] if DATA.exists() else []
ROOTS: dict[str, tuple[str, dict[str, Any], list[str]]] = {
    "othello": ("othello", {"size": 4}, ["b1", "a1"]),
    "othello-8": ("othello", {"size": 8}, ["f5"]),
    "camel": ("camel", {"board_width": 3, "board_height": 3, "starting_camels": 1}, []),
    "tak": ("tak", {"size": 3}, ["a1", "c3"]),
    "tree": ("tree", {"seed": 12, "plies": 4, "branching": 4, "turns": "free"}, []),
    "punter-2": ("punter", {"map": "path-5", "punters": 2}, []),
    "punter-3": ("punter", {"map": "path-5", "punters": 3}, []),
}
"""A position of every game: its options and the moves that lead there."""
OPPOSED = [name for name in ROOTS if not name.startswith("punter")]
SEARCHED = ("open", "finished", "ceiling", "losing", "dropped")
"""The lists to which a root move goes when it was searched."""
SCRIPT = """
const done = arguments[arguments.length - 1];
const [traces] = arguments;
const base = document.querySelector('link[rel=stylesheet]').href.split('joined/')[0] + 'js/lab/';
const modules = [import(base + 'trace.js'), import(base + 'replay.js')];
Promise.all(modules).then(([{ readTrace, stepAt, wayTo }, { Replay }]) => {
  const plain = (value) => (value === Infinity ? 'inf' : value === -Infinity ? '-inf' : value);
  done(traces.map((sent) => {
    const trace = readTrace(JSON.parse(sent));
    const replay = new Replay(trace);
    const path = (row) => wayTo(trace, row).slice(1).map((each) => trace.index[each]);
    const visited = [], cut = [], log = [];
    while (replay.forward()) {
      const { kind, node, items, number, reason, sure, value } = replay.last;
      if (kind === 'leaf') visited.push(path(node));
      if (kind === 'cut') for (const item of items) cut.push([...path(node), item]);
      if (kind === 'file' && number !== null) log.push([number, reason, sure, trace.index[node], value]);
    }
    const answer = stepAt(trace, trace.kind.lastIndexOf('answer'));
    const roots = {};
    for (const row of trace.children[0]) {
      const { value, values, sure, closed, visits } = replay.known(row);
      roots[trace.move[row]] = { value: plain(value), values: values.map(plain), sure, closed, visits };
    }
    return {
      ...replay.other, roots, visited, cut, log, short: trace.cutShort, move: trace.move[answer.child] ?? null,
      value: plain(answer.value), values: answer.values.map(plain), closed: answer.closed, line: answer.items,
    };
  }));
}, (error) => done(String(error)));
"""


@pytest.fixture(scope="module")
def page(shared_browser: Chrome, shared_server: Server) -> Chrome:
    """A page that has the lab's modules; the traces come with the tests."""
    if not shared_server.running():
        shared_server.start().wait_until_warm()
    shared_browser.get(f"{shared_server.url}/lab")
    return shared_browser


class Asked:
    """A position, and the two ways to ask about it."""

    def __init__(self, name: str) -> None:
        game, given, moves = ROOTS[name]
        self.game = registry.game(game)
        self.options = self.game.options(given)
        self.position = self.game.replay(self.game.initial(self.options), moves)[-1]

    def told(self, bot: str, *words: str) -> Any:
        """What the command line prints of a bot's choice."""
        given = [f"--option={name}={value}" for name, value in self.options.items()]
        at = ["--position", self.game.position_text(self.position)]
        return asked("best", self.game.spec.id, "--bot", bot, "--seed", "7", *words, *given, *at)

    def trace(self, name: str, **settings: Any) -> Trace:
        """The trace of a search, as the lab has it recorded."""
        return search(name).record(self.game, self.position, settings, seed=7, setup=self.options)

    def deeper(self, name: str, most: int, **settings: Any) -> list[Trace]:
        """The traces of a search that looks deeper and deeper, each with the best move of the last first."""
        found: list[Trace] = []
        for depth in range(1, most + 1):
            given = {**settings, "depth": depth}
            if found:
                given["by_hand"] = f"root: {int(found[-1].steps[-1].items[0])}"
            found.append(self.trace(name, **given))
            answer = found[-1].steps[-1]
            if answer.closed or (not self.game.spec.graded and abs(answer.value or 0.0) >= SURE):
                break
        return found


def on_stage(page: Chrome, traces: list[Trace]) -> list[dict[str, Any]]:
    """What the page's script makes of traces."""
    sent = [json.dumps(columns.as_json(trace)) for trace in traces]
    found: Any = page.execute_async_script(SCRIPT, sent)
    assert isinstance(found, list), found
    assert all(each["short"] is None for each in found)
    return found


def finite(value: Any) -> Any:
    """A value as the command line tells it: none where it stands for a won or lost game."""
    return None if isinstance(value, str) or (value is not None and abs(value) >= SURE) else value


@pytest.mark.parametrize("name", list(ROOTS))
def test_minimax_with_a_divided_budget(page: Chrome, name: str) -> None:
    here = Asked(name)
    opposed = here.game.spec.two_sided and not here.game.spec.graded
    for budget in (40, 300):
        told = here.told(f"minimax:budget={budget}")
        trace = here.trace("budget" if opposed else "budget_maxn", budget=budget)
        (seen,) = on_stage(page, [trace])
        assert seen["entered"] == told["nodes"]
        table = {root["text"]: root for root in told["details"]["moves"]}
        assert {move: finite(root["value"]) for move, root in seen["roots"].items()} == {
            move: root["value"] for move, root in table.items()
        }
        for move, root in table.items():
            if root.get("values"):
                assert seen["roots"][move]["values"] == root["values"]
        assert finite(seen["roots"][told["move"]]["value"]) == finite(seen["value"])


DEEPER = [
    (method, name)
    for method in ("alphabeta", "maxn", "paranoid", "best_reply")
    for name in (OPPOSED if method == "alphabeta" else ROOTS)
]


@pytest.mark.parametrize(("method", "name"), DEEPER)
def test_searches_that_look_deeper_and_deeper(page: Chrome, method: str, name: str) -> None:
    here = Asked(name)
    most = 2 if name in ("othello-8", "tak") else 3
    bot = "alphabeta:order=rank" if method == "alphabeta" else f"maxn:order=rank,budget=100000,method={method}"
    told = here.told(bot + (",budget=100000" if method == "alphabeta" else ""), "--depth", str(most))
    traces = here.deeper(method, most, order="rank")
    seen = on_stage(page, traces)
    assert sum(each["entered"] for each in seen) == told["nodes"]
    last = seen[-1]
    assert last["move"] == told["move"]
    if told["kind"] != "exact":
        assert finite(last["value"]) == told["value"]
    table = {root["text"]: root for root in told["details"]["moves"]}
    assert {move: finite(root["value"]) for move, root in last["roots"].items()} == {
        move: root["value"] for move, root in table.items()
    }
    for move, root in table.items():
        known = last["roots"][move]
        assert root["kind"] == (known["sure"] if known["sure"] != "exact" or known["closed"] else "estimate")
        if method == "maxn":
            assert known["values"] == root["values"]


@pytest.mark.parametrize("name", OPPOSED)
def test_deepening_with_partial_termination(page: Chrome, name: str) -> None:
    here = Asked(name)
    depth = 3 if name in ("othello-8", "tak") else 4
    told = here.told("deepening:budget=1000000", "--depth", str(depth))
    (seen,) = on_stage(page, [here.trace("deepening", depth=depth)])
    assert seen["looked"] == told["nodes"]
    assert seen["move"] == told["move"]
    if told["kind"] != "exact":
        assert finite(seen["value"]) == told["value"]
    last = max((entry[0] for entry in seen["log"]), default=None)
    moves = [here.game.move_text(here.position, move) for move in here.game.legal_moves(here.position)]
    table = [
        (moves[index], finite(value), "estimate" if (reason, sure) == ("open", "exact") else sure)
        for number, reason, sure, index, value in seen["log"]
        if number == last and reason in SEARCHED
    ]
    assert table == [(root["text"], root["value"], root["kind"]) for root in told["details"]["moves"]]


@pytest.mark.parametrize("name", list(ROOTS))
def test_monte_carlo_tree_search(page: Chrome, name: str) -> None:
    here = Asked(name)
    told = here.told("mcts:iterations=60")
    (seen,) = on_stage(page, [here.trace("mcts", iterations=60)])
    assert seen["playouts"] + seen["leaves"] == told["nodes"] == 60
    assert sum(root["visits"] for root in seen["roots"].values()) == 60
    assert (seen["move"], seen["value"]) == (told["move"], pytest.approx(told["value"]))
    for root in told["details"]["moves"]:
        assert seen["roots"][root["text"]]["values"] == pytest.approx(root["values"])


@pytest.mark.parametrize("name", ["tree", "punter-2", "punter-3"])
@pytest.mark.parametrize("ties", ["last", "first"])
def test_the_tortoise(page: Chrome, name: str, ties: str) -> None:
    here = Asked(name)
    told = here.told(f"tortoise:ties={ties}")
    (seen,) = on_stage(page, [here.trace("tortoise", ties=ties)])
    assert told["details"]["exact"]
    assert seen["closed"]
    assert (seen["move"], seen["values"]) == (told["move"], told["details"]["values"])
    mover = here.game.to_move(here.position)
    best = {move for move, root in seen["roots"].items() if root["values"][mover] == seen["values"][mover]}
    assert best == set(told["details"]["best"])
    if name == "tree":
        assert seen["entered"] == told["nodes"]


LOGGED = {
    "open": "open", "finished": "closed", "losing": "closed", "ceiling": "partial",
    "dropped": "partial-dropped-at-once", "asleep": "keep-unsearched", "woken": "retry-partial",
    "deleted": "drop-partial",
}  # fmt: skip
"""What the root log of the command line calls each list; open moves say the kind of their value too."""


@pytest.mark.skipif(not CASES, reason="the trees stand beside the project, where they are kept")
@pytest.mark.parametrize("name", ["minimax", "alphabeta", "deepening"])
def test_the_documented_trees_leaf_by_leaf(page: Chrome, name: str) -> None:
    rules = registry.game("tree")
    positions = [rules.parse_position(case["text"]) for case in CASES]
    traces = [search(name).record(rules, position, {"depth": 0}, seat=0) for position in positions]
    entries = ("open=", "open<=", "open>=")
    for case, seen in zip(CASES, on_stage(page, traces), strict=True):
        told = asked("tree", "--search", name, stdin=case["text"])
        once = list(dict.fromkeys(map(tuple, seen["visited"])))
        assert [list(path) for path in once] == told["visited_leaves"], case["text"]
        assert (seen["entered"], seen["value"], seen["line"]) == (told["steps"], told["value"], told["line"])
        assert seen["cut"] == told["cuts"]
        if name == "minimax":
            assert seen["value"] == case["expect"]["value"]
        if name == "deepening":
            log = [[entry["iteration"], entry["event"], entry["arm"], entry["value"]] for entry in told["root_log"]]
            assert len(log) == len(seen["log"])
            for (number, reason, _, arm, value), entry in zip(seen["log"], log, strict=True):
                event = entry[1] if entry[1] not in entries else "open"
                assert [number, LOGGED[reason], arm, value] == [entry[0], event, entry[2], entry[3]]


def test_a_search_goes_as_far_as_it_can_be_told(page: Chrome) -> None:
    trace = search("minimax").record(registry.game("tree"), Asked("tree").position, {"depth": 0}, most_nodes=30)
    found: Any = page.execute_async_script(SCRIPT, [json.dumps(columns.as_json(trace))])
    assert found[0]["short"] is not None
    assert found[0]["entered"] == 30
