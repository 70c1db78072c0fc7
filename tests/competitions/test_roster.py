"""The teacher's list: names become codes, a code one bot for each person or team, and keys that can be taken back."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from plyground.competitions import registration, roster
from plyground.competitions.presentation import export
from plyground.competitions.rights import Rights
from plyground.competitions.settings import EventSettings
from plyground.competitions.store import CompetitionStore
from plyground.core import name_lists
from plyground.core.errors import Refusal
from plyground.core.refusals import AlreadyBegun, BadCode, BadSetting, NeedsCode, NoSuchEntry, TooMany
from plyground.core.settings import Settings

LIST = "Ada Lovelace\nGrace Hopper; Compilers\nJean Bartik\tCOMPILERS\n\n  Alan  Turing \n"


@pytest.fixture
def made(tmp_path: Path) -> tuple[CompetitionStore, str]:
    """A competition with a list of four."""
    store = CompetitionStore(Settings(database=f"sqlite:///{tmp_path / 'games.sqlite3'}"))
    contest = store.create("Cup", "othello", {"size": 4}, EventSettings(), 7)
    assert roster.add(store, contest.id, LIST) == 4
    return store, contest.id


def _code(store: CompetitionStore, contest: str, name: str) -> str:
    return next(each.code for each in store.roster.of(contest) if each.name == name)


def _enter(store: CompetitionStore, contest: str, code: str) -> tuple[str, str]:
    person = roster.owner_of(store, contest, code)
    assert person is not None
    entry, key = roster.enter(store, person)
    return entry.id, key


def test_a_list_is_read_line_by_line_and_a_second_time_adds_nobody(made: tuple[CompetitionStore, str]) -> None:
    store, contest = made
    rows = roster.listing(store, contest)
    assert [(row["name"], row["team"], row["come"]) for row in rows] == [
        ("Ada Lovelace", "", False), ("Grace Hopper", "Compilers", False), ("Jean Bartik", "Compilers", False),
        ("Alan Turing", "", False),
    ]  # fmt: skip
    codes = [str(row["code"]) for row in rows]
    assert len(set(codes)) == 4
    assert all(len(code) == 9 and code[4] == "-" for code in codes)
    assert roster.add(store, contest, LIST + "Mary Keller\n") == 1
    assert [str(row["code"]) for row in roster.listing(store, contest)][:4] == codes


def test_a_team_that_is_given_later_is_taken_or_refused(made: tuple[CompetitionStore, str]) -> None:
    store, contest = made
    bot, _key = _enter(store, contest, _code(store, contest, "Grace Hopper"))
    assert roster.add(store, contest, "Ada Lovelace; compilers\nGrace Hopper; compilers") == 0
    ada = next(each for each in store.roster.of(contest) if each.name == "Ada Lovelace")
    assert (ada.team, ada.entry) == ("Compilers", bot)
    _enter(store, contest, _code(store, contest, "Alan Turing"))
    for line in ("Alan Turing; Compilers", "Jean Bartik; Engines"):
        with pytest.raises(BadSetting, match="cannot go into the team"):
            roster.add(store, contest, f"Mary Keller\n{line}")
    assert len(store.roster.of(contest)) == 4


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Ada Love1ace", BadSetting),
        ("Eve\nEv\u0435", BadSetting),
        ("x" * 41, BadSetting),
        ("a\x00b", BadSetting),
        ("x" * 40_001, BadSetting),
        (
            "\n".join(f"Person {letter}{other}" for letter in "abcdefghjkmnpqrstuvw" for other in "abcdefghjkmnpqrt"),
            TooMany,
        ),
    ],
)
def test_what_does_not_fit_changes_nothing(made: tuple[CompetitionStore, str], text: str, kind: type[Refusal]) -> None:
    store, contest = made
    with pytest.raises(kind):
        roster.add(store, contest, text)
    assert len(store.roster.of(contest)) == 4


def test_a_name_that_is_too_long_is_told_by_its_line() -> None:
    for text in ("Ada\n\n" + "x" * 41 + "\nMary", "Ada\n\nEve\t" + "x" * 41):
        with pytest.raises(BadSetting, match=r"^Line 3: A name has 1 to 40 characters\.$"):
            name_lists.read_lines(text)


def test_one_bot_for_a_person_whatever_the_device(made: tuple[CompetitionStore, str]) -> None:
    store, contest = made
    code, rights = _code(store, contest, "Ada Lovelace"), Rights(store)
    first, second = _enter(store, contest, code), _enter(store, contest, f" {code[:4].lower()} - {code[4:]} ")
    assert first[0] == second[0]
    assert first[1] != second[1]
    entry = store.entry(contest, first[0])
    assert all(rights.is_owner(entry, key) for _, key in (first, second))
    assert not rights.is_owner(entry, code)
    assert "Ada" not in entry.shown_name
    assert roster.names(store, contest) == {entry.id: ["Ada Lovelace"]}


def test_a_team_has_one_bot_also_when_all_come_at_once(made: tuple[CompetitionStore, str]) -> None:
    store, contest = made
    codes = [_code(store, contest, name) for name in ("Grace Hopper", "Jean Bartik")] * 3
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda code: _enter(store, contest, code), codes))
    (bot,) = {entry for entry, _ in found}
    assert [entry.id for entry in store.entries(contest)] == [bot]
    entry, rights = store.entry(contest, bot), Rights(store)
    assert all(rights.is_owner(entry, key) for _, key in found)
    assert roster.names(store, contest) == {bot: ["Grace Hopper", "Jean Bartik"]}


def test_a_mate_may_come_when_no_new_bots_are_taken(made: tuple[CompetitionStore, str]) -> None:
    store, contest = made
    bot, _key = _enter(store, contest, _code(store, contest, "Grace Hopper"))
    store.set_state(contest, "closed")
    assert _enter(store, contest, _code(store, contest, "Jean Bartik"))[0] == bot
    with pytest.raises(AlreadyBegun):
        _enter(store, contest, _code(store, contest, "Alan Turing"))


def test_a_new_code_and_a_line_taken_off_lock_out_that_person_alone(made: tuple[CompetitionStore, str]) -> None:
    store, contest = made
    rights, old = Rights(store), _code(store, contest, "Grace Hopper")
    bot, grace = _enter(store, contest, old)
    _, jean = _enter(store, contest, _code(store, contest, "Jean Bartik"))
    roster.renew(store, contest, 2)
    assert not rights.is_owner(store.entry(contest, bot), grace)
    assert rights.is_owner(store.entry(contest, bot), jean)
    with pytest.raises(BadCode):
        roster.owner_of(store, contest, old)
    assert _enter(store, contest, _code(store, contest, "Grace Hopper"))[0] == bot
    roster.remove(store, contest, 3)
    assert not rights.is_owner(store.entry(contest, bot), jean)
    with pytest.raises(NoSuchEntry):
        roster.remove(store, contest, 3)


def test_an_owner_of_a_team_has_a_new_link_without_locking_out_the_other(made: tuple[CompetitionStore, str]) -> None:
    store, contest = made
    rights = Rights(store)
    bot, grace = _enter(store, contest, _code(store, contest, "Grace Hopper"))
    _, jean = _enter(store, contest, _code(store, contest, "Jean Bartik"))
    fresh = rights.renew_owner(store.entry(contest, bot), shown=grace)
    entry = store.entry(contest, bot)
    assert [rights.is_owner(entry, key) for key in (grace, jean, fresh)] == [False, True, True]


def test_codes_are_asked_for_where_there_is_a_list_alone(made: tuple[CompetitionStore, str]) -> None:
    store, contest = made
    for code, kind in (("", NeedsCode), ("ABCD-2345", BadCode), ("\u0410" * 8, BadCode)):
        with pytest.raises(kind):
            roster.owner_of(store, contest, code)
    other = store.create("Open", "othello", {"size": 4}, EventSettings(), 7)
    assert roster.owner_of(store, other.id, "") is None
    store.delete(contest)
    assert store.roster.of(contest) == []


def test_names_stand_in_the_teachers_files_alone(made: tuple[CompetitionStore, str]) -> None:
    store, contest = made
    bot, _key = _enter(store, contest, _code(store, contest, "Grace Hopper"))
    registration.submit_built_in(store, store.entry(contest, bot), "random")
    registration.submit_built_in(store, registration.register(store, contest, "House"), "random")
    store.begin(contest, [one.id for one in store.versions(contest).values()])
    assert "Grace" not in export.as_csv(store, contest)
    assert "Grace Hopper" in export.as_csv(store, contest, real_names=True)
    assert "Grace" not in "".join(export.as_json_pieces(store, contest))
    table = roster.table(store, contest, "https://play.example/compete/x/enter")
    code = name_lists.shown(_code(store, contest, "Grace Hopper"))
    assert table[0] == ["name", "team", "code", "link", "bot"]
    assert table[2][:4] == ["Grace Hopper", "Compilers", code, f"https://play.example/compete/x/enter#code={code}"]


def test_a_bot_over_the_network_needs_a_code_whose_bot_it_becomes(made: tuple[CompetitionStore, str]) -> None:
    store, contest = made
    for code, refusal in (("", NeedsCode), ("nothing", BadCode)):
        with pytest.raises(refusal):
            roster.connect(store, contest, "far", "Ada Lovelace", code)
    assert store.entries(contest) == []
    grace = _code(store, contest, "Grace Hopper")
    entry = roster.connect(store, contest, "far", "Far", grace)
    assert (entry.name, entry.name_shown) == ("Compilers", False), "names are the teacher's"
    assert entry.alias not in ("Compilers", "Far")
    assert roster.connect(store, contest, "far", "Far", "").id == entry.id, "it is known by its account then"
    assert _enter(store, contest, grace)[0] == entry.id, "the code opens it in a browser"
    for code in (grace, _code(store, contest, "Jean Bartik")):
        with pytest.raises(TooMany):
            roster.connect(store, contest, "another", "Far", code)
    assert len(store.entries(contest)) == 1
