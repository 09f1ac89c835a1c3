"""The OpenAPI 3.1 description of every question, from the types of the catalogue.

msgspec describes the types. What generators of clients cannot read is written in a simpler way: classes have short
names, tuples are lists of a fixed length, and a default that its own schema refuses is left out.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import msgspec

from kibitz.app.catalogue import ENTRIES, GROUPS, request_type
from kibitz.app.request_parsing import example_arguments, parse_request, request_fields
from kibitz.core.question import Request
from kibitz.version import __version__

SCHEMAS = "#/components/schemas/"
ERRORS = {
    "400": "Invalid input: one sentence says what to change.",
    "413": "The body is too large.",
    "422": "The question cannot be answered; one sentence says why.",
    "429": "The server is busy; ask again later.",
}
"""The statuses of errors. All have the same body."""


@cache
def openapi_document() -> str:
    """OpenAPI 3.1 description of every question: arguments, answer, example and errors."""
    kinds = {entry: request_type(entry.path) for entry in ENTRIES}
    types: list[Any] = [*kinds.values(), *(kind.answer_type() for kind in kinds.values())]
    schemas, components = msgspec.json.schema_components(types, ref_template=SCHEMAS + "{name}")
    short = short_names(components)
    references = [short[schema["$ref"].removeprefix(SCHEMAS)] for schema in schemas]
    paths = {}
    for (entry, kind), request, answer in zip(
        kinds.items(), references[: len(kinds)], references[len(kinds) :], strict=True
    ):
        body = {"schema": {"$ref": SCHEMAS + request}, "example": example_body(kind)}
        responses: dict[str, object] = {
            "200": {
                "description": "The answer.",
                "content": {"application/json": {"schema": {"$ref": SCHEMAS + answer}}},
            }
        }
        paths[f"/api/{entry.group}/{entry.name}"] = {
            "post": {
                "operationId": entry.path.replace(".", "_").replace("-", "_"),
                "tags": [entry.group],
                "summary": entry.title,
                "description": (kind.__doc__ or "").strip(),
                "requestBody": {"required": True, "content": {"application/json": body}},
                "responses": responses | {code: {"$ref": f"#/components/responses/Error{code}"} for code in ERRORS},
            }
        }
    error = {"type": "object", "required": ["error"], "properties": {"error": {"type": "string"}}}
    content = {"application/json": {"schema": {"$ref": f"{SCHEMAS}Error"}}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "kibitz", "version": __version__, "description": "Decisions in games of skill."},
        "servers": [{"url": "/", "description": "The web app that serves this description."}],
        "tags": [{"name": name, "description": group.line} for name, group in GROUPS.items()],
        "paths": paths,
        "components": {
            "schemas": {
                short[name]: {**simplify(schema, short), "title": short[name]} for name, schema in components.items()
            }
            | {"Error": error},
            "responses": {f"Error{code}": {"description": words, "content": content} for code, words in ERRORS.items()},
        },
    }
    return json.dumps(document)


def example_body(kind: type[Request]) -> dict[str, object]:
    """The example of a question with its fields by name, as the types of the request have them."""
    example = example_arguments(kind)
    plain: dict[str, object] = msgspec.to_builtins(parse_request(kind, example))
    return {name: plain[name] for name, field in request_fields(kind).items() if field.option in example}


def short_names(names: Any) -> dict[str, str]:
    """A short name for each class: its own, with the package before it if several classes have it.

    ``kibitz.games.x.answers.final.FinalAnswer`` becomes ``XFinalAnswer`` if another game has a ``FinalAnswer`` too.
    """
    result = {}
    for name in names:
        parts = name.removeprefix("kibitz.games.").removeprefix("kibitz.").split(".")
        result[name] = re.sub(r"\W", "", parts[0].title() + parts[-1] if len(parts) > 1 else name)
    if len(set(result.values())) < len(result):
        raise ValueError("two classes of one package have the same name")
    return result


def simplify(schema: Any, names: dict[str, str]) -> Any:
    """A schema with short names, tuples as lists of a fixed length, and no default that it refuses itself."""
    if isinstance(schema, list):
        return [simplify(each, names) for each in schema]
    if not isinstance(schema, dict):
        return schema
    result = {
        key: value if key in ("default", "example", "examples", "enum", "const") else simplify(value, names)
        for key, value in schema.items()
    }
    if isinstance(result.get("$ref"), str):
        result["$ref"] = SCHEMAS + names[result["$ref"].removeprefix(SCHEMAS)]
    mapping = result.get("discriminator", {}).get("mapping") if isinstance(result.get("discriminator"), dict) else None
    if mapping:
        result["discriminator"]["mapping"] = {
            tag: SCHEMAS + names[reference.removeprefix(SCHEMAS)] for tag, reference in mapping.items()
        }
    if isinstance(result.get("prefixItems"), list):
        items = list({json.dumps(each, sort_keys=True): each for each in result.pop("prefixItems")}.values())
        result["items"] = items[0] if len(items) == 1 else {"anyOf": items}
    if "default" in result and not _accepts_default(result):
        del result["default"]
    return result


def _accepts_default(schema: dict[str, Any]) -> bool:
    """Whether the default of a schema is one of its values; some questions use an empty one for "not given"."""
    default = schema["default"]
    if isinstance(default, list | tuple):
        return len(default) >= int(schema.get("minItems", 0))
    if isinstance(default, str):
        return re.search(schema.get("pattern", ""), default) is not None and len(default) >= int(
            schema.get("minLength", 0)
        )
    return True
