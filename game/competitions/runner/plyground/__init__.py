"""What a Python bot may import: for each game the types and rules that a search needs, in plain Python.

``from plyground.camel import GameState, list_valid_moves`` and so on. Nothing but the standard library is needed, at
home as on the server.
"""
