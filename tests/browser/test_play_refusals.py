"""Every kind of illegal move is refused with the rules' own sentence; typed on the page it is shown and spoken, and
nothing changes. In `make test` five kinds of each game are typed."""

from __future__ import annotations

import random
from types import ModuleType
from typing import Any

import pytest
from selenium.webdriver import Chrome

from plyground.core import registry
from plyground.core.errors import IllegalMove, MalformedMove, Refusal
from plyground.games.camel import refusals as camel
from plyground.games.othello import refusals as othello
from plyground.games.tak import refusals as tak
from tests.browser.play_page import PEOPLE, PlayPage, make_game
from tests.soaking import more
from tools.benchmarks.serving import Server

NO_EDGE = {"edge_blocks_jump": False, "board_width": 4, "board_height": 4}
OTHELLO_START = "---------------------------OX------XO--------------------------- X"
CAMEL_START = "7x7 3,0,8 3,6,8 - 0 0"
TAK_START = "x5/x5/x5/x5/x5 1 1"
TAK_LATER = "x5/x,2,x3/x,21121,x2,2S/x,1C,2S,x2/1,x4 1 12"
NO_STONES = {"size": 3, "stones": 2, "capstones": "1"}

Case = tuple[dict[str, Any], str, str, type[Refusal]]
OTHELLO: list[Case] = [
    ({}, OTHELLO_START, "d4", othello.Occupied),
    ({}, OTHELLO_START, "a1", othello.FlipsNothing),
    ({}, OTHELLO_START, "pass", othello.PassNotAllowed),
    ({"size": "4"}, "OXXX-OOOOXXX-XXX X", "a2", othello.MustPass),
    ({}, OTHELLO_START, "j9", othello.OffBoard),
    ({}, OTHELLO_START, "hello", MalformedMove),
]
CAMEL: list[Case] = [
    ({}, CAMEL_START, "Up", camel.OffBoard),
    ({}, "7x7 3,1,8 3,6,8 H2,1 0 0", "Down", camel.CamelBetween),
    ({}, "7x7 3,3,8 3,4,8 H3,4 0 0", "Down", camel.JumpBlocked),
    ({}, "7x7 5,3,8 6,3,8 - 0 0", "Right", camel.JumpOffBoard),
    ({}, "7x7 3,3,8 3,5,8 - 0 0", "DownLeft", camel.NoMasterBeside),
    ({}, "7x7 3,3,8 3,4,8 - 0 0", "DownLeft", camel.StraightJumpOpen),
    ({"edge_blocks_jump": False}, "7x7 5,3,8 6,3,8 - 0 0", "UpRight", camel.EdgeDoesNotCount),
    ({}, "7x7 3,3,8 3,4,8 H3,4;V2,3 0 0", "DownLeft", camel.CamelBesideMaster),
    ({}, CAMEL_START, "Pass", camel.MustMove),
    (NO_EDGE, "4x4 2,1,0 3,1,0 H1,1;H2,0;V1,0 0 4", "Right", camel.MustPass),
    ({}, "7x7 3,0,0 3,6,8 - 0 0", "H 2 3", camel.NoCamelsLeft),
    ({}, CAMEL_START, "H 6 0", camel.SlotOffBoard),
    ({}, "7x7 3,0,8 3,6,8 H2,3 0 0", "H 2 3", camel.SlotTaken),
    ({}, "7x7 3,0,8 3,6,8 H2,3 0 0", "H 3 3", camel.SlotOverlaps),
    ({}, "7x7 3,0,8 3,6,8 H2,3 0 0", "V 2 3", camel.SlotCrosses),
    ({}, "7x7 3,0,8 3,6,8 H0,1;H2,1;H4,1 0 0", "V 5 0", camel.CutsPath),
    ({}, CAMEL_START, "Sideways", MalformedMove),
]
TAK: list[Case] = [
    ({}, TAK_START, "Sa1", tak.OpeningFlat),
    ({}, TAK_START, "f6", tak.OffBoard),
    ({}, TAK_LATER, "a1", tak.Occupied),
    (NO_STONES, "1,1,x/x3/2,x2 1 3", "a2", tak.NoStonesLeft),
    ({}, TAK_LATER, "Ca5", tak.NoCapstonesLeft),
    ({}, TAK_LATER, "c3>", tak.EmptySquare),
    ({}, TAK_LATER, "b4>", tak.NotYours),
    ({}, TAK_LATER, "2a1>", tak.TooFewPieces),
    ({}, TAK_LATER, "6b3>", tak.CarryLimit),
    ({}, TAK_LATER, "3b3>11", tak.DropsDoNotAddUp),
    ({}, TAK_LATER, "3b3<12", tak.LeavesBoard),
    ({}, TAK_LATER, "3b3>111", tak.BlockedByWall),
    ({}, TAK_LATER, "b3-", tak.BlockedByCapstone),
    ({}, "x5/x5/x,11C,2S,x2/x5/2,x4 1 6", "2b3>", tak.CapstoneNotAlone),
    ({}, TAK_LATER, "hello", MalformedMove),
]


def kinds(module: ModuleType) -> set[type]:
    """All reasons why a move may be refused that a game declares."""
    found = (value for value in vars(module).values() if isinstance(value, type) and issubclass(value, IllegalMove))
    return {value for value in found if value.__module__ == module.__name__}


@pytest.mark.soak
@pytest.mark.parametrize(
    ("game", "module", "cases"), [("othello", othello, OTHELLO), ("camel", camel, CAMEL), ("tak", tak, TAK)]
)
def test_every_kind_of_illegal_move(
    game: str, module: ModuleType, cases: list[Case], browser: Chrome, server: Server
) -> None:
    assert kinds(module) <= {kind for *_, kind in cases}
    rules = registry.game(game)
    shown = random.Random(game).sample(cases, more(3, len(cases)))
    for case in cases:
        options, position, typed, kind = case
        with pytest.raises(kind) as refusal:
            rules.require(rules.parse_position(position, options), typed)
        assert type(refusal.value) is kind
        if case in shown:
            made = make_game(server, game=game, seats=PEOPLE, options=options, position=position)
            assert_refused(PlayPage(browser, server, made["url"]), typed, refusal.value.sentence)


TELLING = """
const [sentence] = arguments;
const tells = (part) => part.checkVisibility() && [...part.childNodes].some((node) => node.data?.trim() === sentence);
return [...document.querySelectorAll("body *")].filter(tells).map((part) => part.id || part.parentElement.id);
"""


def assert_refused(page: PlayPage, typed: str, sentence: str) -> None:
    """The page shows and speaks the sentence, each time anew, and the board stays as it is."""
    before = page.board_picture()
    page.type_move(typed)
    page.until(lambda: page.all("#notation-says.refusal"))
    assert page.find("#notation-says").text == page.status == sentence
    assert page.heard.count(sentence) == 1
    assert page.browser.execute_script(TELLING, sentence) == ["status", "notation-says"], "and nowhere else"
    assert page.ply == 0
    assert page.board_picture() == before
    page.type_move(typed)
    page.until(lambda: page.heard.count(sentence) == 2)
