"""Solves the end of a game of Othello exactly: its value in discs, every best move, a line of best play.

From the leaves up: ``last`` (up to four empty squares, unrolled), ``few`` (up to six, by parity), ``search`` (more: a
table, fastest first, stable discs), ``solver`` (the questions that make up an answer). Below them lie ``squares``
(small tables), ``stability``, ``table`` (the memory of one solving), and the moves and flips as vectors that all
compiled code of the game has (``plyground.games.othello.runs``).
"""
