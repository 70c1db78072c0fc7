"""What comes of a plan's entries: questions with their answers, and scenes for the screens of a class."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from plyground.classroom.plans.entries import Entry
from plyground.classroom.plans.staged import staged
from plyground.classroom.worksheet import Sheet
from plyground.core import knowledge, registry
from plyground.core.messages import _, joined
from plyground.exercises import catalogue
from plyground.puzzles import keeping
from plyground.sessions.answered_numbers import number_label, number_text
from plyground.sessions.question import Answer, Board, Option, Question, fill_in, read_board

PICKED = "abcdefghij"
"""The texts of a question's choices, by their places."""


def question_of(entry: Entry) -> Question | None:
    """The question that an entry asks; None where it asks none, or asks for a program. The answer is None where the
    search has to find it (``needs_search``), and where people judge it."""
    if entry["kind"] == "puzzle":
        return _puzzle(entry)
    return _QUESTIONS[entry["asked"]](entry) if entry["kind"] == "question" else None


def needs_search(question: Question) -> bool:
    """Whether only a search can tell what is right."""
    return question.kind == "move" and question.answer is None


def _puzzle(entry: Entry) -> Question:
    puzzle = keeping.find(entry["game"], entry["puzzle"])
    rules = registry.game(puzzle.game)
    options = rules.options(puzzle.options)
    board = Board.at(rules, options, rules.parse_position(puzzle.position, options))
    task = knowledge.of(rules).puzzles.kinds[puzzle.kind].task
    move = rules.move_text(board.position, rules.require(board.position, puzzle.moves[0]))
    why = _("The solution: {line}", line=", ".join(puzzle.moves))
    prompt = joined(task, _("{seat} to move.", seat=board.mover))
    return Question("move", prompt, board, answer=Answer(frozenset({move}), move, move, why))


def _move(entry: Entry) -> Question:
    board = read_board(entry)
    prompt = entry["prompt"] or _("Which move would you choose for {mover}?", mover=board.mover)
    answer = Answer.any_of({move: move for move in entry["right"]}, entry["why"])
    return Question("move", prompt, board, answer=answer)


def _value(entry: Entry) -> Question:
    texts = [number_text(each) for each in entry["right"]]
    answer = Answer.any_of({text: number_label(text) for text in texts}, entry["why"])
    return Question("value", entry["prompt"], _board(entry), entry.get("link"), answer=answer)


def _choice(entry: Entry) -> Question:
    options = tuple(Option(PICKED[at], each) for at, each in enumerate(entry["choices"]))
    answer = Answer.any_of({options[at].text: options[at].label for at in entry["right"]}, entry["why"])
    return Question("choice", entry["prompt"], _board(entry), entry.get("link"), options, answer=answer)


def _made(entry: Entry) -> Question:
    options = tuple(registry.game(entry["game"]).options({}).items())
    task = Sheet(entry["seed"], entry["game"], options, entry["number"]).task(entry["number"])
    kind: Any = "move" if task.kind == "move" else "value"
    return Question(kind, entry["prompt"] or task.prompt, task.board, answer=task.answer)


def _staged(entry: Entry) -> Question:
    question = staged(entry["link"], entry["about"])
    answer = question.answer
    if entry["why"] and answer is not None:
        answer = replace(answer, why=entry["why"])
    return replace(question, prompt=entry["prompt"] or question.prompt, answer=answer, answers={}, heaps={}, _known={})


def _written(entry: Entry) -> Question:
    return Question("text", entry["prompt"], _board(entry), entry.get("link"))


def _filled(entry: Entry) -> Question:
    return fill_in(read_board(entry), entry["cuts"], entry["prompt"], entry["why"])


_QUESTIONS: dict[str, Any] = {
    "move": _move, "value": _value, "choice": _choice, "made": _made, "stage": _staged, "text": _written,
    "fill": _filled,
}  # fmt: skip


def _board(entry: Entry) -> Board | None:
    return read_board(entry) if entry.get("game") else None


def heading(entry: Entry) -> str:
    """What an entry is called in lists: its own words, or what it is about."""
    kind = entry["kind"]
    if kind == "text":
        title: str = entry["title"] or entry["text"].split("\n")[0][:80]
        return title
    if kind == "position":
        caption: str = entry["caption"] or registry.game(entry["game"]).spec.title
        return caption
    if kind == "search":
        return str(entry["caption"]) if entry["caption"] else _("A search in the lab")
    if kind == "puzzle":
        return _("Puzzle: {game}", game=registry.game(entry["game"]).spec.title)
    if kind == "exercise":
        game = registry.game(entry["game"])
        return _("{title}, in {game}", title=_(catalogue.exercise(entry["exercise"], game).title), game=game.spec.title)
    if entry["prompt"]:
        return str(entry["prompt"])
    question = question_of(entry)
    return question.prompt if question is not None else _("A question")


def scene_of(entry: Entry) -> dict[str, Any]:
    """What the screens of a class show of an entry that asks nothing on them."""
    kind = entry["kind"]
    if kind == "position":
        return {"kind": kind, **read_board(entry).as_json(), "caption": entry["caption"]}
    if kind == "search":
        return {"kind": "stage", "link": entry["link"], "caption": entry["caption"]}
    if kind == "exercise":
        game = registry.game(entry["game"])
        found = catalogue.exercise(entry["exercise"], game)
        link = f"/exercises/{game.spec.id}#{found.id}"
        return {"kind": "text", "caption": _(found.title), "text": _(found.text), "link": link}
    return {"kind": "text", "caption": entry["title"], "text": entry["text"], "link": ""}


def shown(entry: Entry) -> dict[str, Any]:
    """What the page of plans shows of an entry: its ``heading``, the ``prompt`` that is asked, a ``board``, the lab's
    ``link``, the ``choices``, and what is ``right`` where that needs no search."""
    question = question_of(entry)
    board = question.board if question is not None else read_board(entry) if entry["kind"] == "position" else None
    answer = question.answer if question is not None else None
    return {
        "heading": heading(entry),
        "prompt": question.prompt if question is not None else entry.get("prompt", ""),
        "board": None if board is None else board.as_json(),
        "link": entry.get("link"),
        "right": None if answer is None else answer.as_json(),
        "searched": question is not None and needs_search(question),
    }
