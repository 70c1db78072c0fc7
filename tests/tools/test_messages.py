"""The catalogues' tool reads the messages of scripts as it reads those of Python."""

from __future__ import annotations

import io

from tools.messages import script_messages

SCRIPT = """
import { _, ngettext } from "lib/messages.js";
const one = _("Try");
const many = ngettext("{count} bot", "{count} bots", count);
const inside = html`<p>${_(
  "A line \\"quoted\\"",
)}</p>`;
const none = said("Not a message") + _(variable);
"""


def test_calls_with_texts_are_messages_and_others_are_not() -> None:
    found = [(line, name, said) for line, name, said, _ in script_messages(io.BytesIO(SCRIPT.encode()), (), (), {})]
    assert found == [
        (3, "_", "Try"),
        (4, "ngettext", ("{count} bot", "{count} bots")),
        (5, "_", 'A line "quoted"'),
    ]
