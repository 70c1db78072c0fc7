"""A bot for decision trees: alpha-beta search to the leaves, or as deep as its nodes allow.

The server calls make_move whenever it is your turn. Try the bot at home: plyground trial tree.py tree
"""

NODES = 20_000  # how many nodes the bot looks at for one move


def make_move(random, time, configuration, game_state):
    """Choose a child.

    random() gives a number between 0 and 1, time() the seconds that you have left. game_state is a node: seat, value,
    children, moves ("0", "1" and so on), play(move) and returns.
    """
    counter = [NODES]
    best, best_value = None, float("-inf")
    for move in game_state.moves:
        value = search(game_state.play(move), game_state.seat, best_value, float("inf"), counter)
        if best is None or value > best_value:
            best, best_value = move, value
    return best


def search(node, me, alpha, beta, counter):
    """What the node is worth to me; each player chooses what is best for themselves, in whatever order they move."""
    counter[0] -= 1
    if not node.children or counter[0] < 0:
        return node.value if me == 0 else -node.value
    for child in node.children:
        value = search(child, me, alpha, beta, counter)
        if node.seat == me:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break  # somebody will not let it come to this
    return alpha if node.seat == me else beta
