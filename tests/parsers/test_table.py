"""Whatever reads people's text stands in the table of parsers, and so in the battery; its examples are read."""

from __future__ import annotations

import inspect
import time
from functools import partial

import pytest

from plyground.core import registry
from plyground.sessions import reading
from tests.parsers.parser import Parser
from tests.parsers.reached import Place, reached, readers
from tests.parsers.table import READERS, parsers

READ_ELSEWHERE: dict[Place, str] = {
    ("sessions/answered_numbers.py", "apart"): "takes apart what `read_number` has read",
    ("sessions/answered_numbers.py", "number_label"): "names a number that `read_number` has read",
    ("classroom/keeping.py", "_board"): "reads a row of the database",
    ("classroom/vote.py", "made"): "hands the fields on to what reads positions and games",
    ("competitions/presentation/public.py", "replayed"): "replays a game that the referee has played",
    ("competitions/presentation/worst_moves.py", "_clock"): "reads the clock of a stored game",
    ("competitions/refereeing/entrants.py", "readable"): "decodes a log in the process of the game",
    ("competitions/refereeing/uploads.py", "_ask"): "hands a bot's line on to `protocol.read`",
    ("competitions/running/live_games.py", "_begin"): "reads what the referee says",
    ("competitions/store/reading.py", "read_record"): "reads a row of the database",
    ("competitions/submissions/length.py", "_words_after"): "counts what stands behind the last token",
    ("core/exercising.py", "for_sandbox"): "renames imports in a reader's own notebook",
    ("core/exercising.py", "_whole"): "reads the program's own reference solutions",
    ("core/picking.py", "picked"): "splits names that the program writes",
    ("games/camel/engines/_words.py", "written"): "reads a move that the program has written",
    ("games/camel/quoridor.py", "word_of"): "reads a move that the program has written",
    ("games/othello/engines/nboard.py", "wanted"): "compares a line with the one that is waited for",
    ("games/punter/engines/icfp.py", "_ask"): "hands a message on to `messages.read`",
    ("games/punter/engines/messages.py", "move_json"): "reads a move that the program has written",
    ("games/punter/engines/table.py", "_read"): "hands an answer on to what reads messages and lenient moves",
    ("games/tak/engines/tei.py", "_greeted"): "hands an option on to `read_option`",
    ("web/lesson_tables.py", "_read"): "reads positions that a lesson's template has written",
    ("web/bots_api/page.py", "row"): "reads the program's own description",
    ("games/camel/for_bots.py", "move_of"): "runs in the bot's own process",
    ("games/othello/for_bots.py", "cell_of"): "runs in the bot's own process",
    ("games/punter/charts.py", "_safe"): "makes the name of a file, of at most 80 characters",
    ("sessions/device_games.py", "give"): "seals a list of at most 300,000 characters, whatever it says",
    (
        "sessions/device_games.py",
        "take",
    ): "looks up a code of at most 100 characters, reads what it seals",
    ("classroom/plans/staged.py", "_recorded"): "hands the fields on to what reads positions and settings",
    ("sessions/filling.py", "first_wrong"): "compares entries that `normal` has read",
    ("sessions/filling.py", "told"): "names entries that `normal` has read",
    ("classroom/plans/store.py", "get"): "reads a row of the database",
    ("classroom/homework/store.py", "get"): "reads a row of the database",
    ("classroom/homework/store.py", "found"): "reads a row of the database",
    ("classroom/homework/store.py", "_add"): "counts rows of the database",
    ("classroom/homework/work.py", "normal"): "compares at most 2,000 characters, hands a move on to what reads moves",
    ("classroom/homework/work.py", "_judged"): "measures what the question has read already",
    ("web/exercising.py", "of"): "hands a file on to `text_of`, to be run in the sandbox",
    ("classroom/plans/store.py", "change"): "writes a plan that was read already",
    ("sessions/plans.py", "change"): "hands the fields on to what reads a plan",
    ("sessions/limits.py", "_shown"): "tells an address from the program's own names",
    ("sessions/secrecy.py", "text"): "reads a position that the program has written",
    ("sessions/setup.py", "from_json"): "reads a row of the database",
    ("sessions/state.py", "_move"): "replays an event of the log",
    ("web/operating/examining.py", "_is_ours"): "reads at most 10 kB of what answers at the server's own port",
    ("sessions/keys.py", "_of"): "seals a word of the length of the program's own",
    ("competitions/presentation/verifying.py", "_record"): "reads an export at the command line, for whoever names it",
    ("competitions/presentation/verifying.py", "_drawn"): "reads an export at the command line, for whoever names it",
    ("games/punter/charts_browser.py", "give"): "runs in the reader's own browser",
    ("sessions/studies.py", "keep"): "hands a record of at most 200,000 characters on to what reads records",
    ("web/alone.py", "page"): "packs the program's own scripts and data",
    ("web/alone.py", "_maps"): "finds names of maps that the program has written",
    ("web/assets.py", "join"): "looks up names among the program's own scripts",
    ("web/assets.py", "_join"): "reads the program's own scripts",
    ("web/assets.py", "send"): "reads the program's own files",
    ("web/joining.py", "function"): "reads the program's own scripts",
    ("web/joining.py", "tightened"): "takes apart what the program has joined",
    ("web/joining.py", "_apart"): "reads the program's own scripts",
    ("web/offline.py", "_answers"): "reads the program's own addresses",
    ("web/lessons.py", "_constants"): "reads the program's own lessons",
    ("web/wire.py", "_drop"): "reads a body that is refused, and looks at nothing",
    ("web/addresses.py", "cannot_listen"): "tells the keeper's own setting and what the system says of it",
    ("competitions/submissions/unpacking.py", "is_hidden"): "splits names of files that a file system has",
    ("web/security.py", "policy"): "writes the page's own nonce",
    ("classroom/contests/telling.py", "own"): "looks up a member by a key",
    ("classroom/keeping.py", "restored"): "reads rows of the database",
    ("classroom/store.py", "load"): "reads rows of the database",
    ("competitions/positions/asking.py", "task"): "writes a number out of the program's own key",
    ("competitions/store/roster.py", "come"): "looks up rows of the database",
    ("competitions/submissions/files.py", "kept"): "reads the program's own files, by their hash",
    ("core/errors.py", "__init_subclass__"): "reads the name of a class of the program",
    ("engines/declared.py", "_load"): "hands a file on to `read`",
    ("engines/versions.py", "split"): "reads what the keeper names at the command line",
    ("engines/versions.py", "player"): "reads what the keeper names at the command line",
    ("exercises/asking.py", "checked"): "hands a file on to the sandbox, and a position to what reads positions",
    ("exercises/watching.py", "watch"): "hands a file on to the sandbox",
    ("games/othello/engines/_nboard_speaking.py", "_set"): "hears the program that has started this one",
    ("games/othello/engines/_nboard_speaking.py", "_move"): "hears the program that has started this one",
    ("games/othello/records/ggf.py", "_escape"): "writes a record",
    ("games/punter/engines/lobby.py", "_greet"): "hands a line on to `messages.frames`",
    ("games/tak/engines/_options.py", "refuses"): "compares what the keeper has declared",
    ("games/tak/engines/_speaking.py", "_hear_go"): "hears the program that has started this one",
    ("games/tak/engines/_speaking.py", "_hear_position"): "hears the program that has started this one",
    ("games/tak/engines/_speaking.py", "_hear_setoption"): "hears the program that has started this one",
    ("games/tak/engines/_speaking.py", "_hear_teinewgame"): "hears the program that has started this one",
    ("games/tak/records/writing.py", "_clean"): "writes a record",
    ("library/importing.py", "add_file"): "hands a file of the keeper on to what reads files of games",
    ("puzzles/tables.py", "into"): "writes into a page of the documentation",
    ("sessions/lab_questions.py", "find"): "looks up a trace by its key",
    ("sessions/reviews.py", "_from_disk"): "reads the program's own files, by their key",
    ("web/entrance.py", "_parts"): "reads the keeper's own setting",
    ("web/languages.py", "__init__"): "reads the program's own translations",
    ("web/operating/lost_keys.py", "link"): "takes apart at most 500 characters from the keeper",
    ("web/refusing.py", "answer"): "writes a refusal",
}
"""Functions that look like readers of people's text, and why the table need not call them."""


def test_every_reader_of_text_is_in_the_table() -> None:
    known = reached(partial(parser.read, example) for parser in parsers() for example in parser.examples)
    found = readers()
    missing = {place: line for place, line in found.items() if place not in known and place not in READ_ELSEWHERE}
    assert not missing, "not reached by an example of tests/parsers/table.py: " + ", ".join(
        f"{name} (game/{path}:{line})" for (path, name), line in missing.items()
    )
    assert READ_ELSEWHERE.keys() <= found.keys(), "these read nothing any more"


def test_every_reader_of_fields_is_in_the_table() -> None:
    public = {
        name
        for name, found in inspect.getmembers(reading, inspect.isfunction)
        if found.__module__ == reading.__name__ and not name.startswith("_")
    }
    assert READERS.keys() == public


def test_every_game_is_in_the_table() -> None:
    named = {parser.name for parser in parsers()}
    for game in registry.games():
        assert {f"{game} move", f"{game} position", f"{game} record"} <= named


@pytest.mark.parametrize("parser", parsers(), ids=str)
def test_something_is_read(parser: Parser) -> None:
    """The table calls parsers as the program does: one example at least is no refusal."""
    assert any(parser.read(example) is not None or _accepted(parser, example) for example in parser.examples)


def _accepted(parser: Parser, example: str) -> bool:
    try:
        parser.call(example)
    except Exception:
        return False
    return True


def test_what_is_longer_than_may_be_is_refused_at_once() -> None:
    """A text above the bounds of the readers of games is refused before it is looked at; nothing fails with an error,
    and nobody looks at it for long."""
    for parser in parsers():
        begun = time.process_time()
        found = parser.read("1" * (parser.longest + 1))
        assert time.process_time() - begun < 1, parser
        assert found is None or not parser.name.endswith((" move", " position", " record", " map", "'s JSON")), parser
