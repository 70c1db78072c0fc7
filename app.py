"""Starts the server from a checkout: ``python app.py``; ``create_app()`` is for a web server of one's own."""

from __future__ import annotations

from plyground.commands import main
from plyground.web.services import create_app

__all__ = ["create_app"]

if __name__ == "__main__":
    main(["serve"])
