"""Conformance checks of questions: what command, page, API and Python rely on. For tests of plugins, and our own.

In a test of a plugin whose group is ``nim``:

    @pytest.mark.parametrize("check", conformance_checks("nim"), ids=str)
    def test_conformance(check):
        check()

Each question is asked with its own example. A check that fails raises `AssertionError` with one sentence.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import inspect

from kibitz.app.catalogue import BY_PATH, ENTRIES, request_type
from kibitz.app.request_parsing import (
    RequestField,
    command_line,
    example_arguments,
    from_query,
    parse_request,
    request_fields,
    to_json,
    to_query,
)
from kibitz.core.choices import parse_choices
from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.question import Answer, Cost
from kibitz.core.recommendation import Recommendation
from kibitz.core.work import WorkContext

TOLERANCE = 1e-9
"""Difference of two values that count as equal."""


@dataclass(frozen=True, slots=True)
class ConformanceCheck:
    """One check of one question; call it to run it."""

    path: str
    name: str
    run: Callable[[str], None]

    def __call__(self) -> None:
        self.run(self.path)

    def __str__(self) -> str:
        return f"{self.path} {self.name}"


def conformance_checks(group: str) -> list[ConformanceCheck]:
    """All checks of all questions of a group; those whose answer takes long are not asked, only parsed."""
    paths = [entry.path for entry in ENTRIES if entry.group == group]
    assert paths, f"kibitz has no group of questions named {group}; is the plugin installed?"
    result = []
    for path in paths:
        kind = request_type(path)
        checks = [*PARSING_CHECKS]
        if parse_request(kind, example_arguments(kind)).cost() is Cost.INSTANT:
            checks += ANSWER_CHECKS
        result += [ConformanceCheck(path, check.__name__.removeprefix("check_"), check) for check in checks]
    return result


def check_symmetry(path: str, arguments: Mapping[str, object], same: Mapping[str, object]) -> None:
    """Two requests that are the same decision have recommendations of the same value."""
    one, two = (_ask(path, each) for each in (arguments, same))
    values = [counsel.worth for answer in (one, two) for counsel in _recommendations(answer)]
    assert len(values) == 2, f"{path}: no recommendation to compare"
    assert math.isclose(*values, abs_tol=TOLERANCE), f"{path}: {arguments} and {same} have different values {values}"


def check_help(path: str) -> None:
    """The question and each argument have help that ends in a full stop, and required arguments an example."""
    kind = request_type(path)
    assert BY_PATH[path].title.strip().endswith((".", "?")), f"{path}: the title must be a sentence"
    assert (kind.__doc__ or "").strip(), f"{path}: the request needs a docstring, which is the help of its command"
    for field in request_fields(kind).values():
        assert field.help.strip(), f"{path}: {field.name} needs a description"
        if field.required:
            assert field.example is not None, f"{path}: {field.name} is required, so it needs an example"


def check_notation(path: str) -> None:
    """A request survives its link, its JSON and its command line."""
    kind = request_type(path)
    request = parse_request(kind, example_arguments(kind))
    has_files = any(_is_file(field) for field in request_fields(kind).values())
    if not has_files:
        link = to_query(request)  # it spells out every default
        assert to_query(from_query(kind, link)) == link, f"{path}: its link gives another request"
        assert all(isinstance(word, str) for word in command_line(request))
    plain = msgspec.to_builtins(request)
    values = {field.option: plain[name] for name, field in request_fields(kind).items() if plain[name] is not None}
    again = parse_request(kind, json.loads(json.dumps(values)))
    assert msgspec.to_builtins(again) == plain, f"{path}: its JSON gives another request"


def check_bounds(path: str) -> None:
    """A number outside its bounds is refused, with the name of its argument."""
    kind = request_type(path)
    example = example_arguments(kind)
    for field in request_fields(kind).values():
        for wrong in _outside(field.type):
            _assert_refused(path, {**example, field.option: wrong}, field.option)


def check_refusals(path: str) -> None:
    """Unknown and missing arguments and values of other types are refused in one sentence."""
    kind = request_type(path)
    example = example_arguments(kind)
    _assert_refused(path, {**example, "no-such-argument": 1}, "no-such-argument")
    for field in request_fields(kind).values():
        if field.required:
            _assert_refused(
                path, {name: value for name, value in example.items() if name != field.option}, field.option
            )
        if isinstance(field.type, inspect.IntType | inspect.FloatType | inspect.EnumType | inspect.LiteralType):
            _assert_refused(path, {**example, field.option: {"not": "a value"}}, field.option)


def check_answer(path: str) -> None:
    """The answer is of its schema, survives JSON, explains itself, and is the same when it is asked again."""
    kind = request_type(path)
    answer = _ask(path, example_arguments(kind))
    assert type(answer) is kind.answer_type(), f"{path}: answer must return a {kind.answer_type().__name__}"
    schema = str(type(answer).__struct_config__.tag)
    name, _, number = schema.rpartition("/")
    assert name, f"{path}: the tag of its answer must be NAME/NUMBER, not {schema!r}"
    assert number.isdecimal(), f"{path}: the tag of its answer must be NAME/NUMBER, not {schema!r}"
    msgspec.json.schema(type(answer))
    text = to_json(answer, whole=True)
    assert json.loads(text)["schema"] == schema
    assert msgspec.json.decode(text, type=type(answer)) == answer, f"{path}: its JSON gives another answer"
    assert _ask(path, example_arguments(kind)) == answer, f"{path}: the same question has two answers"
    assert answer.explain().headline.strip(), f"{path}: the answer needs a headline"
    assert list(answer.exhibits()), f"{path}: the answer shows nothing"


def check_recommendation(path: str) -> None:
    """The recommended choice loses nothing that can be noticed, no loss is negative, and losses fit the values."""
    for counsel in _recommendations(_ask(path, example_arguments(request_type(path)))):
        assert counsel.explanation.headline.strip()
        assert all(option.loss >= -TOLERANCE for option in counsel.best), f"{path}: a loss is negative"
        if counsel.best:
            top = max(option.worth for option in counsel.best)
            chosen = [option for option in counsel.best if option.choice == counsel.choice]
            assert not chosen or chosen[0].good or chosen[0].probability, f"{path}: it recommends a choice that loses"
            for option in counsel.best:
                assert math.isclose(option.loss, top - option.worth, abs_tol=1e-6), f"{path}: a loss does not fit"
        if counsel.curve is not None:
            choices = parse_choices(counsel.curve.choices)
            assert len(choices) == len(counsel.curve.worth) == counsel.options, f"{path}: the curve is not complete"
            assert counsel.choice in choices, f"{path}: it recommends what is no choice"


PARSING_CHECKS: tuple[Callable[[str], None], ...] = (check_help, check_notation, check_bounds, check_refusals)
ANSWER_CHECKS: tuple[Callable[[str], None], ...] = (check_answer, check_recommendation)


def _ask(path: str, arguments: Mapping[str, object]) -> Answer:
    return parse_request(request_type(path), arguments).answer(WorkContext())


def _recommendations(answer: Answer) -> list[Recommendation]:
    fields = (getattr(answer, name) for name in answer.__struct_fields__)
    return [field for field in fields if isinstance(field, Recommendation)]


def _is_file(field: RequestField) -> bool:
    kind = field.type.item_type if isinstance(field.type, inspect.VarTupleType) else field.type
    return isinstance(kind, inspect.StructType) and kind.cls is Document


def _outside(kind: inspect.Type) -> Iterator[Any]:
    """Numbers just outside the bounds of a type."""
    if isinstance(kind, inspect.Metadata):
        yield from _outside(kind.type)
    elif isinstance(kind, inspect.IntType):
        if kind.ge is not None:
            yield kind.ge - 1
        if kind.le is not None:
            yield kind.le + 1
    elif isinstance(kind, inspect.FloatType):
        if kind.ge is not None:
            yield kind.ge - 1.0
        if kind.gt is not None:
            yield kind.gt
        if kind.le is not None and (kind.ge, kind.le) != (0, 1):  # 70 is a chance of 70 %
            yield kind.le + 1.0


def _assert_refused(path: str, arguments: Mapping[str, object], name: str) -> None:
    """The arguments are refused in one sentence that begins with the name of the argument."""
    try:
        parse_request(request_type(path), arguments)
    except InputError as error:
        text = str(error)
        assert text.startswith(name), f"{path}: the refusal of {name} must begin with its name, but is: {text}"
        assert "\n" not in text.strip(), f"{path}: the refusal of {name} must be one sentence, but is: {text}"
        return
    raise AssertionError(f"{path}: {name} = {arguments.get(name)!r} must be refused")
