"""The description of the interface, as OpenAPI at ``/api/openapi.json`` and for people at ``/api``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, jsonify, render_template

from plyground.core.messages import _
from plyground.web.addresses import Here
from plyground.web.bots_api.description import ABOUT, ORIGINS, VERSION, example, openapi
from plyground.web.bots_api.operations import OPERATIONS, PUBLIC, REFUSALS, Operation
from plyground.web.bots_api.schemas import SCHEMAS, Schema

_TYPES = {
    "string": _("text"),
    "integer": _("whole number"),
    "number": _("number"),
    "boolean": _("true or false"),
    "object": _("object"),
    "array": _("list"),
}


@dataclass(frozen=True)
class Row:
    """A field as the page has it: ``kind`` is a word, ``shape`` the name of its shape, or of that of its entries."""

    name: str
    kind: str
    shape: str
    values: tuple[str, ...]
    needed: bool
    or_null: bool
    bounds: str
    says: str


def rows(schema: Schema) -> Iterator[Row]:
    """The fields of an object."""
    for name, field in schema.get("properties", {}).items():
        yield row(name, field, name in schema.get("required", ()))


def row(name: str, field: Schema, needed: bool) -> Row:
    """One of them, or a value in an address."""
    or_null = "anyOf" in field or "null" in field.get("type", ())
    inner = field["anyOf"][0] if "anyOf" in field else field
    kind = inner.get("type", "object")
    kind = kind[0] if isinstance(kind, list) else kind
    named = inner.get("items", inner).get("$ref", "").rpartition("/")[2]
    bounds = " ".join(
        f"{sign} {inner[bound]:,}"
        for bound, sign in (("minimum", "≥"), ("maximum", "≤"), ("maxLength", "≤"))
        if inner.get(bound)
    )
    return Row(
        name, _TYPES[kind], named, tuple(inner.get("enum", ())), needed, or_null, bounds, inner.get("description", "")
    )


def command(operation: Operation, server: str) -> str:
    """How the operation is asked for in a shell."""
    words = ["curl"]
    if operation.method != "GET":
        words.append(f"-X {operation.method}")
    if operation.kind.endswith("ndjson"):
        words.append("--no-buffer")
    if operation.token:
        words.append('-H "Authorization: Bearer $TOKEN"')
    sample = example(operation)
    if sample is not None:
        words.append(f"-d '{json.dumps(sample, ensure_ascii=False)}'")
    path = (
        operation.path.replace("{", "$").replace("}", "").replace("$game", "$GAME").replace("$challenge", "$CHALLENGE")
    )
    return " ".join([*words, f'"{server}{path}"'])


def blueprint(here: Here) -> Blueprint:
    """Both."""
    shown = Blueprint("api_page", __name__)

    @shown.get("/api/openapi.json")
    def description() -> Response:
        return jsonify(openapi(here()))

    @shown.get("/api")
    def page() -> str:
        groups: dict[str, list[dict[str, Any]]] = {}
        for each in (*OPERATIONS, *PUBLIC):
            body = each.body if isinstance(each.body, str) else ""
            told = {
                "said": each,
                "command": command(each, here()),
                "parameters": [
                    (row(p.name, {"description": p.says, **p.schema}, p.where == "path"), p) for p in each.parameters
                ],
                "body": list(rows(SCHEMAS[body])) if body else [],
                "answer": each.answer if isinstance(each.answer, str) else "",
                "refused": each.refused_with(),
            }
            groups.setdefault(each.group, []).append(told)
        shapes = {name: list(rows(schema)) for name, schema in SCHEMAS.items()}
        return render_template(
            "api.html", groups=groups, shapes=shapes, schemas=SCHEMAS, version=VERSION, about=ABOUT, origins=ORIGINS,
            refusals=REFUSALS,
        )  # fmt: skip

    return shown
