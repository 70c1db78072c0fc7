"""A library of games that the server's keeper imports once: found by position, however it was reached or turned.

It is a folder of arrays that are mapped into memory: the moves of all games, the key of every position in them (40
bits), and the order of the keys. So a hundred thousand games take some tens of megabytes and need no database.
"""
