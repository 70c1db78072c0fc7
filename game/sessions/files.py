"""Files of any number of games that somebody gives: listed for a page, and written again in another form. Nothing is
kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from plyground.core import collection, effort, records, registry
from plyground.core.errors import MalformedRecord, Refusal
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.record import Record
from plyground.core.refusals import Busy
from plyground.sessions import reading

MOST_LISTED = 5_000
"""Games of a file that are listed; a larger collection is the keeper's to import."""
_MOST_PROBLEMS = 50
_TRIED = 3
"""Games by which it is seen whose file it is."""
_MOST_COUNTED = 200
"""Games of a file up to which those without a result are played to their end for it."""


@dataclass
class GivenFile:
    """A file's games; ``problems`` are the numbers and sentences of those that cannot be read."""

    rules: Game[Any, Any]
    found: list[collection.Entry] = field(default_factory=list)
    problems: list[collection.Entry] = field(default_factory=list)
    more: bool = False

    @classmethod
    def read(cls, content: bytes, game: str = "") -> GivenFile:
        """Read a file of this game, or of the one that reads most of its first games; raises ``MalformedRecord`` and
        other refusals."""
        with reading.long_ones(content):
            if game:
                rules = registry.game(game)
                return cls(rules)._take(collection.read(rules, content))
            most, best = 0.0, None
            for rules in registry.games().values():
                try:
                    first = [entry.record for entry in islice(collection.read(rules, content), _TRIED)]
                    share = sum(record is not None and _is_game(record) for record in first) / max(1, len(first))
                    if share > most:
                        most, best = share, rules
                except (effort.TooMuchWork, Busy):
                    raise
                except Refusal:
                    continue
            if best is not None:
                return cls(best)._take(collection.read(best, content))
        raise MalformedRecord(
            _("No game reads this file as its own; say of which game it is to learn what is wrong with it.")
        )

    def _take(self, entries: Iterator[collection.Entry]) -> GivenFile:
        for entry in entries:
            if entry.record is None:
                if len(self.problems) < _MOST_PROBLEMS:
                    self.problems.append(entry)
            elif len(self.found) == MOST_LISTED:
                self.more = True
                break
            else:
                self.found.append(entry)
        return self

    def about(self) -> dict[str, Any]:
        """What the list says besides its games."""
        return {
            "game": self.rules.spec.id,
            "title": self.rules.spec.title,
            "forms": list(collection.forms(self.rules)),
            "problems": [entry.problem for entry in self.problems],
            "more": self.more,
        }

    def games(self) -> list[dict[str, Any]]:
        """Each game's record without what is usual, what it says of itself and who won."""
        return [self._entry(entry.number, entry.record) for entry in self.found if entry.record is not None]

    def _entry(self, number: int, record: Record) -> dict[str, Any]:
        about = records.about(self.rules, record)
        usual = self.rules.options()
        shown: dict[str, Any] = {
            "plyground": records.VERSION,
            "game": self.rules.spec.id,
            "options": {name: value for name, value in record.options.items() if usual.get(name) != value},
            "start": record.start,
            "moves": record.moves,
            "tags": record.tags,
        }
        if record.branches:
            shown["branches"] = [vars(branch) for branch in record.branches]
        if record.remarks:
            shown["remarks"] = [remark.as_json() for remark in record.remarks]
        return {
            "number": number,
            "about": about,
            "winner": self._winner(about.get("result", ""), record),
            "record": shown,
        }

    def _winner(self, result: str, record: Record) -> int | None:
        """The seat that won, -1 for a draw, None if nobody knows."""
        told = records.winner(result)
        if told is not None or len(self.found) > _MOST_COUNTED:
            return told
        try:
            options = self.rules.options(record.options)
            start = self.rules.parse_position(record.start, options) if record.start else self.rules.initial(options)
            returns = self.rules.returns(self.rules.replay(start, record.moves)[-1])
        except effort.TooMuchWork:
            raise
        except Refusal:
            return None
        if returns is None or len(returns) != 2:
            return None
        return -1 if returns[0] == returns[1] else int(returns[1] > returns[0])

    def written(self, form: str) -> bytes:
        """All games in another form; raises ``MalformedRecord``."""
        return collection.write(self.rules, [each.record for each in self.found if each.record is not None], form)


def _is_game(record: Record) -> bool:
    return bool(record.moves or record.start)
