"""Makes a server one of a site, if its settings name a Redis."""

from __future__ import annotations

from plyground.peers.bus import Bus
from plyground.peers.membership import Membership
from plyground.peers.owners import Owners
from plyground.peers.site import Site
from plyground.sessions.services import Publish
from plyground.storage import Database
from plyground.storage.engine import watching_engine


def site(database: Database, redis: str, publish: Publish) -> Site:
    """The site of a database, not yet joined; ``publish`` reaches the visitors of this server."""
    membership = Membership(watching_engine(database.engine.url))
    return Site(membership, Owners(database, membership), Bus(redis), publish)
