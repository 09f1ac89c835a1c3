"""Answer with the statistics of many simulated matches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import format_count
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.answers.simulation import MeanFigure, _chance, _money
from kibitz.games.jeopardy.show import Era

if TYPE_CHECKING:
    from kibitz.games.jeopardy.match.play import MatchTally
    from kibitz.games.jeopardy.people.contestant import Contestant
    from kibitz.games.jeopardy.questions import match as questions

LABELS = {
    "firsts": "first",
    "seconds": "second",
    "thirds": "third",
    "equities": "match equity",
    "daily_doubles_found": "share of Daily Doubles",
    "board_control": "share of picks",
}


class DailyDoubleLoss(Struct, frozen=True):
    """Mean loss of match equity per Daily Double bet in a game, and the number of bets.

    The best bet of a grid is chosen on one half of the rollouts and priced on the other, so that the choice adds no
    bias.
    """

    game: int
    bets: int
    loss: MeanFigure


class MatchAnswer(Answer, frozen=True, kw_only=True, tag="jeopardy.match/1"):
    """Numbers by seat, left to right: chances of places, match equity, Daily Doubles found, picks, and totals."""

    matches: int
    seats: tuple[str, ...]
    era: Era
    second: float
    seed: int
    firsts: tuple[MeanFigure, ...]
    seconds: tuple[MeanFigure, ...]
    thirds: tuple[MeanFigure, ...]
    equities: tuple[MeanFigure, ...]
    daily_doubles_found: tuple[MeanFigure, ...]
    board_control: tuple[MeanFigure, ...]
    totals_of_game_1: tuple[MeanFigure, ...]
    totals_before_final: tuple[MeanFigure, ...]
    losses: tuple[DailyDoubleLoss, ...] = ()

    def explain(self) -> Explanation:
        best = max(range(len(self.seats)), key=lambda seat: self.equities[seat].mean)
        reasons = [f"Match equity {_chance(self.equities[best])}, with second place worth {self.second:g} of first."]
        for each in self.losses:
            reasons.append(
                f"Game {each.game}: a Daily Double bet costs {100 * each.loss.mean:.2f} points of match equity."
            )
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
        title = f"{self.matches:,} two-game matches, contestants {self.era.words}"
        yield Table(columns, tuple(rows), title)
        yield Note(f"In match equity, second place is worth {self.second:g} of first.", "quiet")
        for each in self.losses:
            yield Note(
                f"Game {each.game}: a Daily Double bet costs {_points(each.loss)} points of match equity on average "
                f"({format_count(each.bets, 'bet')})."
            )


def _points(figure: MeanFigure) -> str:
    """A mean loss of match equity in points, with its standard error."""
    error = "" if figure.se is None else f" ± {100 * figure.se:.2f}"
    return f"{100 * figure.mean:.1f}{error}"


def answer_match(request: questions.MatchRequest, work: WorkContext) -> MatchAnswer:
    """The answer to `questions.MatchRequest`."""
    from kibitz.games.jeopardy.match.daily_double_losses import bet_losses
    from kibitz.games.jeopardy.match.named_seats import named_match_seating
    from kibitz.games.jeopardy.match.play import simulate_matches
    from kibitz.games.jeopardy.people.population import fixed_seat
    from kibitz.games.jeopardy.people.profile import own_profile, parse_profile
    from kibitz.games.jeopardy.play.machine import load_machine
    from kibitz.games.jeopardy.show import Rules, era_of
    from kibitz.simulate.executors import open_executor

    era = era_of(request.era)

    def player(name: str) -> Contestant:
        return (
            load_machine().contestant
            if name == "machine"
            else own_profile(request.you).contestant(era)
            if name == "you" and request.you
            else parse_profile(name, "seats").contestant(era)
        )

    first, second, third = (fixed_seat(player(name)) for name in request.seats)
    table = named_match_seating(
        (first, second, third),
        request.seats,
        request.select,
        request.double,
        request.final,
        Rules(era),
        (1.0, request.second),
    )
    with open_executor(work) as executor:
        tally = simulate_matches(
            table, request.count, request.seed, executor, work.progress_with_note("matches, in batches")
        )
    losses = []
    if request.losses:
        for game in (1, 2):
            result = bet_losses(
                table, game, request.losses, seed=request.seed, progress=work.progress_with_note(f"bets of game {game}")
            )
            losses.append(DailyDoubleLoss(game, len(result), MeanFigure(*_mean(result))))
    modules = zip(request.select, request.double, request.final, strict=True)
    return MatchAnswer(
        matches=request.count,
        seats=tuple(
            " ".join([name, *(each for each in names if each != "usual")])
            for name, names in zip(request.seats, modules, strict=True)
        ),
        era=era,
        second=request.second,
        seed=request.seed,
        losses=tuple(losses),
        **_figures(tally),
    )


def _mean(values: object) -> tuple[float, float | None]:
    import numpy as np

    each = np.asarray(values)
    return float(each.mean()), float(each.std(ddof=1) / len(each) ** 0.5) if len(each) > 1 else None


def _figures(tally: MatchTally) -> dict[str, tuple[MeanFigure, ...]]:
    """Means with standard errors, by seat."""
    n = tally.matches

    def figures(sums: object, squares: object) -> tuple[MeanFigure, ...]:
        import numpy as np

        mean = np.asarray(sums) / n
        variance = np.maximum(np.asarray(squares) / n - mean**2, 0)
        return tuple(
            MeanFigure(float(m), float((v / (n - 1)) ** 0.5) if n > 1 else None)
            for m, v in zip(mean, variance, strict=True)
        )

    def shares(counts: object) -> tuple[MeanFigure, ...]:
        import numpy as np

        each = np.asarray(counts)
        total = max(int(each.sum()), 1)
        return tuple(MeanFigure(float(k / total), float((k / total * (1 - k / total) / total) ** 0.5)) for k in each)

    names = ("firsts", "seconds", "thirds", "equities")
    result = {name: figures(tally.places[0, i], tally.places[1, i]) for i, name in enumerate(names)}
    for i, name in enumerate(("totals_of_game_1", "totals_before_final")):
        result[name] = figures(tally.totals[0, i], tally.totals[1, i])
    return result | {"daily_doubles_found": shares(tally.found), "board_control": shares(tally.picks)}
