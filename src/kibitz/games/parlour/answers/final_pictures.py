"""Final for two in pictures: the payoffs of all wagers with both mixes, and which line of the list fires where."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from kibitz.core.exhibits import Matrix, Regions
from kibitz.core.units import format_chance

if TYPE_CHECKING:
    from kibitz.games.parlour.answers.final import FinalAnswer

MOST = 12
"""The largest score whose matrix is shown cell by cell."""


def pictures(answer: FinalAnswer) -> Iterator[Matrix | Regions]:
    """The list with its map where the scores have one, and the matrix where it is small enough to read."""
    from kibitz.games.parlour.final import game, lists, payoff_matrix
    from kibitz.rules.cards.region_map import region_map

    known = lists(answer.scores).get("corrected", ())
    if known:
        point = dict(zip(("p1", "p2"), map(Fraction, answer.p), strict=True))
        yield region_map(game(*answer.scores), known[0], {}).exhibit(answer.p, known[0].fired(point))
    if max(answer.scores) <= MOST:
        chances = 0.5 + payoff_matrix(answer.scores, *answer.p)
        rows, columns = (tuple(_named(wager, often) for wager, often in mix.items())
                         for mix in (answer.row, answer.column))  # fmt: skip
        played = tuple(
            (i, j)
            for i, mine in enumerate(answer.row.values())
            for j, theirs in enumerate(answer.column.values())
            if mine > 0 and theirs > 0
        )
        mixed = [float(sum(value * often for value, often in zip(line, answer.column.values(), strict=True)))
                 for line in chances.tolist()]  # fmt: skip
        words = tuple(
            (*(f"{100 * value:.1f}" for value in line), f"{100 * worth:.1f}")
            for line, worth in zip(chances.tolist(), mixed, strict=True)
        )
        values = tuple((*line, None) for line in chances.tolist())
        yield Matrix("Payoff matrix", rows, (*columns, "worth"), values, words, None, played,
                     "player 1's chance to win, %; ringed: what both play", worths=True)  # fmt: skip


def guessing(answer: FinalAnswer) -> tuple[str, str]:
    """Why each player mixes, in plain words; nothing where one does not."""
    from kibitz.games.parlour.final import payoff_matrix

    own, other = ({int(wager) for wager, often in mix.items() if often > 0} for mix in (answer.row, answer.column))
    if len(own) < 2 or len(other) < 2:
        return "", ""
    matrix = payoff_matrix(answer.scores, *answer.p)
    first = {theirs: max(own, key=lambda mine: matrix[mine][theirs]) for theirs in sorted(other)}
    second = {mine: min(other, key=lambda theirs: matrix[mine][theirs]) for mine in sorted(own)}
    return _guess(first), _guess(second)


def _guess(best: dict[int, int]) -> str:
    words = ", ".join(f"{answer} is best against their {wager}" for wager, answer in best.items())
    return f"Keep them guessing: {words}. Mixed so, nothing they wager gains, whatever they know of you."


def _named(wager: str, often: float) -> str:
    return f"{wager} ({format_chance(often)})" if often > 0 else wager
