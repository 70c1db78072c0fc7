"""Predicting a game that is played on this server: which move comes next, or who wins.

Answers close when it happens, and what happened is the right answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from plyground.classroom.room import Room
from plyground.classroom.services import Play
from plyground.core.errors import GameFinished, Refusal
from plyground.core.messages import _, enumerated, joined
from plyground.core.refusals import Malformed
from plyground.sessions import reading
from plyground.sessions.question import Answer, Board, Option, Question, line
from plyground.sessions.secrecy import hides

DRAW = "draw"


class Match(Play):
    """One prediction. All methods are called with the class locked, or lock it."""

    def __init__(self, room: Room, game_id: str, what: str, prompt: str = "", ply: int = 0) -> None:
        """``what`` happens ``next`` in a game after this ply, or who is its ``winner``."""
        super().__init__(room.services, room.lock, f"class {room.code} match")
        self._room, self.game_id, self.what, self._prompt, self._ply = room, game_id, what, prompt, ply
        self._question: Question | None = None

    @classmethod
    def read(cls, room: Room, message: Mapping[str, Any]) -> Match:
        """What a teacher's message asks to be predicted; raises a refusal."""
        what = reading.a_text(message, "what", 20, required=True)
        if what not in ("next", "winner"):
            raise Malformed(_("What is predicted is “next” or “winner”."))
        game_id = reading.a_text(message, "game", 64) or reading.a_text(message, "id", 64, required=True)
        prompt = line(reading.a_text(message, "prompt", 300))
        if room.services.lobby.snapshot(game_id)["result"] is not None:
            raise GameFinished(_("That game is over; choose one that goes on."))
        return cls(room, game_id, what, prompt)

    def begin(self) -> Question:
        """Show the game to everybody and ask."""
        snapshot = self.follow(self.game_id)
        self._ply = snapshot["ply"]
        scene = self._room.scene
        if (scene["kind"], scene.get("id")) != ("game", self.game_id):
            self._room.scene = {"kind": "game", "id": self.game_id, "caption": ""}
        source = {"kind": "match", "id": self.game_id, "what": self.what, "ply": self._ply}
        if self.what == "winner":
            seats = snapshot["seats"]
            options = tuple(Option(str(seat["seat"]), seat["name"]) for seat in seats)
            options = (*_told_apart(options), Option(DRAW, _("Nobody: a draw")))
            words = self._prompt or _("Who wins?")
            self._question = self._room.ask(Question("choice", words, None, None, options, source))
        else:
            board = self._board(snapshot)
            seat = board.rules.spec.seat_name(board.view["to_move"])
            words = self._prompt or _("Which move does {seat} play next?", seat=seat)
            self._question = self._room.ask(Question("move", words, board, None, (), source))
        return self._question

    def as_json(self) -> dict[str, Any]:
        return {"kind": "match", "id": self.game_id, "what": self.what}

    def kept(self) -> dict[str, Any]:
        return {**self.as_json(), "prompt": self._prompt, "ply": self._ply}

    def go_on(self) -> None:
        """What happened while nobody looked is shown now."""
        snapshot, question = self.follow(self.game_id), self._room.question
        self._question = question
        if question is None or question.state == "revealed":
            return
        if question.board is not None and snapshot["ply"] == self._ply:
            question.board = self._board(snapshot)
        if self.what == "next" and snapshot["ply"] > self._ply:
            self._show(self._next(snapshot["moves"][self._ply]))
        elif snapshot["result"] is not None:
            self._show(self._winner(snapshot["result"]) if self.what == "winner" else _none(snapshot["result"]))

    def late(self) -> bool:
        """Whether it has happened, though the class may not have heard of it."""
        state = self.session.state
        return state.result is not None or (self.what == "next" and state.ply != self._ply)

    def _board(self, snapshot: dict[str, Any]) -> Board:
        """The board with the mover's moves, as far as a watcher may know the position."""
        rules, options, position = self.session.rules, snapshot["options"], self.session.state.position
        if hides(rules):
            try:
                position = rules.parse_position(rules.position_text_for(position, None), options)
            except Refusal:
                return Board(rules, options, position, "", snapshot["view"])
        view = rules.view(position, rules.to_move(position))
        return Board(rules, options, position, rules.position_text_for(position, None), view)

    def heard(self, payload: dict[str, Any]) -> None:
        """Show what happened."""
        if self._question is not self._room.question:
            return
        state = payload["state"]
        if self.what == "next" and payload["kind"] == "move" and state["ply"] == self._ply + 1:
            self._show(self._next(payload["move"]))
        elif state["result"] is not None:
            self._show(self._winner(state["result"]) if self.what == "winner" else _none(state["result"]))
        elif self.what == "next" and state["ply"] != self._ply:  # taken back: nobody can be right any more
            self._show(Answer(frozenset(), None, _("No move came"), _("The game went another way.")))

    def _show(self, answer: Answer) -> None:
        question = self._question
        assert question is not None
        question.answer = answer
        self._room.reveal()
        self._room.stop_play()

    def _next(self, move: dict[str, Any]) -> Answer:
        assert self._question is not None
        try:
            text = self._question.normal(move["text"])
        except Refusal:  # what was played is hidden until the end
            return Answer(
                frozenset(), None, _("A hidden move"), _("What was played is not shown before the game is over.")
            )
        choice = move.get("choice") or {}
        why = _("{text} was played.", text=text)
        if choice.get("line") and len(choice["line"]) > 1:
            why = joined(why, _("The bot expects {moves}.", moves=", ".join(choice["line"][1:5])))
        return Answer(frozenset({text}), text, text, why)

    def _winner(self, result: dict[str, Any]) -> Answer:
        returns, question = result["returns"], self._question
        assert question is not None
        if result["reason"] == "failed":
            return _none(result)
        ranks = result.get("ranks")
        if result["winner"] is not None:
            best = {str(result["winner"])}
        elif len(returns) > 2 and ranks:
            best = {str(seat) for seat, rank in enumerate(ranks) if rank == 1}
            best = {DRAW} if len(best) == len(returns) else best
        else:
            best = {DRAW}
        first = sorted(best)[0]
        label = enumerated(*(question.label(text) for text in sorted(best)))
        return Answer(frozenset(best), first, label, result["sentence"])


def _none(result: dict[str, Any]) -> Answer:
    return Answer(frozenset(), None, _("Nothing"), result["sentence"])


def _told_apart(options: tuple[Option, ...]) -> tuple[Option, ...]:
    """Seats of one name get their number with it."""
    names = [option.label for option in options]

    def label(option: Option) -> str:
        return (
            _("{label} (seat {text})", label=option.label, text=int(option.text) + 1)
            if names.count(option.label) > 1
            else option.label
        )

    return tuple(Option(option.text, label(option)) for option in options)
