"""What Tak offers before a search: a forced win that is proven by threats, as a choice."""

from __future__ import annotations

import random
from typing import Any

from game.core.bot import Choice, Limits, Report
from game.core.game import KernelGame
from game.knowledge.tak import evaluation, tinue
from game.rules.tak.position import TakPosition

USUAL_NODES = 200_000
"""What proving may visit where no limit says less: it takes about a tenth of a second."""
NODES_PER_SECOND = 200_000
_SHARE = 8


def proving_nodes(limits: Limits) -> int:
    """The positions that may be visited to prove a win before a search within the same limits; 0 is none at all."""
    if limits.nodes is None and limits.seconds is None and limits.depth is not None:
        return 0
    most = USUAL_NODES if limits.seconds is None else int(limits.seconds * NODES_PER_SECOND)
    return most if limits.nodes is None else min(most, limits.nodes // _SHARE)


def advise(
    game: KernelGame[TakPosition],
    position: TakPosition,
    limits: Limits,
    rng: random.Random,
    report: Report,
    memory: dict[str, Any] | None,
) -> Choice | None:
    """The first move of a proven win, or None. A search whose depth alone is limited is left to itself."""
    most = proving_nodes(limits)
    if most == 0 or position.ply < 2:
        return None
    proof = tinue.find(game, position, Limits(nodes=most, expired=limits.expired))
    if proof is None:
        return None
    texts, here = list[str](), position
    for move in proof.line:
        texts.append(game.move_text(here, move))
        here = game.play(here, move)
    terms = [
        {"title": term.title, "value": term.value, "help": term.help}
        for term in evaluation.terms_for_people(position, position.ply & 1)
    ]
    told: dict[str, Any] = {"value": 1.0, "kind": "exact", "outcome": "win", "unit": game.spec.unit}
    details = {"terms": terms, "lines": [{**told, "line": texts}], "deepest": len(texts)}
    return Choice(texts[0], **told, line=tuple(texts), nodes=proof.nodes, depth=len(texts), details=details)
