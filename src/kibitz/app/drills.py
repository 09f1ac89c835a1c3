"""Drills: positions to decide, judged at once; missed ones return.

A drill is a question of the catalogue that judges the user's own choice. Positions are random, so that nobody learns
them by heart, and missed ones return by a schedule (FSRS, `kibitz.app.drill_schedule`).
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from msgspec import Struct

from kibitz.app.ask import ask
from kibitz.app.drill_schedule import Review, count_days_in_row, count_known, next_due
from kibitz.app.entries import Arguments as Arguments
from kibitz.app.entries import Drill as Drill
from kibitz.app.library import DrillAnswer, Library
from kibitz.app.number_notation import parse_number
from kibitz.app.plugins import plugin_items
from kibitz.core.choices import ChoiceList
from kibitz.core.controls import ClickBoard, ClickSquare
from kibitz.core.decision import Decision, format_decision
from kibitz.core.errors import InputError
from kibitz.core.exhibits import Table
from kibitz.core.grades import GOOD_GRADES, GradeWord
from kibitz.core.question import Answer
from kibitz.core.recommendation import Recommendation
from kibitz.core.units import Unit, format_loss, format_money
from kibitz.draw.curve import Curve, TimeCurve
from kibitz.draw.forest_plot import ForestPlot, ForestRow

RATING_QUESTION = "rate.players"
"""The question that rates the answers of a drill."""
MAX_KNOWN = 1000
"""Most that is counted of good answers in a row to a position."""
MAX_KEPT_CHOICES = 60
"""Most choices in a stored decision record: evenly spread, with the best and the chosen one."""

RACK_SIZE = 7
"""Letters of a rack of sevens."""
MIN_ANSWERS_FOR_CURVE = 5
"""Fewest answers for a curve of the mean loss."""


class DrillResult(Struct, frozen=True):
    """A judged answer: its grade and loss, and its decision record as a JSON line."""

    choice: str
    grade: GradeWord
    loss: float
    words: str
    decision: str


def _final(draw: Random) -> Arguments:
    leader = draw.randrange(8_000, 30_000, 200)
    second = draw.randrange(leader // 2 + 200, leader, 200)
    third = draw.randrange(200, second + 1, 200)
    scores = [leader, second, third]
    draw.shuffle(scores)
    me = draw.choice([place + 1 for place, score in enumerate(scores) if score in (leader, second)])
    return {"scores": scores, "me": me}


def _final_words(request: Mapping[str, object]) -> str:
    scores, me = _scores(request)
    others = " and ".join(format_money(score) for place, score in enumerate(scores, 1) if place != me)
    return f"Final Jeopardy. You have {format_money(scores[me - 1])}, the others {others}. What do you bet?"


def _famous_final_words(request: Mapping[str, object]) -> str:
    return f"A show of {request['era']}. {_final_words(request)}"


def _famous_final(draw: Random) -> Arguments:
    """A Final of the case book, the players in any order."""
    from kibitz.games.jeopardy.final.case_book import CASES

    case = draw.choice([case for case in CASES if case.totals is None])
    order = draw.sample(range(3), 3)
    return {
        "scores": [case.scores[seat] for seat in order],
        "me": order.index(case.me - 1) + 1,
        "era": case.year,
    }


def _daily_double(draw: Random) -> Arguments:
    scores = [draw.randrange(2_000, 20_000, 200) for _ in range(3)]
    return {"scores": scores, "me": draw.randint(1, 3), "confidence": draw.choice([0.5, 0.6, 0.7, 0.8])}


def _daily_double_words(request: Mapping[str, object]) -> str:
    scores, me = _scores(request)
    others = " and ".join(format_money(score) for place, score in enumerate(scores, 1) if place != me)
    sure = f"{100 * float(str(request['confidence'])):.0f} %"
    return (
        f"The last clue is a Daily Double, and you found it. You have {format_money(scores[me - 1])}, the others "
        f"{others}. You are {sure} confident. What do you wager?"
    )


def _buzz(draw: Random) -> Arguments:
    leader = draw.randrange(8_000, 26_000, 200)
    scores = [leader, draw.randrange(leader // 3 // 200 * 200, leader, 200), draw.randrange(1_000, leader // 2, 200)]
    draw.shuffle(scores)
    return {
        "scores": scores,
        "me": draw.randint(1, 3),
        "value": draw.choice([800, 1200, 1600, 2000]),
        "confidence": draw.choice([0.2, 0.35, 0.5, 0.65, 0.8]),
    }


def _buzz_words(request: Mapping[str, object]) -> str:
    scores, me = _scores(request)
    others = " and ".join(format_money(score) for place, score in enumerate(scores, 1) if place != me)
    sure = f"{100 * float(str(request['confidence'])):.0f} %"
    return (
        f"The last clue is worth {format_money(int(str(request['value'])))}. You have {format_money(scores[me - 1])}, "
        f"the others {others}. You are {sure} confident. Buzz first, or wait?"
    )


def _scores(request: Mapping[str, object]) -> tuple[list[int], int]:
    held = request["scores"]
    assert isinstance(held, list | tuple)
    return [int(score) for score in held], int(str(request["me"]))


def _final_from_review(decision: Mapping[str, object]) -> Arguments | None:
    """A Final bet of a recorded game: ``1200_800_1200.2.tiebreaker`` is the position of its player."""
    if decision.get("kind") != "final":
        return None
    scores, me, *_ = str(decision["position"]).split(".")
    return {"scores": [int(score) for score in scores.split("_")], "me": int(me)}


def _square(draw: Random) -> Arguments:
    """The last squares of Double Jeopardy with one or two Daily Doubles still hidden."""
    scores = "_".join(str(draw.randrange(1_000, 16_000, 200)) for _ in range(3))
    open_ = draw.sample(range(30), draw.randrange(4, 11))
    rows = ["".join(str(row + 1) for row in range(5) if row * 6 + column in open_) or "0" for column in range(6)]
    played = [place for place in range(6, 30) if place not in open_]
    result = draw.choice(played)
    doubles = f"c{result % 6 + 1}r{result // 6 + 1}" if draw.random() < 0.7 else "0"
    return {"state": f"{scores}.{draw.randint(1, 3)}.2.{'-'.join(rows)}.{doubles}"}


def _squares_open(request: Mapping[str, object]) -> tuple[str, ...]:
    rows = str(request["state"]).split(".")[3].split("-")
    return tuple(f"c{column}r{row}" for row in "12345" for column, held in enumerate(rows, 1) if row in held)


def _square_words(request: Mapping[str, object]) -> str:
    scores, picks, _, _, doubles = str(request["state"]).split(".")[:5]
    others = ", ".join(format_money(int(score)) for score in scores.split("_"))
    hidden = "Two Daily Doubles are" if doubles == "0" else f"The Daily Double at {doubles} was found; one is"
    return (
        f"Double Jeopardy. The scores are {others}. You are player {picks} and pick. {hidden} still hidden. "
        "Which square?"
    )


def _square_board(request: Mapping[str, object]) -> ClickBoard:
    """The squares to press: open ones with their value, the others played."""
    from kibitz.games.jeopardy.show import COLUMNS, ROWS, Rules

    open_ = set(_squares_open(request))
    round_ = int(str(request["state"]).split(".")[2])
    rows = []
    for row in range(1, ROWS + 1):
        value = format_money(Rules().value(round_, row))
        named = [(f"c{column}r{row}", f"column {column}, {value}") for column in range(1, COLUMNS + 1)]
        rows.append(
            tuple(
                ClickSquare(value, key, look="open", name=name)
                if key in open_
                else ClickSquare("–", name=f"{name}, played")
                for key, name in named
            )
        )
    return ClickBoard("Board", tuple(f"Column {column}" for column in range(1, COLUMNS + 1)), tuple(rows))


def _square_name(choice: str) -> str:
    """``c2r4`` in words: column 2, row 4."""
    match = re.fullmatch(r"c(\d)r(\d)", choice)
    return f"column {match[1]}, row {match[2]}" if match else choice


def _money_name(choice: str) -> str:
    """``5000`` as money."""
    value = parse_number(choice)
    return format_money(value) if isinstance(value, int | float) else choice


def _cube(draw: Random) -> Arguments:
    """A position with a close cube decision: the closest of several."""
    result = [str(_checker_play(draw, 24)["position"]) for _ in range(4)]
    return {"position": min(result, key=_margin)}


def _cube_words(request: Mapping[str, object]) -> str:
    from kibitz.app.boards import board_sides
    from kibitz.core.exhibits.replay import BoardDiagram

    sides = board_sides(BoardDiagram("backgammon", str(request["position"])))
    pips = f" You need {sides[1].count}, Black {sides[0].count}." if sides else ""
    return f"Money game. You are White and on roll, and the cube is centred.{pips} Do you double?"


def _margin(position: str) -> float:
    answer = ask("backgammon.cube", position=position)
    return abs(float(answer.no_double) - min(float(answer.double_take), float(answer.double_pass)))  # type: ignore[attr-defined]


def _play_from_review(decision: Mapping[str, object]) -> Arguments | None:
    return {"position": str(decision["position"])} if decision.get("kind") == "play" else None


def _checker_play(draw: Random, most: int = 16) -> Arguments:
    """A position after a few moves of good play by both sides."""
    position = "4HPwATDgc/ABMA"
    for _ in range(draw.randrange(0, most)):
        dice = f"{draw.randint(1, 6)}{draw.randint(1, 6)}"
        moves = getattr(ask("backgammon.move", position=position, dice=dice), "moves", ())
        if not moves:
            break
        following = moves[0].position_id
        try:
            ask("backgammon.evaluate", position=following)
        except InputError:  # the game is over
            break
        position = following
    return {"position": position, "dice": f"{draw.randint(1, 6)}{draw.randint(1, 6)}"}


def _checker_words(request: Mapping[str, object]) -> str:
    dice = sorted(str(request.get("dice", "")), reverse=True)
    return f"You are White{' and rolled ' + '-'.join(dice) if dice else ''}. What do you play?"


def _bid(draw: Random) -> Arguments:
    rack = "".join(draw.sample("AAAEEEIIOURRSSTTNNLLDDGBCMP", draw.randrange(0, 6)))
    players = draw.randint(2, 6)
    left = draw.randint(
        RACK_SIZE - len(rack), RACK_SIZE * players - len(rack)
    )  # a round has as many auctions as places
    return {"rack": rack, "tile": draw.choice("EARSTINLODGHM"), "players": players, "left": left}


def _bid_from_review(decision: Mapping[str, object]) -> Arguments | None:
    """A bid of a game: ``EST.R.6.30.0.100.AAQ`` is rack, letter, players, auctions left, hidden letters, score and
    letters taken."""
    if decision.get("kind") != "bid":
        return None
    rack, tile, players, left, hidden, score, taken = str(decision["position"]).replace("-", "").split(".")
    numbers = {"players": int(players), "left": int(left), "hidden": int(hidden), "score": int(score)}
    return {"rack": rack, "tile": tile, **numbers, "taken": taken}


def _vote(draw: Random) -> Arguments:
    return {name: f"{draw.randrange(5, 100, 5) / 100:g}" for name in ("p1", "p2", "y1", "y2")}


def _vote_words(request: Mapping[str, object]) -> str:
    p1, p2, y1, y2 = (f"{100 * float(str(request[name])):.0f} %" for name in ("p1", "p2", "y1", "y2"))
    return (
        f"Three players are left in The Weakest Link. Your chance to beat P1 is {p1}, and P2 {p2}. "
        f"P1 votes for you with {y1}, P2 with {y2}. Whom do you vote off?"
    )


DRILLS = {
    drill.name: drill
    for drill in (
        Drill(
            "final",
            "Final Jeopardy",
            "jeopardy.final",
            "wager",
            "Your bet",
            _final,
            _final_words,
            reviewed=_final_from_review,
            name_choice=_money_name,
        ),
        Drill(
            "famous-finals",
            "Famous Finals",
            "jeopardy.final",
            "wager",
            "Your bet",
            _famous_final,
            _famous_final_words,
        ),
        Drill(
            "daily-double",
            "Last Daily Double",
            "jeopardy.daily-double",
            "wager",
            "Your wager",
            _daily_double,
            _daily_double_words,
            name_choice=_money_name,
        ),
        Drill("buzz", "Buzz or wait", "jeopardy.buzz", "choice", "Buzz or wait", _buzz, _buzz_words, ("buzz", "wait")),
        Drill(
            "checker-play",
            "Checker play",
            "backgammon.move",
            "play",
            "Your play, such as 8/5 6/5",
            _checker_play,
            _checker_words,
            reviewed=_play_from_review,
        ),
        Drill(
            "cube",
            "Cube action",
            "backgammon.cube",
            "choice",
            "Double or no double",
            _cube,
            _cube_words,
            ("no double", "double"),
        ),
        Drill(
            "square",
            "Square selection",
            "jeopardy.select",
            "choice",
            "Your square, such as c2r4",
            _square,
            _square_words,
            options=_squares_open,
            board=_square_board,
            name_choice=_square_name,
        ),
        Drill(
            "bid",
            "Sevens bid",
            "sevens.bid",
            "bid",
            "Your bid",
            _bid,
            lambda request: (
                f"{request['players']} players. You hold {request['rack'] or 'no letters'}, and {request['tile']} is "
                f"on offer. {request['left']} auctions are left. What do you bid?"
            ),
            reviewed=_bid_from_review,
        ),
        Drill("vote", "Weakest Link vote", "parlour.vote", "vote", "Your vote", _vote, _vote_words, ("P1", "P2")),
    )
}

DRILLS |= {drill.name: drill for drill in plugin_items(lambda plugin: plugin.drills, DRILLS)}

SESSION_DRILLS = (("chess/solitaire", "Solitaire chess"),)
"""Sessions that are listed as drills: their address and title."""


def grade_answer(drill: Drill, answer: Answer) -> DrillResult:
    """The grade and loss of the user's choice, from the answer to the drill's question."""
    counsel = getattr(answer, "counsel", None)
    if not isinstance(counsel, Recommendation) or counsel.judgement is None:
        raise InputError(f"{drill.own}: enter your choice")
    mine = counsel.judgement
    record = thin_choices(counsel.to_decision(event=time.strftime("%Y-%m-%d")))
    return DrillResult(mine.choice, mine.grade, mine.loss or 0.0, mine.words, format_decision(record))


def thin_choices(decision: Decision, limit: int = MAX_KEPT_CHOICES) -> Decision:
    """The decision with at most ``limit`` of its choices, so that 20,000 wagers do not fill the library."""
    count = len(decision.utilities)
    if count <= limit:
        return decision
    best = max(range(count), key=lambda i: decision.utilities[i])
    spread = {round(i * (count - 1) / (limit - 3)) for i in range(limit - 2)}
    stored = sorted(spread | {best, int(decision.chosen)})
    choices = decision.choices
    return replace(
        decision,
        utilities=tuple(decision.utilities[i] for i in stored),
        chosen=type(decision.chosen)(stored.index(int(decision.chosen))),
        choices=None if choices is None else ChoiceList(tuple(choices[i] for i in stored)),
    )


def record_answer(library: Library, name: str, arguments: Arguments, result: DrillResult) -> float:
    """Save an answer and return the time when its position is due again (FSRS)."""
    request, now = json.dumps(arguments, sort_keys=True), time.time()
    before = [Review(each.at, each.grade) for each in library.drill_answers(name) if each.request == request]
    reviews = [*reversed(before), Review(now, result.grade)]
    try:
        due = next_due(reviews)
    except (ValueError, OverflowError, OSError):  # times of another library that no calendar has
        due = next_due(reviews[-1:])
    answer = DrillAnswer(
        drill=name,
        request=request,
        choice=result.choice,
        grade=result.grade,
        loss=result.loss,
        decision=result.decision,
        at=now,
    )
    library.record_drill_answer(answer, min(count_known(reviews), MAX_KNOWN), due)
    return due


def mean_loss_curve(answers: Sequence[DrillAnswer]) -> Curve | None:
    """Running mean loss, oldest answer first, with two standard errors; None below `MIN_ANSWERS_FOR_CURVE`."""
    losses = [answer.loss for answer in answers]
    if len(losses) < MIN_ANSWERS_FOR_CURVE:
        return None
    course = list(_means(losses))[MIN_ANSWERS_FOR_CURVE - 1 :]
    worth, low, high = zip(
        *((mean, max(mean - 2 * error, 0.0), mean + 2 * error) for mean, error in course), strict=True
    )
    counts = tuple(range(MIN_ANSWERS_FOR_CURVE, len(losses) + 1))
    return TimeCurve("Running mean loss", "answers", "mean loss", counts, worth, Unit.PAYOFF, None, low=low, high=high)


def _means(losses: Sequence[float]) -> Iterator[tuple[float, float]]:
    """Running mean and standard error (0 for a single loss), in one pass (Welford's algorithm)."""
    mean = squares = 0.0
    for count, loss in enumerate(losses, start=1):
        before, mean = mean, mean + (loss - mean) / count
        squares += (loss - before) * (loss - mean)
        yield mean, (squares / (count - 1) / count) ** 0.5 if count > 1 else 0.0


def summarise_answers(answers: Sequence[DrillAnswer]) -> str:
    """Summary of the answers of a drill: number, good ones, mean loss with its standard error."""
    if not answers:
        return "no answers yet"
    *_, (mean, error) = _means([answer.loss for answer in answers])
    good = sum(answer.grade in GOOD_GRADES for answer in answers)
    unit = _unit(answers[0])
    spread = f" ± {format_loss(error, unit)}" if len(answers) > 1 else ""
    return f"{len(answers)} answered, {good} best or fine; mean loss {format_loss(mean, unit)}{spread}"


class DrillStatistics(Struct, frozen=True):
    """Statistics of a drill: the mean loss, a line about it, and the streaks of good answers and of days."""

    mean: str
    words: str
    streaks: str


def drill_statistics(answers: Sequence[DrillAnswer]) -> DrillStatistics | None:
    """Statistics of answers, oldest first; None below `MIN_ANSWERS_FOR_CURVE`."""
    if len(answers) < MIN_ANSWERS_FOR_CURVE:
        return None
    unit = _unit(answers[-1])
    losses = [answer.loss for answer in answers]
    *_, (mean, error) = _means(losses)
    low, high = (format_loss(loss, unit) for loss in (max(mean - 2 * error, 0.0), mean + 2 * error))
    words = f"{low} to {high} (two standard errors, {len(losses)} decisions)"
    return DrillStatistics(
        format_loss(mean, unit), words, _streaks([answer.grade in GOOD_GRADES for answer in answers])
    )


def describe_days(answers: Sequence[DrillAnswer], now: float) -> str:
    """Days in a row with an answer, in words; empty below two."""
    days = count_days_in_row((answer.at for answer in answers), now)
    return f"{days} days in a row" if days > 1 else ""


def _unit(answer: DrillAnswer) -> Unit:
    """The unit of an answer's loss; a record from another library may lack it."""
    try:
        return Unit(json.loads(answer.decision)["unit"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return Unit.PAYOFF


def _streaks(good: Sequence[bool]) -> str:
    """The current or last run of answers that were best or fine, and the longest."""
    runs = [0]
    for each in good:
        if each:
            runs[-1] += 1
        else:
            runs.append(0)
    broken = len(runs) > 1 and runs[-1] == 0
    return f"streak {f'was {runs[-2]}' if broken else runs[-1]}, best {max(runs)}"


class DrillOverview(Struct, frozen=True):
    """Overview of the drills: what is due, the drill with most answers, and its mean loss with an interval."""

    due: int
    title: str = ""
    name: str = ""
    words: str = "Practise positions, random or from your own games. Positions that you miss return."
    whiskers: ForestPlot | None = None


def drill_overview(library: Library) -> DrillOverview:
    """Overview of the drills for the home page."""
    due = sum(len(library.due_requests(name, time.time())) for name in DRILLS)
    answers = {name: library.drill_answers(name) for name in DRILLS}
    most = max(answers, key=lambda name: len(answers[name]))
    losses = [answer.loss for answer in answers[most]]
    if not losses:
        return DrillOverview(due)
    title = DRILLS[most].title
    if len(losses) < MIN_ANSWERS_FOR_CURVE:
        return DrillOverview(due, title, most, f"{title}: {len(losses)} answered, too few for a reliable estimate.")
    *_, (mean, error) = _means(losses)
    unit = _unit(answers[most][0])
    figures = mean, max(mean - 2 * error, 0.0), mean + 2 * error
    texts = tuple(format_loss(each, unit) for each in figures)
    words = f"{title}: {texts[0]} per decision, {texts[1]} to {texts[2]} with two standard errors."
    scale, digits = (100.0, 1) if unit is Unit.WIN else (1.0, 3)
    value, low, high = (scale * each for each in figures)
    row = ForestRow(title, value, low, high, f"{len(losses)} decisions")
    table = Table(("drill", "mean loss", "low", "high"), ((title, *texts),))
    return DrillOverview(due, title, most, words, ForestPlot("Mean loss", (row,), listing=table, digits=digits))
