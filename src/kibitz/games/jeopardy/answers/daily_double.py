"""A Daily Double wager answered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from kibitz.core.choices import parse_choices
from kibitz.core.counsel import Counsel, counsel_on
from kibitz.core.exhibits import SHOWN, Curve, Exhibit, Mark, Note, Table, curve_of
from kibitz.core.question import Answer, File
from kibitz.core.units import Unit, format_chance, format_count, format_loss, format_money
from kibitz.core.work import Work
from kibitz.games.jeopardy.answers.chances import ABILITIES
from kibitz.games.jeopardy.fields import GAME, check_names, settled, three
from kibitz.games.jeopardy.show import Era, Ties

if TYPE_CHECKING:
    from kibitz.games.jeopardy.questions import daily_double as questions


class PlayedOut(Struct, frozen=True):
    """The wager played out by chance: wins after it at the confidence given, with the standard error."""

    games: int
    wins: float
    se: float


class DailyDoubleAnswer(Answer, frozen=True, kw_only=True, tag="jeopardy.daily-double/2"):
    """A Daily Double wager; ``right`` and ``wrong`` are the chances to win after it, and columns of the curve."""

    files: ClassVar = {"chart": "Also draw the curve to this SVG file."}

    scores: tuple[int, ...]
    me: int
    left: tuple[int, ...]
    era: Era
    ties: Ties
    confidence: float
    opponents: str
    wager: int
    right: float
    wrong: float
    counsel: Counsel
    abilities: str = "equal"
    machine: bool = False
    names: tuple[str, ...] = ()
    played_out: PlayedOut | None = None

    def exhibits(self) -> Iterator[Exhibit]:
        yield self.counsel
        yield Note(f"For shows {self.era.words}: {self._assumed()}.", "quiet")
        if self.counsel.curve is None:
            return
        wagers = [int(choice) for choice in parse_choices(self.counsel.curve.choices)]
        worth = [float(value) for value in self.counsel.curve.worth]
        right, wrong = (self.counsel.curve.more[column] for column in ("right", "wrong"))
        best = wagers.index(self.wager)
        shown = sorted({round(k * (len(wagers) - 1) / (SHOWN - 1)) for k in range(SHOWN)} | {best})
        rows = tuple(
            (
                format_money(wagers[i]),
                *(format_chance(column[i]) for column in (right, wrong, worth)),
                format_loss(0.0 if i == best else max(self.counsel.worth - worth[i], 0.0), Unit.WIN),
            )
            for i in shown
        )
        columns = ("wager", "right", "wrong", f"at {format_chance(self.confidence)}", "loss")
        yield Table(columns, rows, left=(), strong=(shown.index(best),))
        if self.played_out is not None:
            wins = f"{format_chance(self.played_out.wins)} ± {format_chance(self.played_out.se, 2)}"
            yield Note(
                f"Played out {self.played_out.games:,} times by chance: {wins} to win with {format_money(self.wager)}."
            )
        yield self.chart()

    def _assumed(self) -> str:
        """What was taken for granted, in words."""
        mine = f"you are right in {format_chance(self.confidence)}{', like a machine' if self.machine else ''}"
        return f"{mine}, opponents {self.opponents}, {ABILITIES[self.abilities]}, ties {self.ties.value}"

    def chart(self) -> Curve:
        """The chance to win over all wagers at the confidence given."""
        scores = " \N{EN DASH} ".join(format_money(score) for score in self.scores)
        mine = format_money(self.scores[self.me - 1])
        clues = "no clue" if not self.left else format_count(len(self.left), "clue")
        title = f"Daily Double, {clues} left, {scores}: what should {mine} bet?"
        note = f"shows {self.era.words}; {self._assumed()}"
        return curve_of(self.counsel, title, "wager", "chance to win", (Mark(self.wager, "best"),), Unit.DOLLARS, note)

    def file(self, kind: str) -> File:
        from kibitz.draw.curve import curve_svg

        return File("daily-double.svg", "image/svg+xml", curve_svg(self.chart()).encode())


def answer_daily_double(asked: questions.DailyDouble, work: Work) -> DailyDoubleAnswer:
    """The answer to `questions.DailyDouble`."""
    from kibitz.games.jeopardy.endgame.daily_double import LastDailyDouble, format_daily_double, wager_curve
    from kibitz.games.jeopardy.endgame.explain import explanation
    from kibitz.games.jeopardy.endgame.standings import OwnFinal, Standing
    from kibitz.games.jeopardy.final.equities import GRADES, final_model, two_levels
    from kibitz.games.jeopardy.people.contestant import contestant, independent
    from kibitz.games.jeopardy.people.posterior import contestants_given, late_record
    from kibitz.games.jeopardy.play.placement import usual_confidence

    era, ties = settled(asked)
    names = check_names(asked.names, asked.scores)
    position = LastDailyDouble(three(asked.scores), asked.me - 1, asked.left, ties)
    mine, others = contestant(asked.level, era), iter(two_levels(asked.opponents))
    levels = tuple(asked.level if seat == position.me else next(others) for seat in range(3))
    if asked.abilities == "scores":
        players = contestants_given(late_record(position.scores, asked.left), era, levels)
    else:
        players = tuple(contestant(level, era) for level in levels)
    model = final_model(position.me, asked.opponents, era, asked.final_confidence)
    if asked.final_confidence is None:
        model = model.of_level(position.me, mine.final)
    if asked.machine:
        players = tuple(independent(p) if seat == position.me else p for seat, p in enumerate(players))
        model = model.uncorrelated(position.me)
    confidence = asked.confidence if asked.confidence is not None else usual_confidence(mine, asked.row, era)
    standing = Standing(model, position.me, ties, OwnFinal(asked.own_final))
    also = () if asked.wager is None else (asked.wager,)
    curve = wager_curve(position, players, standing, asked.step, also, work.noting("my scores"))
    advice = curve.advice(confidence)
    best, choices = int(advice.best), advice.equities.choices
    played_out = None
    if asked.check:
        import numpy as np

        from kibitz.games.jeopardy.endgame.rollout import win_rate

        rng = np.random.default_rng(asked.seed)
        own, bet = position.scores[position.me], int(curve.wagers[best])
        games = max(asked.check // 2, 2)
        (right, right_se), (wrong, wrong_se) = (
            win_rate(rng, position, players, standing, mine, games) for mine in (own + bet, own - bet)
        )
        p = confidence
        error = ((p * right_se) ** 2 + ((1 - p) * wrong_se) ** 2) ** 0.5
        played_out = PlayedOut(2 * games, p * right + (1 - p) * wrong, error)
    return DailyDoubleAnswer(
        scores=three(asked.scores),
        me=asked.me,
        left=position.left,
        era=era,
        ties=ties,
        confidence=confidence,
        opponents=standing.model.name,
        wager=int(curve.wagers[best]),
        right=float(curve.right[best]),
        wrong=float(curve.wrong[best]),
        counsel=counsel_on(
            GAME,
            format_daily_double(position),
            advice,
            explanation(curve, advice, confidence, names),
            choice_unit=Unit.DOLLARS,
            thresholds=GRADES,
            chosen=None if asked.wager is None else choices.index(str(asked.wager)),
            more={"right": tuple(curve.right.tolist()), "wrong": tuple(curve.wrong.tolist())},
        ),
        abilities=asked.abilities,
        machine=asked.machine,
        names=names,
        played_out=played_out,
    )
