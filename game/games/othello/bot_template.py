"""A bot for Othello: alpha-beta search with corners, edges and freedom of movement.

The server calls make_move whenever it is your turn. Try the bot at home: plyground trial othello.py othello
"""

NODES = 1500  # how many positions the bot looks at for one move: more is stronger and slower
HURRY = 1.0  # with less time left than this (in seconds) it looks one move ahead only


class OutOfNodes(Exception):
    """The search has looked at enough positions."""


def make_move(random, time, configuration, game_state):
    """Choose a move.

    random() gives a number between 0 and 1, time() the seconds that you have left. game_state has board (a text with X,
    O and -), size, seat (0 plays X), moves (the legal moves), counts, play(move) and returns.
    """
    # In random order, so that the bot does not play the same game every time.
    moves = sorted(game_state.moves, key=lambda move: random())
    moves.sort(key=lambda move: evaluate(game_state.play(move)))  # what is bad for the other comes first
    best = moves[0]
    if time() < HURRY:
        return best
    # First look two moves ahead, then three, four ... until enough positions were looked at.
    counter = [NODES]
    try:
        for depth in range(2, 60):
            best = search_root(game_state, moves, depth, counter)
            moves.remove(best)
            moves.insert(0, best)
    except OutOfNodes:
        pass
    return best


def search_root(state, moves, depth, counter):
    """The best move, looking so many moves ahead."""
    best, best_value = moves[0], float("-inf")
    for move in moves:
        value = -search(state.play(move), depth - 1, float("-inf"), -best_value, counter)
        if value > best_value:
            best, best_value = move, value
    return best


def search(state, depth, alpha, beta, counter):
    """What the position is worth for the player to move (negamax with alpha-beta)."""
    counter[0] -= 1
    if counter[0] < 0:
        raise OutOfNodes
    if state.returns is not None:
        return 1000 * state.returns[state.seat]
    if depth == 0:
        return evaluate(state)
    for move in state.moves:
        alpha = max(alpha, -search(state.play(move), depth - 1, -beta, -alpha, counter))
        if alpha >= beta:
            break  # the other player will not let it come to this
    return alpha


def evaluate(state):
    """How good a position is for the player to move: corners count much, and so do moves to choose from."""
    if state.returns is not None:
        return 1000 * state.returns[state.seat]
    size, board = state.size, state.board
    mine = "XO"[state.seat]
    value = 0
    for corner in (0, size - 1, size * (size - 1), size * size - 1):
        if board[corner] == mine:
            value += 25
        elif board[corner] != "-":
            value -= 25
        else:
            # The square diagonally inside an empty corner gives the corner away.
            column = 1 if corner % size == 0 else -1
            row = size if corner < size else -size
            inside = board[corner + column + row]
            if inside != "-":
                value += -12 if inside == mine else 12
    other = state.play("pass")
    freedom = len(state.moves) - len(other.moves)
    discs = state.counts[state.seat] - state.counts[1 - state.seat]
    return value + 2 * freedom - 0.5 * discs  # early on, few discs are better than many
