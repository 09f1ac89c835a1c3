"""Answer on a player's profile: the four rates with their intervals, beside the levels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Headline, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import MINUS, format_chance, format_count
from kibitz.core.work import WorkContext
from kibitz.draw.forest_plot import ForestPlot, ForestRow
from kibitz.games.jeopardy.show import Era

if TYPE_CHECKING:
    from kibitz.games.jeopardy.people.profile import PlayerRecord
    from kibitz.games.jeopardy.questions import profile as questions

RATE_NAMES = ("attempts", "precision", "Daily Double", "Final")


class ProfileRate(Struct, frozen=True):
    """One rate of a player, 0 to 1: mean, 80 % interval (none where it was given), and that of two levels."""

    name: str
    mean: float
    low: float | None
    high: float | None
    average: float
    champion: float


class ProfileAnswer(Answer, frozen=True, kw_only=True, tag="jeopardy.profile/1"):
    """A player's rates. ``text`` is what other questions take; ``ability`` is 0 for average and 1 for a champion."""

    text: str
    era: Era
    games: int | None
    ability: float
    ability_interval: tuple[float, float] | None
    rates: tuple[ProfileRate, ...]
    exact: str
    """The four rates as text, to three digits."""

    def explain(self) -> Explanation:
        said = ", ".join(f"{each.name} {format_chance(each.mean)}" for each in self.rates)
        ability = f"Ability {_number(self.ability)}"
        if self.ability_interval is not None:
            low, high = self.ability_interval
            ability += f" ({_number(low)} to {_number(high)} with a chance of 80 %)"
        reasons = [f"{ability}, where average is 0 and a champion 1."]
        if self.games is not None:
            games = format_count(self.games, "game")
            reasons.append(f"From {games} and the newcomers of the show as prior: a short record moves it little.")
        return Explanation(f"{said[0].upper()}{said[1:]}.", tuple(reasons))

    def exhibits(self) -> Iterator[Exhibit]:
        explanation = self.explain()
        yield Headline(explanation.headline)
        for reason in explanation.reasons:
            yield Note(reason)
        rows = tuple(
            (
                each.name,
                format_chance(each.mean),
                _interval(each),
                format_chance(each.average),
                format_chance(each.champion),
            )
            for each in self.rates
        )
        table = Table(("rate", "player", "80 % interval", "average", "champion"), rows, "Rates")
        if self.games is None:
            yield table
        else:
            plotted = tuple(
                ForestRow(
                    each.name,
                    100 * each.mean,
                    None if each.low is None else 100 * each.low,
                    None if each.high is None else 100 * each.high,
                    cells=(format_chance(each.mean), format_chance(each.average), format_chance(each.champion)),
                )
                for each in self.rates
            )
            yield ForestPlot("Rates in %", plotted, ("player", "average", "champion"), listing=table)
        yield Note(
            f"Use it elsewhere as --opponents {self.text} or --you {self.text}. Shows {self.era.words}.", "quiet"
        )


def _number(value: float) -> str:
    return f"{value:.2f}".replace("-", MINUS)


def _interval(rate: ProfileRate) -> str:
    if rate.low is None or rate.high is None:
        return ""
    return f"{format_chance(rate.low)} to {format_chance(rate.high)}"


def answer_profile(request: questions.ProfileRequest, work: WorkContext) -> ProfileAnswer:
    """The answer to `questions.ProfileRequest`."""
    import numpy as np

    from kibitz.games.jeopardy.people.ability import ability_of
    from kibitz.games.jeopardy.people.contestant import Level, contestant
    from kibitz.games.jeopardy.people.profile import (
        RATES,
        PlayerRecord,
        Profile,
        format_profile,
        parse_profile,
    )
    from kibitz.games.jeopardy.show import era_of

    era = era_of(request.era)
    if request.player is not None:
        profile = parse_profile(request.player)
    else:
        assert request.games is not None
        profile = Profile(
            record=PlayerRecord(
                request.games,
                request.right,
                request.wrong,
                request.doubles,
                request.finals,
                request.coryat,
                request.score,
            )
        )
    player = profile.contestant(era)
    means = [float(np.mean(getattr(player, name))) for name in RATES]
    posterior = None if profile.record is None else profile.posterior(era)
    if posterior is not None:
        means = [mean for mean, _, _ in posterior.rates]
    levels = [contestant(level, era) for level in (Level.AVERAGE, Level.CHAMPION)]
    rates = tuple(
        ProfileRate(
            label,
            mean,
            None if posterior is None else posterior.rates[i][1],
            None if posterior is None else posterior.rates[i][2],
            *(float(np.mean(getattr(level, name))) for level in levels),
        )
        for i, (label, name, mean) in enumerate(zip(RATE_NAMES, RATES, means, strict=True))
    )
    exact = "/".join(f"{mean:.3f}" for mean in means)
    return ProfileAnswer(
        text=format_profile(profile) if profile.record is None or _has_text(profile.record) else exact,
        era=era,
        games=None if profile.record is None else profile.record.games,
        ability=ability_of(player, era) if posterior is None else posterior.ability[0],
        ability_interval=None if posterior is None else posterior.ability[1:],
        rates=rates,
        exact=exact,
    )


def _has_text(record: PlayerRecord) -> bool:
    """Whether one of the three short forms says all of the record."""
    sources = [record.right is not None, record.coryat is not None, record.score is not None]
    alone = record.right is not None or (record.doubles is None and record.finals is None)
    return sum(sources) == 1 and alone
