"""The engines of others that the server's keeper declared, each of them a bot."""

from __future__ import annotations

from plyground.engines.bot import bots

__all__ = ["bots"]
