"""Starts the server from a checkout: ``python app.py``; ``create_app()`` is for a server of one's own."""

from __future__ import annotations

import sys

from plyground.web.application import create_app, main

__all__ = ["create_app"]

if __name__ == "__main__":
    sys.exit(main())
