"""Legal requests of every question, with the smallest and the largest value of every field, and the laws that every
answer keeps. Run by test_oracle.py.

``python tests/stress/oracle.py [COUNT [SECONDS [QUESTION ...]]]`` asks every question also ``COUNT`` random mixtures,
for so much processor time, and saves what came of it in ``benchmarks/results/oracle.json``.
"""

from __future__ import annotations

import json
import math
import re
import signal
import sys
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from msgspec import inspect

from kibitz.app.catalogue import ENTRIES, request_type
from kibitz.app.request_parsing import RequestField, example_arguments, parse_request, request_fields, to_json
from kibitz.core.errors import InputError
from kibitz.core.question import Cost, Request
from kibitz.core.work import WorkContext

SECONDS = 10.0
"""Processor time for one answer; a page waits for 20 seconds and then offers a job."""
QUESTION_SECONDS = 30.0
"""Processor time for all requests of one question."""
NOISE = 1e-6
XGIDS = [
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:1:10",
    "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:62:63:0:64:10",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:64:10",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:65:10",
    "XGID=-b----E-C---eE---c-e----B-:10:1:1:00:0:0:0:0:10",
    "XGID=oO------------------------:0:0:1:00:0:0:0:0:10",
    "XGID=--A---------------------a-:0:0:1:00:0:0:0:0:10",
    "XGID=-O-----------------------o:0:0:1:00:0:0:0:0:10",
    "XGID=-o----------------------O-:0:0:1:00:0:0:0:0:10",
]
TEXTS: dict[str, list[object]] = {
    "chance": ["0", "1", "1/2", "0.999999999999", "1e-12", "50 %"],
    "position": ["4HPwATDgc/ABMA", "4PPgASTgc/ABMA", "4HPwATDgc/ABMA:cAkAAAAAAAAA", *XGIDS],
    "state": [
        "0_0_0.1.1.12345-12345-12345-12345-12345-12345",
        "1000000_-1000000_0.2.3.5-0-0-0-0-0",
        "6200_4800_3000.2.2.345-2345-45-12345-5-0.c6r4",
        "1000000_1000000_1000000.2.1.0-0-0-0-0-1",
        "-1000000_-1000000_-1000000.2.1.5-5-5-5-5-5.c1r5",
    ],
    "opponents": [["average"], ["champion"], ["0/0/0/0"], ["1/1/1/1"], ["coryat:24000:12", "average"]],
    "you": [["0", "0", "0", "0"], ["1", "1", "1", "1"], ["0.7/0.9/0.7/0.6"]],
    "dice": ["11", "66", "12"],
    "score": ["money", "0-0/1", "0-0/64", "63-0/64", "63-63/64", "0-0/99"],
    "rack": ["", "E", "ESTRAIN", "QQQQQQQ", "ZZ", "E" * 40],
    "tile": ["E", "Q", "Z", "A"],
    "text": [
        "[[0]]",
        "[[1, -1], [-1, 1]]",
        "[[0, 0], [0, 0]]",
        "[[1e99, -1e99], [-1e99, 1e99]]",
        "[[1e-99, 0], [0, 1e-99]]",
        '{"row": [[3, 0], [5, 1]], "column": [[3, 5], [0, 1]]}',
    ],
    "fen": [
        "8/8/8/8/8/5k2/6p1/6K1 w - - 0 1",
        "k7/8/K7/8/8/8/8/7R w - - 99 999",
        "QQQQQQQQ/Q7/8/8/8/8/8/K6k b - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "R6k/8/6K1/8/8/8/8/8 b - - 0 1",
    ],
    "at": [["p1=0", "p2=0"], ["p1=1", "p2=1"], ["p1=1/3", "p2=2/3"]],
}
"""Values of fields that have a notation, by the names of the fields."""
SAME_AS = {
    "p": "chance",
    "p1": "chance",
    "p2": "chance",
    "y1": "chance",
    "y2": "chance",
    "alpha": "chance",
    "start": "state",
    "taken": "rack",
}
CHANCES = re.compile(
    r"(win_chance|.*_chance|chance|chances|probability|win|gammon|backgammon|p_.*|wins|share|confidence|threshold)$"
)
"""Names of parts of an answer that are chances, wherever they are numbers."""
NO_CHANCES = {"share", "threshold"}
"""Names that are amounts in some answer."""


class LateError(BaseException):
    """An answer that takes longer than `SECONDS`; nothing may catch it."""


def extremes(field: RequestField) -> list[object]:
    """The smallest and the largest value of a field, every choice of a list of choices, and other odd legal values."""
    known = TEXTS.get(SAME_AS.get(field.option, field.option))
    return list(known) if known and not _numeric(field.type) else _extremes(field.type)


def _numeric(kind: inspect.Type) -> bool:
    return isinstance(kind, inspect.IntType | inspect.FloatType)


def _extremes(kind: inspect.Type) -> list[object]:
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    match kind:
        case inspect.BoolType():
            return [True, False]
        case inspect.IntType(ge=low, le=high):
            return [each for each in (low, high, None if low is None else low + 1) if each is not None]
        case inspect.FloatType(gt=above, ge=low, le=high):
            least = low if low is not None else None if above is None else above + 1e-9
            return [each for each in (least, high, 1e300 if high is None else None) if each is not None]
        case inspect.LiteralType(values=values):
            return list(values)
        case inspect.EnumType(cls=cls):
            return [member.value for member in cls]
        case inspect.StrType(pattern=str() as pattern) if r"\d{1,40}" in pattern:
            return list(TEXTS["chance"])
        case inspect.TupleType(item_types=items):
            options = [_extremes(item) for item in items]
            if not all(options):
                return []
            corners = [[each[0] for each in options], [each[min(1, len(each) - 1)] for each in options]]
            return [*corners, [corners[k % 2][k] for k in range(len(items))]]
        case inspect.VarTupleType(item_type=item, min_length=low, max_length=high):
            values = _extremes(item)
            sizes = {low or 0, min(high or 3, 30)}
            return [[value] * size for value in values for size in sorted(sizes)]
    return []


def requests(path: str, count: int) -> Iterator[dict[str, object]]:
    """The example of a question, the example with each extreme value of each field, and random mixtures of them."""
    kind = request_type(path)
    example = example_arguments(kind)
    fields = {field.option: extremes(field) for field in request_fields(kind).values()}
    fields = {name: values for name, values in fields.items() if values}
    yield example
    for name, values in fields.items():
        for value in values:
            yield {**example, name: value}
    draw = Random(path)
    for _ in range(count if fields else 0):
        chosen = draw.sample(sorted(fields), min(len(fields), draw.randint(2, 4)))
        yield {**example, **{name: draw.choice(fields[name]) for name in chosen}}


def judge(path: str, arguments: dict[str, object]) -> tuple[str, list[str]]:
    """What comes of a request (answered, refused, job or late), and the laws that are broken."""
    kind: type[Request] = request_type(path)
    signal.signal(signal.SIGPROF, _ring)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        request = parse_request(kind, arguments)
        if request.cost() is Cost.JOB:
            return "job", []
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            answer = request.answer(WorkContext())
            text = to_json(answer, whole=True)
            answer.explain()
            list(answer.exhibits())
    except InputError as error:
        said = str(error)
        return "refused", [] if said.strip() and "\n" not in said and len(said) < 600 else [f"no sentence: {said!r}"]
    except LateError:
        return "late", []
    except Exception as error:
        return "failed", [f"{type(error).__name__}: {str(error)[:200]}"]
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return "answered", list(broken_laws(json.loads(text)))


def _ring(*_: object) -> None:
    raise LateError


def broken_laws(value: Any, place: str = "") -> Iterator[str]:
    """The laws that an answer breaks."""
    if isinstance(value, dict):
        if {"choice", "worth", "unit", "options", "best"} <= value.keys():
            yield from _broken_recommendation(value, place)
        for key, each in value.items():
            yield from broken_laws(each, f"{place}.{key}")
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from broken_laws(each, f"{place}.{number}")
    elif isinstance(value, float):
        if not math.isfinite(value):
            yield f"{place} is {value}"
        name = next((part for part in reversed(place.split(".")) if not part.isdigit()), "")
        if CHANCES.match(name) and name not in NO_CHANCES and not -NOISE <= value <= 1 + NOISE:
            yield f"{place} is no chance: {value}"


def _broken_recommendation(advice: dict[str, Any], place: str) -> Iterator[str]:
    """Losses are never negative, the best choice loses nothing, chances of a mixture sum to one, and a win chance is
    one."""
    best = advice["best"]
    worths = [option["worth"] for option in best]
    if any(option["loss"] < -NOISE for option in best) or (best and min(option["loss"] for option in best) > NOISE):
        yield f"{place}: losses {[option['loss'] for option in best][:4]}"
    scale = NOISE * (1 + max(map(abs, worths), default=0))
    if best and any(abs(max(worths) - each["worth"] - each["loss"]) > scale for each in best):
        yield f"{place}: losses do not fit the values {worths[:4]}"
    if advice["unit"] == "win" and any(not -NOISE <= each <= 1 + NOISE for each in [advice["worth"], *worths]):
        yield f"{place}: win chance {advice['worth']}"
    if advice["unit"] == "equity" and any(abs(each) > 3 * 2 + NOISE for each in worths):
        yield f"{place}: an equity beyond a doubled backgammon, {max(worths, key=abs)}"
    mixed = [each.get("probability") for each in best]
    if best and len(best) == advice["options"] and None not in mixed and abs(sum(mixed) - 1) > 1e-4:
        yield f"{place}: chances of choices sum to {sum(mixed)}"


def examine(path: str, count: int, seconds: float = math.inf) -> tuple[Counter[str], list[str]]:
    """How many requests of a question were answered, refused and so on, and what was wrong. After so much processor
    time the others are not asked; their order is random but for the example."""
    outcomes: Counter[str] = Counter()
    problems = []
    first, *others = requests(path, count)
    Random(path).shuffle(others)
    end = time.process_time() + seconds
    for arguments in (first, *others):
        if time.process_time() > end:
            outcomes["not asked"] += 1
            continue
        outcome, broken = judge(path, arguments)
        outcomes[outcome] += 1
        shown = {name: str(value)[:80] for name, value in arguments.items()}
        problems += [f"{path} {shown}: {each}" for each in broken]
    return outcomes, problems


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else QUESTION_SECONDS
    only = sys.argv[3:]
    figures: dict[str, object] = {}
    problems: list[str] = []
    began = time.process_time()
    for entry in ENTRIES:
        if only and entry.path not in only:
            continue
        outcomes, found = examine(entry.path, count, seconds)
        figures[entry.path] = dict(sorted(outcomes.items()))
        problems += found
        print(entry.path, dict(outcomes), len(found), round(time.process_time() - began), flush=True)
        for each in found[:4]:
            print("   ", each[:420], flush=True)
    if not only:
        sys.path.append(str(Path(__file__).resolve().parents[2] / "benchmarks"))
        from results import save_result

        save_result(
            "oracle",
            {"problems": len(problems), "mixtures": count, "seconds of a question": seconds, "questions": figures},
        )


if __name__ == "__main__":
    main()
