"""Final for two against an observed opponent: the best response in numbers, sentences and a crossover chart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Note, Table
from kibitz.core.exhibits.summaries import Fact
from kibitz.core.units import MINUS, format_chance, format_count
from kibitz.draw.crossover import BeliefDensity, CrossoverChart

if TYPE_CHECKING:
    from kibitz.games.parlour.position import FinalPosition
    from kibitz.games.parlour.questions import final as questions

TITLE = "Against this opponent"
DENSITY_STEPS = 200
"""Number of even steps from 0 to 1 at which lines and densities are drawn."""


class WagerLine(Struct, frozen=True):
    """One of your wagers: its chance to win if they always make the wager ``first``, and if they never do."""

    wager: int
    always: float
    never: float


class ObservedWagers(Struct, frozen=True):
    """The best response to an opponent with observed wagers; all chances to win are yours.

    ``weights`` are the parameters of the Dirichlet posterior, ``believed`` its mean, ``best_mix`` their equilibrium
    mix, the mean of the prior. ``wager`` is ``None`` if your equilibrium mix is a best response. ``gain`` is the
    advantage over that mix, ``risk`` the loss of value against a best response to the wager. They make the wager
    ``first`` with frequency ``often``; ``low`` to ``high`` is its 95 % credible interval. The response is best if that
    frequency lies in ``best_between``, which has the probability ``holds``. ``acts`` are the response and the wager
    that replaces it outside. ``slips`` are observed wagers that no equilibrium plays, with their losses.
    """

    games: int
    prior: float
    counts: dict[str, int]
    best_mix: dict[str, float]
    weights: dict[str, float]
    believed: dict[str, float]
    slips: dict[str, float]
    wager: int | None
    win_chance: float
    gain: float
    risk: float
    first: int
    often: float
    low: float
    high: float
    acts: tuple[WagerLine, ...]
    best_between: tuple[float, float]
    holds: float

    @property
    def fact(self) -> Fact:
        """The fact of the recommendation that shows the best response."""
        title = "Best response"
        if self.wager is None:
            return Fact(title, f"your mix, {format_chance(self.win_chance)}", "no wager improves on it")
        if self.gain == 0:
            return Fact(title, f"{self.wager}, {format_chance(self.win_chance)}", "no other wager improves on it")
        more = f"+{100 * self.gain:.1f} points; at worst {MINUS}{100 * self.risk:.1f} if they expect it"
        if self.risk == 0:
            more = f"+{100 * self.gain:.1f} points without risk"
        return Fact(title, f"{self.wager} always, {format_chance(self.win_chance)}", more)

    @property
    def lead(self) -> str:
        """The advice in a few words."""
        return "Keep your mix." if self.wager is None else f"Always wager {self.wager}."

    @property
    def sentences(self) -> str:
        """The advice, the observations, the posterior, and how probable it is that the advice is right."""
        text = [self.lead]
        games = format_count(self.games, "game")
        text.append(f"They wagered {self.first} in {self.counts.get(str(self.first)) or 'none'} of {games}.")
        if self.slips:
            slips = sum(self.counts[wager] for wager in self.slips)
            losses = ", ".join(f"{wager} loses {100 * loss:.1f} points" for wager, loss in self.slips.items())
            text.append(f"{format_count(slips, 'game')} counted as slips, which no equilibrium plays: {losses}.")
        prior = f"With a prior at their equilibrium mix, weight {_games(self.prior)}"
        if len(self.weights) == 1:
            return " ".join([*text, f"{prior}, they always wager {self.first}."])
        interval = f"95 % credible interval {100 * self.low:.0f} to {100 * self.high:.0f}"
        text.append(f"{prior}, they wager {self.first} {format_chance(self.often, 0)} of the time ({interval}).")
        if not self.acts:
            text.append("You have no other wager.")
        elif self.wager is None:
            text.append("All wagers of your mix then have the same value, so no wager improves on the mix.")
        else:
            text.append(self._describe_belief())
        return " ".join(text)

    def _describe_belief(self) -> str:
        low, high = self.best_between
        rest = " (with their other wagers in the proportions above)" if len(self.weights) > 2 else ""
        if low <= 0 and high >= 1:
            return f"Wager {self.wager} is best however often they wager {self.first}{rest}."
        where = f"Below {format_chance(high, 0)}" if low <= 0 else f"Above {format_chance(low, 0)}"
        if low > 0 and high < 1:
            where = f"From {100 * low:.0f} to {format_chance(high, 0)}"
        return f"{where}, wager {self.wager} is best{rest}; that is {format_chance(self.holds, 0)} likely."

    def exhibits(self) -> Iterator[Exhibit]:
        """The chart with its table and its sentences; the fact belongs to the recommendation."""
        if not self.acts:
            yield Note(self.sentences)
            return
        rows = tuple(
            (
                wager,
                str(self.counts.get(wager, 0)),
                format_chance(self.best_mix.get(wager, 0.0)),
                format_chance(often),
                f"{100 * self.slips[wager]:.1f}" if wager in self.slips else "",
            )
            for wager, often in self.believed.items()
        )
        yield self.picture(Table(("they wager", "observed", "equilibrium", "estimate", "loss"), rows, TITLE, left=()))

    def picture(self, table: Table) -> CrossoverChart:
        """The response and its rival over how often they make the wager ``first``, with the posterior density."""
        import numpy as np

        from kibitz.games.parlour.observed_wagers import belief_density

        places = np.clip(np.linspace(0, 1, DENSITY_STEPS + 1), 0.5 / DENSITY_STEPS, 1 - 0.5 / DENSITY_STEPS)
        believed = belief_density({int(wager): weight for wager, weight in self.weights.items()}, self.first, places)
        first, second = (
            tuple((act.never + np.linspace(0, 1, DENSITY_STEPS + 1) * (act.always - act.never)).tolist())
            for act in self.acts
        )
        low, high = self.best_between
        cross = high if high < 1 and (low <= 0 or high - self.often < self.often - low) else low if low > 0 else None
        usual = self.best_mix.get(str(self.first), 0.0)
        kind = "beta" if len(self.weights) == 2 else "Dirichlet"
        win_chance = format_chance(self.win_chance)
        return CrossoverChart(
            TITLE,
            (f"wager {self.acts[0].wager}", f"wager {self.acts[1].wager}"),
            first,
            second,
            cross,
            at=self.often,
            at_words=f"your mix: {win_chance}" if self.wager is None else f"{self.wager}: {win_chance}",
            note=self.sentences,
            lead=self.lead,
            until=cross == high,
            axis=f"they wager {self.first}",
            belief=BeliefDensity(
                tuple(believed.tolist()),
                self.often,
                self.low,
                self.high,
                f"{format_count(self.games, 'game')} observed",
                usual,
                f"their equilibrium mix, {format_chance(usual, 0)}",
            ),
            remark=f"by how often they wager {self.first}",
            limits=("estimated", f"{kind} prior, weight {self.prior:g}"),
            listing=table,
        )


def _games(games: float) -> str:
    """A number of games, which need not be whole: ``4 games``, ``2.5 games``."""
    return f"{games:,g} game{'' if games == 1 else 's'}"


def observed_wagers(request: questions.FinalRequest, position: FinalPosition) -> ObservedWagers | None:
    """The best response to the observed wagers of the request, if any; ``position`` is the user's."""
    from fractions import Fraction

    from kibitz.games.parlour.fields import parse_wagers
    from kibitz.games.parlour.final import solve_position
    from kibitz.games.parlour.observed_wagers import (
        TIE_TOLERANCE,
        belief_between,
        credible_interval,
        from_player_view,
        respond_to_wagers,
        response_lines,
    )

    seen = parse_wagers(request.observed or "", request.scores[2 - request.me])
    if not seen:
        return None
    result = respond_to_wagers(position, seen, Fraction(request.prior))
    _, _, theirs, _ = from_player_view(solve_position(position), position.player)
    drawn = response_lines(position, result)
    weights = {wager: float(weight) for wager, weight in result.weights.items()}
    first = next(wager for wager, often in enumerate(theirs) if often > TIE_TOLERANCE)
    low, high = credible_interval(weights, first)
    between = (0.0, 1.0) if drawn is None else (drawn.low, drawn.high)
    acts = () if drawn is None else tuple(map(WagerLine, drawn.wagers, drawn.top, drawn.foot))
    return ObservedWagers(
        games=sum(seen.values()),
        prior=request.prior,
        counts={str(wager): count for wager, count in seen.items()},
        best_mix={str(wager): float(often) for wager, often in enumerate(theirs) if often > TIE_TOLERANCE},
        weights={str(wager): weight for wager, weight in weights.items()},
        believed={str(wager): float(often) for wager, often in result.mean_frequencies.items()},
        slips={str(wager): float(loss) for wager, loss in result.slips.items()},
        wager=result.wager,
        win_chance=float(result.win_chance),
        gain=float(result.gain),
        risk=float(result.risk),
        first=first,
        often=float(result.mean_frequencies[first]),
        low=low,
        high=high,
        acts=acts,
        best_between=between,
        holds=belief_between(weights, first, *between),
    )
