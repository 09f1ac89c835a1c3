"""Exhibits of Final for two: payoff matrix with both mixes, rule map of the list, and hints for the form."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from kibitz.core.controls import FormHints, ObservationCount, ObservationCounter, SliderTick
from kibitz.core.exhibits import Exhibit, Table
from kibitz.core.exhibits.advice import RuleOfThumb
from kibitz.core.exhibits.grids import Matrix
from kibitz.core.units import format_chance

if TYPE_CHECKING:
    from kibitz.games.parlour.answers.final import FinalAnswer
    from kibitz.rules.language.decision_list import DecisionList

MAX_MATRIX_SCORE = 12
"""Largest score for which kibitz shows the payoff matrix."""
MAX_COUNTERS = 6
"""Maximum number of wagers of the opponent with a counter in the form."""
TICKS = 1_000
"""Steps of a slider at which kibitz looks up the rule that fires."""
MIN_TICK_DISTANCE = 0.01
"""Ticks nearer than this to an end of the slider are omitted."""
RING_NOTE = (
    "Ringed cells occur in equilibrium. Values are against their equilibrium mix: all wagers in your support have the "
    "same value, and no other wager has more."
)


def rule_of_thumb(answer: FinalAnswer) -> RuleOfThumb | None:
    """The rule that fires, if a list is known for the scores."""
    known = _known_list(answer)
    if known is None:
        return None
    fired = known.fired_rule(_point(answer)) + 1
    return RuleOfThumb(f"Rule {fired} of {known.depth}", "", "no loss for any chances (proved)")


def rule_map(answer: FinalAnswer) -> Iterator[Exhibit]:
    """The rule map of the list, if one is known for the scores."""
    from kibitz.games.parlour.final import ROLES, game
    from kibitz.rules.cards.annotated_map import annotated_map
    from kibitz.rules.cards.region_map import region_map

    known = _known_list(answer)
    if known is None:
        return
    names = tuple(f"{'you' if seat == answer.me else 'they'} know the answer" for seat in (1, 2))
    yield annotated_map(
        region_map(game(*answer.scores), known, {}),
        _point(answer),
        ROLES[answer.me - 1],
        "wager",
        (names[0], names[1]),
        "no loss at any point of the square",
    )


def _known_list(answer: FinalAnswer) -> DecisionList | None:
    from kibitz.games.parlour.final import lists

    known = lists(answer.scores).get("corrected", ())
    return known[0] if known else None


def _point(answer: FinalAnswer) -> dict[str, Fraction]:
    return dict(zip(("p1", "p2"), map(Fraction, answer.exactly), strict=True))


def payoff_matrix_exhibit(answer: FinalAnswer, table: Table) -> Matrix:
    """Your chance to win by both wagers, with both mixes at the edges; a terminal shows ``table`` instead."""
    from kibitz.games.parlour.final import payoff_matrix

    payoffs = payoff_matrix(answer.scores, *answer.p)
    chances = (0.5 + payoffs if answer.me == 1 else 0.5 - payoffs.T).tolist()
    own, other = (answer.row, answer.column) if answer.me == 1 else (answer.column, answer.row)
    rows, columns = (
        tuple(_label_with_frequency(wager, chance) for wager, chance in mix.items()) for mix in (own, other)
    )
    played = tuple(
        (i, j)
        for i, mine in enumerate(own.values())
        for j, theirs in enumerate(other.values())
        if mine > 0 and theirs > 0
    )
    totals = [sum(value * chance for value, chance in zip(line, other.values(), strict=True)) for line in chances]
    texts = tuple(
        (*(f"{100 * value:.1f}" for value in line), f"{100 * total:.1f}")
        for line, total in zip(chances, totals, strict=True)
    )
    values = tuple((*line, None) for line in chances)
    return Matrix(
        "Payoff matrix",
        rows,
        (*columns, "value"),
        values,
        texts,
        table,
        played,
        remark="your chance to win, %",
        worths=True,
        corner="you \\ they",
        note=RING_NOTE,
    )


def form_hints(answer: FinalAnswer) -> FormHints:
    """Hints for the form: counters for wagers of the opponent, and slider ticks where another rule fires."""
    other = answer.column if answer.me == 1 else answer.row
    seen = {} if answer.seen is None else answer.seen.counts
    counted = [wager for wager, chance in other.items() if chance > 0 or wager in seen]
    slips = {} if answer.seen is None else answer.seen.slips
    counts = tuple(
        ObservationCount(f"wagered {wager}{', a slip' if wager in slips else ''}", wager, seen.get(wager, 0))
        for wager in counted
    )
    note = "Count games like this one. Other wagers lose, so kibitz counts them as slips."
    tally = (
        ObservationCounter("Observed wagers", "observed", 3 - answer.me, counts, note)
        if len(counts) <= MAX_COUNTERS
        else None
    )
    return FormHints(tally, tuple(_ticks(answer)))


def _ticks(answer: FinalAnswer) -> Iterator[SliderTick]:
    """The first value of each slider, the other one fixed, at which another rule fires."""
    import numpy as np

    known = _known_list(answer)
    if known is None or not known.rules:
        return
    steps = np.linspace(0, 1, TICKS + 1)
    for number, name in enumerate(("p1", "p2")):
        points = {each: np.full(len(steps), float(value)) for each, value in _point(answer).items()} | {name: steps}
        fired = np.asarray(known.fired_rules(points))
        changes = np.flatnonzero(np.diff(fired))
        if len(changes) and MIN_TICK_DISTANCE < (at := float(steps[changes[0] + 1])) < 1 - MIN_TICK_DISTANCE:
            yield SliderTick("p", number + 1, at, f"rule {int(fired[changes[0] + 1]) + 1} from {format_chance(at, 0)}")


def mixing_reasons(answer: FinalAnswer) -> tuple[str, str]:
    """Why each player mixes or need not mix; empty if one player mixes and the other does not."""
    from kibitz.games.parlour.final import payoff_matrix

    own, other = ({int(wager) for wager, chance in mix.items() if chance > 0} for mix in (answer.row, answer.column))
    chances = 0.5 + payoff_matrix(answer.scores, *answer.p)
    first = {theirs: max(own, key=lambda mine: chances[mine][theirs]) for theirs in sorted(other)}
    second = {mine: min(other, key=lambda theirs: chances[mine][theirs]) for mine in sorted(own)}
    mixed = len(own) > 1 and len(other) > 1
    return (
        _sure_wager_reason(min(own), float(chances[min(own)].min()))
        if len(own) == 1
        else _mixing_reason(first)
        if mixed
        else "",
        _sure_wager_reason(min(other), 1 - float(chances[:, min(other)].max()))
        if len(other) == 1
        else _mixing_reason(second)
        if mixed
        else "",
    )


def _sure_wager_reason(wager: int, least: float) -> str:
    return f"Nothing to hide: {wager} wins at least {format_chance(least)} whatever they wager, even if they know it."


def _mixing_reason(best: dict[int, int]) -> str:
    responses = ", ".join(f"{answer} is best against their {wager}" for wager, answer in best.items())
    return f"Keep them guessing: {responses}. With this mix no wager of theirs gains, even if they know the mix."


def _label_with_frequency(wager: str, chance: float) -> str:
    return f"{wager} ({format_chance(chance) if chance > 0 else '—'})"
