"""Solves the end of a game of Othello exactly: its value in discs, every best move, a line of best play.

From the leaves up: ``last`` (up to four empty squares, unrolled), ``few`` (up to six, by parity), ``search`` (more: a
table, fastest first, stable discs), ``solver`` (the questions that make up an answer). Below them lie ``runs`` (moves
and flips as vectors), ``squares`` (small tables), ``stability``, ``table`` (the memory of one solving).
"""
