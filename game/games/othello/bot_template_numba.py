"""A bot for Othello with NumPy and Numba: alpha-beta search to a fixed depth, with corners and edges for its judgement.

Functions with @njit are compiled when the bot is handed in, if they are called once while the file is loaded (at the
end here) and have cache=True. Without Numba the same file is a bot in plain Python.
"""

import json
import sys

try:
    import numpy as np
    from numba import njit

    compiled = njit(cache=True)

    def boards_of(numbers):
        """A board for each level of the search."""
        return np.array(numbers, dtype=np.int8)

    def counter():
        """One number that a compiled function can change."""
        return np.zeros(1, dtype=np.int64)

except ImportError:

    def compiled(function):
        """The function as it is."""
        return function

    def boards_of(numbers):
        """A board for each level of the search."""
        return [list(board) for board in numbers]

    def counter():
        """One number that a function can change."""
        return [0]


DEPTH = 3
MOST = 1_000_000


@compiled
def play(board, width, cell, me):
    """Put a disc and turn what it encloses; False, with nothing changed, if that is nothing."""
    turned = False
    for step in (-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1):
        to = cell + step
        while board[to] == 3 - me:
            to += step
        if board[to] == me:
            to -= step
            while to != cell:
                board[to] = me
                turned = True
                to -= step
    if turned:
        board[cell] = me
    return turned


@compiled
def total(board, size, me, over):
    """What the discs are worth to me: by their places, or, when the game is over, by their number."""
    summed = 0
    for row in range(size):
        for column in range(size):
            owner = board[(row + 1) * (size + 2) + column + 1]
            if owner:
                edges = int(row == 0 or row == size - 1) + int(column == 0 or column == size - 1)
                worth = 1000 if over else (25 if edges == 2 else 5 if edges == 1 else 1)
                summed += worth if owner == me else -worth
    return summed


@compiled
def search(boards, size, me, depth, alpha, beta, nodes):
    """What the first of the boards is worth to me, who am to move.

    It keeps its place at each level in lists instead of calling itself: Numba cannot keep a function that does.
    """
    width = size + 2
    cells, moved, passed = [0], [False], [False]  # at each level: the next cell to try, and what was found
    bests, bounds, depths = [alpha], [beta], [depth]
    nodes[0] += 1
    value, known = 0, False  # what the level below was worth to who moves there, once it is known
    while True:
        level = len(cells) - 1
        mover = me if level % 2 == 0 else 3 - me
        if known:
            if -value > bests[level]:
                bests[level] = -value
            known = False
        over = False
        if depths[level] == 0:
            value, over = total(boards[level], size, mover, False), True
        elif bests[level] >= bounds[level]:
            value, over = bounds[level], True
        elif cells[level] < size * size:
            cell = (cells[level] // size + 1) * width + cells[level] % size + 1
            cells[level] += 1
            if boards[level][cell]:
                continue
            boards[level + 1][:] = boards[level]
            if not play(boards[level + 1], width, cell, mover):
                continue
            moved[level] = True
            passed.append(False)
            depths.append(depths[level] - 1)
        elif moved[level]:
            value, over = bests[level], True
        elif passed[level]:
            value, over = total(boards[level], size, mover, True), True
        else:  # a pass is the one move
            moved[level] = True
            boards[level + 1][:] = boards[level]
            passed.append(True)
            depths.append(depths[level])
        if over:
            if level == 0:
                return value
            for kept in (cells, bests, bounds, depths):
                kept.pop()
            moved.pop()
            passed.pop()
            known = True
        else:
            nodes[0] += 1
            cells.append(0)
            moved.append(False)
            bounds.append(-bests[level])
            bests.append(-bounds[level])


def choose(position, legal, nodes):
    """The best of the legal moves, which are texts such as d3."""
    cells, turn = position.split()
    size = round(len(cells) ** 0.5)
    width = size + 2
    numbers = [3] * width**2
    for place, letter in enumerate(cells):
        numbers[(place // size + 1) * width + place % size + 1] = "-XO".index(letter)
    boards, me = boards_of([numbers] * (2 * DEPTH + 3)), "-XO".index(turn)
    best, best_value = legal[0], -MOST
    for move in legal:
        boards[0][:] = numbers
        play(boards[0], width, int(move[1:]) * width + ord(move[0]) - ord("a") + 1, me)
        value = -search(boards, size, 3 - me, DEPTH - 1, -MOST, -best_value, nodes)
        if value > best_value:
            best, best_value = move, value
    return best


choose("-" * 9 + "XO-" + "-" * 4 + " X", ["a1"], counter())  # so that everything is compiled now, and kept

looked = counter()
for line in sys.stdin:
    message = json.loads(line)
    if "start" in message:
        print(json.dumps({"ready": ["position"]}), flush=True)
    elif "turn" in message:
        best = choose(message["turn"]["position"], message["turn"]["legal"], looked)
        print(json.dumps({"note": f"{looked[0]} positions"}), flush=True)
        print(json.dumps({"move": best}), flush=True)
    else:
        break
