"""A bot for Lambda Punter: it takes the river that brings it most, counting as well what the others would gain by it.

The server calls make_move whenever it is your turn. Try the bot at home: plyground trial punter.py punter
"""

RIVERS = 300  # how many rivers the bot looks at for one move: more is stronger and slower
HURRY = 0.5  # with less time left than this (in seconds) it looks at ten only


def make_move(random, time, configuration, game_state):
    """Choose a move.

    random() gives a number between 0 and 1, time() the seconds that you have left. game_state has map (sites, rivers,
    mines, rivers_at, distances), owners, seat, punters, free (rivers, by number), score(punter), moves and play(move).
    """
    if game_state.betting:
        return "futures -"  # no bets
    if not game_state.free:
        return "pass"
    networks = [networks_of(game_state, punter) for punter in range(game_state.punters)]
    # Rivers at the own networks first: only they bring something at once.
    me = game_state.seat
    reached = set().union(*(sites for _, sites in networks[me]))
    rivers = sorted(game_state.free, key=lambda river: (not touches(game_state.map, river, reached), random()))
    best, best_value = rivers[0], -1.0
    for river in rivers[: RIVERS if time() > HURRY else 10]:
        value = gain(game_state.map, networks[me], river)
        for punter in range(game_state.punters):
            if punter != me:
                value += 0.4 * gain(game_state.map, networks[punter], river)
        value += 0.5 * at_mines(game_state.map, river) + 0.1 * random()
        if value > best_value:
            best, best_value = river, value
    return game_state.river_name(best)


def networks_of(state, punter):
    """For each mine the sites that the punter's rivers join to it, as pairs (mine, sites)."""
    return [(mine, state.reach(punter, mine)) for mine in state.map.mines]


def touches(map, river, sites):
    """Whether an end of the river is one of the sites."""
    source, target = map.rivers[river]
    return source in sites or target in sites


def gain(map, networks, river):
    """What the river adds at once: for each mine whose network it extends, the square of the distance."""
    source, target = map.rivers[river]
    total = 0
    for mine, sites in networks:
        if (source in sites) != (target in sites):
            new = target if source in sites else source
            # If the new site belongs to another network, all of that is joined.
            joined = {new}.union(*(more for _, more in networks if new in more))
            total += sum(map.distances[mine].get(site, 0) ** 2 for site in joined - sites)
    return total


def at_mines(map, river):
    """How many ends of the river are mines."""
    return sum(site in map.mines for site in map.rivers[river])
