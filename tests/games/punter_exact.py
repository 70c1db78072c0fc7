"""Max^n over claims in the plainest Python, and games to hold the tables against: begun, passed, of 1 to 4 punters."""

from __future__ import annotations

import json
import random
from typing import Any

from plyground.games.punter import GAME, charts
from tests.games import punter_reference as reference


def position_of(map_: dict[str, Any], punters: int, *moves: str, **settings: bool) -> Any:
    return GAME.parse_position(
        json.dumps({"map": map_, "punters": punters, "settings": settings, "moves": list(moves)})
    )


class Plain:
    """A position as sets of rivers, every set scored by the reference once."""

    def __init__(self, position: Any, last: bool) -> None:
        chart = charts.of_board(position.board)
        self.ends, self.last = chart.file.rivers, last
        self.map_ = {
            "rivers": [{"source": source, "target": target} for source, target in self.ends],
            "mines": list(chart.file.mines),
        }
        self.seats = int(GAME.seats_at(position))
        owners = [int(at) % self.seats if at >= 0 else -1 for at in position.claimed]
        self.start = tuple(
            frozenset(r for r, owner in enumerate(owners) if owner == seat) for seat in range(self.seats)
        )
        self.turns = len(self.ends) - int(position.ply)
        self.mover = int(GAME.to_move(position))
        self._scores: dict[frozenset[int], int] = {}
        self._known: dict[Any, tuple[tuple[float, ...], list[int]]] = {}

    def score(self, rivers: frozenset[int]) -> int:
        if rivers not in self._scores:
            self._scores[rivers] = reference.score(self.map_, {frozenset(self.ends[r]) for r in rivers}, {})
        return self._scores[rivers]

    def moves(self, own: tuple[frozenset[int], ...]) -> list[int]:
        """The free rivers, of several between the same sites the first, in the order of the tie rule."""
        free = [r for r in range(len(self.ends)) if not any(r in each for each in own)]
        first: dict[frozenset[int], int] = {}
        for river in free:
            first.setdefault(frozenset(self.ends[river]), river)
        return sorted(first.values(), key=lambda river: self.ends[river], reverse=self.last)

    def after(self, own: tuple[frozenset[int], ...], mover: int, river: int) -> tuple[frozenset[int], ...]:
        return tuple(each | {river} if seat == mover else each for seat, each in enumerate(own))

    def leads(self, own: tuple[frozenset[int], ...], mover: int, turns: int) -> tuple[tuple[float, ...], list[int]]:
        """The leads after so many turns, and the line that the tie rule takes."""
        if (own, turns) in self._known:
            return self._known[own, turns]
        moves = self.moves(own) if turns > 0 else []
        best: tuple[tuple[float, ...], list[int]] | None = None
        for move in moves:
            found, line = self.leads(self.after(own, mover, move), (mover + 1) % self.seats, turns - 1)
            if best is None or found[mover] > best[0][mover]:
                best = (found, [move, *line])
        if best is None:
            scores = [self.score(each) for each in own]
            others = [max(scores[:seat] + scores[seat + 1 :], default=0) for seat in range(self.seats)]
            best = (tuple(float(mine - other) for mine, other in zip(scores, others, strict=True)), [])
        self._known[own, turns] = best
        return best


def leads(position: Any, last: bool, turns: int | None = None) -> tuple[tuple[float, ...], list[int]]:
    """The leads when nobody passes who need not, and the line that the tie rule takes; ``turns`` ends the game early,
    with the leads as they are then."""
    plain = Plain(position, last)
    return plain.leads(plain.start, plain.mover, plain.turns if turns is None else min(turns, plain.turns))


def best_moves(position: Any, last: bool) -> list[int]:
    """All claims that lead to the best lead for the mover."""
    plain = Plain(position, last)
    valued = {}
    for move in plain.moves(plain.start):
        after = plain.after(plain.start, plain.mover, move)
        valued[move] = plain.leads(after, (plain.mover + 1) % plain.seats, plain.turns - 1)[0][plain.mover]
    return [move for move, value in valued.items() if value == max(valued.values())]


def games(count: int, seed: int, most_rivers: int = 7) -> list[Any]:
    """Positions in random games on tiny maps, some of them with double rivers, with passes and claims made before."""
    rng = random.Random(seed)
    found: list[Any] = []
    while len(found) < count:
        map_ = reference.random_map(rng, rng.randint(3, 6), rng.randint(1, most_rivers))
        if rng.random() < 0.3:
            map_["rivers"] = [*map_["rivers"], rng.choice(map_["rivers"])][-most_rivers:]
        position = position_of(map_, rng.randint(1, 4))
        for _ in range(rng.choice((0, 0, 1, 2, 3))):
            if moves := GAME.legal_moves(position):
                position = GAME.play(position, moves[-1] if rng.random() < 0.4 else rng.choice(moves))
        if GAME.returns(position) is None:
            found.append(position)
    return found
