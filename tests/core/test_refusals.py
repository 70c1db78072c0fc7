"""Refusals: codes are names that programs know, so each stands for one class and follows from its name."""

from __future__ import annotations

from plyground.core import refusals
from plyground.core.errors import Refusal, quoted


def test_a_refusal_has_the_code_of_its_name_and_the_status_of_its_base() -> None:
    class NoSuchThing(Refusal, status=404):
        """There is none."""

    class NoSuchBlueThing(NoSuchThing, code="not_blue"):
        """There is one of another colour."""

    assert (NoSuchThing.code, NoSuchThing.status) == ("no_such_thing", 404)
    assert (NoSuchBlueThing.code, NoSuchBlueThing.status) == ("not_blue", 404)
    assert NoSuchThing("Nothing here.").as_json() == {"code": "no_such_thing", "sentence": "Nothing here."}


def test_no_two_refusals_of_the_server_share_a_code() -> None:
    kinds = {
        name: each
        for name, each in vars(refusals).items()
        if isinstance(each, type) and issubclass(each, Refusal) and each is not Refusal
    }
    codes = [each.code for each in kinds.values()]
    assert len(codes) > 60
    assert all((each.__name__, each.__module__) == (name, refusals.__name__) for name, each in kinds.items())
    assert len(set(codes)) == len(codes)
    assert (refusals.NotFinished.code, refusals.NoSuchGame.status) == ("game_not_finished", 404)


def test_what_is_quoted_can_be_printed_and_is_short() -> None:
    assert quoted("d3") == "“d3”"
    assert quoted("a\x14\x07\nb") == "“a\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER} b”"
    assert quoted("é" * 50, 3) == "“ééé…”"
