"""Messages: English strings that can still be said in another language."""

from __future__ import annotations

import json
import pickle
from gettext import NullTranslations

from plyground.core.errors import IllegalMove
from plyground.core.messages import Message, _, figure, from_parts, ngettext, translated, with_parts


class Loud(NullTranslations):
    """A language that shouts, and counts to two."""

    def gettext(self, message: str) -> str:
        """The message, louder."""
        return message.upper().replace("{WHO}", "{who}")

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """One, a pair, or more."""
        return ["ONE", "A PAIR", "{count} MANY"][min(n, 3) - 1]


def test_a_message_is_its_english_sentence() -> None:
    message = _("{who} has moved.", who="Black")
    assert message == "Black has moved."
    assert json.dumps([message]) == '["Black has moved."]'
    assert ngettext("{count} move", "{count} moves", 1) == "1 move"
    assert ngettext("{count:,} move", "{count:,} moves", 4096) == "4,096 moves"
    assert _("braces {stay}") == "braces {stay}"


def test_a_figure_has_the_decimals_that_are_meant() -> None:
    told = {value: figure(value) for value in (2.5, 0.1 + 0.2, -112.25, 1 / 3, 7.0, 4096.5, -1e-12)}
    assert list(told.values()) == ["2.5", "0.3", "-112.25", "0.3333", "7", "4,096.5", "0"]
    assert translated(_("{many}", many=figure(2.5)), NullTranslations()) == "2.5"
    assert translated(ngettext("{count} point", "{count} points", 1.5), Loud()) == "A PAIR"


def test_its_template_is_translated_and_so_are_messages_among_its_values() -> None:
    message = _("{who} has moved.", who=_("the bot"))
    assert translated(message, Loud()) == "THE BOT HAS MOVED."
    assert translated(ngettext("{count} move", "{count} moves", 2), Loud()) == "A PAIR"
    assert translated(ngettext("{count} move", "{count} moves", 7), Loud()) == "7 MANY"


def test_a_message_keeps_its_template_through_errors_and_between_processes() -> None:
    sentence = IllegalMove(_("{who} may not.", who="White")).sentence
    back = pickle.loads(pickle.dumps(sentence))
    assert back == "White may not."
    assert isinstance(back, Message)
    assert back.translated(Loud()) == "White MAY NOT."
    quoting = _("{why}", why=IllegalMove(_("{who} may not.", who="White")))
    assert isinstance(quoting, Message)
    assert isinstance(quoting.values["why"], Message), "a refusal among the values is the sentence that it says"


def test_data_are_translated_throughout_and_only_where_they_are_messages() -> None:
    data = {"error": {"sentence": _("no")}, "moves": ["no", _("yes")], "n": 3}
    assert translated(data, Loud()) == {"error": {"sentence": "NO"}, "moves": ["no", "YES"], "n": 3}


def test_what_json_keeps_of_a_message_is_its_english_and_what_it_was_made_of() -> None:
    data = {
        "verdicts": [{"code": "crash", "sentence": _("{what} {when}.", what=_("It fell"), when="today")}],
        "log": "x",
    }
    kept = json.loads(json.dumps(with_parts(data)))
    assert kept["verdicts"][0]["sentence"] == "It fell today."
    back = from_parts(kept)
    assert back == data
    sentence = back["verdicts"][0]["sentence"]
    assert isinstance(sentence, Message)
    assert isinstance(sentence.values["what"], Message)
    assert from_parts({"sentence": "It fell."}) == {"sentence": "It fell."}, "what was kept before stays as it is"
