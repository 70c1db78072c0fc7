"""A bot for Crazy Camel: it runs where its way is short, and puts camels where the other's way is.

The server calls make_move whenever it is your turn. Try the bot at home: plyground trial camel.py camel
"""

from plyground.camel import Camel, apply_move, distance, has_won, list_valid_moves, shortest_path

NODES = 2000  # how many positions the bot looks at for one move: more is stronger and slower
HURRY = 1.0  # with less time left than this (in seconds) it looks one move ahead only


def make_move(random, time, configuration, game_state):
    """Choose a move.

    random() gives a number between 0 and 1, time() the seconds that you have left. configuration has board_width,
    board_height and starting_camels; game_state has camels, players and next_player.
    """
    me = game_state.next_player
    rated = []
    for move in candidates(configuration, game_state):
        after = apply_move(configuration, game_state, move)
        if has_won(configuration, after):
            return move
        rated.append((evaluate(configuration, after, me), random(), move, after))
    # The most promising moves first; the random number decides between equals.
    rated.sort(key=lambda entry: entry[:2], reverse=True)
    if time() < HURRY:
        return rated[0][2]
    return look_at_replies(configuration, rated, me)


def look_at_replies(configuration, rated, me):
    """Look at what the other player can answer: a move is worth what its worst reply leaves of it."""
    nodes = 0
    best, best_value = rated[0][2], None
    for _, _, move, after in rated:
        worst = None
        for reply in candidates(configuration, after):
            value = evaluate(configuration, apply_move(configuration, after, reply), me)
            nodes += 1
            if worst is None or value < worst:
                worst = value
            if best_value is not None and worst <= best_value:
                break  # this move cannot be better than the best one any more
        if worst is not None and (best_value is None or worst > best_value):
            best, best_value = move, worst
        if nodes > NODES:
            break
    return best


def candidates(configuration, state):
    """All steps, and of the camels only those that lie across the other player's shortest path."""
    other = 1 - state.next_player
    path = shortest_path(configuration, state, other) or []
    near = {(x + dx, y + dy) for x, y in path for dx in (-1, 0) for dy in (-1, 0)}
    moves = list_valid_moves(configuration, state)
    return [move for move in moves if not isinstance(move, Camel) or (move.camel.x, move.camel.y) in near]


def evaluate(configuration, state, me):
    """How good a position is for me: how many steps the other's way is longer than mine, and camels in hand."""
    mine = distance(configuration, state, me)
    others = distance(configuration, state, 1 - me)
    if mine == 0:
        return 1000  # I am there
    if others == 0:
        return -1000
    camels = state.players[me].current_camels - state.players[1 - me].current_camels
    turn = 0.5 if state.next_player == me else -0.5
    return others - mine + 0.7 * camels + turn
