"""Protocols in which programs of others play Lambda Punter: that of the ICFP Programming Contest 2017.

``messages`` is the form of what is said, ``icfp`` the host of a program, offline or online, ``playing`` a bot of ours
in a game of others, ``table`` a game that waits for punters as those on the contest's server did.
"""
