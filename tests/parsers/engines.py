"""What engines of others, programs of contests, bots over the network and files that are watched say to us, as parsers
of the table."""

from __future__ import annotations

import json
from typing import Any
from unittest.mock import Mock

from plyground.core import registry
from plyground.engines import own
from plyground.engines.declared import read as declared
from plyground.engines.wire import LINE_BYTES, EngineFault
from plyground.exercises import watching
from plyground.games.camel.engines import _words
from plyground.games.othello.engines import _nboard_speaking
from plyground.games.othello.engines.nboard import _Search as Search
from plyground.games.punter.engines import lobby, messages
from plyground.games.tak.engines import tei
from plyground.games.tak.engines._options import read_option
from plyground.sandbox.channel import Received
from plyground.sessions.network import accounts
from plyground.web.bots_api import ladder
from tests.parsers.parser import A_MAP, Parser, message

ENGINE = {"protocol": "tei", "games": ["tak"], "command": ["./tiltak"], "options": {"Hash": "16"}}
WATCHED = (
    '{"functions":[["f",1]],"nodes":[[-1,"f5"]],"rows":[["call",0,1,3,[1,2]]]}', '{"answers":[{"a":1}]}',
    '{"failed":{"kind":"wrong","line":3,"sentence":"f"},"done":1}', '{"failed":{"kind":"full","line":1e999},"done":1}',
)  # fmt: skip
CLOCKED = "(;GM[Othello]TI[5:00//2:00]B[F5/0/1.5]W[D6//2])"


def of_engines() -> list[Parser]:
    """One for each way in which they speak."""
    othello, tak = registry.game("othello"), registry.game("tak")
    start, board = othello.initial(), tak.initial()
    camel = registry.game("camel")
    race = camel.initial(camel.options({"board_width": "9", "board_height": "9", "starting_camels": "1"}))
    frames = ('17:{"me":"somebody"}', "2:{}3:[1]")
    return [
        Parser("NBoard's report", Search(othello, start).read, LINE_BYTES, ("search F5D6 +1.5 0 12", "nodestats 9 1")),
        Parser("NBoard's answer", Search(othello, start).choice, LINE_BYTES, ("F5/1.25/0.3", "F5"), (EngineFault,)),
        Parser("wall's engine's move", lambda text: _words.read(camel, race, text), LINE_BYTES, ("e8", "E3 h", "e3h")),
        Parser("own engine's line", _heard, LINE_BYTES, ('{"move":"f5"}', "f5"), (EngineFault,)),
        Parser("line of a watched file", _watched, 4_000_000, WATCHED),
        Parser("NBoard's clock", _nboard_speaking.clock_of, LINE_BYTES, (CLOCKED,)),
        Parser("TEI's option", read_option, LINE_BYTES, ("name HalfKomi type combo default 0 var 0 var 4",)),
        Parser("TEI's report", tei._Search(tak, board).read, LINE_BYTES, ("depth 3 score cp 20 nodes 9 pv a1 b2",)),
        Parser("contest message", messages.read, LINE_BYTES, ('{"me":"somebody"}',)),
        Parser("contest frame", lambda text: messages.frames(text.encode("utf-8", "replace")), LINE_BYTES, frames),
        Parser("contest greeting", lambda text: messages.name_in({"me": text}), LINE_BYTES, ("somebody",)),
        Parser("contest table", lobby.parse, 60_000, ("9001:circle-12:2:futures+options",), seconds=A_MAP),
        Parser("engine's file", message(lambda given: declared("some", given), ENGINE), 64 * 1024, ("tei", "a:1")),
        Parser("network bot", message(accounts._read, {"name": "Ada", "games": ["tak"]}), 20_000, ("Ada",)),
        Parser("laptop's message", ladder._read, 1_000_000, (json.dumps({"line": "x"}),)),
    ]


def _heard(text: str) -> object:
    """A line as it is read from an engine: half letters come as other signs."""
    return own._heard(text.encode("utf-8", "replace").decode())


def _watched(text: str) -> object:
    """What is kept of a line that a student's file has written; the conversation has ended with the next."""
    lines = [Received("line", 0.0, text.encode("utf-8", "replace")), Received("late", 0.0)]
    found = watching.Watched()
    channel: Any = Mock(receive=lambda deadline: lines.pop(0))
    watching._hear(channel, found, 0.0)
    return found
