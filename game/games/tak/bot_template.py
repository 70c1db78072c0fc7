"""A bot for Tak: it looks for roads, does not let the other build one, and places flats near the middle.

The server calls make_move whenever it is your turn. Try the bot at home: plyground trial tak.py tak
"""

from plyground.tak import neighbours, squares

CHECKED = 12  # for how many of the best moves it looks whether the other can win by the next one
HURRY = 1.0  # with less time left than this (in seconds) it checks nothing


def make_move(random, time, configuration, game_state):
    """Choose a move.

    random() gives a number between 0 and 1, time() the seconds that you have left. game_state has size, cells (the
    stacks from a1 on, "12S" from bottom to top), seat (0 is White), reserves, moves (in PTN), play(move) and returns.
    """
    me = game_state.seat
    if game_state.swapping:
        # The first move places a flat of the other player: in a corner it is of the least use.
        return next(move for move in game_state.moves if move in ("a1", game_state.moves[-1]))
    rated = []
    for move in game_state.moves:
        after = game_state.play(move)
        if after.returns is not None and after.returns[me] > 0:
            return move
        rated.append((evaluate(after, me), random(), move, after))
    # The most promising moves first; the random number decides between equals.
    rated.sort(key=lambda entry: entry[:2], reverse=True)
    if time() > HURRY:
        for _, _, move, after in rated[:CHECKED]:
            if after.returns is None and not can_win(after):
                return move
    return rated[0][2]


def can_win(state):
    """Whether the player to move wins at once."""
    for move in state.moves:
        after = state.play(move)
        if after.returns is not None and after.returns[state.seat] > 0:
            return True
    return False


def evaluate(state, me):
    """How good a position is for me: flats on the board, and how many squares are missing for a road."""
    if state.returns is not None:
        return 1000 * state.returns[me]
    flats = state.flats(me) - state.flats(1 - me)
    missing = road_distance(state, 1 - me) - road_distance(state, me)
    middle = (state.size - 1) / 2
    centre = 0.0
    for own, (x, y) in zip(state.roads(me), squares(state.size), strict=True):
        if own:
            centre -= abs(x - middle) + abs(y - middle)
    return flats + 3 * missing + 0.05 * centre


def road_distance(state, seat):
    """How many squares this seat still needs for a road from edge to edge; walls are in the way."""
    own = state.roads(seat)
    cost = [0 if mine else 1 if not stack else 3 for mine, stack in zip(own, state.cells, strict=True)]
    return min(distance_along(state.size, cost, axis) for axis in (0, 1))


def distance_along(size, cost, axis):
    """The cheapest way from one edge to the other (Bellman and Ford's way: improve until nothing changes)."""
    places, beside = squares(size), neighbours(size)
    best = [cost[cell] if places[cell][axis] == 0 else 1000 for cell in range(size * size)]
    changed = True
    while changed:
        changed = False
        for cell in range(size * size):
            value = min(best[near] for near in beside[cell]) + cost[cell]
            if value < best[cell]:
                best[cell] = value
                changed = True
    return min(best[cell] for cell in range(size * size) if places[cell][axis] == size - 1)
