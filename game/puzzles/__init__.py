"""Puzzles: made of games, proved by solvers and deep searches, kept with each game."""
