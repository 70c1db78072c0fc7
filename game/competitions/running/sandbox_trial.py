"""Whether handed-in bots can be confined here: tried at the start, in a thread of its own, and kept."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future

from plyground.core.messages import _
from plyground.sandbox.contract import NoSandbox

log = logging.getLogger(__name__)

_SECONDS = 30.0
"""How long whoever needs the sandbox waits for what the trial finds."""


class SandboxTrial:
    """``confinement`` names the sandbox that holds, or raises ``NoSandbox``."""

    def __init__(self, confinement: Callable[[], str]) -> None:
        self._confinement = confinement
        self._thread = threading.Thread(target=self._try, name="sandbox", daemon=True)
        self.found: Future[str] = Future()

    def start(self) -> None:
        """Begin; what was found before is forgotten."""
        self.found = Future()
        self._thread.start()

    @property
    def holds(self) -> bool:
        """Whether it is known by now that a sandbox holds."""
        return self.found.done() and self.found.exception() is None

    def insist(self) -> str:
        """The name of the sandbox that holds here; raises ``NoSandbox``."""
        try:
            return self.found.result(0 if self._thread.ident is None else _SECONDS)
        except TimeoutError:
            raise NoSandbox(_("The sandbox for bots is still being tried; ask again in a moment.")) from None
        except NoSandbox as refusal:
            raise NoSandbox(refusal.sentence) from None

    def problem(self) -> str | None:
        """The sentence for why no handed-in bot can be run here, with its remedy; None if a sandbox holds."""
        try:
            self.insist()
        except NoSandbox as refusal:
            return refusal.sentence
        return None

    def _try(self) -> None:
        try:
            self.found.set_result(self._confinement())
        except NoSandbox as refusal:
            self.found.set_exception(refusal)
        except Exception:
            log.exception("The sandbox could not be tried.")
            problem = NoSandbox(_("The sandbox for bots could not be tried here; the server's log says why."))
            self.found.set_exception(problem)
