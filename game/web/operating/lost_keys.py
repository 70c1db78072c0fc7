"""New links for those who have lost theirs: the keeper gives them, by the address of a page that everybody may know.

Classes, homework and plans are covered. A bot's source and logs are its author's, whoever runs the server; and a seat's
new link would let its holder's opponent in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import quote

from plyground.classroom.homework.store import HomeworkStore
from plyground.classroom.plans.store import Plans
from plyground.classroom.registry import Classes
from plyground.core.messages import _
from plyground.core.refusals import Malformed
from plyground.sessions.keys import AUTHOR, SETTER, TEACHER, Role
from plyground.web.addresses import served

LONGEST = 500
"""Characters of an address."""


@dataclass(frozen=True)
class _Kind:
    """What a key opens: where its page is, the link with an id and a key, and how a key is set."""

    page: str
    link: str
    role: Role
    change: Callable[[str, str], None]


class LostKeys:
    """Of a site."""

    def __init__(self, classes: Classes, homework: HomeworkStore, plans: Plans) -> None:
        self._kinds = (
            _Kind("/homework", "/homework/{}/teach#k={}", SETTER, homework.change_key),
            _Kind("/class/plans", "/class/plans/{}#k={}", AUTHOR, plans.change_key),
            _Kind("/class", "/class/{}/teach#t={}", TEACHER, classes.change_key),
        )

    def link(self, address: str) -> str:
        """A new link for what has this address; the old one opens nothing any more. Raises ``Malformed``, and what the
        stores do where there is nothing."""
        path = address.strip().partition("#")[0].partition("?")[0].rstrip("/")
        page, _slash, name = path.removesuffix("/teach").removesuffix("/wall").rpartition("/")
        for kind in self._kinds:
            if page.endswith(kind.page) and name.isprintable():
                key, _kept = kind.role.new()
                kind.change(name, key)
                return served(kind.link.format(quote(name), key))
        raise Malformed(
            _("This is no address of a class, of homework or of a plan; copy it from the page for students.")
        )
