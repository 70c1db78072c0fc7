"""What each sentence of a step claims, as a pattern, and how the claim is held against the checker's account."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from plyground.search.teaching.trace import Step
from tests.search.sentence_checker import CUTTING, Checker, Complaint, near, need, read

Check = Callable[..., None]
SENTENCES: list[tuple[re.Pattern[str], frozenset[str], Check]] = []


def complaint(checker: Checker, step: Step, said: str) -> str | None:
    """What is false about one sentence, the short one or what the long one adds, of the step that the checker took
    last; None if all of it is true."""
    try:
        for pattern, kinds, check in SENTENCES:
            match = pattern.fullmatch(said) if step.kind in kinds else None
            if match:
                check(checker, step, *match.groups())
                return None
    except Complaint as found:
        return str(found)
    return f"nobody can read “{said}” of {step.kind}"


def claims(pattern: str, *kinds: str) -> Callable[[Check], Check]:
    """Register what checks a sentence of these kinds of step."""

    def keep(check: Check) -> Check:
        SENTENCES.append((re.compile(pattern), frozenset(kinds), check))
        return check

    return keep


@claims(r"Iteration (\d+) begins\.", "iteration")
def _begins(checker: Checker, step: Step, number: str) -> None:
    need(int(number) == step.number == checker.now.iteration, "another iteration begins")


@claims(r"It looks ([\d,]+) pl(?:y|ies) ahead\.", "iteration")
def _ahead(checker: Checker, step: Step, plies: str) -> None:
    more = 2 if checker.head.search == "deepening" else 0
    need(read(plies) == checker.now.iteration + more, "an iteration looks so many plies more than its number")


@claims(r"Enter (the .+?)\.", "enter")
def _enter(checker: Checker, step: Step, place: str) -> None:
    need(step.reason != "again", "it was entered just before")
    checker.at_place(place, step.node)


@claims(r"The remembered line ends here: (the .+?) is counted once more\.", "enter")
def _again(checker: Checker, step: Step, place: str) -> None:
    before = checker.trace.steps[checker.at - 2]
    need(before.kind == "enter" and before.node == step.node, "it was not entered just before")
    checker.at_place(place, step.node)


@claims(r"Alpha is (.+?) and beta (.+?), as handed down from above\.", "enter")
def _handed(checker: Checker, step: Step, alpha: str, beta: str) -> None:
    visit = checker.now.visits[step.node]
    checker.bound(alpha, visit.alpha)
    checker.bound(beta, visit.beta)


@claims(r"(.+) is to move\.", "enter")
def _to_move(checker: Checker, step: Step, name: str) -> None:
    need(name == checker.name(step.node), f"{name} is not to move")


@claims(r"The game is over here(?:, so this is final)?\.", "enter", "leaf", "table")
def _over(checker: Checker, step: Step) -> None:
    bare = checker.head.search == "deepening" and step.reason == "over"
    need(checker.trace.movers[step.node] < 0 or bare, "the game is not over")


@claims(r"(.+?) has ([\d,]+) moves?(?:; ([\d,]+) (?:is|are) looked at)?\.", "children")
def _has(checker: Checker, step: Step, name: str, count: str, looked: str | None) -> None:
    need(name == checker.name(step.node), f"{name} does not move here")
    has = len(checker.trace.families[step.node])
    need(read(count) == has, "it has another number of moves")
    need(len(step.items) == (has if looked is None else read(looked)), "another number is looked at")


ORDERS = {
    "The most promising for the mover by static value comes first": "value",
    "The most promising by the game's own order comes first": "rank",
    "The most promising by what was learnt comes first": "learnt",
    "The remembered line comes first": "line",
    "They stand as they were put by hand": "hand",
    "They stand in ascending order": "ascending",
    "They stand as the game lists them": "written",
    "The move that the table remembers comes first": "table",
    "Killers come first, then the moves with the best history": "killer",
    "Only moves that change the static value by more than the margin count": "loud",
}


@claims("(" + "|".join(map(re.escape, ORDERS)) + r"): (.+)\.", "children")
def _order(checker: Checker, step: Step, how: str, moves: str) -> None:
    need(moves == checker.named(step.node, step.items), "they stand in another order")
    need(step.reason in (ORDERS[how], "" if ORDERS[how] == "written" else ORDERS[how]), "they are ordered otherwise")
    if ORDERS[how] == "written":
        need(list(step.items) == sorted(step.items), "the game lists them otherwise")
    if ORDERS[how] == "killer":
        keys = [checker.promise(step.node, int(item)) for item in step.items]
        need(keys == sorted(keys), "another killer, or another with a better history")
    if ORDERS[how] == "value" and step.values:
        ranked = list(step.values) if len(step.values) == len(step.items) else []
        need(ranked == sorted(ranked, reverse=checker.own(step.node)), "another is more promising")


@claims(r"Each of ([\d,]+) moves? gets (-?\d+)\.", "divide")
def _each(checker: Checker, step: Step, moves: str, share: str) -> None:
    budget, count, _each = step.items
    need(read(moves) == count, "another number of moves")
    expected = budget - count if step.reason == "root" else (budget - count) // count
    need(int(share) == expected, "each gets another share")


@claims(r"(At the root the budget is not divided|The budget is divided): (.+)\.", "divide")
@claims(r"(\(.+): the node is scored\.", "divide")
def _sum(checker: Checker, step: Step, how: str, shown: str = "") -> None:
    budget, count, each = (int(item) for item in step.items)
    root = f"{budget} - {count} = {budget - count}"
    divided = f"({budget} - {count}) // {count} = {(budget - count) // count}"
    if how.startswith("("):
        need(how == divided and each < 0, "it is not scored by that sum")
    else:
        need(shown == (root if how.startswith("At") else divided), f"{shown} is not the sum")
        need((step.reason == "root") == how.startswith("At"), "the root alone is not divided")


@claims(r"The budget ([\d,]+) is too small for ([\d,]+) moves?\.", "divide")
def _small(checker: Checker, step: Step, budget: str, moves: str) -> None:
    need(read(budget) == step.items[0] and read(moves) == step.items[1], "another budget, or other moves")
    need(step.items[0] < step.items[1], "it is not too small")


@claims(r"(The .+?) is worth (.+) by (.+)\.", "value")
def _worth_by(checker: Checker, step: Step, place: str, value: str, move: str) -> None:
    checker.at_place(place, step.node)
    checker.worth(value, step)
    checker.moved(move, step.child)
    need(checker.trace.parents[step.child] == step.node, "that is no move of this node")
    _best_of(checker, step)


def _best_of(checker: Checker, step: Step) -> None:
    """A node's value is that of its best child, within the window where the search fails hard."""
    visit, search = checker.now.visits[step.node], checker.head.search
    if visit.value is None or search == "deepening":
        return
    expected = float(visit.value.value or 0)
    if checker.head.options.get("fail") == "hard":
        expected = _clamped(checker, step.node, expected)
    need(near(float(step.value or 0), expected), "that is not the value of its best move")


def _clamped(checker: Checker, node: int, value: float) -> float:
    visit, parent = checker.now.visits[node], checker.trace.parents[node]
    above = checker.now.visits[parent] if parent >= 0 else None
    if above is None:
        return value
    return min(value, above.beta) if checker.own(node) else max(value, above.alpha) if visit else value


@claims(r"(The .+?) is worth (.+)\.", "leaf", "value", "table")
def _worth(checker: Checker, step: Step, place: str, value: str) -> None:
    checker.at_place(place, step.node)
    checker.worth(value, step)
    if step.kind == "value":
        need(step.child < 0, "its best move is not named")


@claims(r"The search looks no further: this is the static value\.", "leaf", "table")
@claims(r"The budget allows no further look: this is the static value\.", "leaf", "table")
@claims(r"Only its static value is looked at\.", "leaf", "table")
def _static(checker: Checker, step: Step) -> None:
    need(step.reason in ("horizon", "budget", "static"), "this is no static value")
    need(checker.trace.movers[step.node] >= 0 or step.reason == "static", "the game is over here")


@claims(r"Move (\S.*?) is the best so far: (.+)\.", "best")
def _best(checker: Checker, step: Step, move: str, value: str) -> None:
    checker.moved(move, step.child)
    checker.worth(value, step)
    _came_back(checker, step)


@claims(r"Move (\S.*?) improves nothing: (.+)\.", "worse")
def _worse(checker: Checker, step: Step, move: str, value: str) -> None:
    checker.moved(move, step.child)
    checker.worth(value, step)
    _came_back(checker, step)
    best = checker.now.visits[step.node].value
    if best is not None:
        better = checker.seen_from(step.node, step) > checker.seen_from(step.node, best)
        need(not better, "it is better than the best so far")


def _came_back(checker: Checker, step: Step) -> None:
    """The value at a node is what its child was worth."""
    need(checker.trace.parents[step.child] == step.node, "that is no move of this node")
    done = checker.now.done.get(step.child)
    if done is not None:
        own, child = checker.seen_from(step.node, step), checker.seen_from(step.node, done)
        need(near(float(own), float(child)), "another value came back")


@claims(r"(.+) chooses at (the .+)\.", "best")
def _chooses(checker: Checker, step: Step, name: str, place: str) -> None:
    need(name == checker.name(step.node), f"{name} does not choose here")
    checker.at_place(place, step.node)


@claims(r"The best so far for (.+?) stays (.+)\.", "worse")
def _stays(checker: Checker, step: Step, name: str, move: str) -> None:
    need(name == checker.name(step.node), f"{name} does not choose here")
    checker.moved(move, checker.now.visits[step.node].best)


@claims(r"(.+) has found nothing better than the bound yet\.", "worse")
def _nothing_yet(checker: Checker, step: Step, name: str) -> None:
    need(name == checker.name(step.node), f"{name} does not choose here")
    need(checker.now.visits[step.node].best < 0, "something was found")


@claims(r"(Alpha rises|Beta falls) to (.+)\.", "bound")
def _moves(checker: Checker, step: Step, how: str, bound: str) -> None:
    visit = checker.now.visits[step.node]
    alpha = how.startswith("Alpha")
    need(alpha == checker.own(step.node), "that bound belongs to the other side")
    need(visit.alpha > visit.before[0] if alpha else visit.beta < visit.before[1], "that bound did not move")
    checker.same(bound, visit.alpha if alpha else visit.beta)


@claims(r"(.+?) can choose (.+) here, which makes this node worth at (least|most) that for (.+)\.", "bound")
def _makes(checker: Checker, step: Step, name: str, move: str, which: str, side: str) -> None:
    need(name == checker.name(step.node), f"{name} does not choose here")
    checker.moved(move, step.child)
    need((which == "least") == checker.own(step.node), "the bound is of the other kind")
    need(side == checker.head.seats[checker.head.seat], "that is not whose view it is")


@claims(r"Nothing is cut: there is no (alpha|beta) yet\.", "test")
def _no_bound(checker: Checker, step: Step, which: str) -> None:
    visit = checker.now.visits[step.node]
    need(math.isinf(visit.alpha if which == "alpha" else visit.beta), f"there is an {which}")


@claims(r"Nothing is cut: alpha (.+) is below beta (.+)\.", "test")
def _below(checker: Checker, step: Step, alpha: str, beta: str) -> None:
    visit = checker.now.visits[step.node]
    need(visit.alpha < visit.beta, "alpha is not below beta")
    checker.same(alpha, visit.alpha)
    checker.same(beta, visit.beta)


def left(checker: Checker, node: int) -> tuple[int, ...]:
    """The moves of a node that were not tried yet, by index."""
    visit = checker.now.visits[node]
    seen = {checker.trace.indices[each] for each in visit.tried}
    return tuple(index for index in visit.order if index not in seen)


@claims(r"Still to be looked at: (.+)\.", "test")
def _still(checker: Checker, step: Step, moves: str) -> None:
    need(moves == checker.named(step.node, left(checker, step.node)), "other moves are left")


@claims(r"Cut: ([\d,]+) moves? (?:is|are) not looked at\.", "cut")
def _cut(checker: Checker, step: Step, count: str) -> None:
    need(read(count) == len(left(checker, step.node)), "another number of moves is left")


@claims(
    r"(.+): (alpha|beta) has (passed|reached) (alpha|beta): (.+?) (?:does so well|holds the value so low) here that "
    r"the other side, which has something (better|as good) (?:for itself )?above, (.+?) \((.+) ([=>]) (.+)\)\.", "cut",
)  # fmt: skip
def _crossed(
    checker: Checker, step: Step, moves: str, one: str, how: str, other: str, name: str, than: str, what: str,
    alpha: str, sign: str, beta: str,
) -> None:  # fmt: skip
    visit, node = checker.now.visits[step.node], step.node
    need(moves == checker.named(node, left(checker, node)), "other moves are left")
    need(one == ("alpha" if checker.own(node) else "beta") and other != one, "it is the other bound that moved")
    need(name == checker.name(node), f"{name} does not move here")
    need(visit.alpha >= visit.beta, "the bounds have not met")
    checker.same(alpha, visit.alpha)
    checker.same(beta, visit.beta)
    above, here = checker.above(node), visit.alpha if checker.own(node) else visit.beta
    equal = above == here
    need(equal or (above < here) == checker.own(node), "the other side has nothing as good above")
    need(equal == (than == "as good") == (how == "reached") == (sign == "="), f"what it has above is not {than}")
    need(("gains nothing" in what) == equal, "that is not why it will not come to this")


@claims(r"(.+): nothing can be better than what was found(?: \(.+\))?\.", "cut")
def _utmost(checker: Checker, step: Step, moves: str) -> None:
    need(moves == checker.named(step.node, left(checker, step.node)), "other moves are left")
    best = checker.now.visits[step.node].value
    need(best is not None and abs(float(best.value or 0)) >= 1, "something could be better")


@claims(r"Looking further cannot change this\.", "value")
def _settled(checker: Checker, step: Step) -> None:
    need(step.closed, "looking further could change this")


@claims(r"It rests on static values at the horizon\.", "value")
def _rests(checker: Checker, step: Step) -> None:
    need(not step.closed and checker.now.visits[step.node].estimated, "it rests on ends alone")


FILED = {
    "is open": "open", "is finished": "finished", "has a ceiling": "ceiling", "sleeps": "asleep", "wakes": "woken",
    "is deleted": "deleted", "loses": "losing", "is deleted at once": "dropped", "is left unfinished": "stopped",
}  # fmt: skip
WHY_FILED = {
    "Its value is limited by the horizon, so it will be searched again.": "open",
    "This is its static value: nothing was searched yet.": "open",
    "Everything below it was seen to the end; it is never searched again.": "finished",
    "The other side has a finished reply that holds it to this, whatever else is below.": "ceiling",
    "Its ceiling does not beat the best move, so it need not be searched.": "asleep",
    "The best move has sunk below its ceiling, so it is searched again.": "woken",
    "A finished move reaches its ceiling, so it can never be needed again.": "deleted",
    "It leads to the worst there is; the longest resistance is remembered.": "losing",
    "Its ceiling does not beat the finished move, so it can never be needed.": "dropped",
    "The search was stopped here, and what it saw of this move is not used.": "stopped",
}


@claims(r"Move (\S.*?) (" + "|".join(sorted(FILED, key=len, reverse=True)) + r")(?:: (.+))?\.", "file")
def _filed(checker: Checker, step: Step, move: str, how: str, value: str | None) -> None:
    checker.moved(move, step.node)
    need(FILED[how] == step.reason, f"it is not true that it {how}")
    if value is not None:
        checker.worth(value, step)


@claims("(" + "|".join(map(re.escape, WHY_FILED)) + ")", "file")
def _why_filed(checker: Checker, step: Step, why: str) -> None:
    need(WHY_FILED[why] == step.reason, "that is not why")
    now, value = checker.now, float(step.value or 0)
    if step.reason == "open":
        need((checker.trace.steps[checker.at - 2].kind in ("file", "children")) == why.startswith("This"), "not so")
    best = now.open_best if now.open_best is not None else now.finished_best
    if step.reason == "asleep":
        need(best is not None and value <= best, "its ceiling beats the best move")
    if step.reason == "woken":
        need(now.open_best is None or value > now.open_best, "its ceiling does not beat the best move")
    if step.reason in ("deleted", "dropped"):
        need(now.finished_best is not None and value <= now.finished_best, "no finished move reaches its ceiling")


@claims(r"From (the .+?) go to (.+), which has the highest bound\.", "select")
def _go(checker: Checker, step: Step, place: str, move: str) -> None:
    checker.at_place(place, step.node)
    checker.moved(move, step.child)
    bounds = {int(step.items[at]): step.items[at + 3] for at in range(0, len(step.items), 4)}
    need(bounds[checker.trace.indices[step.child]] == max(bounds.values()), "another bound is higher")


@claims(
    r"((?:.+? [\d,]+ visits, mean .+?, bound .+?; )*.+? [\d,]+ visits, mean .+?, bound .+?(?:; and ([\d,]+) more)?)\.",
    "select",
)
def _rows(checker: Checker, step: Step, told: str, more: str | None) -> None:
    rows = [step.items[at : at + 4] for at in range(0, len(step.items), 4)]
    parts = re.sub(r"; and [\d,]+ more$", "", told).split("; ")
    need(len(rows) - len(parts) == (read(more) if more else 0), "another number of moves")
    guided = checker.head.search == "puct"
    need(len(step.values) == (len(rows) if guided else 0), "another number of shares")
    for place, (part, (index, _visits, mean, bound)) in enumerate(zip(parts, rows, strict=False)):
        match = re.fullmatch(r"(.+) ([\d,]+) visits, mean (.+?)(?:, share (\S+))?, bound (.+)", part)
        need(match, f"{part} is no row")
        assert match is not None
        need(match[1] == checker.trace.families[step.node][int(index)], f"{match[1]} is not the move")
        child = checker.trace.child(step.node, int(index))
        counted = checker.now.counted.get(child, 0)
        need(read(match[2]) == counted, f"{part}: another number of visits")
        if counted:
            checker.same(match[3], checker.now.sums[child][checker.mover(step.node)] / counted)
        if guided:
            share, parent = (
                step.values[place],
                1 + sum(checker.now.counted.get(each, 0) for each in below(checker, step)),
            )
            checker.same(match[4], share)
            added = checker.head.options["curiosity"] * share * math.sqrt(parent) / (1 + counted)
            need(abs(mean + added - bound) < _ROUNDED, f"{part}: that is no sum of the mean and what is added")
        checker.bound(match[5], bound)


_ROUNDED = 1e-4


def below(checker: Checker, step: Step) -> list[int]:
    """The nodes of a step's children, as far as they were met."""
    found = [checker.trace.child(step.node, index) for index in range(len(checker.trace.families[step.node]))]
    return [child for child in found if child >= 0]


@claims(r"A game is played from here to its end: (.+)\.", "playout")
def _played(checker: Checker, step: Step, value: str) -> None:
    checker.worth(value, step)


@claims(r"It took ([\d,]+) moves?\.", "playout")
def _took(checker: Checker, step: Step, moves: str) -> None:
    need(read(moves) == step.number, "it took another number of moves")


@claims(r"(The .+?) has ([\d,]+) visits?; its mean is (.+)\.", "backup")
def _mean(checker: Checker, step: Step, place: str, visits: str, value: str) -> None:
    checker.at_place(place, step.node)
    counted = checker.now.counted[step.node]
    need(read(visits) == counted, "it has another number of visits")
    checker.worth(value, step)
    means = [each / counted for each in checker.now.sums[step.node]]
    need(all(near(a, b) for a, b in zip(means, step.values, strict=True)), "that is not the mean")


@claims(r"When (?:after (.+) also )?(.+) is really made, its node becomes the root: (.+)\.", "keep")
def _kept(checker: Checker, step: Step, before: str | None, move: str, value: str) -> None:
    checker.moved(move, step.node)
    line = list[str]()
    above = checker.trace.parents[step.node]
    while above > 0:
        line.insert(0, checker.trace.moves[above])
        above = checker.trace.parents[above]
    need((before or "") == ", ".join(line), "other moves were made before")
    checker.worth(value, step)


@claims(r"The tree is kept: ([\d,]+) nodes? (?:is|are) known below it, and nothing is searched again\.", "keep")
def _known(checker: Checker, step: Step, count: str) -> None:
    need(read(count) == checker.below(step.node), "another number of nodes is below it")


@claims(r"Iteration (\d+) is finished\.(?: Move (.+) is its choice: (.+)\.)?", "finished")
def _finished(checker: Checker, step: Step, number: str, move: str | None, value: str | None) -> None:
    need(int(number) == checker.now.iteration, "another iteration is finished")
    if move is not None and value is not None:
        checker.moved(move, step.child)
        checker.worth(value, step)
        known = checker.now.filed.get(step.child) or checker.now.done[0]
        need(near(float(step.value or 0), float(known.value or 0)), "its value is another")


@claims(r"The search is stopped\.", "stop")
def _stopped(checker: Checker, step: Step) -> None:
    need(checker.trace.steps[-1].kind == "answer", "it goes on")


@claims(r"([\d,]+) nodes? (?:was|were) entered\.", "stop")
def _entered(checker: Checker, step: Step, count: str) -> None:
    need(read(count) == checker.now.entered, "another number was entered")


@claims(r"The choice is (.+): (.+)\.", "answer")
def _choice(checker: Checker, step: Step, move: str, value: str) -> None:
    checker.moved(move, step.child)
    checker.worth(value, step)
    search, now = checker.head.search, checker.now
    if search == "mtdf":
        need(near(float(step.value or 0), now.limits[0]) and now.limits[0] >= now.limits[1], "the limits are others")
    elif search in (*CUTTING, "minimax", "negamax", "maxn", "tortoise", "budget", "budget_maxn"):
        need(now.visits[0].best == step.child, "another move was the best")
    elif search == "deepening":
        need(near(float(step.value or 0), float(now.filed[step.child].value or 0)), "its value is another")
    elif search == "mcts":
        most = max(now.counted[each] for each in range(len(checker.trace.parents)) if checker.trace.parents[each] == 0)
        need(now.counted[step.child] == most, "another move was visited more")


@claims(r"The line: (.+?)\.( This is final\.)?", "answer")
def _line(checker: Checker, step: Step, moves: str, final: str | None) -> None:
    node, texts = 0, []
    for index in step.items:
        if node not in checker.trace.families:
            break
        texts.append(checker.trace.families[node][int(index)])
        node = checker.trace.child(node, int(index))
    need(moves == ", ".join(texts), "that is not the line")
    need(step.closed or not final, "it is not final")


@claims(r"This is final\.", "answer")
def _final(checker: Checker, step: Step) -> None:
    need(step.closed, "it is not final")


@claims(r"There is nothing to choose\.", "answer")
def _nothing(checker: Checker, step: Step) -> None:
    need(step.child < 0, "there is something to choose")
