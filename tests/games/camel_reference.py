"""A deliberately simple Crazy Camel over sets of walls and breadth-first search, to hold the bit sets against."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from plyground.games.camel import GAME
from plyground.games.camel.position import AnyPosition, Camel, Layout, layout_of

Tile = tuple[int, int]
WAYS = {"Up": (0, -1), "Right": (1, 0), "Down": (0, 1), "Left": (-1, 0)}
DIAGONALS = {"UpLeft": "Up Left", "UpRight": "Up Right", "DownLeft": "Down Left", "DownRight": "Down Right"}
STEPS = (*WAYS, *DIAGONALS)


class Walls(NamedTuple):
    """The pairs of neighbouring tiles with a camel between them, and the corners that camels lie across."""

    closed: frozenset[frozenset[Tile]]
    corners: frozenset[Tile]


def edges(camel: Camel) -> set[frozenset[Tile]]:
    """The two pairs of tiles that a camel parts."""
    x, y = camel.x, camel.y
    if camel.axis == "H":
        return {frozenset({(x, y), (x, y + 1)}), frozenset({(x + 1, y), (x + 1, y + 1)})}
    return {frozenset({(x, y), (x + 1, y)}), frozenset({(x, y + 1), (x + 1, y + 1)})}


def walls(camels: tuple[Camel, ...]) -> Walls:
    """What these camels close."""
    return Walls(frozenset().union(*map(edges, camels)), frozenset((camel.x, camel.y) for camel in camels))


def on_board(layout: Layout, tile: Tile) -> bool:
    return 0 <= tile[0] < layout.width and 0 <= tile[1] < layout.height


def beside(tile: Tile, way: str) -> Tile:
    return tile[0] + WAYS[way][0], tile[1] + WAYS[way][1]


def distance(layout: Layout, closed: frozenset[frozenset[Tile]], seat: int) -> int | None:
    """The steps from a master to its goal row, None if there is no way."""
    goal = 0 if seat else layout.height - 1
    front, seen, steps = {layout.masters[seat]}, {layout.masters[seat]}, 0
    while front:
        if any(y == goal for _x, y in front):
            return steps
        near = {(tile, beside(tile, way)) for tile in front for way in WAYS}
        front = {
            other
            for tile, other in near
            if on_board(layout, other) and other not in seen and frozenset({tile, other}) not in closed
        }
        seen |= front
        steps += 1
    return None


def steps(layout: Layout, edge_blocks_jump: bool) -> dict[str, Tile]:
    """The legal steps and where they lead."""
    me, other = layout.masters[layout.seat], layout.masters[1 - layout.seat]
    closed = walls(layout.camels).closed

    def is_open(one: Tile, two: Tile) -> bool:
        return on_board(layout, two) and frozenset({one, two}) not in closed

    found = {}
    for way in WAYS:
        near = beside(me, way)
        if not is_open(me, near):
            continue
        if near != other:
            found[way] = near
        elif is_open(other, beside(other, way)):
            found[way] = beside(other, way)
        elif edge_blocks_jump or on_board(layout, beside(other, way)):
            for name, parts in DIAGONALS.items():
                turn = [part for part in parts.split() if part != way]
                if len(turn) == 1 and is_open(other, beside(other, turn[0])):
                    found[name] = beside(other, turn[0])
    return found


def fits(standing: Walls, camel: Camel) -> bool:
    """Whether a camel overlaps and crosses none of these."""
    return not (edges(camel) & standing.closed) and (camel.x, camel.y) not in standing.corners


def cut(layout: Layout, camel: Camel) -> tuple[int, ...]:
    """The seats that this camel would leave without a way."""
    closed = walls((*layout.camels, camel)).closed
    return tuple(seat for seat in range(2) if distance(layout, closed, seat) is None)


def legal_texts(layout: Layout, edge_blocks_jump: bool) -> list[str]:
    """The legal moves of an unfinished game in the order of the rules' text: steps, H by y then x, V by y then x."""
    found = steps(layout, edge_blocks_jump)
    texts = [name for name in STEPS if name in found]
    if layout.in_hand[layout.seat]:
        standing = walls(layout.camels)
        slots = [Camel(axis, x, y) for axis in "HV" for y in range(layout.height - 1) for x in range(layout.width - 1)]
        texts += [slot.text for slot in slots if fits(standing, slot) and not cut(layout, slot)]
    return texts or ["Pass"]


def random_game(
    options: dict[str, int | bool], rng: random.Random, camel_share: float = 0.5
) -> Iterator[tuple[AnyPosition, list[int], int]]:
    """The unfinished positions of a random game, with their legal moves and the move that is played.

    ``camel_share`` is how often a camel is placed where steps are possible as well.
    """
    position = GAME.initial(options)
    while GAME.returns(position) is None:
        moves = GAME.legal_moves(position)
        walk, camels = [move for move in moves if move < 9], [move for move in moves if move >= 9]
        move = rng.choice(camels if camels and (not walk or rng.random() < camel_share) else walk)
        yield position, moves, move
        position = GAME.play(position, move)


def near_masters(layout: Layout, rng: random.Random) -> Layout:
    """The same position with the masters side by side somewhere, where jumps are."""
    x, y = rng.randrange(layout.width), rng.randrange(1, layout.height - 1)
    places = [beside((x, y), way) for way in WAYS]
    other = rng.choice([place for place in places if on_board(layout, place)])
    return layout._replace(masters=((x, y), other) if rng.random() < 0.5 else (other, (x, y)))


def shown(position: AnyPosition) -> Layout:
    """The position in ordinary terms."""
    return layout_of(position)
