"""Learnt weights, one way for all games: self-play of the compiled search, a fit, and a match that must be won.

A game gives one kernel, ``model.features``, and a ``model.Model``; ``training.training`` makes of them what ``plyground
train`` asks for. ``model.worth`` is the learnt value of a position, for the game's ``contract.static``.
"""
