"""Goes through every address of competitions as a stranger: no bot's program, log, note or key, and no hidden name."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from werkzeug.routing import Rule

from tests.waiting import until
from tests.web.submissions import Place, headers, place

__all__ = ["place"]

PROGRAM, LOG, NOTE, NAME = "secret_program_8271", "secret log 5518", "secret note 9034", "Hidden Owner 4471"
SOURCE = f"""
import sys
{PROGRAM} = 1
def make_move(random, time, configuration, game_state):
    print("secret", "log", 5500 + 18, file=sys.stderr)
    return game_state.moves[0]
"""
OURS = re.compile(r"^(/api)?/(compete|competitions|write|trials|templates)(/|$)")


def addresses(place: Place, values: dict[str, str]) -> Iterator[tuple[Rule, str]]:
    """Every address about competitions with these values in it; of unknown parts each value in turn."""
    for rule in place.client.application.url_map.iter_rules():
        if not OURS.match(rule.rule):
            continue
        parts = sorted(rule.arguments)
        known = {part: values[part] for part in parts if part in values}
        for value in values.values() if len(known) < len(parts) else [""]:
            filled = {part: known.get(part, value) for part in parts}
            yield rule, re.sub(r"<(?:[^:>]+:)?([^>]+)>", lambda found: filled[found[1]], rule.rule)  # noqa: B023


def test_nobody_reads_what_is_the_owners(place: Place) -> None:
    place.service.start()
    bot, other = place.enter(name=NAME), place.enter()
    assert place.hand_in(bot, SOURCE, NOTE).status_code == 201
    assert place.hand_in(other, SOURCE.replace(PROGRAM, "mine").replace("secret", "my")).status_code == 201
    place.decided(bot)
    place.decided(other)
    until(lambda: any(game["kind"] == "ladder" for game in place.profile(bot)["games"]))
    games = [game["id"] for game in place.profile(bot)["games"]]
    logs = place.get(f"{place.path}/games/{games[-1]}/logs", bot.key)
    assert LOG in logs.text, "the owner does read it"
    assert PROGRAM in place.get(f"{place.path}/bots/{bot.id}/versions/1/source", bot.key).text
    digest = place.store.entry(place.id, bot.id).owner
    assert digest is not None
    secrets = (PROGRAM, LOG, NOTE, NAME, bot.key, digest)
    seen = 0
    for game in (games[0], games[-1]):
        values = {
            "competition": place.id, "game": game, "entry": bot.id, "bot": bot.id, "number": "1", "version": "1",
            "player": "othello",
        }  # fmt: skip
        for rule, path in addresses(place, values):
            for key in ("", other.key, bot.id):
                answers = []
                if "GET" in (rule.methods or ()):
                    answers.append(place.get(path, key))
                if "GET" in (rule.methods or ()) and not key:
                    answers.append(place.client.get(path, headers={"Accept": "text/html"}))
                if "POST" in (rule.methods or ()) and not key:
                    answers.append(place.client.post(path, json={}, headers=headers(key)))
                for answer in answers:
                    seen += 1
                    assert answer.status_code != 500, path
                    for secret in secrets:
                        assert secret not in answer.text, (path, key, secret)
    assert seen > 100


@pytest.mark.parametrize("word", ["key", "token", "owner", "authorization"])
def test_a_key_in_an_address_opens_nothing(place: Place, word: str) -> None:
    bot = place.enter()
    assert place.hand_in(bot, SOURCE, NOTE).status_code == 201
    path = f"{place.path}/bots/{bot.id}"
    assert NOTE not in place.client.get(f"{path}?{word}={bot.key}").text
    assert place.client.get(f"{path}/versions/1/source?{word}={bot.key}").status_code == 403
    place.client.set_cookie(word, bot.key)
    assert place.client.get(f"{path}/versions/1/source").status_code == 403
