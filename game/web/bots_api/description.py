"""The interface for programs as OpenAPI describes it, made from the table of operations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from plyground.core import registry
from plyground.core.messages import _
from plyground.web.bots_api.operations import (
    ACCOUNT,
    CHALLENGE,
    EVERYBODY,
    OPERATIONS,
    PLAY,
    PUBLIC,
    REFUSALS,
    Operation,
)
from plyground.web.bots_api.schemas import SCHEMAS, Schema, ref

VERSION = "1.0.0"
"""Of the interface: the first number rises when programs must be changed, the second when something is added."""

ABOUT = _(
    "Bots over the network play by HTTP and JSON; streams are newline-separated JSON. Moves, positions and bots of "
    "ours travel in the text forms of the command line."
)
ORIGINS = _(
    "Pages of other sites may use the addresses of /api/bot and below, and read this description: there the token in "
    "the header decides, and no cookie is looked at. Everything else, the making of a bot too, is for pages of this "
    "server, and for programs, which send no Origin. A token that stands in a page is everybody’s who sees the page."
)


def example(operation: Operation) -> dict[str, Any] | None:
    """A body that can be sent, None where there is none."""
    game, rules = next(iter(registry.games().items()))
    start = rules.initial()
    move = rules.move_text(start, rules.legal_moves(start)[0])
    samples: dict[str, dict[str, Any]] = {
        "make_bot": {"name": "Rover", "games": [game]},
        "make_challenge": {
            "game": game,
            "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}],
            "clock": {"kind": "game", "base": 300, "increment": 2},
        },
        "move": {"move": move, "ply": 0, "id": "my-first"},
        "draw": {"answer": "offer"},
        "takeback": {"answer": "accept"},
        "position": {"game": game, "moves": [move]},
    }
    return samples.get(operation.name)


def openapi(server: str) -> dict[str, Any]:
    """The description by OpenAPI 3.1; ``server`` is where this one is."""
    paths: dict[str, dict[str, Any]] = {}
    for each in (*OPERATIONS, *PUBLIC):
        paths.setdefault(each.path, {})[each.method.lower()] = _described(each)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Plyground", "version": VERSION, "description": f"{ABOUT}\n\n{ORIGINS}"},
        "servers": [{"url": server}],
        "tags": [{"name": group} for group in (ACCOUNT, CHALLENGE, PLAY, EVERYBODY)],
        "paths": paths,
        "components": {
            "schemas": SCHEMAS,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def shape(of: str | Mapping[str, Any]) -> Schema:
    """A shape, or the reference to that of a name."""
    return ref(of) if isinstance(of, str) else dict(of)


def _described(operation: Operation) -> dict[str, Any]:
    refused = {"application/json": {"schema": ref("Refusal")}}
    told: dict[str, Any] = {
        "operationId": operation.name,
        "tags": [operation.group],
        "summary": operation.summary,
        "responses": {
            str(operation.status): {
                "description": operation.summary,
                "content": {operation.kind: {"schema": shape(operation.answer)}},
            },
            **{
                str(status): {"description": REFUSALS[status], "content": refused}
                for status in operation.refused_with()
            },
        },
    }
    if operation.says:
        told["description"] = operation.says
    if operation.parameters:
        told["parameters"] = [
            {
                "name": each.name,
                "in": each.where,
                "description": each.says,
                "schema": each.schema,
                **({"required": True} if each.where == "path" else {}),
            }
            for each in operation.parameters
        ]
    if operation.body is not None:
        needed = operation.body != "Command"
        sample = example(operation)
        content = {"schema": shape(operation.body), **({"example": sample} if sample else {})}
        told["requestBody"] = {"required": needed, "content": {"application/json": content}}
    if operation.token:
        told["security"] = [{"token": []}]
    return told
