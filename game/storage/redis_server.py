"""Reads the address of the Redis by which several servers form one site, connects to it, and says in a sentence for
people why it fails.

Its driver is an extra: modules that are loaded without it import it where they need it, which is after ``connect``.
"""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from plyground.core.errors import BadOption
from plyground.core.messages import _
from plyground.core.settings import Settings
from plyground.storage.engine import read_url

if TYPE_CHECKING:
    import redis

DRIVER = "redis"
SCHEMES = ("redis", "rediss", "unix")
CONNECT_SECONDS = 1.0
"""The longest that connecting takes, unless the address says otherwise (``?socket_connect_timeout=3``)."""


def read_redis(settings: Settings) -> str:
    """The address of the settings' Redis, empty if they name none. Raises ``BadOption`` for one that is none, and for
    one beside a database that several servers cannot share."""
    address = settings.redis_url
    if not address:
        return ""
    try:
        parts = urlsplit(address)
        fits = parts.scheme in SCHEMES and parts.port != 0
    except ValueError:  # a port that is no number
        fits = False
    if fits and parts.scheme == "unix":
        fits = len(parts.path) > 1 and not parts.hostname
    elif fits:
        fits = bool(parts.hostname) and (parts.path.strip("/").isdecimal() or not parts.path.strip("/"))
    if not fits or parts.fragment or any(sign.isspace() for sign in address):
        raise BadOption(
            "PLYGROUND_REDIS is the address of a Redis server: redis://host:6379/0, rediss:// for one over TLS, or "
            f"unix:///path; it is {_without_password(address)}."
        )
    if read_url(settings.database_url).get_backend_name() != "postgresql":
        raise BadOption(
            "PLYGROUND_REDIS is for several servers on one database, which needs PostgreSQL: name one in "
            "PLYGROUND_DATABASE, or leave PLYGROUND_REDIS out."
        )
    return address


def _without_password(address: str) -> str:
    """The address for people: what stands before its host may be a secret."""
    start, sign, rest = address.rpartition("@")
    return f"“{(f'***{sign}{rest}' if start else address)[:80]}”"


def name_of(address: str) -> str:
    """What people call this Redis: its address without name, password and options."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def connect(address: str, seconds: float | None) -> redis.Redis:
    """A client for any number of threads; nothing is sent yet, so the server may be away.

    Each answer is waited for ``seconds`` at most (None: for ever, as who listens does); a connection that had ended is
    made anew at once, and the command sent again, once. Answers are bytes. Raises ``BadOption`` if the driver is
    missing, or does not know an option of the address.
    """
    try:
        from redis import ConnectionPool, Redis
        from redis.backoff import NoBackoff
        from redis.exceptions import ConnectionError
        from redis.retry import Retry
    except ImportError:
        raise BadOption(
            f"PLYGROUND_REDIS names a Redis server, whose driver is missing: pip install '{DRIVER}'."
        ) from None
    try:
        pool = ConnectionPool.from_url(
            address,
            socket_timeout=seconds,
            socket_connect_timeout=min(seconds or CONNECT_SECONDS, CONNECT_SECONDS),
            retry=Retry(NoBackoff(), 1, (ConnectionError,)),
            client_name="plyground",
        )
        pool.make_connection()  # which looks at the options, and does not connect
    except (TypeError, ValueError, AttributeError) as failure:
        raise BadOption(f"PLYGROUND_REDIS has an option that its driver does not take: {failure}.") from None
    return Redis.from_pool(pool)


def delivery_seconds(client: redis.Redis, patience: float) -> float:
    """How long a message takes that is sent by pub/sub and comes back here; raises an error of the driver, also if it
    does not come within ``patience`` seconds."""
    from redis.exceptions import TimeoutError

    channel = f"plyground:looked:{secrets.token_hex(8)}"
    untyped: Any = client
    with untyped.pubsub() as line:
        line.subscribe(channel)
        if line.get_message(timeout=patience) is None:  # that it is subscribed
            raise TimeoutError
        begun = time.monotonic()
        client.publish(channel, "")
        if line.get_message(timeout=patience) is None:
            raise TimeoutError
        return time.monotonic() - begun


def sentence(failure: Exception) -> str:
    """Why Redis refused or is away, for whoever runs the server; ``failure`` is an error of its driver."""
    from redis import exceptions

    if isinstance(failure, (exceptions.AuthenticationError, exceptions.AuthorizationError)):
        return _("Redis does not let this program in: its name and password are wrong, or missing.")
    if isinstance(failure, exceptions.BusyLoadingError):
        return _("Redis loads what it kept. That takes a moment.")
    if isinstance(failure, exceptions.OutOfMemoryError):
        return _("Redis has no memory left.")
    if isinstance(failure, exceptions.ReadOnlyError):
        return _("This Redis may only be read: it follows another one.")
    if isinstance(failure, exceptions.TimeoutError):
        return _("Redis does not answer in time.")
    if isinstance(failure, exceptions.ConnectionError):
        return _("Redis cannot be reached.")
    return _("Redis refused a command: {why}.", why=str(failure)[:100])
