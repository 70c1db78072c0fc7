"""Taking part by the teacher's list: each person has a code, a team one bot; names are the teacher's alone to see.

A competition without a list is open to everybody. With one, a code makes the bot of its person or team, or opens it on
another of their devices; each gets a key of its own.
"""

from __future__ import annotations

import hmac
from typing import Any

from plyground.competitions import registration
from plyground.competitions.store import CompetitionStore, Entry
from plyground.competitions.store.roster import Person
from plyground.core import name_lists
from plyground.core.look_alikes import skeletons
from plyground.core.messages import _
from plyground.core.refusals import BadCode, BadSetting, NeedsCode, NoSuchEntry, TooMany
from plyground.sessions.keys import OWNER


def add(store: CompetitionStore, competition: str, text: str) -> int:
    """Put the people of a pasted list into that of a competition: a line each, with the name, and after a tab or a
    semicolon the team. Who stands there already stays as they are, but goes into the team that is given now if they
    have neither a team nor a bot. Returns how many are new.

    Raises ``BadSetting``, also for two names that look alike and for a team that cannot be taken, or ``TooMany``.
    """
    found = store.get(competition)
    before = {each.name: each for each in store.roster.of(found.id)}
    teams = {skeleton: each.team for each in before.values() if each.team for skeleton in skeletons(each.team)}

    def known(team: str) -> str:
        """A team by the name under which it stands in the list."""
        team = next((teams[each] for each in skeletons(team) if each in teams), team)
        if team:
            teams.update(dict.fromkeys(skeletons(team), team))
        return team

    lines = name_lists.read_lines(text)
    rows = [
        {"name": name, "team": known(team), "code": name_lists.new_code()}
        for name, team in name_lists.fresh(lines, before)
    ]
    if len(before) + len(rows) > name_lists.MOST_PEOPLE:
        raise TooMany(_("A list has at most {most} people.", most=name_lists.MOST_PEOPLE))
    later = ((before[name], known(team)) for name, team in lines if team and name in before)
    joined = {who: team for who, team in later if team != who.team}
    for who, team in joined.items():
        if who.team or who.entry:
            sentence = _(
                "“{name}” has another team or a bot already and cannot go into the team “{team}”; leave this team out, "
                "or take {name} off the list first.",
                name=who.name,
                team=team,
            )
            raise BadSetting(sentence)
    store.roster.add(found.id, rows, joined)
    return len(rows)


def person(store: CompetitionStore, competition: str, number: int) -> Person:
    """The line of a list with this number; raises ``NoSuchEntry``."""
    for each in store.roster.of(store.get(competition).id):
        if each.number == number:
            return each
    raise NoSuchEntry(_("Nobody stands in this line of the list."))


def renew(store: CompetitionStore, competition: str, number: int) -> None:
    """Give a person another code; the old one, and every browser that it has let in, opens nothing any more."""
    store.roster.renew(person(store, competition, number), name_lists.new_code())


def remove(store: CompetitionStore, competition: str, number: int) -> None:
    """Take a person off the list, with what the code has opened; the bot stays."""
    store.roster.remove(person(store, competition, number))


def owner_of(store: CompetitionStore, competition: str, code: str) -> Person | None:
    """Whose code this is as it was typed; None where there is no list. Raises ``NeedsCode`` or ``BadCode``."""
    people = store.roster.of(store.get(competition).id)
    if not people:
        return None
    if not code.strip():
        raise NeedsCode(_("This competition is entered with a code; your teacher has given you one."))
    wanted = name_lists.normal_code(code)
    for each in people:
        if hmac.compare_digest(wanted, each.code):
            return each
    raise BadCode(
        _("This code opens nothing here. It has {length} letters and digits; look again.", length=name_lists.CODE)
    )


def connect(store: CompetitionStore, competition: str, account: str, name: str, code: str) -> Entry:
    """A bot over the network is there, under the ``name`` of its account. Where there is a list its first time needs
    the code of a person without a bot, and is named as theirs are.

    Raises as ``registration.connected`` and ``owner_of``, or ``TooMany``.
    """
    known = registration.of_account(store, competition, account)
    who = owner_of(store, competition, code) if known is None else None
    if who is None:
        return registration.connected(store, competition, account, name)

    def admit(made: Entry) -> None:
        if store.roster.come(who, made.id, OWNER.new()[1]) != made.id:
            raise TooMany(_("This code has a bot in the competition already; the competition’s page opens it."))

    return registration.connected(store, competition, account, None, who.team or who.name, admit)


def enter(store: CompetitionStore, who: Person) -> tuple[Entry, str]:
    """The bot of a person, made if neither they nor their team have one, and a key to it.

    Raises as ``registration.register``.
    """
    key, kept = OWNER.new()
    entries = {each.id: each for each in store.entries(who.competition)}
    mates = [each for each in store.roster.of(who.competition) if who.team and each.team == who.team]
    own = next((each.entry for each in (who, *mates) if each.entry in entries), None)
    made = None if own else registration.register(store, who.competition, name=who.team or who.name)
    found = store.roster.come(who, made.id if made else str(own), kept)
    if made is not None and found != made.id:  # a mate came in this moment
        store.remove_entry(made.id)
    if not found:
        raise BadCode(_("This code opens nothing any more."))
    return store.entry(who.competition, found), key


def names(store: CompetitionStore, competition: str) -> dict[str, list[str]]:
    """Who stands behind each bot, for the teacher alone."""
    found: dict[str, list[str]] = {}
    for each in store.roster.of(competition):
        if each.entry is not None:
            found.setdefault(each.entry, []).append(each.name)
    return found


def listing(store: CompetitionStore, competition: str) -> list[dict[str, object]]:
    """The list as the teacher sees it: ``number``, ``name``, ``team``, ``code``, the ``bot`` by its alias (None before
    it is there), and whether the person has ``come``."""
    aliases = {each.id: each.alias for each in store.entries(competition)}
    return [
        {
            "number": each.number,
            "name": each.name,
            "team": each.team,
            "code": name_lists.shown(each.code),
            "bot": aliases.get(each.entry or ""),
            "come": bool(each.keys),
        }
        for each in store.roster.of(competition)
    ]


def table(store: CompetitionStore, competition: str, address: str) -> list[list[Any]]:
    """A header, and the list to print or send; ``address`` is where codes are typed, and with the code behind it opens
    by itself."""
    rows = (
        [row["name"], row["team"], row["code"], f"{address}#code={row['code']}", row["bot"]]
        for row in listing(store, competition)
    )
    return [[_("name"), _("team"), _("code"), _("link"), _("bot")], *rows]
