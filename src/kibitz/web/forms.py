"""Forms: the controls of a question from the fields of its request, and the arguments that a form sends back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from litestar.datastructures import FormMultiDict, UploadFile
from msgspec import Struct, inspect

from kibitz.app.request_parsing import RequestField, request_fields, settle_link_version
from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.question import Request

SAMPLE_FIELD = "kibitz-sample"
"""Name of the button that runs the example of the question."""
MAX_SEGMENTS = 4
"""Most choices shown side by side; more of them become a drop-down list."""


class Control(Struct, frozen=True, kw_only=True):
    """One field of a form. ``kind`` is ``number``, ``chance``, ``chances`` (one per player), ``segments``,
    ``select``, ``check``, ``file``, ``files``, ``text`` or ``area``."""

    kind: str
    name: str
    label: str
    hint: str = ""
    value: str = ""
    values: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    required: bool = False


def controls(kind: type[Request], values: Mapping[str, object]) -> list[Control]:
    """The controls of a request with these values; a field without a value shows its default."""
    return [
        _control(field, values.get(field.option, values.get(field.name))) for field in request_fields(kind).values()
    ]


def _control(field: RequestField, given: object) -> Control:
    held = given if given is not None else None if field.required else msgspec.to_builtins(field.default)
    many = held if isinstance(held, list | tuple) else [] if held in (None, "") else [held]
    texts = tuple(_plain_text(each) for each in many if not isinstance(each, dict))
    choices: tuple[str, ...] = ()
    metavar = str(field.extra.get("metavar", ""))
    match field.type:
        case inspect.StrType() if metavar == "CHANCE":
            kind = "chance"
        case inspect.TupleType() if metavar == "CHANCE...":
            kind = "chances"
        case inspect.BoolType():
            kind = "check"
            texts = ("true",) if held in (True, "true", "on", "1") else ()
        case inspect.FloatType(ge=0, le=1):
            kind = "chance"
        case inspect.IntType() | inspect.FloatType():
            kind = "number"
        case inspect.LiteralType(values=named):
            choices = tuple(str(each) for each in named)
            kind = "segments" if len(choices) <= MAX_SEGMENTS else "select"
        case inspect.EnumType(cls=cls):
            choices = tuple(str(member.value) for member in cls)
            kind = "segments" if len(choices) <= MAX_SEGMENTS else "select"
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
        kind = "segments" if len(choices) <= MAX_SEGMENTS else "select"
    return Control(
        kind=kind,
        name=field.option,
        label=field.label,
        hint=field.page_help,
        value=texts[0] if texts else "",
        values=texts,
        choices=choices,
        required=field.required,
    )


def _plain_text(value: object) -> str:
    """A value as a person would type it: 1900, not 1900.0."""
    return f"{value:.0f}" if isinstance(value, float) and value.is_integer() and abs(value) < 1e15 else str(value)


def locate_error(kind: type[Request], sentence: str) -> tuple[str, str]:
    """The field that an error is about, or "", and the sentence with the label of the field in place of its name."""
    name, colon, rest = sentence.partition(": ")
    for field in request_fields(kind).values():
        if colon and name in (field.option, field.name):
            return field.option, f"{field.label}: {rest}"
    return "", sentence


def parse_pairs(kind: type[Request], pairs: Iterable[tuple[str, str]]) -> dict[str, object]:
    """Arguments by name from a form or a link, also by old names. Empty fields are skipped, repeated ones are lists."""
    result: dict[str, object] = {}
    fields = request_fields(kind).values()
    flags = {field.option for field in fields if isinstance(field.type, inspect.BoolType)}
    renamed = {field.old_option: field.option for field in fields}
    for key, value in pairs:
        name = renamed.get(key, key)
        if value.strip() == "" and name not in flags:
            continue
        held = result.get(name)
        # Each checkbox has a hidden "false" before it, so that an empty box sends "false".
        if held is None or name in flags:
            result[name] = value
        else:
            result[name] = [*held, value] if isinstance(held, list) else [held, value]
    return settle_link_version(kind, result)


async def parse_form(kind: type[Request], data: FormMultiDict) -> tuple[dict[str, object], str]:
    """Arguments by name from a form that may carry files, as plain JSON values, and the names of its files."""
    texts: list[tuple[str, str]] = []
    files: dict[str, list[Document]] = {}
    for key, value in data.multi_items():
        if isinstance(value, UploadFile):
            document = await read_upload(value)
            if document.data:
                files.setdefault(key, []).append(document)
            elif value.filename:
                raise InputError(f"{key}: {document.name} is empty; choose another file")
        else:
            texts.append((key, str(value)))
    values = parse_pairs(kind, texts)
    single = {control.name for control in controls(kind, {}) if control.kind == "file"}
    for key, documents in files.items():
        values[key] = documents[0] if key in single else documents
    named = ", ".join(each.name for documents in files.values() for each in documents)
    return {key: to_plain_json(value) for key, value in values.items()}, named


async def read_upload(file: UploadFile) -> Document:
    """An uploaded file; its name is stripped of anything that could be a path."""
    label = "".join(c for c in file.filename if c.isprintable() and c not in "/\\")[:200] or "file"
    return Document(name=label, data=await file.read())


def to_plain_json(value: object) -> object:
    """A value as plain JSON; text documents as text, so that they can be read again."""
    if isinstance(value, list):
        return [to_plain_json(each) for each in value]
    if isinstance(value, Document):
        try:
            return {"name": value.name, "text": value.content.decode()}
        except UnicodeDecodeError:
            from base64 import b64encode

            return {"name": value.name, "data": b64encode(value.data).decode()}
    return value
