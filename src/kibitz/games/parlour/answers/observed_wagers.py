"""Final for two against an opponent seen wager: figures, sentences and the picture of what is believed of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Note, Table
from kibitz.core.exhibits.charts import BeliefDensity, CrossoverChart
from kibitz.core.exhibits.summaries import Fact, RecommendationFact
from kibitz.core.units import MINUS, format_chance, format_count

if TYPE_CHECKING:
    from kibitz.games.parlour.position import FinalPosition
    from kibitz.games.parlour.questions import final as questions

TITLE = "Against this opponent"
DENSITY_STEPS = 200
"""Even steps from 0 to 1 at which lines and densities are drawn."""


class WagerLine(Struct, frozen=True):
    """One wager of yours: its chance to win where they make ``first`` always, and where they never do."""

    wager: int
    always: float
    never: float


class ObservedWagers(Struct, frozen=True):
    """The best response to an opponent seen wager; all chances to win are yours.

    ``weights`` are those of the Dirichlet distribution that is believed, ``believed`` its mean, ``best_mix`` their
    equilibrium, which the prior follows. ``wager`` is ``None`` where your own mix is kept, since nothing else gains.
    ``gain`` is over your equilibrium mix against them, ``risk`` what a best reply to the wager takes off the value.
    They make the wager ``first`` ``often``, from ``low`` to ``high`` with 95 % credibility; the response is best where
    they do it with a share within ``best_between``, which holds with chance ``holds``. ``acts`` are the response and
    what would take its place. Wagers that no equilibrium of theirs plays are ``slips``, with what each loses.
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
        """The cell of the counsel that says what to do against them."""
        title = "Against what they showed"
        if self.wager is None:
            return Fact(title, f"your mix, {format_chance(self.win_chance)}", "no wager gains on it")
        if self.gain == 0:
            return Fact(title, f"{self.wager}, {format_chance(self.win_chance)}", "no other wager gains on it")
        more = f"+{100 * self.gain:.1f} points; {MINUS}{100 * self.risk:.1f} at worst, if they see it coming"
        if self.risk == 0:
            more = f"+{100 * self.gain:.1f} points, at no risk"
        return Fact(title, f"{self.wager} always, {format_chance(self.win_chance)}", more)

    @property
    def lead(self) -> str:
        """What to do, in two or three words."""
        return "Keep your mix." if self.wager is None else f"{self.wager}, always."

    @property
    def sentences(self) -> str:
        """What was seen, what is believed after it, and how sure the response is."""
        said = [self.lead]
        seen = format_count(self.games, "game")
        said.append(f"They wagered {self.first} in {self.counts.get(str(self.first)) or 'none'} of {seen}.")
        if self.slips:
            slips = sum(self.counts[wager] for wager in self.slips)
            losses = ", ".join(f"{wager} loses {100 * loss:.1f} points" for wager, loss in self.slips.items())
            said.append(f"{format_count(slips, 'game')} counted as slips, since no best play has them: {losses}.")
        prior = f"From a prior at their best mix worth {_games(self.prior)}"
        if len(self.weights) == 1:
            return " ".join([*said, f"{prior}, they always wager {self.first}."])
        between = f"between {100 * self.low:.0f} and {100 * self.high:.0f}"
        said.append(f"{prior}, they do it with {format_chance(self.often, 0)}, {between}.")
        if not self.acts:
            said.append("You have nothing else to wager.")
        elif self.wager is None:
            said.append("That is where your wagers are worth the same, so none gains on the mix.")
        else:
            said.append(self._describe_belief())
        return " ".join(said)

    def _describe_belief(self) -> str:
        low, high = self.best_between
        rest = " (their other wagers as believed)" if len(self.weights) > 2 else ""
        if low <= 0 and high >= 1:
            return f"Wager {self.wager} is best however often they do it{rest}."
        where = f"Below {format_chance(high, 0)}" if low <= 0 else f"Above {format_chance(low, 0)}"
        if low > 0 and high < 1:
            where = f"From {100 * low:.0f} to {format_chance(high, 0)}"
        return f"{where} wager {self.wager} is best{rest}; that holds with {format_chance(self.holds, 0)}."

    def exhibits(self) -> Iterator[Exhibit]:
        """The fact for the counsel, the picture with the table behind it, and the sentences."""
        yield RecommendationFact(self.fact)
        if not self.acts:
            yield Note(self.sentences)
            return
        rows = tuple(
            (
                wager,
                str(self.counts.get(wager, 0)),
                format_chance(self.best_mix.get(wager, 0.0)),
                format_chance(often),
                f"{MINUS}{100 * self.slips[wager]:.1f}" if wager in self.slips else "",
            )
            for wager, often in self.believed.items()
        )
        yield Table(("they wager", "seen", "best mix", "believed", "slip"), rows, TITLE, left=())
        yield Note(self.sentences)
        yield self.picture()

    def picture(self) -> CrossoverChart:
        """The two acts over how often they make their first wager, and what is believed of that."""
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
        worth = format_chance(self.win_chance)
        return CrossoverChart(
            TITLE,
            (f"wager {self.acts[0].wager}", f"wager {self.acts[1].wager}"),
            first,
            second,
            cross,
            at=self.often,
            at_words=f"your mix: {worth}" if self.wager is None else f"{self.wager}: {worth}",
            note=self.sentences,
            lead=self.lead,
            until=cross == high,
            axis=f"they wager {self.first}",
            belief=BeliefDensity(
                tuple(believed.tolist()),
                self.often,
                self.low,
                self.high,
                f"{format_count(self.games, 'game')} seen",
                usual,
                f"their best mix, {format_chance(usual, 0)}",
            ),
            remark=f"by how often they wager {self.first}",
            limits=("estimated", f"{kind} prior, weight {self.prior:g}"),
        )


def _games(games: float) -> str:
    """Games that need not be a whole number: ``4 games``, ``2.5 games``."""
    return f"{games:,g} game{'' if games == 1 else 's'}"


def observed_wagers(request: questions.FinalRequest, position: FinalPosition) -> ObservedWagers | None:
    """What the wagers seen of the opponent amount to, where there are any; ``position`` is that of the person."""
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
