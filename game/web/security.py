"""What every answer says about itself to the browser: no foreign content, no frames, no guessing of types.

Scripts run only from this server or with the page's nonce; a page of another site may not make games here through a
visitor's browser, nor embed our pages but for those that say so, where nobody can do anything. What a token opens and
no cookie does, it may ask for.
"""

from __future__ import annotations

import re
import secrets

from flask import Flask, Response, g, request

from plyground.core.messages import _
from plyground.core.refusals import ForeignOrigin, UnknownHost
from plyground.web.entrance import UNKNOWN_HOST

TOKEN_PATH = "/api/bot"
_HOST = re.compile(r"[A-Za-z0-9.\-\[\]:]{1,255}")


def nonce() -> str:
    """The random word that this request's own inline scripts carry."""
    if "nonce" not in g:
        g.nonce = secrets.token_urlsafe(16)
    return str(g.nonce)


def may_be_framed() -> None:
    """Let pages of other sites embed the answer to this request: only for pages on which nothing can be done."""
    g.framed = True


def policy(host: str, word: str, framed: bool = False) -> str:
    """The Content-Security-Policy of a page served at ``host``; ``framed`` pages may stand in other sites' pages."""
    # Older Safari does not take 'self' to mean websockets too, so they are named.
    sockets = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src 'self' 'nonce-{word}'",
            "style-src 'self'",
            "img-src 'self' data:",
            f"connect-src 'self'{sockets}",
            "manifest-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors *" if framed else "frame-ancestors 'none'",
        )
    )


def _refuse_foreign() -> None:
    if UNKNOWN_HOST in request.environ:
        raise UnknownHost(
            _("This server is not called so: its keeper gives its names in PLYGROUND_ADDRESS or PLYGROUND_HOSTS.")
        )
    origin = request.headers.get("Origin")
    if request.method in {"GET", "HEAD", "OPTIONS"} or origin is None or _token_decides():
        return
    if origin != request.host_url.rstrip("/"):
        raise ForeignOrigin(_("Only pages of this server may ask for that."))


def _token_decides() -> bool:
    """Whether pages of other sites may use this address: those of bots over the network look at no cookie, and a page
    that has the token is the bot's own."""
    return request.path == TOKEN_PATH or request.path.startswith((f"{TOKEN_PATH}/", "/api/openapi.json"))


def _let_other_origins_in(answer: Response) -> None:
    """Say to browsers that any page may read the answer, but never with cookies."""
    answer.headers["Access-Control-Allow-Origin"] = "*"
    answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    answer.headers["Access-Control-Expose-Headers"] = "Retry-After, X-Request-ID"
    if request.method == "OPTIONS":
        answer.headers["Access-Control-Allow-Methods"] = ", ".join(sorted(answer.allow))
        answer.headers["Access-Control-Allow-Headers"] = "Authorization, Content-Type"
        answer.headers["Access-Control-Max-Age"] = "3600"


def _describe(answer: Response) -> Response:
    if _token_decides():
        _let_other_origins_in(answer)
    answer.headers.setdefault("X-Content-Type-Options", "nosniff")
    # Not "no-referrer": browsers would then send forms with the origin "null", which is turned away.
    answer.headers.setdefault("Referrer-Policy", "same-origin")
    framed = bool(g.get("framed", False))
    if not framed:
        answer.headers.setdefault("X-Frame-Options", "DENY")
    answer.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    answer.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
    answer.headers.setdefault("Content-Security-Policy", policy(request.host, nonce(), framed))
    answer.headers.setdefault("Cache-Control", "no-store")
    return answer


def protect(app: Flask) -> None:
    """Give every answer its headers, and turn foreign pages away."""
    app.before_request(_refuse_foreign)
    app.after_request(_describe)
