"""Engines of others at our boards, and our bots in the programs of others.

``declared`` are the engines that the server's keeper named, ``protocol`` is what a protocol has to offer, ``wire`` the
line to one running engine, ``bot`` the bot that an engine is here, ``examining`` tests one, ``speaking`` is our end of
a protocol. What a protocol says of one game stands in that game's package, in modules of its folder ``engines``.
"""
