"""Counts again what an explanation claims, by other code than the program's: from texts, on grids of characters.

Positions of Othello are played here from the first move on; those of the other games are read from their texts.
"""

from __future__ import annotations

import re
from collections import deque
from itertools import product
from typing import Any

from plyground.core import registry

SENTENCE = re.compile(
    r"(?P<fact>.+): after (?P<line>.+?) (?P<seat>Punter \d+|\S+) has (?P<own>\S+) "
    r"and (?P<opponent>Punter \d+|\S+) (?P<other>\S+); "
    r"after (?P<best>.+) it would be (?P<better>\S+) and (?P<others>\S+)\."
)
FORCED = re.compile(
    r"(?:Tinue: after (?P<allowed>\S+) (?P<winner>\S+) wins in (?P<count>\d+) moves at most, "
    r"by threats that cannot all be answered: (?P<reply>[^ ,]+), [^.]+\."
    r"|Tinue: (?P<begun>\S+) wins in (?P<many>\d+) moves at most, by threats that cannot all be answered: [^.]+\."
    r"|After (?P<left>\S+) (?P<taker>\S+) wins at once: (?P<end>\S+)\.|(?P<ends>\S+) wins at once\.)(?: |$)"
)
_AROUND = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]


def count(game: str, options: dict[str, Any], start: str, moves: list[str], seat: int, fact: str) -> float:
    """What the fact comes to for a seat after these moves from the start."""
    if game == "othello":
        return float(_othello(int(options["size"]), moves, seat, fact))
    rules = registry.game(game)
    position = rules.replay(rules.parse_position(start, options), moves)[-1]
    if game == "punter":
        return _punter(position, seat, fact)
    return {"camel": _camel, "tak": _tak}[game](rules.position_text(position), seat, fact)


def apart(sentence: str) -> tuple[str, str]:
    """What an explanation says of a win by force, and the sentence of figures; each may be empty."""
    found = FORCED.match(sentence)
    return (found[0], sentence[found.end() :]) if found else ("", sentence)


def false_figures(game: str, options: dict[str, Any], start: str, moves: list[str], sentence: str) -> list[str]:
    """What an explanation says wrongly, by its own words alone; raises ``ValueError`` for another form."""
    forced, sentence = apart(sentence)
    wrong = false_win(game, options, start, moves, forced) if forced else []
    if not sentence and forced:
        return wrong
    told = SENTENCE.fullmatch(sentence)
    if told is None:
        raise ValueError(sentence)
    rules = registry.game(game)
    names = [rules.spec.seat_name(seat) for seat in range(rules.spec.seats[1])]
    seats = [names.index(told["seat"]), names.index(told["opponent"])]
    for line, own, other in (("line", "own", "other"), ("best", "better", "others")):
        after = [*moves, *told[line].split(", ")]
        for seat, figure in zip(seats, (own, other), strict=True):
            counted = count(game, options, start, after, seat, told["fact"])
            if counted != float(told[figure].replace(",", "")):
                wrong.append(f"{told[line]}: {names[seat]} has {counted:g}, not {told[figure]}")
    return wrong


def false_win(game: str, options: dict[str, Any], start: str, moves: list[str], sentence: str) -> list[str]:
    """What a sentence on a win by force says wrongly: every answer is tried here, against all threats there are."""
    told = FORCED.match(sentence)
    assert told is not None
    rules = registry.game(game)
    position = rules.replay(rules.parse_position(start, options), moves)[-1]
    given = told["allowed"] or told["left"]
    if given:
        position = rules.replay(position, [given])[-1]
        winner = rules.spec.seat_name(rules.to_move(position))
        if winner != (told["winner"] or told["taker"]):
            return [f"{winner} is to move after {given}"]
    first = told["reply"] or told["begun"] or told["end"] or told["ends"]
    most = int(told["count"] or told["many"] or 1)
    wins = _Wins(rules, options, rules.to_move(position)).within(position, most, first)
    return [] if wins else [f"{first} does not win in {most}"]


class _Wins:
    """Whether a seat wins by threats alone, by trying all of them and every answer, on positions and their texts."""

    def __init__(self, rules: Any, options: dict[str, Any], seat: int) -> None:
        self._rules, self._options, self._seat = rules, options, seat
        self._known: dict[tuple[str, int], bool] = {}

    def within(self, position: Any, most: int, first: str = "") -> bool:
        """In so many moves of its own from here, where it is to move; by the move ``first`` if one is named."""
        if first:
            return self._by(position, self._rules.parse_move(position, first), most)
        key = (self._rules.position_text(position), most)
        if key not in self._known:
            legal = self._rules.legal_moves(position) if most > 1 else []
            self._known[key] = self._at_once(position) or any(self._by(position, move, most) for move in legal)
        return self._known[key]

    def _by(self, position: Any, move: Any, most: int) -> bool:
        after = self._rules.play(position, move)
        if self._rules.returns(after) is not None:
            return self._won(after)
        if most == 1 or not self._threatens(after):
            return False
        answers = (self._rules.play(after, answer) for answer in self._rules.legal_moves(after))
        return all(
            self._won(each) if self._rules.returns(each) is not None else self.within(each, most - 1)
            for each in answers
        )

    def _won(self, position: Any) -> bool:
        returns = self._rules.returns(position)
        return returns is not None and bool(returns[self._seat] > 0)

    def _at_once(self, position: Any) -> bool:
        return any(self._won(self._rules.play(position, move)) for move in self._rules.legal_moves(position))

    def _threatens(self, position: Any) -> bool:
        """Whether it would win at once if it were its turn again: with the turn in the position's text changed."""
        board, turn, *rest = self._rules.position_text(position).split()
        turned = self._rules.parse_position(" ".join([board, str(3 - int(turn)), *rest]), self._options)
        return bool(self._rules.to_move(turned) == self._seat) and self._at_once(turned)


def _othello(size: int, moves: list[str], seat: int, fact: str) -> int:
    half = size // 2
    board = {(half - 1, half - 1): 1, (half, half): 1, (half - 1, half): 0, (half, half - 1): 0}

    def flips(side: int, at: tuple[int, int]) -> list[tuple[int, int]]:
        if at in board or not (0 <= at[0] < size and 0 <= at[1] < size):
            return []
        found: list[tuple[int, int]] = []
        for across, down in _AROUND:
            row, (x, y) = [], (at[0] + across, at[1] + down)
            while board.get((x, y)) == 1 - side:
                row.append((x, y))
                x, y = x + across, y + down
            found += row if board.get((x, y)) == side else []
        return found

    side = 0
    for move in moves:
        if move != "pass":
            at = (ord(move[0]) - ord("a"), int(move[1:]) - 1)
            for each in [at, *flips(side, at)]:
                board[each] = side
        side = 1 - side
    if fact == "Corners":
        return sum(board.get(at) == seat for at in product((0, size - 1), (0, size - 1)))
    if fact == "Discs":
        return sum(held == seat for held in board.values())
    squares = list(product(range(size), range(size)))
    if fact.startswith("Last moves"):
        if not any(flips(side, at) for at in squares):
            side = 1 - side
        return _last_moves(set(squares) - set(board), side)[seat] if any(flips(side, at) for at in squares) else 0
    return sum(bool(flips(seat, at)) for at in squares)


def _last_moves(empty: set[tuple[int, int]], side: int) -> list[int]:
    """Who makes the last move how often, by filling the regions one square after the other, the odd ones first."""
    regions = list[set[tuple[int, int]]]()
    for at in empty:
        touched = [one for one in regions if any((at[0] + x, at[1] + y) in one for x, y in _AROUND)]
        regions = [one for one in regions if one not in touched] + [{at}.union(*touched)]
    last = [0, 0]
    for region in sorted(regions, key=lambda one: -(len(one) % 2)):
        for _ in region:
            filled, side = side, 1 - side
        last[filled] += 1
    return last


def _camel(text: str, seat: int, fact: str) -> float:
    size, *masters = text.split()[:3]
    width, height = map(int, size.split("x"))
    places = [tuple(map(int, each.split(","))) for each in masters]
    if fact == "Camels in hand":
        return float(places[seat][2])
    walls: set[frozenset[tuple[int, int]]] = set()
    for axis, left, top in re.findall(r"([HV])(\d+),(\d+)", text):
        x, y = int(left), int(top)
        sides = [((x, y), (x, y + 1)), ((x + 1, y), (x + 1, y + 1))]
        walls |= {
            frozenset(each) for each in (sides if axis == "H" else [((x, y), (x + 1, y)), ((x, y + 1), (x + 1, y + 1))])
        }
    goal = height - 1 if seat == 0 else 0
    begin = (places[seat][0], places[seat][1])
    seen, waiting = {begin: 0}, deque([begin])
    while waiting:
        x, y = here = waiting.popleft()
        if y == goal:
            return float(seen[here])
        for there in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            inside = 0 <= there[0] < width and 0 <= there[1] < height
            if inside and there not in seen and frozenset((here, there)) not in walls:
                seen[there] = seen[here] + 1
                waiting.append(there)
    raise AssertionError("no way to the goal")


def _tak(text: str, seat: int, fact: str) -> float:
    rows: list[list[str]] = []
    for row in text.split()[0].split("/"):
        cells: list[str] = []
        for cell in row.split(","):
            cells += [""] * int(cell[1:] or 1) if cell.startswith("x") else [cell]
        rows.append(cells)
    own = str(seat + 1)
    tops = {(x, y): cell for y, row in enumerate(rows) for x, cell in enumerate(row) if cell.rstrip("SC").endswith(own)}
    if fact == "Flats":
        return float(sum(cell[-1].isdigit() for cell in tops.values()))
    road, last = {at for at, cell in tops.items() if not cell.endswith("S")}, len(rows) - 1
    if fact.startswith("Squares missing"):
        return float(min(_cheapest(rows, road, axis) for axis in (0, 1)))
    if fact.startswith("Empty squares"):
        if _joined(road, last):
            return 0.0
        blank = [(x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if not cell]
        return float(sum(_joined(road | {at}, last) for at in blank))
    return float(_joined(road, last))


def _joined(road: set[tuple[int, int]], last: int) -> bool:
    """Whether squares link two opposite edges."""
    for axis in (0, 1):
        reached = {at for at in road if at[axis] == 0}
        for _ in range(len(road)):
            reached |= {at for at in road if any(abs(at[0] - x) + abs(at[1] - y) == 1 for x, y in reached)}
        if any(at[axis] == last for at in reached):
            return True
    return False


def _cheapest(rows: list[list[str]], road: set[tuple[int, int]], axis: int) -> int:
    """The least cost of a way from one edge to the other, by relaxing all squares again until nothing changes."""
    size = len(rows)
    squares = [(x, y) for x in range(size) for y in range(size)]
    cost = {(x, y): 0 if (x, y) in road else 2 if rows[y][x] else 1 for x, y in squares}
    best = {at: cost[at] if at[axis] == 0 else 10**6 for at in squares}
    for _ in squares:
        for x, y in squares:
            beside = [best[at] for at in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if at in best]
            best[x, y] = min(best[x, y], cost[x, y] + min(beside))
    return min(best[at] for at in squares if at[axis] == size - 1)


def _punter(position: Any, seat: int, fact: str) -> float:
    board, seats = position.board, len(position.tally)
    ends = board.ends.tolist()
    turns = list(zip(ends, position.claimed.tolist(), strict=True))
    own = [pair for pair, turn in turns if turn >= 0 and turn % seats == seat]
    mines = board.mines.tolist()
    if fact == "Points":
        return float(sum(_steps(ends, mine).get(site, 0) ** 2 for mine in mines for site in _steps(own, mine)))
    open_to = [pair for pair, turn in turns if turn < 0]
    whole = {mine: _steps(ends, mine) for mine in mines}
    near = {mine: _fewest(own, open_to, mine) for mine in mines}
    if fact == "Points within reach by free rivers":
        return float(sum(whole[mine][site] ** 2 for mine in mines for site in near[mine]))
    worth = sum(whole[mine][site] ** 2 * 0.5 ** near[mine][site] for mine in mines for site in near[mine])
    return round(worth, 1)


def _fewest(own: list[list[int]], free: list[list[int]], mine: int) -> dict[int, int]:
    """How many free rivers each site within reach costs, wave by wave: what own rivers join, then one more."""
    found, wave, count = dict[int, int](), {mine}, 0
    while wave:
        wave = {site for begin in wave for site in _steps(own, begin)} - set(found)
        found |= dict.fromkeys(wave, count)
        wave = {there for pair in free for here, there in (pair, pair[::-1]) if here in wave} - set(found)
        count += 1
    return found


def _steps(rivers: list[list[int]], begin: int) -> dict[int, int]:
    beside: dict[int, list[int]] = {}
    for one, other in rivers:
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    seen, waiting = {begin: 0}, deque([begin])
    while waiting:
        here = waiting.popleft()
        for there in beside.get(here, []):
            if there not in seen:
                seen[there] = seen[here] + 1
                waiting.append(there)
    return seen
