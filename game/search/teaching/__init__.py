"""The searches of the textbooks, written once for every game, that tell each step: for lessons and for the theatre.

A search is a generator of events (``events``) over the contract of a game; it knows no clock, screen or socket. What it
tells can be kept as a trace (``trace``), replayed forwards and backwards (``replay``), put in words (``words``) and
followed in pseudo-code (``pseudocode``). ``searches`` finds all of them.
"""
