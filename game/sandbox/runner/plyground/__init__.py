"""What a Python bot may import: for each game its states and rules, made from the program's own in plain Python.

``from plyground.camel import GameState, list_valid_moves`` and so on. Nothing but the standard library is needed.
"""
