"""The fast search for two-sided games: principal variation search, compiled for each class of position.

A game's knowledge adds what ``contract`` names; everything else is written once, here.
"""
