"""Ask questions from Python, with the same parsing and answers as command and page.

``ask.jeopardy.final(...)`` and ``ask("jeopardy.final", ...)`` are the same call. The types of all arguments and answers
are in ``question_functions.pyi``, which ``checks/make_typed_ask.py`` writes from the catalogue.
"""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any, SupportsFloat

from msgspec import inspect

from kibitz.app.catalogue import BY_PATH, GROUPS, request_type
from kibitz.app.request_parsing import RequestField, parse_request, request_fields
from kibitz.core.document import MAX_DOCUMENT_BYTES, Document
from kibitz.core.question import Answer, Request
from kibitz.core.work import WorkContext

if TYPE_CHECKING:
    from inspect import Signature


def answer_question(path: str, arguments: Mapping[str, object], work: WorkContext | None = None) -> Answer:
    """The answer to a question of the catalogue with these arguments by name. Opens no file."""
    return parse_request(request_type(path), arguments).answer(work or WorkContext())


def python_request(kind: type[Request], arguments: Mapping[str, object]) -> Request:
    """The request with the arguments of a Python program.

    They may be NumPy or pandas values, fractions, or texts as on the command line; a file may be given by its path.
    """
    fields = request_fields(kind)
    by_option = {field.option.replace("-", "_"): field for field in fields.values()} | fields
    return parse_request(kind, {name: _plain_value(by_option.get(name), value) for name, value in arguments.items()})


def _plain_value(field: RequestField | None, value: object) -> object:
    """A value as `parse_request` takes it: built-in types, and files as documents."""
    if field is not None and _takes_files(field):
        several = isinstance(value, list | tuple)
        values = value if isinstance(value, list | tuple) else (value,)
        in_parts = bool(field.extra.get("in_parts"))
        read = [_read_document(each, in_parts) if isinstance(each, str | PathLike) else each for each in values]
        return read if several or isinstance(field.type, inspect.VarTupleType) else read[0]
    return _builtin(value)


def _builtin(value: object) -> object:
    """A NumPy or pandas value as a built-in one, also inside lists; any other iterable as a list."""
    if hasattr(value, "tolist"):  # also a float of NumPy, which is a float but not of the built-in type
        return _builtin(value.tolist())
    if value is None or isinstance(value, str | bytes | bool | int | float | Mapping | Document):
        return value
    if isinstance(value, SupportsFloat):  # a fraction or a decimal
        return float(value)
    if hasattr(value, "__iter__"):
        return [_builtin(each) for each in value]
    return value


def _takes_files(field: RequestField) -> bool:
    kind = field.type.item_type if isinstance(field.type, inspect.VarTupleType) else field.type
    return isinstance(kind, inspect.StructType) and kind.cls is Document


def _read_document(path: str | PathLike[str], in_parts: bool) -> Document:
    from pathlib import Path

    from kibitz.files import FileBytes, read_bytes

    if in_parts and Path(path).exists():
        return Document(name=Path(path).name, data=FileBytes(str(path)))
    return Document(name=Path(path).name, data=read_bytes(str(path), MAX_DOCUMENT_BYTES))


class QuestionFunction:
    """One question as a function of its arguments by name. Its help and signature come from the request."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.__name__ = path.partition(".")[2].replace("-", "_")

    def __call__(self, *, work: WorkContext | None = None, **arguments: object) -> Answer:
        return python_request(request_type(self.path), arguments).answer(work or WorkContext())

    @property
    def __signature__(self) -> Signature:
        from inspect import Parameter, Signature

        kind = request_type(self.path)
        parameters = [
            Parameter(name, Parameter.KEYWORD_ONLY, default=Parameter.empty if field.required else field.default)
            for name, field in sorted(request_fields(kind).items(), key=lambda each: not each[1].required)
        ]
        return Signature(parameters, return_annotation=kind.answer_type())

    def __getattribute__(self, name: str) -> Any:
        if name == "__doc__":  # a property of this name would hide the docstring of the class
            return describe_question(self.path)
        return super().__getattribute__(name)

    def __repr__(self) -> str:
        return f"<question {self.path}: {BY_PATH[self.path].title}>"


def describe_question(path: str) -> str:
    """The docstring of a question: its help, and a line for each argument."""
    from inspect import cleandoc

    kind = request_type(path)
    lines = [f"{name}: {field.help}" for name, field in request_fields(kind).items()]
    return "\n".join([cleandoc(kind.__doc__ or BY_PATH[path].title), "", "Arguments:", *lines])


class QuestionFunctions:
    """The questions of one group, each as a function."""

    def __init__(self, group: str) -> None:
        self._group = group

    def __getattr__(self, name: str) -> QuestionFunction:
        path = f"{self._group}.{name.replace('_', '-')}"
        if name.startswith("__") or path not in BY_PATH:
            raise AttributeError(f"{self._group} has no question {name!r}; use one of {', '.join(dir(self))}")
        return QuestionFunction(path)

    def __dir__(self) -> list[str]:
        return [entry.name.replace("-", "_") for entry in BY_PATH.values() if entry.group == self._group]

    def __repr__(self) -> str:
        return f"<questions about {self._group}: {', '.join(dir(self))}>"


class Ask:
    """Ask a question of the catalogue: ``ask.jeopardy.final(...)`` or ``ask("jeopardy.final", ...)``.

    Arguments are given by name. They may be numbers, NumPy and pandas values, or texts such as ``70%``; a file may be
    given by its path. An `kibitz.core.InputError` says in one sentence what is wrong with an argument.
    """

    def __call__(self, question: str, work: WorkContext | None = None, **arguments: object) -> Answer:
        """The answer to a question such as ``jeopardy.final``, with its arguments by name."""
        return python_request(request_type(question), arguments).answer(work or WorkContext())

    def __getattr__(self, name: str) -> QuestionFunctions:
        if name not in GROUPS:
            raise AttributeError(f"kibitz has no questions about {name!r}; use one of {', '.join(GROUPS)}")
        return QuestionFunctions(name)

    def __dir__(self) -> list[str]:
        return list(GROUPS)

    def __repr__(self) -> str:
        return f"<kibitz.ask: questions about {', '.join(GROUPS)}>"


ask = Ask()
