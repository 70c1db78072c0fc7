"""What a teacher can have done, as a table from the name of the command to the function that does it.

Each gets the class and the message, reads what it needs, and returns the fields of its acknowledgement.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from plyground.classroom import best_moves, traced
from plyground.classroom.contests.commands import CONTESTS
from plyground.classroom.match import Match
from plyground.classroom.plans.asking import needs_search, question_of, scene_of
from plyground.classroom.plans.entries import Entry
from plyground.classroom.room import Room
from plyground.classroom.vote import Vote
from plyground.classroom.worksheet import read_sheet
from plyground.core import registry
from plyground.core.errors import GameFinished, Refusal
from plyground.core.messages import _
from plyground.core.refusals import Malformed, NothingToAsk, NotYet, NoVote, VoteRunning
from plyground.sessions import reading
from plyground.sessions.answered_numbers import number_label, read_number
from plyground.sessions.question import (
    LONGEST_ANSWER,
    LONGEST_HEAP,
    Answer,
    Board,
    Option,
    Question,
    fill_in,
    line,
    read_board,
    read_choices,
    read_link,
    read_scene,
)

LONGEST_PROMPT = 300
SHORTEST, LONGEST = 3.0, 3600.0
"""Seconds that a question may be open."""

Message = Mapping[str, Any]
Done = dict[str, Any]


def _no_vote(room: Room) -> None:
    if isinstance(room.play, Vote):
        raise VoteRunning(_("The class plays against a bot; stop that first."))


def show(room: Room, message: Message) -> Done:
    """Send everybody to a scene."""
    _no_vote(room)
    room.scene = read_scene(message, room.services.lobby)
    room.changed()
    return {}


def ask(room: Room, message: Message) -> Done:
    _no_vote(room)
    kind = reading.a_text(message, "kind", 20, required=True)
    if kind not in _ASKED:
        raise Malformed(_("The kind of a question is one of {asked}.", asked=", ".join(_ASKED)))
    seconds = None
    if message.get("seconds") is not None:
        seconds = reading.a_number(message, "seconds", SHORTEST, LONGEST)
    question = _ASKED[kind](room, message, line(reading.a_text(message, "prompt", LONGEST_PROMPT)), seconds)
    room.stop_play()
    return {"question": question.id}


def _ask_move(room: Room, message: Message, prompt: str, seconds: float | None) -> Question:
    board = read_board(message)
    if board.rules.returns(board.position) is not None:
        raise GameFinished(_("The game is over in this position: there is no move to choose."))
    right = reading.a_text(message, "right", LONGEST_ANSWER)
    if right:
        return _ask_known(room, board, prompt, seconds, right, line(reading.a_text(message, "why", LONGEST_PROMPT)))
    return ask_move(room, board, prompt, seconds)


def _ask_known(room: Room, board: Board, prompt: str, seconds: float | None, right: str, why: str) -> Question:
    """Ask for a move that the teacher knows, such as a puzzle's: nothing looks for it."""
    text = board.rules.move_text(board.position, board.rules.require(board.position, right))
    words = prompt or _("Which move would you choose for {mover}?", mover=board.mover)
    return room.ask(Question("move", words, board, answer=Answer(frozenset({text}), text, text, why)), seconds)


def ask_move(room: Room, board: Board, prompt: str, seconds: float | None) -> Question:
    """Ask for a move on a board, and have the key worked out meanwhile."""
    words = prompt or _("Which move would you choose for {mover}?", mover=board.mover)
    question = Question("move", words, board, thinking=True)
    with room.lock:  # the answer waits for it until the question is asked
        cancel = _seek(room, question)
        try:
            room.ask(question, seconds)
        except Refusal:
            cancel()
            raise
        room.searches[question.id] = cancel
    return question


def _seek(room: Room, question: Question) -> Callable[[], None]:
    """Have the answer looked for; returns what ends that."""

    def tell(answer: Answer | None, sentence: str) -> None:
        nothing = Answer(frozenset(), None, "", _("No answer was found: {sentence}", sentence=sentence))
        room.answered(question, answer or nothing)

    assert question.board is not None
    return best_moves.seek(room.services.lobby.pool, question.board, f"class {room.code}", tell).cancel


def seek_again(room: Room) -> None:
    """Have the answers looked for anew for which that was under way."""
    for question in {each.id: each for each in (*room.asked, room.question) if each is not None}.values():
        if question.thinking and question.board is not None:
            room.searches[question.id] = _seek(room, question)


_TRACED = {"cut": traced.ask_cut, "value": traced.ask_value, "next": traced.ask_next}


def _ask_traced(kind: Literal["cut", "value", "next"]) -> Callable[[Room, Message, str, float | None], Question]:
    def make(room: Room, message: Message, prompt: str, seconds: float | None) -> Question:
        key = reading.a_text(message, "trace", 40, required=True)
        node = reading.a_whole_number(message, "node", 0, 1_000_000)
        link = read_link(message, "link")
        trace = room.services.lab.recorded(key, f"class {room.code}")
        step = None if message.get("step") is None else reading.a_whole_number(message, "step", 0, 10_000_000)
        found = _TRACED[kind](trace, node, step)
        shown = room.services.lab.views(key, [node], f"class {room.code}")["views"][str(node)]
        rules, options = registry.game(trace.head.game), dict(trace.head.setup)
        board = Board.at(rules, options, rules.parse_position(shown["text"], options))
        stage = traced.stage_link(trace, found.step, link)
        question = Question(kind, prompt or found.prompt, board, stage, found.choices, answer=found.answer)
        return room.ask(question, seconds)

    return make


def _ask_value(room: Room, message: Message, prompt: str, seconds: float | None) -> Question:
    """A value of a recorded search, or any number that the teacher knows."""
    if message.get("trace") is not None:
        return _ask_traced("value")(room, message, prompt, seconds)
    board = read_board(message) if message.get("game") else None
    link = read_link(message, "link") or None
    answer = None
    if message.get("right") is not None:
        text = read_number(str(message["right"])[:LONGEST_ANSWER])
        answer = Answer.any_of({text: number_label(text)})
    return room.ask(Question("value", prompt or _("Which value is it?"), board, link, answer=answer), seconds)


def _ask_choice(room: Room, message: Message, prompt: str, seconds: float | None) -> Question:
    choices = read_choices(message)
    board = read_board(message) if message.get("game") else None
    link = read_link(message, "link") or None
    answer = _teachers_answer(message, choices)
    return room.ask(Question("choice", prompt or _("Which one is it?"), board, link, choices, answer=answer), seconds)


def _teachers_answer(message: Message, choices: tuple[Option, ...]) -> Answer | None:
    given = message.get("right")
    if given is None or given == "":
        return None
    wanted = given if isinstance(given, list) else [given]
    labels = {option.text: option.label for option in choices}
    if not wanted or any(not isinstance(text, str) or text not in labels for text in wanted):
        raise Malformed(_("What is right is one of the choices, by its text."))
    why = line(reading.a_text(message, "why", LONGEST_PROMPT))
    return Answer.any_of({text: label for text, label in labels.items() if text in wanted}, why)


def _ask_text(room: Room, message: Message, prompt: str, seconds: float | None) -> Question:
    """A question that is answered in free words, which the teacher sorts."""
    board = read_board(message) if message.get("game") else None
    link = read_link(message, "link") or None
    return room.ask(Question("text", prompt or _("What do you think?"), board, link), seconds)


def _ask_fill(room: Room, message: Message, prompt: str, seconds: float | None) -> Question:
    """A whole tree to fill in, with the branches that alpha-beta cuts where these are asked for."""
    return room.ask(fill_in(read_board(message), reading.a_flag(message, "cuts", False), prompt), seconds)


def _sorted_question(room: Room) -> Question:
    if room.question is None or room.question.kind != "text" or room.question.state == "revealed":
        raise NotYet(_("Answers in free words are sorted while their question stands, before it is revealed."))
    return room.question


def sort(room: Room, message: Message) -> Done:
    """Put an answer in free words on a heap; a heap that has lost its last answer is right no more."""
    question = _sorted_question(room)
    text = line(reading.a_text(message, "text", LONGEST_ANSWER, required=True))
    question.sort(text, line(reading.a_text(message, "heap", LONGEST_HEAP)))
    _count_right(question, set() if question.answer is None else set(question.answer.right))
    room.changed()
    return {}


def heap_right(room: Room, message: Message) -> Done:
    """Say whether what lies on a heap is right."""
    question = _sorted_question(room)
    heap = line(reading.a_text(message, "heap", LONGEST_HEAP, required=True))
    right = set() if question.answer is None else set(question.answer.right)
    _count_right(question, right | {heap} if reading.a_flag(message, "on") else right - {heap})
    room.changed()
    return {}


def _count_right(question: Question, right: set[str]) -> None:
    question.answer = Answer.any_of({name: name for name in question.heaps.values() if name in right})


def _ask_sheet(room: Room, message: Message, prompt: str, seconds: float | None) -> Question:
    """A question of the worksheet of this class's seed."""
    given = {name: str(message[name]) for name in ("game", "questions", "seed") if message.get(name) is not None}
    sheet = read_sheet(given, room.seed, room.game)
    task = sheet.task(reading.a_whole_number(message, "number", 1, sheet.count))
    if task.kind == "move" and task.answer is None:
        return ask_move(room, task.board, prompt or task.prompt, seconds)
    kind: Literal["move", "value"] = "move" if task.kind == "move" else "value"
    return room.ask(Question(kind, prompt or task.prompt, task.board, answer=task.answer), seconds)


_ASKED: dict[str, Callable[[Room, Message, str, float | None], Question]] = {
    "move": _ask_move,
    "cut": _ask_traced("cut"),
    "next": _ask_traced("next"),
    "value": _ask_value,
    "choice": _ask_choice,
    "text": _ask_text,
    "fill": _ask_fill,
    "sheet": _ask_sheet,
}


def close_question(room: Room, message: Message) -> Done:
    _no_vote(room)
    room.close_question()
    return {}


def reveal(room: Room, message: Message) -> Done:
    """Show how the answers are spread and what is right."""
    if isinstance(room.play, Vote):
        raise VoteRunning(_("A vote is over when its time is up; hurry it if all have voted."))
    if isinstance(room.play, Match) and room.question is not None and room.question.answer is None:
        raise NotYet(_("What this asks about has not happened yet; it is shown when it does."))
    room.reveal()
    return {}


def clear_question(room: Room, message: Message) -> Done:
    """Put the question away."""
    _no_vote(room)
    room.stop_play()
    room.clear()
    return {}


def _switch(name: str) -> Callable[[Room, Message], Done]:
    def turn(room: Room, message: Message) -> Done:
        setattr(room, name, reading.a_flag(message, "on"))
        room.changed()
        return {}

    return turn


def pause(room: Room, message: Message) -> Done:
    room.pause(reading.a_flag(message, "on"))
    return {}


def remove(room: Room, message: Message) -> Done:
    """Send a student out."""
    room.remove(reading.a_text(message, "student", 40, required=True))
    return {}


def approve(room: Room, message: Message) -> Done:
    """Let a student take part whose name waits, or all of them."""
    room.approve(_waiting(message))
    return {}


def refuse(room: Room, message: Message) -> Done:
    """Send a student out whose name waits, or all of them."""
    room.refuse(_waiting(message))
    return {}


def _waiting(message: Message) -> str:
    """The key of a student whose name waits; "" for all, which has to be said."""
    return "" if reading.a_flag(message, "all", False) else reading.a_text(message, "student", 40, required=True)


def new_link(room: Room, message: Message) -> Done:
    """Have another token, which the teacher's page has made and keeps already."""
    room.renew_teacher(reading.a_new_key(message))
    return {}


def vote(room: Room, message: Message) -> Done:
    """Let the class play against a bot."""
    play = Vote.made(room, message)
    room.stop_play()
    room.clear()
    room.play = play
    play.begin()
    return {"id": play.game_id}


def hurry(room: Room, message: Message) -> Done:
    if not isinstance(room.play, Vote):
        raise NoVote(_("The class plays against no bot."))
    room.play.hurry()
    return {}


def vote_stop(room: Room, message: Message) -> Done:
    """Play on no more."""
    if not isinstance(room.play, Vote):
        raise NoVote(_("The class plays against no bot."))
    vote = room.play
    room.scene = {"kind": "game", "id": vote.game_id, "caption": ""}
    room.stop_play()
    vote.give_up()
    room.clear()
    return {}


def predict(room: Room, message: Message) -> Done:
    """Ask what happens next in a game on this server, or who wins it."""
    _no_vote(room)
    match = Match.read(room, message)
    room.stop_play()
    room.clear()
    room.play = match
    return {"question": match.begin().id}


def plan(room: Room, message: Message) -> Done:
    """Go through a plan that is kept here: take it up, or put it away (``plan`` is ""), or show its entry ``at``."""
    wanted = message.get("plan")
    if wanted == "":
        room.plan = None
        room.changed()
        return {}
    name = reading.a_text(message, "plan", 64) or (room.plan or {}).get("id", "")
    found, _revision = room.services.plans.get(name)
    at = -1
    if message.get("at") is not None:
        _no_vote(room)
        if not found["entries"]:
            raise NothingToAsk(_("The plan has no entries."))
        at = reading.a_whole_number(message, "at", 0, len(found["entries"]) - 1)
        _show_entry(room, found["entries"][at])
    room.plan = {"id": name, "title": found["title"], "at": at}
    room.changed()
    return {"at": at, "of": len(found["entries"])}


def _show_entry(room: Room, entry: Entry) -> None:
    question = question_of(entry)
    if question is None:
        scene = scene_of(entry)
        room.clear()
        room.scene = scene
    elif needs_search(question) and question.board is not None:
        ask_move(room, question.board, question.prompt, None)
    else:
        room.ask(question)
    room.stop_play()


def close(room: Room, message: Message) -> Done:
    room.end()
    return {}


COMMANDS: dict[str, Callable[[Room, Message], Done]] = {
    "show": show,
    "ask": ask,
    "close_question": close_question,
    "reveal": reveal,
    "clear_question": clear_question,
    "sort": sort,
    "heap_right": heap_right,
    "tally": _switch("tally_shown"),
    "names": _switch("names_shown"),
    "follow": _switch("follow"),
    "pause": pause,
    "remove": remove,
    "approval": _switch("approval"),
    "approve": approve,
    "refuse": refuse,
    "new_link": new_link,
    "vote": vote,
    "hurry": hurry,
    "vote_stop": vote_stop,
    "predict": predict,
    "plan": plan,
    **CONTESTS,
    "close": close,
}
