"""The form of a question, made from the fields of its request; and what a form sends back, as arguments by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from msgspec import Struct, inspect

from kibitz.app.reading import Field, fields
from kibitz.core.document import Document
from kibitz.core.question import Request

FEW = 4
"""Choices that stand side by side; more of them are a list to open."""


class Control(Struct, frozen=True, kw_only=True):
    """One field as the page shows it. ``kind`` is ``number``, ``chance``, ``segments``, ``select``, ``check``,
    ``file``, ``files``, ``text`` or ``area``."""

    kind: str
    name: str
    label: str
    hint: str = ""
    value: str = ""
    values: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    required: bool = False


def controls(kind: type[Request], values: Mapping[str, object]) -> list[Control]:
    """The controls of a request with the values given; a field that was not given shows its default."""
    return [_control(field, values.get(field.option, values.get(field.name))) for field in fields(kind).values()]


def _control(field: Field, given: object) -> Control:
    held = given if given is not None else None if field.required else msgspec.to_builtins(field.default)
    many = held if isinstance(held, list | tuple) else [] if held in (None, "") else [held]
    texts = tuple(str(each) for each in many if not isinstance(each, dict))
    choices: tuple[str, ...] = ()
    match field.type:
        case inspect.BoolType():
            kind = "check"
            texts = ("true",) if held in (True, "true", "on", "1") else ()
        case inspect.FloatType(ge=0, le=1):
            kind = "chance"
        case inspect.IntType() | inspect.FloatType():
            kind = "number"
        case inspect.LiteralType(values=named):
            choices = tuple(str(each) for each in named)
            kind = "segments" if len(choices) <= FEW else "select"
        case inspect.EnumType(cls=cls):
            choices = tuple(str(member.value) for member in cls)
            kind = "segments" if len(choices) <= FEW else "select"
        case inspect.StructType(cls=cls) if cls is Document:
            kind = "file"
        case inspect.VarTupleType(item_type=inspect.StructType()):
            kind = "files"
        case inspect.TupleType() | inspect.VarTupleType():
            kind = "text"
            texts = (", ".join(texts),)
        case inspect.StrType(max_length=most) if (most or 10**6) > 1000:
            kind = "area"
        case _:
            kind = "text"
    if not field.required and choices and field.default is None:
        choices = ("", *choices)
    label = field.option.replace("-", " ")
    return Control(
        kind=kind,
        name=field.option,
        label=label[0].upper() + label[1:],
        hint=field.help,
        value=texts[0] if texts else "",
        values=texts,
        choices=choices,
        required=field.required,
    )


def arguments(kind: type[Request], pairs: Iterable[tuple[str, str]]) -> dict[str, object]:
    """Arguments by name from what a form or a link sends: empty fields are left out, repeated ones are lists."""
    found: dict[str, object] = {}
    flags = {field.option for field in fields(kind).values() if isinstance(field.type, inspect.BoolType)}
    for name, value in pairs:
        if value.strip() == "" and name not in flags:
            continue
        held = found.get(name)
        # A checkbox sends a hidden "false" before it, so that a box without a tick says no.
        if held is None or name in flags:
            found[name] = value
        else:
            found[name] = [*held, value] if isinstance(held, list) else [held, value]
    return found
