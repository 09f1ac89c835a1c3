"""What many simulated matches add up to, as an answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import format_chance
from kibitz.core.work import Work
from kibitz.games.jeopardy.answers.simulation import Figure, _chance, _money
from kibitz.games.jeopardy.show import Era

if TYPE_CHECKING:
    from kibitz.games.jeopardy.match.play import MatchTally
    from kibitz.games.jeopardy.questions import match as questions

LABELS = {
    "firsts": "first",
    "seconds": "second",
    "thirds": "third",
    "equities": "match equity",
    "daily_doubles_found": "share of Daily Doubles",
    "board_control": "share of picks",
}


class BetLoss(Struct, frozen=True):
    """Match equity lost a Daily Double bet in a game, best of a grid chosen on one half of the matches played out and
    priced on the other, and how many bets were priced."""

    game: int
    bets: int
    loss: Figure


class MatchAnswer(Answer, frozen=True, kw_only=True, tag="jeopardy.match/1"):
    """Figures by seat, left to right: chances of places, match equity, Daily Doubles found, picks, and totals."""

    matches: int
    seats: tuple[str, ...]
    era: Era
    second: float
    seed: int
    firsts: tuple[Figure, ...]
    seconds: tuple[Figure, ...]
    thirds: tuple[Figure, ...]
    equities: tuple[Figure, ...]
    daily_doubles_found: tuple[Figure, ...]
    board_control: tuple[Figure, ...]
    totals_of_game_1: tuple[Figure, ...]
    totals_before_final: tuple[Figure, ...]
    losses: tuple[BetLoss, ...] = ()

    def told(self) -> Explanation:
        best = max(range(len(self.seats)), key=lambda seat: self.equities[seat].mean)
        reasons = [f"match equity {_chance(self.equities[best])}, second place counting {self.second:g} of first"]
        for each in self.losses:
            reasons.append(f"game {each.game}: {format_chance(each.loss.mean, 2)} of match equity lost a bet")
        return Explanation(
            f"{self.seats[best].capitalize()} in seat {best + 1} wins {_chance(self.firsts[best])} of "
            f"{self.matches:,} matches.",
            tuple(reasons),
        )

    def exhibits(self) -> Iterator[Exhibit]:
        rows = [
            (label, *(_chance(each) for each in figures))
            for field, label in LABELS.items()
            for figures in [getattr(self, field)]
        ]
        rows.append(("won in game 1", *(_money(each) for each in self.totals_of_game_1)))
        rows.append(("total before the last Final", *(_money(each) for each in self.totals_before_final)))
        columns = ("", *(f"{seat}: {name}" for seat, name in enumerate(self.seats, start=1)))
        title = f"{self.matches:,} matches of two games, contestants {self.era.words}"
        yield Table(columns, tuple(rows), title)
        yield Note(f"Match equity counts second place {self.second:g} of first.", "quiet")
        for each in self.losses:
            yield Note(
                f"Game {each.game}: {_chance(each.loss)} of match equity lost a Daily Double bet ({each.bets} priced)."
            )


def answer_match(asked: questions.Match, work: Work) -> MatchAnswer:
    """The answer to `questions.Match`."""
    from kibitz.games.jeopardy.match.bench import named_table
    from kibitz.games.jeopardy.match.losses import bet_losses
    from kibitz.games.jeopardy.match.play import simulate_matches
    from kibitz.games.jeopardy.people.contestant import contestant
    from kibitz.games.jeopardy.people.population import single, you
    from kibitz.games.jeopardy.play.machine import calibrated_machine
    from kibitz.games.jeopardy.show import Rules, era_of
    from kibitz.simulate.executors import workers_of

    era = era_of(asked.era)

    def player(name: str) -> object:
        return (
            calibrated_machine().contestant
            if name == "machine"
            else you(*asked.you, era)
            if name == "you" and asked.you
            else contestant(name, era)
        )

    first, second, third = (single(player(name)) for name in asked.seats)  # type: ignore[arg-type]
    table = named_table(
        (first, second, third), asked.seats, asked.select, asked.double, asked.final, Rules(era), (1.0, asked.second)
    )
    with workers_of(work) as executor:
        tally = simulate_matches(table, asked.count, asked.seed, executor, work.noting("matches, in batches"))
    losses = []
    if asked.losses:
        for game in (1, 2):
            found = bet_losses(table, game, asked.losses, seed=asked.seed, progress=work.noting(f"bets of game {game}"))
            losses.append(BetLoss(game, len(found), Figure(*_mean(found))))
    modules = zip(asked.select, asked.double, asked.final, strict=True)
    return MatchAnswer(
        matches=asked.count,
        seats=tuple(
            " ".join([name, *(each for each in names if each != "usual")])
            for name, names in zip(asked.seats, modules, strict=True)
        ),
        era=era,
        second=asked.second,
        seed=asked.seed,
        losses=tuple(losses),
        **_figures(tally),
    )


def _mean(values: object) -> tuple[float, float | None]:
    import numpy as np

    each = np.asarray(values)
    return float(each.mean()), float(each.std(ddof=1) / len(each) ** 0.5) if len(each) > 1 else None


def _figures(tally: MatchTally) -> dict[str, tuple[Figure, ...]]:
    """Means with standard errors, by seat."""
    n = tally.matches

    def figures(sums: object, squares: object) -> tuple[Figure, ...]:
        import numpy as np

        mean = np.asarray(sums) / n
        variance = np.maximum(np.asarray(squares) / n - mean**2, 0)
        return tuple(
            Figure(float(m), float((v / (n - 1)) ** 0.5) if n > 1 else None)
            for m, v in zip(mean, variance, strict=True)
        )

    def shares(counts: object) -> tuple[Figure, ...]:
        import numpy as np

        each = np.asarray(counts)
        total = max(int(each.sum()), 1)
        return tuple(Figure(float(k / total), float((k / total * (1 - k / total) / total) ** 0.5)) for k in each)

    names = ("firsts", "seconds", "thirds", "equities")
    result = {name: figures(tally.places[0, i], tally.places[1, i]) for i, name in enumerate(names)}
    for i, name in enumerate(("totals_of_game_1", "totals_before_final")):
        result[name] = figures(tally.totals[0, i], tally.totals[1, i])
    return result | {"daily_doubles_found": shares(tally.found), "board_control": shares(tally.picks)}
