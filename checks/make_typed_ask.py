"""Write the types of all questions for editors and type checkers: ``python checks/make_typed_ask.py [--check]``.

The stub ``src/kibitz/app/question_functions.pyi`` has a function with typed arguments, help and answer for each
question of the catalogue. With ``--check`` nothing is written, and the exit status is 1 if the stub is stale.
"""

from __future__ import annotations

import subprocess
import sys
import textwrap
from inspect import cleandoc
from pathlib import Path

from msgspec import inspect

from kibitz.app.catalogue import ENTRIES, GROUPS, QuestionEntry, request_type
from kibitz.app.request_parsing import RequestField, request_fields
from kibitz.core.document import Document

STUB = Path(__file__).resolve().parents[1] / "src" / "kibitz" / "app" / "question_functions.pyi"
HEAD = '''\
"""Types of the questions of the catalogue. Written by checks/make_typed_ask.py; do not edit."""

from collections.abc import Iterable, Mapping
from os import PathLike
from typing import Literal, SupportsFloat, SupportsIndex, TypeAlias, overload

{imports}

Whole: TypeAlias = SupportsIndex | str
"""A whole number, also of NumPy, or as text: ``18400``, ``"$18,400"``."""
Number: TypeAlias = SupportsFloat | str
"""A number, also of NumPy, or as text: ``0.7``, ``"70%"``, ``"1/2"``."""
File: TypeAlias = str | PathLike[str] | Document | Mapping[str, str]
"""A file: its path, or its name and text."""
'''


class TypeNames:
    """The types of fields as text, and the modules they need."""

    def __init__(self) -> None:
        self.modules: set[str] = set()
        self.imports: set[str] = {
            "from kibitz.core.document import Document",
            "from kibitz.core.question import Answer",
            "from kibitz.core.work import WorkContext",
        }

    def name_class(self, kind: type) -> str:
        """The full name of a class; its module is imported."""
        self.modules.add(kind.__module__)
        return f"{kind.__module__}.{kind.__qualname__}"

    def describe(self, kind: inspect.Type, number: bool = False) -> str:
        """A type as arguments may be given: wider than the field, which is parsed."""
        match kind:
            case inspect.Metadata(type=inner):
                return self.describe(inner, number)
            case inspect.UnionType(types=types):
                return " | ".join(self.describe(each, number) for each in types)
            case inspect.NoneType():
                return "None"
            case inspect.BoolType():
                return "bool"
            case inspect.IntType():
                return "Whole"
            case inspect.FloatType():
                return "Number"
            case inspect.LiteralType(values=values):
                return f"Literal[{', '.join(map(repr, values))}]"
            case inspect.EnumType(cls=cls):
                return f"Literal[{', '.join(repr(member.value) for member in cls)}] | {self.name_class(cls)}"
            case inspect.StructType(cls=cls) if cls is Document:
                return "File"
            case inspect.TupleType(item_types=items):
                return self._several(self.describe(items[0], number))
            case inspect.VarTupleType(item_type=item):
                return self._several(self.describe(item, number))
            case inspect.StrType():
                return "Number" if number else "str"
        raise AssertionError(kind)

    def _several(self, item: str) -> str:
        return f"Iterable[{item}] | {item}" if item in ("Whole", "Number", "File", "str") else f"Iterable[{item}] | str"


def describe_argument(field: RequestField, types: TypeNames) -> str:
    """``name: type = default`` of a field."""
    kind = types.describe(field.type, bool(field.extra.get("number")))
    if field.required:
        return f"{field.name}: {kind}"
    if field.default is None:
        return f"{field.name}: {kind} | None = None"
    plain = type(field.default) in (bool, int, float, str)
    return f"{field.name}: {kind} = {field.default!r}" if plain else f"{field.name}: {kind} = ..."


def wrap_docstring(entry: QuestionEntry, indent: str) -> str:
    """The docstring of a question: its help and its arguments."""
    kind = request_type(entry.path)
    help_text = cleandoc(kind.__doc__ or entry.title).replace("\\", "\\\\").replace('"""', "'''")
    paragraphs = (textwrap.wrap(part, 110 - len(indent)) for part in help_text.split("\n\n"))
    lines = [line for paragraph in paragraphs for line in ["", *paragraph]][1:]
    lines += ["", "Arguments:"]
    for name, field in request_fields(kind).items():
        words = f"{name}: {field.help}".replace("\\", "\\\\")
        lines += textwrap.wrap(words, 110 - len(indent), initial_indent="    ", subsequent_indent="        ")
    body = "\n".join(f"{indent}{line}".rstrip() for line in lines).strip()
    return f'{indent}"""{body}\n{indent}"""'


def describe_function(entry: QuestionEntry, types: TypeNames) -> str:
    """The method of a question."""
    kind = request_type(entry.path)
    fields = sorted(request_fields(kind).values(), key=lambda field: not field.required)
    arguments = ", ".join([*(describe_argument(field, types) for field in fields), "work: WorkContext | None = None"])
    name = entry.name.replace("-", "_")
    answer = types.name_class(kind.answer_type())
    return f"    def {name}(self, *, {arguments}) -> {answer}:\n{wrap_docstring(entry, ' ' * 8)}\n"


def class_name(group: str) -> str:
    """The class of the questions of a group."""
    return f"{group.title().replace('-', '')}Questions"


def make_stub() -> str:
    """The text of the stub, formatted."""
    types = TypeNames()
    classes = []
    for group in GROUPS:
        functions = [describe_function(entry, types) for entry in ENTRIES if entry.group == group]
        classes.append(f'class {class_name(group)}:\n    """{GROUPS[group].line}"""\n\n' + "\n".join(functions))
    calls = []
    for entry in ENTRIES:
        answer = types.name_class(request_type(entry.path).answer_type())
        calls.append(
            f'    @overload\n    def __call__(self, question: Literal["{entry.path}"], '
            f"work: WorkContext | None = None, **arguments: object) -> {answer}: ...\n"
        )
    calls.append(
        "    @overload\n    def __call__(self, question: str, work: WorkContext | None = None, "
        "**arguments: object) -> Answer: ...\n"
    )
    groups = "\n".join(f"    {group}: {class_name(group)}" for group in GROUPS)
    asking = (
        'class Ask:\n    """Every question of the catalogue: ``ask.GAME.QUESTION(...)`` or '
        f'``ask("GAME.QUESTION", ...)``."""\n\n{groups}\n\n' + "".join(calls)
    )
    imports = "\n".join([*sorted(f"import {name}" for name in types.modules), *sorted(types.imports)])
    text = "\n".join([HEAD.format(imports=imports), *classes, asking, "ask: Ask\n"])
    for command in (["check", "--select", "I", "--fix", "--quiet"], ["format"]):
        ruff = [sys.executable, "-m", "ruff", *command, "--stdin-filename", str(STUB), "-"]
        text = subprocess.run(ruff, input=text, capture_output=True, text=True, check=True).stdout
    return text


def main() -> int:
    """Write the stub, or compare it."""
    text = make_stub()
    if "--check" not in sys.argv:
        STUB.write_text(text, "utf-8")
        return 0
    if STUB.exists() and STUB.read_text("utf-8") == text:
        return 0
    print(f"{STUB.name} is stale: run python checks/make_typed_ask.py")
    return 1


if __name__ == "__main__":
    sys.exit(main())
