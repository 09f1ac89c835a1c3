"""How commands answer: a dictionary, shown to people by rich, to programs as JSON, or line by line in a batch.

A command computes one JSON-able dictionary and hands over a function that shows it. Everything printed for people
comes from that dictionary, so the two can never differ::

    @parlour.command("vote", cls=Question)
    @click.option("--p1", type=CHANCE, required=True, help="...")
    @answers(show_vote)
    def vote(p1: float) -> dict[str, Any]: ...
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from kibitz.core.errors import InputError

if TYPE_CHECKING:
    from rich.console import Console

Answer: TypeAlias = dict[str, Any]
Show: TypeAlias = "Callable[[Answer, Console], None]"

MAX_BATCH_LINE = 1_000_000


class Chance(click.ParamType):  # type: ignore[type-arg]
    """A probability from 0 to 1; NaN is none."""

    name = "chance"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            number = float(value)
        except ValueError:
            number = float("nan")
        if not 0 <= number <= 1:
            self.fail(f"a chance from 0 to 1 is accepted, not {str(value)[:40]!r}.", param, ctx)
        return number


CHANCE = Chance()


def to_json(answer: object) -> str:
    """One JSON document; NumPy numbers and arrays, fractions and enumerations become plain ones."""
    return json.dumps(answer, default=_plain, ensure_ascii=False, allow_nan=False)


def _plain(value: object) -> object:
    if isinstance(value, Fraction):
        return float(value)
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


def answers(show: Show) -> Callable[[Callable[..., Answer]], Callable[..., None]]:
    """Turn a function that returns an answer into a command that prints it; adds ``--json``."""

    def decorate(compute: Callable[..., Answer]) -> Callable[..., None]:
        @click.option("--json", "as_json", is_flag=True, help="Print one JSON object on standard output.")
        @functools.wraps(compute)
        def command(as_json: bool, **arguments: Any) -> None:
            answer = compute(**arguments)
            if as_json:
                click.echo(to_json(answer))
            else:
                from rich.console import Console

                show(answer, Console(highlight=False))

        command.compute = compute  # type: ignore[attr-defined]
        return command

    return decorate


class Question(click.Command):
    """A command that also answers a file of questions with ``--batch FILE``.

    Each line is a JSON object of the command's own arguments, by their long names; each line of output is the
    answer, or an object with ``error``. An ``id`` in a line is repeated in its answer.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        batch = click.Option(
            ["--batch"],
            type=click.File("r", encoding="utf-8", errors="replace"),
            help="Answer a file of questions, one JSON object of arguments a line (- for standard input).",
        )
        self.params.append(batch)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not any(arg == "--batch" or arg.startswith("--batch=") for arg in args):
            return super().parse_args(ctx, args)
        # In a batch the arguments come from the lines, so none is required here and none may stand beside it.
        only = click.Command(self.name, params=[p for p in self.params if p.name in {"batch", "as_json", "help"}])
        return only.parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        lines = ctx.params.pop("batch", None)
        if lines is None:
            return super().invoke(ctx)
        for answer in self._batch(ctx, lines):
            click.echo(to_json(answer))
        return None

    def _batch(self, ctx: click.Context, lines: Iterator[str]) -> Iterator[Answer]:
        for line in lines:
            if not line.strip():
                continue
            label: Answer = {}
            try:
                question = _question(line)
                label = {"id": question.pop("id")} if "id" in question else {}
                with self.make_context(ctx.info_name, self._arguments(question), parent=ctx.parent) as asked:
                    arguments = {k: v for k, v in asked.params.items() if k not in {"batch", "as_json"}}
                    yield label | self.callback.compute(**arguments)  # type: ignore[union-attr]
            except click.ClickException as error:
                from kibitz.cli.main import sentence

                yield label | {"error": sentence(error)}
            except InputError as error:
                yield label | {"error": str(error)}

    def _arguments(self, question: Mapping[str, Any]) -> list[str]:
        """The words that would have stood on the command line."""
        known = {_long_name(p): p for p in self.params if p.name not in {"batch", "as_json", "help"}}
        options: list[str] = []
        positional: dict[str, list[str]] = {}
        for key, value in question.items():
            name = key if key in known else key.replace("_", "-")
            if name not in known:
                raise InputError(f"{key}: no such argument; accepted are {', '.join(known)}")
            param = known[name]
            if value is None or value is False:
                continue
            if isinstance(param, click.Argument):
                positional[str(param.name)] = _words(key, value)
            elif isinstance(param, click.Option) and param.is_flag:
                if value is not True:
                    raise InputError(f"{key}: true or false is accepted")
                options.append(param.opts[0])
            elif param.multiple:
                options += [word for v in _words(key, value) for word in (param.opts[0], v)]
            else:
                options += [param.opts[0], *_words(key, value)]
        ordered = [w for p in self.params if isinstance(p, click.Argument) for w in positional.get(str(p.name), [])]
        return [*options, "--", *ordered]


def _long_name(param: click.Parameter) -> str:
    return max(param.opts, key=len).lstrip("-") if isinstance(param, click.Option) else str(param.name)


def _question(line: str) -> dict[str, Any]:
    if len(line) > MAX_BATCH_LINE:
        raise InputError(f"a line of at most {MAX_BATCH_LINE:,} characters is accepted")
    try:
        question = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"not a JSON object: {error}") from None
    if not isinstance(question, dict):
        raise InputError("not a JSON object: an object of arguments is accepted")
    return question


def _words(key: str, value: object) -> list[str]:
    values = value if isinstance(value, list) else [value]
    if not all(isinstance(v, str | int | float) and not isinstance(v, bool) for v in values):
        raise InputError(f"{key}: text, numbers or a list of them are accepted")
    return [str(v) for v in values]


def finite(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
    """Callback for options with numbers: NaN and infinities are refused."""
    numbers = value if isinstance(value, tuple) else (value,)
    if any(isinstance(v, float) and not (abs(v) < float("inf")) for v in numbers):
        raise click.BadParameter("a finite number is accepted.", ctx=ctx, param=param)
    return value


seed_option = click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True, help="Seed of the random numbers."
)
