"""The class against a bot: a game on this server in which one seat plays the move that most students vote for.

Each turn of the class is a question with a time. When the time is up the most voted move is played; of equals a lot
decides, drawn from the class's seed of lots and the ply. If nobody voted the time is given again.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from plyground.classroom.room import Room
from plyground.classroom.services import Play
from plyground.core import registry
from plyground.core.errors import Refusal
from plyground.core.messages import _, enumerated, joined
from plyground.core.refusals import NotYet
from plyground.sessions import reading
from plyground.sessions.question import Answer, Board, Question
from plyground.sessions.state import CLASS

SECONDS = 30.0


class Vote(Play):
    """One such game."""

    def __init__(self, room: Room, game_id: str, seat: int, seconds: float, ply: int = -1) -> None:
        """A vote for each turn of a seat of a game, of which ``ply`` was the last."""
        super().__init__(room.services, room.lock, f"class {room.code} vote")
        self._room, self.game_id, self.seat, self.seconds = room, game_id, seat, seconds
        self._question: Question | None = None
        self._ply = ply

    @classmethod
    def made(cls, room: Room, message: Mapping[str, Any]) -> Vote:
        """Make the game that a teacher's message asks for; raises a refusal."""
        seconds = reading.a_number(message, "seconds", 5.0, 600.0, default=SECONDS)
        rules = registry.game(reading.a_text(message, "game", 40, required=True))
        options = reading.an_object(message.get("options") or {})
        text = reading.a_text(message, "position", reading.LONGEST_POSITION)
        start = rules.parse_position(text, options) if text else rules.initial(options)
        count = rules.seats_at(start)
        own = reading.a_whole_number(message, "seat", 0, count - 1, default=0)
        bot = {"kind": "bot", **{name: message[name] for name in ("bot", "level") if message.get(name)}}
        seats = [{"kind": "person", "name": CLASS} if seat == own else bot for seat in range(count)]
        spec = {"game": rules.spec.id, "options": dict(options), "seats": seats, "seed": room.lots}
        made = room.services.lobby.create(spec | ({"position": text} if text else {}), f"class {room.code}")
        return cls(room, made.id, own, seconds)

    def begin(self) -> None:
        """Show the game to everybody and wait for the class's turn."""
        snapshot = self.follow(self.game_id, self.seat)
        others = [seat["name"] for seat in snapshot["seats"] if seat["seat"] != self.seat]
        self._room.scene = {
            "kind": "vote", "id": self.game_id, "seat": self.seat, "bot": enumerated(*others), "last": None,
        }  # fmt: skip
        self._room.changed()
        self._see(snapshot, snapshot["moves"])

    def as_json(self) -> dict[str, Any]:
        return {"kind": "vote", "id": self.game_id, "seat": self.seat, "seconds": self.seconds}

    def kept(self) -> dict[str, Any]:
        return {**self.as_json(), "ply": self._ply}

    def go_on(self) -> None:
        """A vote that was open goes on; one whose move was played is put away."""
        snapshot, question = self.follow(self.game_id, self.seat), self._room.question
        if question is not None and question.source == {"kind": "vote", "ply": snapshot["ply"]}:
            self._question, self._ply = question, snapshot["ply"]
            if question.board is not None:
                question.board = replace(question.board, position=self.session.state.position)
            if question.state == "closed":  # the time was up, and the move is yet to be played
                self.time_up(question)
        else:
            if question is not None and question.state != "revealed":
                self._room.clear()
            self._see(snapshot, snapshot["moves"])

    def hurry(self) -> None:
        """End the vote now; raises ``NotYet`` if there is nothing to count."""
        question = self._question
        if question is None or question.state == "revealed":
            raise NotYet(_("It is not the turn of the class."))
        if not question.answers:
            raise NotYet(_("Nobody has voted yet."))
        self._room.close_question()
        self.time_up(question)

    def time_up(self, question: Question) -> None:
        """Count, and play."""
        if question is not self._question:
            return
        if not question.answers:
            self._again(question)
            return
        best = question.tally()
        leading = sorted(entry["text"] for entry in best if entry["count"] == best[0]["count"])
        chosen = random.Random(f"{self._room.lots} {self._ply}").choice(leading)
        if self._play(chosen):
            votes = best[0]["count"]
            why = _("{votes} of {answers} votes.", votes=votes, answers=len(question.answers))
            if len(leading) > 1:
                why = joined(why, _("A lot among {count} equal moves decided.", count=len(leading)))
            question.answer = Answer(frozenset(), chosen, chosen, why)
            self._room.reveal(graded=False)
            self._room.scene = {
                **self._room.scene,
                "last": {"ply": self._ply, "text": chosen, "count": votes, "of": len(question.answers), "why": why},
            }
            self._room.changed()
        else:
            self._again(question)

    def give_up(self) -> None:
        """End the game: nobody plays it any more, so nobody is to watch it or to predict how it goes on."""
        message = {"game": self.game_id, "id": f"vote end {self._ply}", "ply": self.session.state.ply, "do": "resign"}
        with suppress(Refusal):
            self._room.services.lobby.command(message, seat=self.seat)

    def _again(self, question: Question) -> None:
        question.state = "open"
        self._room.give_time(question, self.seconds)
        self._room.changed()

    def _play(self, text: str) -> bool:
        message = {
            "game": self.game_id, "id": f"vote {self._ply} {text}"[:64], "ply": self._ply, "do": "move", "move": text,
        }  # fmt: skip
        return bool(self._room.services.lobby.command(message, seat=self.seat)["ok"])

    def heard(self, payload: dict[str, Any]) -> None:
        """It may be the turn of the class."""
        self._see(payload["state"], [payload["move"]] if payload["kind"] == "move" else [])

    def _see(self, state: dict[str, Any], moves_before: list[dict[str, Any]]) -> None:
        """Open the vote if it is the turn of the class."""
        view, ply = state["view"], state["ply"]
        if state["result"] is not None or view["to_move"] != self.seat or ply == self._ply:
            return
        self._ply = ply
        session = self.session
        rules, position = session.rules, session.state.position
        moves = rules.view_moves(view) if not view.get("compact") else []
        if len(moves) == 1 and self._play(moves[0]):
            return
        text = rules.position_text_for(position, self.seat)
        last = None
        if moves_before:
            move = moves_before[-1]
            last = {"seat": rules.spec.seat_name(move["seat"]), "text": move["text"], "effect": move.get("effect")}
        board = Board(rules, session.setup.options, position, text, view, last)
        question = Question("move", _("What does the class play?"), board, source={"kind": "vote", "ply": ply})
        self._question = self._room.ask(question, self.seconds)
