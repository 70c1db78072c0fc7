"""Codes over http: the teacher's list, taking part by it, and what a stranger without one can do."""

from __future__ import annotations

from plyground.competitions.rights import Rights
from tests.web.submissions import BOT, Place, headers, place, refusal

__all__ = ["place"]


def _listed(place: Place, text: str) -> dict[str, str]:
    """The codes by the names of a list that the teacher hands in."""
    key = Rights(place.store).teacher_key
    answer = place.post(f"{place.path}/codes", {"list": text}, key)
    assert answer.status_code == 200, answer.text
    return {row["name"]: row["code"] for row in (answer.json or {})["people"]}


def test_a_team_of_two_hands_in_one_bot(place: Place) -> None:
    codes = _listed(place, "Ada; Engines\nCharles; Engines\nMary")
    ada, charles, mary = (place.enter(code=codes[name]) for name in ("Ada", "Charles", "Mary"))
    assert ada.id == charles.id != mary.id
    for mate in (ada, charles):
        assert place.profile(mate, own=True)["own"]["coded"]
    assert place.hand_in(charles, BOT.format(0)).status_code == 201
    assert place.get(f"{place.path}/bots/{ada.id}/versions/1/source", ada.key).status_code == 200
    assert refusal(place.get(f"{place.path}/bots/{ada.id}/versions/1/source", mary.key)) == "not_owner"
    key = Rights(place.store).teacher_key
    shown = place.get(f"{place.path}/teach", key).json or {}
    assert {bot["id"]: bot["people"] for bot in shown["bots"] if bot["people"]} == {
        ada.id: ["Ada", "Charles"],
        mary.id: ["Mary"],
    }
    public = [place.get(path).text for path in (place.path, f"{place.path}/bots/{ada.id}", f"/compete/{place.id}")]
    assert not any(name in text for text in public for name in ("Charles", "Engines", codes["Ada"]))


def test_a_new_link_of_one_leaves_the_mate_in(place: Place) -> None:
    codes = _listed(place, "Ada; Engines\nCharles; Engines")
    ada, charles = (place.enter(code=codes[name]) for name in ("Ada", "Charles"))
    fresh = (place.post(f"{place.path}/bots/{ada.id}/key", {}, ada.key).json or {})["key"]
    assert refusal(place.get(f"{place.path}/bots/{ada.id}", ada.key)) == "not_owner"
    assert place.get(f"{place.path}/bots/{ada.id}", fresh).status_code == 200
    assert place.get(f"{place.path}/bots/{ada.id}", charles.key).status_code == 200


def test_without_a_code_nobody_comes_in_and_wrong_ones_cost_the_others_nothing(place: Place) -> None:
    codes = _listed(place, "Ada\nMary")
    assert refusal(place.post(f"{place.path}/bots", {})) == "needs_code"
    told = [place.post(f"{place.path}/bots", {"code": "ABCD-2345"}) for _ in range(70)]
    assert {refusal(answer) for answer in told} == {"bad_code", "too_fast"}
    assert place.enter(code=codes["Ada"]).id, "though this address has asked too much"
    assert {entry.alias for entry in place.store.entries(place.id)} >= {"House 1", "House 2"}
    assert len(place.store.entries(place.id)) == 3


def test_the_list_is_the_teachers_alone(place: Place) -> None:
    key = Rights(place.store).teacher_key
    _listed(place, "Ada")
    for path in (f"{place.path}/codes", f"{place.path}/codes.csv"):
        assert refusal(place.get(path)) == "not_teacher"
        assert refusal(place.get(path, "wrong")) == "not_teacher"
    assert refusal(place.post(f"{place.path}/codes/1/remove", {})) == "not_teacher"
    table = place.get(f"{place.path}/codes.csv", key)
    assert table.text.splitlines()[0] == "\ufeffname,team,code,link,bot", "spreadsheets read its umlauts"
    assert f"/compete/{place.id}/enter#code=" in table.text
    page = place.get(f"/compete/{place.id}/teach/codes")
    assert page.status_code == 200
    assert "Ada" not in page.text
    assert refusal(place.post(f"{place.path}/codes/9/renew", {}, key)) == "no_such_entry"
    for step in ("renew", "remove"):
        assert place.post(f"{place.path}/codes/1/{step}", {}, key).status_code == 200
    assert place.store.roster.of(place.id) == []
    assert place.enter().id, "without a list everybody may take part again"


def test_one_visitor_makes_few_bots_and_a_class_many(place: Place) -> None:
    made = [place.post(f"{place.path}/bots", {}) for _ in range(53)]
    assert sum(answer.status_code == 201 for answer in made) == 6
    assert {refusal(answer) for answer in made if answer.status_code != 201} == {"too_fast"}
    students = [place.client.application.test_client() for _ in range(30)]
    for student in students:
        assert student.get(f"/compete/{place.id}/enter").status_code == 200
    entered = [student.post(f"{place.path}/bots", json={}, headers=headers("")) for student in students]
    assert {answer.status_code for answer in entered} == {201}
