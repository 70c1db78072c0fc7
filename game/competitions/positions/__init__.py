"""Positions by which bots are tested: what the teacher and a bot's owner add, asked of every version, in words.

One table holds them all (``store.positions``). The teacher's are asked of every bot; an owner's are that bot's alone::

    from plyground.competitions.positions import adding

    test = adding.add(store, entry.competition, {"position": TEXT, "avoid": ["e4"], "title": "…"}, entry.id)
    service.positions.changed(entry.competition)

``position`` is a text of the game (``game.position_text``); ``moves`` are texts of which one must be played, ``avoid``
those of which none may be, ``seconds`` how long it may take, ``about`` plain JSON of your own (say, the game and ply it
is from). ``service.positions`` has it asked of every version that was let in, and of each later one by itself; what
came of it is in ``store.positions.answers(competition)`` and, for pages, in
``shown.of_bot(store, competition, entry, versions)``.
"""
