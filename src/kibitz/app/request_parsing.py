"""Parse command lines, JSON and links into requests. Invalid input raises one sentence.

The type and bounds of a field (`msgspec.Meta`) define its values, so errors, command help and schema all come from one
place. Numbers may be written in several ways (`kibitz.app.number_notation`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar, cast, get_type_hints

import msgspec
from msgspec import inspect

from kibitz.app.number_notation import parse_number, parse_share, parse_whole_number, split_numbers
from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.question import Request


class HasBrief(Protocol):
    """A value with a short form."""

    def brief(self) -> object:
        """The same without parts that are only given on request."""
        ...


Values: TypeAlias = Mapping[str, object]
RequestT = TypeVar("RequestT", bound=Request)

MAX_QUERY = 20_000
LINK_VERSION = 1
"""Version of the defaults that links leave out. Raise it with every changed default, and keep the former one below."""
FORMER_DEFAULTS: dict[int, dict[str, dict[str, object]]] = {}
"""Defaults that a version of links had and later ones do not: request type (module:class), field, former default."""
VERSION_ARGUMENT = "v"


class RequestField(NamedTuple):
    """One field of a request, as commands, pages and links need it."""

    name: str
    hint: Any
    """Its type, for `msgspec.convert`."""
    type: inspect.Type
    """Its type without ``None`` and without the wrapping of its bounds."""
    help: str
    example: object
    extra: Mapping[str, object]
    required: bool
    default: object

    @property
    def option(self) -> str:
        """Its name on the command line and in links."""
        return str(self.extra.get("option", self.name.replace("_", "-")))

    @property
    def label(self) -> str:
        """Its name on a page: ``label`` in the extra data of its `Meta`, or its option in words."""
        words = self.option.replace("-", " ")
        return str(self.extra.get("label", words[:1].upper() + words[1:]))

    @property
    def page_help(self) -> str:
        """Its help on a page: ``page_help`` in the extra data of its `Meta`, or that of the command."""
        return str(self.extra.get("page_help", self.help))

    @property
    def old_option(self) -> str:
        """An earlier spelling of the option that still works, or nothing."""
        return str(self.extra.get("formerly", ""))


@cache
def request_fields(kind: type[Request]) -> dict[str, RequestField]:
    """The fields of a request by name, in their order."""
    hints = get_type_hints(kind, include_extras=True)
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    result = {}
    for field in info.fields:
        type_, schema, extra = _unwrap(field.type)
        default = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
        result[field.name] = RequestField(
            field.name,
            hints[field.name],
            type_,
            str(schema.get("description", "")),
            next(iter(schema.get("examples", ())), None),
            extra,
            field.required,
            default,
        )
    return result


def _unwrap(kind: inspect.Type) -> tuple[inspect.Type, dict[str, Any], dict[str, Any]]:
    """A type without ``None`` and metadata, with its schema and extra data."""
    if isinstance(kind, inspect.Metadata):
        inner, schema, extra = _unwrap(kind.type)
        return inner, {**(kind.extra_json_schema or {}), **schema}, {**(kind.extra or {}), **extra}
    if isinstance(kind, inspect.UnionType):
        (inner,) = (each for each in kind.types if not isinstance(each, inspect.NoneType))
        return _unwrap(inner)
    return kind, {}, {}


def accepted_values(kind: inspect.Type) -> str:
    """The values of a field in words, to follow "must be"."""
    match kind:
        case inspect.Metadata() | inspect.UnionType():
            return accepted_values(_unwrap(kind)[0])
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType(ge=low, le=high):
            return f"a whole number{_between(low, high)}"
        case inspect.FloatType(ge=0, le=1):
            return "a number from 0 to 1, such as 0.7 or 70 %"
        case inspect.FloatType(gt=above, ge=low, le=high):
            return (
                f"a number above {above:g}" if above is not None and high is None else f"a number{_between(low, high)}"
            )
        case inspect.LiteralType(values=values):
            return "one of " + ", ".join(str(value) for value in values)
        case inspect.EnumType(cls=cls):
            return "one of " + ", ".join(str(member.value) for member in cls)
        case inspect.StructType() if kind.cls is Document:
            return "a file (inline: an object with name and text)"
        case inspect.TupleType(item_types=items):
            return f"{len(items)} values ({accepted_values(items[0])})"
        case inspect.VarTupleType(item_type=item, min_length=low, max_length=high):
            return f"a list{' of' + _between(low or 0, high)[5:] if high else ''} ({accepted_values(item)})"
        case inspect.StrType(max_length=limit):
            return f"text of at most {limit:,} characters" if limit else "text"
    return "something else"


def _between(low: float | None, high: float | None) -> str:
    if low is not None and high is not None:
        return f" from {low:,} to {high:,}"
    return f" from {low:,} up" if low is not None else f" up to {high:,}" if high is not None else ""


def _plain(kind: inspect.Type, value: object, extra: Mapping[str, object]) -> object:
    """Convert a text to the type of its field where possible."""
    kind = _unwrap(kind)[0]
    match kind:
        case inspect.TupleType() | inspect.VarTupleType():
            first = kind.item_types[0] if isinstance(kind, inspect.TupleType) else kind.item_type
            numbers = isinstance(_unwrap(first)[0], inspect.IntType | inspect.FloatType)
            if isinstance(value, list | tuple) and len(value) == 1 and numbers:
                value = value[0]  # all numbers in one argument
            if isinstance(value, str):
                value = split_numbers(value) if numbers else [part for part in value.split(",") if part.strip()]
            if not isinstance(value, list | tuple):
                value = [value]
            items = kind.item_types if isinstance(kind, inspect.TupleType) else (kind.item_type,) * len(value)
            return [_plain(item, each, extra) for item, each in zip(items, value, strict=False)] + list(
                value[len(items) :]
            )
        case inspect.IntType() if isinstance(value, str):
            value = parse_whole_number(value)
        case inspect.FloatType(ge=0, le=1) if isinstance(value, str):
            value = parse_share(value)
        case inspect.FloatType() if isinstance(value, str):
            value = parse_number(value)
        case inspect.BoolType() if isinstance(value, str):
            return {"true": True, "1": True, "": True, "false": False, "0": False}.get(value.lower(), value)
        case inspect.EnumType(cls=cls) if not isinstance(value, cls):
            return next((member.value for member in cls if str(member.value) == str(value)), value)
        case inspect.StrType() if isinstance(value, str) and value.startswith("\N{MINUS SIGN}"):
            return "-" + value[1:]  # a command's argument that begins with a negative number
        case inspect.StrType() if extra.get("number") and isinstance(value, int | float) and value is not True:
            return repr(value)
    if isinstance(kind, inspect.FloatType) and isinstance(value, int) and not isinstance(value, bool):
        return float(value) if abs(value) < 10**300 else value
    return value


def parse_request(kind: type[RequestT], values: Values) -> RequestT:
    """The request with these arguments by name; an `InputError` names the field, its values and the value given."""
    known = request_fields(kind)
    by_option = {field.old_option: name for name, field in known.items() if field.old_option}
    by_option |= {field.option: name for name, field in known.items()} | {name: name for name in known}
    arguments: dict[str, Any] = {}
    for key, value in values.items():
        name = by_option.get(key, by_option.get(key.replace("_", "-")))
        if name is None:
            import difflib

            near = difflib.get_close_matches(key, [field.option for field in known.values()], 1)
            hint = f"did you mean {near[0]}?" if near else f"use one of {', '.join(f.option for f in known.values())}"
            raise InputError(f"{' '.join(key[:40].split())}: unknown argument; {hint}")
        if value is not None:
            arguments[name] = _convert(known[name], value)
    for field in known.values():
        if field.required and field.name not in arguments:
            raise InputError(f"{field.option}: missing; {field.help.rstrip('.')}")
    return kind(**arguments)


def _convert(field: RequestField, value: object) -> object:
    try:
        plain = _plain(field.type, value, field.extra)
        result: object = msgspec.convert(plain, field.hint)
    except (
        msgspec.ValidationError,
        UnicodeEncodeError,
    ) as error:  # the latter for a lone surrogate in the text of a file
        if isinstance(error.__cause__, InputError):
            raise InputError(f"{field.option}: {error.__cause__}") from None
        raise _refuse(field, value) from None
    if _infinite(result):
        raise _refuse(field, value)
    return result


def _refuse(field: RequestField, value: object) -> InputError:
    """The error for a value that the field does not take: ``me: must be a whole number from 1 to 3, not 7``."""
    accepted = str(field.extra.get("accepts") or accepted_values(field.type)).removesuffix(",")
    return InputError(f"{field.option}: must be {accepted}, not {_quote_given(value)}")


def _infinite(value: object) -> bool:
    return (isinstance(value, float) and not abs(value) < float("inf")) or (
        isinstance(value, tuple) and any(_infinite(each) for each in value)
    )


def _quote_given(value: object) -> str:
    if isinstance(value, Document):
        return value.name
    if isinstance(value, list | tuple):
        value = " ".join(each.name if isinstance(each, Document) else str(each) for each in value)
    words = repr(value) if isinstance(value, str) else str(value)
    return words if len(words) <= 60 else words[:57] + "..."


def example_arguments(kind: type[Request]) -> dict[str, object]:
    """The example of a question: the examples of its fields. Required fields always have one."""
    return {f.option: f.example for f in request_fields(kind).values() if f.required or f.example is not None}


def from_query(kind: type[RequestT], query: str) -> RequestT:
    """The request of a link, ``scores=18400,14600,9000&me=2``; a link never carries a file."""
    if len(query) > MAX_QUERY:
        raise InputError(f"link: must have at most {MAX_QUERY:,} characters")
    from urllib.parse import parse_qsl

    values: dict[str, object] = {}
    for key, value in parse_qsl(query, keep_blank_values=True):
        if key in values:
            raise InputError(f"{' '.join(key[:40].split())}: give it only once in a link")
        values[key] = value
    return parse_request(kind, settle_link_version(kind, values))


def to_query(request: Request) -> str:
    """The link of a request: what differs from the defaults, and the version of these, so that old links keep their
    meaning."""
    from urllib.parse import urlencode

    pairs = {}
    settled = request.with_defaults()  # it also brings texts into their usual form
    for name, field in request_fields(type(request)).items():
        value = msgspec.to_builtins(getattr(settled, name))
        usual = not field.required and getattr(request, name) == field.default
        if usual or value is None or value == () or _is_document(field.type):
            continue
        pairs[field.option] = (
            ",".join(map(str, value))
            if isinstance(value, tuple)
            else (str(value).lower() if isinstance(value, bool) else value)
        )
    return urlencode({**pairs, VERSION_ARGUMENT: LINK_VERSION}, safe=",")


def settle_link_version(kind: type[Request], values: Mapping[str, object]) -> dict[str, object]:
    """The arguments of a link without its version; what it leaves out gets the defaults of that version. A link
    without a version spells out what it means."""
    result = dict(values)
    text = str(result.pop(VERSION_ARGUMENT, LINK_VERSION))
    version = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
    if not 1 <= version <= LINK_VERSION:
        raise InputError(f"v: this link was made by another version of kibitz ({text[:20]}); install the newest one")
    name = f"{kind.__module__}:{kind.__name__}"
    for passed in range(version, LINK_VERSION):  # the oldest wins: its default held when the link was made
        for field, value in FORMER_DEFAULTS.get(passed, {}).get(name, {}).items():
            result.setdefault(field, value)
    return result


def command_line(request: Request) -> list[str]:
    """The command line of a request, without defaults; files by name."""
    arguments, options = [], []
    for name, field in request_fields(type(request)).items():
        value = getattr(request, name)
        if not field.required and value == field.default:
            continue
        if _is_document(field.type):
            plain = [each.name for each in (value if isinstance(value, tuple) else (value,))]
        else:
            builtin = msgspec.to_builtins(value)
            plain = [str(each) for each in builtin] if isinstance(builtin, tuple) else [str(builtin)]
        if field.extra.get("argument"):
            arguments += plain
        elif isinstance(value, bool):
            options.append(f"--{field.option}" if value else f"--no-{field.option}")
        elif field.extra.get("words"):
            options += [f"--{field.option}", ",".join(plain)]
        elif isinstance(field.type, inspect.VarTupleType):
            options += [word for each in plain for word in (f"--{field.option}", each)]
        else:
            options += [f"--{field.option}", *plain]
    return [*arguments, *options]


def _is_document(kind: inspect.Type) -> bool:
    kind = _unwrap(kind)[0]
    if isinstance(kind, inspect.VarTupleType):
        return _is_document(kind.item_type)
    return isinstance(kind, inspect.StructType) and kind.cls is Document


def brief(value: object) -> object:
    """An answer, or a part of one, without the parts given only on request: curves and documents."""
    if isinstance(value, Document):
        return None
    if isinstance(value, msgspec.Struct):
        # Not isinstance: it looks up the members of a protocol each time, which took a sixth of the time of an answer.
        if hasattr(value, "brief"):
            return cast(HasBrief, value).brief()
        held = {name: getattr(value, name) for name in value.__struct_fields__}
        changed = {name: short for name, part in held.items() if (short := brief(part)) is not part}
        return msgspec.structs.replace(value, **changed) if changed else value
    if isinstance(value, dict) and any(isinstance(part, msgspec.Struct) for part in value.values()):
        return {key: brief(part) for key, part in value.items()}
    if isinstance(value, tuple) and any(isinstance(part, msgspec.Struct) for part in value):
        return tuple(brief(part) for part in value)
    return value


def to_json(answer: object, whole: bool = False) -> str:
    """An answer as JSON, with curves only if ``whole``. NaN and infinity raise an error."""
    plain = msgspec.to_builtins(answer if whole else brief(answer), str_keys=True)
    return json.dumps(plain, ensure_ascii=False, allow_nan=False)
