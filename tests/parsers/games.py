"""The parsers that each game has by the contract, with texts as people write them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from plyground.core import collection, records
from plyground.core.game import Game
from plyground.core.options import Option
from plyground.core.record import Record
from plyground.games.punter import charts
from plyground.sessions import reading
from plyground.sessions.records import PastedGame
from plyground.sessions.setup import LONGEST_MOVE
from tests.contract.support import walk
from tests.parsers.parser import A_MAP, USUAL, Call, Parser

WRITTEN: dict[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "camel": (
        ("Move Down Left", "camel h (2, 3)", "V05", "up-right", "pass"),
        (
            '{"configuration":{"board_width":7,"board_height":7,"starting_camels":8},"camels":[["H",1,1]],'
            '"players":[{"position":[3,0],"current_camels":7},{"position":[3,6],"current_camels":8}],"next_player":1}',
            "7x7 3,0,7 3,6,8 H2,3;V0,5 0 2",
        ),
        ('[name "me"]\n1. Down, Up\n2. H 2 3; camel v (1, 5)', '["Down", "Up", "H 2 3"]', "https://a/b#AwcHAAEA",
         "1. e2 e8 2. e3h e7 3. e3v", '[board_width "9"]\n[board_height "9"]\nd1 e8'),
    ),
    "othello": (
        ("PA", "--", " F5 "),
        ("---------------------------OX------XO--------------------------- X", "X O - X" * 9 + " O"),
        (
            "1. f5 d6 2. c3 d3",
            "f5d6\nf5f4",
            "(;GM[Othello]what;)",
            "---------------------------OX------XO--------------------------- X; f5:+1; d3:-2.5; % note",
            "(;GM[Othello]PC[here\\]]TY[8]BO[8 " + "-" * 27 + "O*------*O" + "-" * 27 + " *]B[F5/1.2/3]W[D6];)",
            "-" * 27 + "OX------XO" + "-" * 27 + " X\nf5d6",
        ),
    ),
    "tak": (
        ("Sa1", "3c3>12*", "cb2!", "2a1+11"),
        ('[TPS "x3,1,2/x2,2S,x2/x5/x,112C,x3/x5 1 12"]', "x5/x5/x2,1,x2/x5/2,x4 1 2 quiet 12"),
        ('[Size "5"]\n[Komi "2"]\n[Player1 "me"]\n{ so }\n1. a1 e5 {well}\n2. c3 2... Sd4 *',
         '[TPS "x5/x5/x5/x5/x5 1 1"]',
         '1. a1 e5\n2. b1 c1\n3. d1\n4. d2\n\n{2w1}\n2. c3! c4\n\n{2w1/2b1}\n2. -- d4 {so}\n\n{9w1}\n9. a1',
         "https://ptn.ninja/IwOgBAhsYKYKxgEzgMYGYg&name=x", "ptn.ninja/1.%20a1%20e5"),
    ),
    "punter": (
        (
            "claim 0-1", "option 0-1", "splurge 0-1-2", "futures 0:2,0:1", "futures -", "1-0#1",
            '{"claim":{"punter":0,"source":0,"target":1}}', '{"pass":{}}', '{"futures":[{"source":0,"target":2}]}',
            '{"splurge":{"punter":0,"route":[0,1,2]}}', '{"option":{"source":0,"target":1}}',
        ),
        (
            '{"map":"path-3","punters":2,"settings":{"futures":true},"futures":{"0":[{"source":0,"target":2}]},'
            '"moves":["0-1",{"pass":{"punter":1}}]}',
            '{"sites":[{"id":0,"x":0,"y":1},{"id":1,"x":1,"y":2.5}],"rivers":[{"source":0,"target":1}],"mines":[0]}',
            '{"map":"grid-5x4","punters":3,"moves":["0-1"]}',
        ),
        (
            '{"map":"path-3","punters":2,"moves":[{"claim":{"punter":0,"source":0,"target":1}},"pass"]}',
            '{"game":[{"start":{}},{"settings":{}},{"map":"path-3"},{"punter":0,"team":"a"},{"punter":1,"team":"b"},'
            '{"gameplay":"start"},{"claim":{"punter":0,"source":0,"target":1}},{"timeout":{"punter":1}},'
            '{"zombie":{"punter":1}},{"gameplay":"stop"}]}',
            '{"map":"path-3","punters":2,"rivers":[[[0,1]],[[1,2]]]}',
            '92:{"you":"a"}\n{"punter":1,"punters":2,"map":{"sites":[{"id":0},{"id":1},{"id":2}],"rivers":'
            '[{"source":0,"target":1},{"source":1,"target":2}],"mines":[0]},"settings":{"futures":true}}\n'
            '{"ready":1,"futures":[{"source":0,"target":2}]}\n'
            '{"move":{"moves":[{"claim":{"punter":0,"source":0,"target":1}},{"pass":{"punter":1}}]}}\n{"stop":{"moves":[]}}',
        ),
    ),
    "tree": (
        (),
        (
            "a 0 (\n  a 6 (1)\n  o -12 ( a 3 a 7 ) // so\n) @ 1 0",
            "- a 0\n  - a 6 1. why\n  - o 12\n    - a 3\n",
            "[[3, 12, 8], [2, [4]], 6] @ 1 0",
        ),
        ("a 0 ( a 6 o 12 ( a 3 a 7 ) ) @ 1",),
    ),
}  # fmt: skip
"""Moves, positions and records as people write them, for games whose own writing has just one of several forms."""


A_FILE = 1.0
"""Seconds for a file that may hold a thousand games, each played out: the server reads one such file at a time."""


def of_game(game: Game[Any, Any]) -> Iterator[Parser]:
    """What the contract of a game reads."""
    name, start = game.spec.id, game.initial()
    moves, positions, written = WRITTEN.get(name, ((), (), ()))
    steps = walk(game, start, random.Random(1))
    texts = tuple(game.move_text(position, move) for position, move in steps[:-1])
    forms = tuple(
        records.write(game, Record(game.options(), None, texts[:8], {"date": "so"}), form)
        for form in records.forms(game)
    )
    own = tuple(game.position_text(steps[place][0]) for place in {0, len(steps) // 3})
    legal = tuple(game.move_text(start, move) for move in game.legal_moves(start)[:2])
    yield Parser(f"{name} move", lambda text: game.require(start, text), LONGEST_MOVE, (*legal, *moves))
    most = A_MAP if game.maps is not None else USUAL
    yield Parser(
        f"{name} position", lambda text: game.parse_position(text, {}), reading.LONGEST_POSITION, (*own, *positions),
        seconds=most,
    )  # fmt: skip
    yield Parser(
        f"{name} record", lambda text: records.read(game, text), reading.LONGEST_RECORD, (*forms, *written),
        seconds=most,
    )  # fmt: skip
    yield Parser(
        f"{name} played record", lambda text: PastedGame({"game": name, "record": text}).as_json(),
        reading.LONGEST_RECORD, (*forms, *written), seconds=most,
    )  # fmt: skip
    many = tuple(f"{record}\n{record}" for record in (*forms, *written)[:6])
    yield Parser(f"{name} file of games", lambda text: _all(game, text), 1_000_000, (*forms, *many), seconds=A_FILE)
    for option in game.spec.options:
        usual, most = str(option.default), A_MAP if game.maps is not None and option.kind == "text" else USUAL
        yield Parser(
            f"{name} option {option.name}", _option(game, option), 60_000, (usual, *option.choices[:8]), seconds=most
        )
    if game.maps is not None:
        yield Parser(f"{name} map", game.maps.keep, 2_000_000, MAPS)
        yield Parser(
            f"{name} map by hash", game.maps.text, 8_000, ("0" * 32, *(charts.find("path-3").hash for _ in "a"))
        )


MAPS = (
    '{"sites":[{"id":0,"x":0.0,"y":-1.5},{"id":1,"x":1,"y":2}],"rivers":[{"source":0,"target":1}],"mines":[0]}',
    '{"sites":[{"id":7},{"id":9},{"id":3}],"rivers":[{"source":7,"target":9},{"source":3,"target":9}],"mines":[7,3]}',
)


def _all(game: Game[Any, Any], text: str) -> object:
    return list(collection.read(game, text.encode("utf-8", "replace")))


def _option(game: Game[Any, Any], option: Option) -> Call:
    return lambda text: game.initial({option.name: text})
