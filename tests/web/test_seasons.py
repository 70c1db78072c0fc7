"""The next season over http: old links lead on, keys and codes open there, what is handed in by them plays there."""

from __future__ import annotations

import re

from plyground.competitions import administration, seasons
from plyground.competitions.rights import Rights
from plyground.competitions.running.competition_runner import CompetitionRunner
from plyground.competitions.store import Competition
from tests.competitions.events import Deciders
from tests.web.submissions import BOT, Bot, Place, place, refusal

__all__ = ["place"]


def next_season(place: Place) -> Competition:
    """The season after the place's, whose event is over."""
    administration.change(place.store, place.id, {"seasons": 2})
    CompetitionRunner(place.store, place.id, Deciders(), "none").run_event()
    made = seasons.begin_next(place.store, place.store.get(place.id), 1_000.0)
    assert made is not None
    return made


def test_the_secret_link_of_before_hands_in_for_the_season_that_is_played(place: Place) -> None:
    bot = place.enter()
    assert place.hand_in(bot, BOT.format(0)).status_code == 201
    new = next_season(place)
    later = place.profile(bot, own=True)["goes_on"]
    assert later["competition"] == new.id
    there = Bot(later["bot"], bot.key, bot.alias)
    answer = place.hand_in(bot, BOT.format(1))
    assert answer.status_code == 201, answer.text
    assert (answer.json or {})["version"] == 2
    assert (answer.json or {})["url"] == f"/compete/{new.id}/bots/{there.id}"
    assert len(place.store.versions_of(bot.id)) == 1
    assert [each.number for each in place.store.versions_of(there.id)] == [1, 2]
    shown = place.get(f"/api/competitions/{new.id}/bots/{there.id}", bot.key).json or {}
    assert (shown["own"] is not None, shown["goes_on"], shown["name"]) == (True, None, bot.alias)
    fresh = place.post(f"/api/competitions/{new.id}/bots/{there.id}/key", {}, bot.key).json or {}
    assert refusal(place.hand_in(bot, BOT.format(2))) == "not_owner"  # the old key opens the old season alone
    assert place.get(f"{place.path}/bots/{bot.id}", bot.key).status_code == 200
    assert place.get(f"/api/competitions/{new.id}/bots/{there.id}", fresh["key"]).status_code == 200


def test_who_comes_by_an_old_invitation_takes_part_now(place: Place) -> None:
    new = next_season(place)
    answer = place.client.get(f"/compete/{place.id}/enter")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/compete/{new.id}/enter")
    made = place.enter()
    assert place.store.entry(new.id, made.id).alias == made.alias


def test_a_code_of_the_list_opens_the_bot_in_the_next_season_too(place: Place) -> None:
    teacher = Rights(place.store).teacher_key
    rows = (place.post(f"{place.path}/codes", {"list": "Ada; Engines\nCharles; Engines"}, teacher).json or {})["people"]
    ada, charles = (place.enter(code=row["code"]) for row in rows)
    assert ada.id == charles.id
    new = next_season(place)
    (there,) = [each for each in place.store.entries(new.id) if each.before == ada.id]
    again = place.post(f"/api/competitions/{new.id}/bots", {"code": rows[1]["code"]}).json or {}
    assert again["bot"] == there.id
    for key in (ada.key, charles.key, again["key"]):
        assert (place.get(f"/api/competitions/{new.id}/bots/{there.id}", key).json or {})["own"] is not None


def test_the_seasons_are_linked_and_the_editor_turns_to_the_present_one(place: Place) -> None:
    bot = place.enter()
    assert place.hand_in(bot, BOT.format(0)).status_code == 201
    new = next_season(place)
    (there,) = [each for each in place.store.entries(new.id) if each.before == bot.id]
    assert (place.get(place.path).json or {})["season"]["after"] == {"id": new.id, "title": "Spring cup · 2"}
    told = place.get(f"/api/competitions/{new.id}").json or {}
    assert (told["season"]["number"], told["season"]["of"]) == (2, 2)
    assert told["season"]["before"] == {"id": place.id, "title": "Spring cup"}
    assert bot.id in [each["before"] for each in told["bots"]]
    teacher = Rights(place.store).teacher_key
    assert (place.get(f"/api/competitions/{new.id}/teach", teacher).json or {})["season"]["number"] == 2
    page = place.client.get(f"/write/othello?competition={place.id}&bot={bot.id}").text
    assert re.search(rf'"bot": ?"{there.id}"', page)
    assert re.search(rf'"before": ?"{bot.id}"', page)
