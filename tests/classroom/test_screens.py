"""No question shows its own answer: what any screen is told before it is revealed is the same whatever is right.

Each way of asking is found in the program, and each is asked twice with other answers; all that students, walls and
homework get is compared letter by letter. Of a search that is asked about, what comes after the step is exchanged.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, get_args

import pytest

from plyground.classroom import commands
from plyground.classroom.plans.entries import ASKED, read_entry
from plyground.classroom.services import Play
from plyground.classroom.staged import Shown, Staged, step_named, until
from plyground.core import registry
from plyground.core.refusals import NoSuchTrace
from plyground.puzzles import keeping
from plyground.search.teaching import columns
from plyground.search.teaching.searches import search
from plyground.search.teaching.trace import MOST_NODES, Trace
from plyground.sessions.question import Answer, Kind, Question
from plyground.storage import Database
from tests.classroom.support import Place
from tests.classroom.test_homework import Place as Homework
from tests.classroom.test_homework import database

__all__ = ["database"]
TREE = "a 0 ( o 3 ( a 5 a 8 ( a 6 a 9 a 2 ) a 4 ( o 7 a -3 ) ) o 6 ( a 2 ( a 1 a 4 ) a 9 o 5 ( a 8 a 3 ) ) )"
OTHER = TREE.replace("o 3", "o 4").replace("o 5", "o 1")
"""The same leaves; the inner nodes have other numbers."""
STAGE = "/lab#game=tree&search=alphabeta&position=" + TREE.replace(" ", "+")
MONTE_CARLO = "/lab#game=othello&options=%7B%22size%22%3A4%7D&search=mcts&seed=3"
EDGES = [{"text": "a", "label": "one"}, {"text": "b", "label": "two"}]
ASKED_PLAINLY: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "move": ({"game": "othello", "right": "d3", "why": "Most"}, {"game": "othello", "right": "c4", "why": "Least"}),
    "value": (
        {"prompt": "?", "right": "3", "game": "tree", "position": TREE},
        {"prompt": "?", "right": "4", "game": "tree", "position": OTHER},
    ),
    "choice": (
        {"prompt": "?", "choices": EDGES, "right": "a", "link": STAGE + "&step=4", "why": "Most"},
        {"prompt": "?", "choices": EDGES, "right": ["b"], "link": STAGE + "&step=4", "why": "Least"},
    ),
    "text": ({"prompt": "Why?"}, {"prompt": "Why?"}),
    "fill": (
        {"game": "tree", "position": TREE, "cuts": True},
        {"game": "tree", "position": OTHER, "cuts": True},
    ),
    "sheet": ({"number": 1, "game": "tree"}, {"number": 1, "game": "tree"}),
}
"""Two ways to ask of each kind that have nothing different but what is right; those about searches stand below."""
TRACED = {"cut", "value", "next"}


def told(place: Place, since: int) -> str:
    """Everything that students and walls were told since then, and what they are told when they come."""
    came = [place.join("late", "wall"), place.join("cAda", token=place.ada)]  # type: ignore[attr-defined]
    place.timers.pass_time(1.0)
    desk = place.room.desk
    frames = [(event, payload) for room, event, payload in place.told[since:] if room != desk]
    text = json.dumps([came, frames], sort_keys=True, default=str)
    return re.sub(r'"(now|seq|ends)": [-0-9.]+|"q[0-9]+"|"[a-z0-9]{16,}"', "…", text)


def both(place: Place, ask: Callable[[int], Any]) -> list[str]:
    """What is told of a question while it is open, with an answer, closed, and with the answers on the wall."""
    seen = []
    for number in (0, 1):
        place.timers.pass_time(1.0)
        since = len(place.told)
        ask(number)
        question = place.room.question
        assert question is not None
        given = {"move": "c4", "text": "So", "choice": "a", "fill": "=3"}.get(question.kind, "1000")
        place.answer(place.ada, given)  # type: ignore[attr-defined]
        place.timers.pass_time(1.0)
        place.teach("tally", on=True)
        place.teach("close_question")
        seen.append(told(place, since))
        place.teach("clear_question")
    return seen


@pytest.fixture
def homework(database: Database) -> Homework:
    return Homework(database)


@pytest.fixture
def asked(place: Place) -> Place:
    place.ada = place.students("Ada")["Ada"]  # type: ignore[attr-defined]
    place.timers.pass_time(1.0)
    return place


@pytest.mark.parametrize("kind", sorted(ASKED_PLAINLY))
def test_a_class_is_told_the_same_whatever_is_right(asked: Place, kind: str) -> None:
    seen = both(asked, lambda number: asked.teach("ask", kind=kind, **ASKED_PLAINLY[kind][number]))
    assert seen[0] == seen[1]
    assert '"answer": null' in seen[0]
    assert "Most" not in seen[0]


def test_every_way_of_asking_is_looked_at() -> None:
    assert set(ASKED_PLAINLY) | TRACED == set(commands._ASKED)
    assert set(get_args(Kind)) <= set(commands._ASKED)
    assert {each.__name__ for each in Play.__subclasses__()} == {"Vote", "Match"}, (
        "games, whose answer nobody knows yet"
    )
    assert set(HOMEWORK) | {"stage"} == set(ASKED), "a search in homework is asked about in the lab itself"


def test_the_question_itself_tells_its_answer_to_nobody() -> None:
    """Every field of a question that is not right or wrong is free to travel; these are the ones that do."""
    board = None
    for kind in get_args(Kind):
        first = Question(kind, "?", board, answer=Answer(frozenset({"a"}), "a", "a", "x", {"b": 0.5}), heaps={"a": "A"})
        other = replace(first, answer=Answer(frozenset({"b"}), "b", "b", "y"), graded=False)
        for state in ("open", "closed"):
            first.state = other.state = state
            assert first.as_json(True) == other.as_json(True)


# Searches that are asked about


def recorded(place: Place, link: str, other: Callable[[Trace], Trace] = lambda trace: trace) -> str:
    """Have a search recorded as a link asks for it, or something in its place; its key."""
    lab, body = place.classes.services.lab, Shown(link).body
    asked = lab._read(body)
    most = 80 if body["search"] == "mcts" else MOST_NODES
    trace = search(body["search"]).record(
        asked.read.rules, asked.read.position, asked.settings, seed=body["seed"], most_nodes=most
    )
    lab._packed[asked.key] = columns.packed(other(trace))
    lab._seconds[asked.key] = 0.0
    lab._traces.clear()
    place.classes._staged.clear()
    return str(asked.key)


def screens(place: Place, name: str, size: int) -> str:
    """All that a screen can have of the stage that is asked about: the search, words, boards of every node."""
    stage = place.classes.stage
    boards = []
    for row in range(size):
        try:
            boards.append(stage(place.code, name, "views", [str(row)]))
        except NoSuchTrace:
            boards.append({})
    return json.dumps([stage(place.code, name, "trace", [0]), stage(place.code, name, "words", [0, 100]), boards])


def places_of(trace: Trace, kind: str) -> list[tuple[int, int]]:
    """Where such a question is asked: the step, and the node."""
    wanted = {"cut": "bound", "value": "value", "next": "select"}[kind]
    found = [(at + (kind == "cut"), step.node) for at, step in enumerate(trace.steps[:-1]) if step.kind == wanted]
    return [found[0], found[len(found) // 2], found[-1]]


def ended(trace: Trace, step: int, node: int, kind: str) -> Trace:
    """The same search until a step; what it says of the worth of the node that is asked about is another one."""
    cut = until(trace, step)
    cut.steps.append(trace.steps[step])
    if kind == "value":
        cut.steps = [
            each._replace(value=None if each.value is None else each.value + 50, alpha=-40.0)
            if each.node == node
            else each
            for each in cut.steps
        ]
    elif kind == "cut":
        cut.steps[-1] = cut.steps[-1]._replace(kind="enter", node=node)
    return cut


@pytest.mark.parametrize("kind", sorted(TRACED))
def test_a_stage_is_the_same_whatever_comes_next(asked: Place, kind: str) -> None:
    place = asked
    link = MONTE_CARLO if kind == "next" else STAGE
    whole = place.classes.services.lab.recorded(recorded(place, link))
    looked = 0
    for step, node in places_of(whole, kind):
        at = f"{link}&step={step}"
        key = recorded(place, link)
        place.teach("show", scene={"kind": "stage", "link": at})
        place.timers.pass_time(1.0)
        since = len(place.told)
        if not _asks(place, kind, key, node, step, at):
            continue
        looked += 1
        right = place.room.question.answer.text  # type: ignore[union-attr]
        stage = place.question["stage"]
        assert stage == {**stage, "step": step}
        first = screens(place, stage["id"], len(whole.parents))
        recorded(place, link, lambda trace, step=step, node=node: ended(trace, step, node, kind))  # type: ignore[misc]
        assert screens(place, stage["id"], len(whole.parents)) == first, (step, node, right)

        told_all = told(place, since)
        assert "/lab#" not in told_all
        assert key not in told_all
        assert place.question["view"] is place.question["position"] is None
        assert place.state["scene"]["link"] == "", "the scene behind it is the same search"
        place.teach("follow", on=False)
        assert place.state["scene"]["link"] == "", "nor while all may look around"
        assert place.room.for_teacher()["links"][stage["id"]].startswith("/lab#"), "the teacher walks it"
        place.teach("reveal")
        assert place.state["scene"]["link"] == at
        place.teach("follow", on=True)
        place.teach("clear_question")
    assert looked


def _asks(place: Place, kind: str, key: str, node: int, step: int, link: str) -> bool:
    message = {"code": place.code, "token": place.made["teacher"], "id": f"{kind}{step}", "do": "ask", "kind": kind}
    try:
        place.classes.command("", {**message, "trace": key, "node": node, "step": step, "link": link}, "somewhere")
    except Exception:  # nothing to ask there
        return False
    return True


def test_a_stage_that_is_walked_is_known_as_far_as_it_was_shown(asked: Place) -> None:
    whole = asked.classes.services.lab.recorded(recorded(asked, STAGE))
    names = set()
    for step in (0, 3, 7, 5, len(whole.steps)):
        asked.teach("show", scene={"kind": "stage", "link": f"{STAGE}&step={step}&eye=1~~"})
        stage = asked.state["scene"]["stage"]
        names.add(stage["id"])
        assert (stage["step"], stage["eye"], asked.state["scene"]["link"]) == (step, "1~~", "")
        told = asked.classes.stage(asked.code, stage["id"], "trace", [0])
        trace = columns.from_json(told["trace"])
        assert (len(trace.steps), told["step"]) == (step, step)
        assert trace.head.position == "" == "".join(trace.head.setup)
        assert all(met < max(1, step) for met in trace.met)
        assert [asked.refusal(asked.classes.stage, asked.code, stage["id"], "views", [str(len(trace.parents))])] == [
            "no_such_trace"]  # fmt: skip
        more = asked.classes.stage(asked.code, stage["id"], "trace", [3])
        if step >= 3:  # what was known, and the rest, are the whole
            rest = more["trace"]
            assert (more["from"], more["first"]) == (3, sum(met < 3 for met in trace.met))
            assert [len(trace.parents), step] == [
                more["first"] + len(rest["nodes"]["parent"]), 3 + len(rest["steps"]["kind"])]  # fmt: skip
    assert len(names) == 1, "each step is of the same search"
    assert asked.refusal(asked.classes.stage, asked.code, "nothing", "trace", [0]) == "no_such_trace"
    asked.teach("show", scene={"kind": "welcome"})
    assert asked.refusal(asked.classes.stage, asked.code, names.pop(), "trace", [0]) == "no_such_trace"


def test_looking_at_a_stage_is_counted(asked: Place) -> None:
    recorded(asked, STAGE)
    asked.teach("show", scene={"kind": "stage", "link": f"{STAGE}&step=3"})
    name = asked.state["scene"]["stage"]["id"]
    for _ in range(300):
        asked.classes.stage(asked.code, name, "words", [0, 1], "Ada")
        asked.classes.stage(asked.code, name, "views", ["0"], "Ada")
    for what, wanted in (("trace", [0]), ("words", [0, 1]), ("views", ["0"])):
        assert asked.refusal(asked.classes.stage, asked.code, name, what, wanted, "Ada") == "too_fast"
    asked.classes.stage(asked.code, name, "trace", [0], "Ben")


def test_long_stages_are_told_one_at_a_time(asked: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    recorded(asked, STAGE)
    asked.teach("show", scene={"kind": "stage", "link": f"{STAGE}&step=3"})
    name, at_once, together = asked.state["scene"]["stage"]["id"], [], []

    def as_json(staged: Staged, known: int) -> dict[str, Any]:
        at_once.append(staged)
        together.append(len(at_once))
        time.sleep(0.02)
        at_once.pop()
        return {}

    monkeypatch.setattr(Staged, "as_json", as_json)
    stage = asked.classes.stage
    threads = [threading.Thread(target=stage, args=(asked.code, name, "trace", [0], f"v{n}")) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert together == [1] * 8


def test_places_in_links_are_counted_as_the_page_counts_them() -> None:
    game = registry.game("tree")
    trace = search("alphabeta").record(game, game.parse_position(TREE, {}), {"depth": 0})
    assert [step_named(trace, "end"), step_named(trace, "", 5), step_named(trace, "odd", 2)] == [len(trace.steps), 5, 2]
    for at, step in enumerate(trace.steps):
        before = sum(each.node == step.node and each.kind == step.kind for each in trace.steps[: at + 1])
        name = f"{step.kind}-{'.'.join(map(str, trace.path(step.node)))}-{before}"
        assert step_named(trace, name) == at + 1
    assert step_named(trace, "enter-0.99-1") > 0


# Homework

WORDS = {"kind": "question", "points": 1, "hints": [], "why": "Most"}
HOMEWORK: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "move": (
        {**WORDS, "asked": "move", "game": "othello", "right": ["d3"]},
        {**WORDS, "asked": "move", "game": "othello", "right": ["c4", "f5"], "why": "Least"},
    ),
    "value": (
        {**WORDS, "asked": "value", "prompt": "?", "right": [3], "game": "tree", "position": TREE},
        {
            **WORDS,
            "asked": "value",
            "prompt": "?",
            "right": [4],
            "game": "tree",
            "position": TREE.replace("o 3", "o 4"),
        },
    ),
    "choice": (
        {**WORDS, "asked": "choice", "prompt": "?", "choices": ["one", "two"], "right": [0]},
        {**WORDS, "asked": "choice", "prompt": "?", "choices": ["one", "two"], "right": [0, 1], "why": "Least"},
    ),
    "fill": (
        {**WORDS, "asked": "fill", "game": "tree", "position": TREE, "cuts": True},
        {**WORDS, "asked": "fill", "game": "tree", "position": OTHER, "cuts": True, "why": "Least"},
    ),
    "made": ({**WORDS, "asked": "made", "game": "tree", "seed": 3, "number": 1},) * 2,
    "text": ({**WORDS, "asked": "text", "prompt": "?"}, {**WORDS, "asked": "text", "prompt": "?", "why": "Least"}),
}


@pytest.mark.parametrize("asked", sorted(HOMEWORK))
def test_homework_is_told_the_same_whatever_is_right(homework: Homework, asked: str) -> None:
    seen = []
    for entry in HOMEWORK[asked]:
        homework.set(read_entry(entry), tries=3)
        seen.append(json.dumps({**homework.state(), "code": "", "due": 0, "until": 0, "gone": 0}, sort_keys=True))
    assert seen[0] == seen[1]
    assert "Most" not in seen[0]


def test_a_puzzle_in_homework_tells_no_more_than_was_found(homework: Homework) -> None:
    puzzle = next(each for each in keeping.of("camel").values() if len(each.moves) > 3)
    homework.set(read_entry({"kind": "puzzle", "game": "camel", "puzzle": puzzle.id}), tries=3)
    (task,) = homework.state()["tasks"]
    text = json.dumps({**task, "question": {**task["question"], "view": None}})
    assert puzzle.id not in text
    assert [task["answer"], task["question"]["moves"]] == [None, ()]
    assert not any(move in text for move in puzzle.moves)
