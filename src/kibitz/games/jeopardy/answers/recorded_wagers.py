"""Answer on what recorded Final wagers lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.core.units import Unit, format_chance, format_count, format_loss
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.show import Era

if TYPE_CHECKING:
    from kibitz.games.jeopardy.questions import recorded_wagers as questions


class StandingLosses(Struct, frozen=True):
    """One place: loss of its wagers against the best response, how often it won, and would have won with it.

    Losses are in win chance; standard errors are ``None`` for a single game.
    """

    role: Literal["A", "B", "C"]
    wagers: int
    best: float
    loss: float
    loss_se: float | None
    won: float
    with_best: float
    gain_se: float | None


class WagersAnswer(Answer, frozen=True, kw_only=True, tag="jeopardy.wagers/1"):
    """Wagers by standing; ``decisions`` are JSON lines for ``kibitz rate``, in JSON only on request."""

    files: ClassVar = {"out": "Write the decision records to this file, as JSON lines for kibitz rate."}

    era: Era
    games: int
    standings: tuple[StandingLosses, ...]
    decisions: tuple[str, ...] = ()

    def brief(self) -> Self:
        """Without the decisions."""
        return replace(self, decisions=())

    def explain(self) -> Explanation:
        worst = max(self.standings, key=lambda row: row.loss)
        return Explanation(
            f"{worst.role} loses most: {format_loss(worst.loss, Unit.WIN)} per wager in "
            f"{format_count(self.games, 'game')}.",
            tuple(f"{row.role}: {format_loss(row.loss, Unit.WIN)} per wager" for row in self.standings),
        )

    def file(self, kind: str) -> File:
        return File("wagers.jsonl", "application/jsonl", "".join(f"{line}\n" for line in self.decisions).encode())

    def exhibits(self) -> Iterator[Exhibit]:
        rows = tuple(
            (
                row.role,
                f"{row.wagers:,}",
                format_chance(row.best),
                format_loss(row.loss, Unit.WIN) + _error_points(row.loss_se),
                format_chance(row.won),
                format_chance(row.with_best) + _error(row.gain_se),
            )
            for row in self.standings
        )
        title = f"{format_count(self.games, 'game')} {self.era.words}, without lock games"
        yield Table(("", "wagers", "near-best", "loss per wager", "won", "with the best response"), rows, title)
        yield Note(
            "The other players keep their bets and answers. The last standard error is that of the gain.", "quiet"
        )


def _error(se: float | None) -> str:
    return "" if se is None else f" ± {format_chance(se)}"


def _error_points(se: float | None) -> str:
    return "" if se is None else f" ± {100 * se:.1f}"


def answer_wagers(request: questions.RecordedWagersRequest, work: WorkContext) -> WagersAnswer:
    """The answer to `questions.RecordedWagersRequest`."""
    import numpy as np

    from kibitz.core import format_decision
    from kibitz.games.jeopardy.datasets.final_decisions import recorded_decisions
    from kibitz.games.jeopardy.datasets.final_replacement import (
        best_response,
        replace_wagers,
        subsample_games,
        unlocked_games,
    )
    from kibitz.games.jeopardy.datasets.finals import recorded_finals
    from kibitz.games.jeopardy.datasets.games import DatasetFolder
    from kibitz.games.jeopardy.final.equities import NEAR_BEST_LOSS, final_model
    from kibitz.games.jeopardy.final.people_wagers import ROLES
    from kibitz.games.jeopardy.show import era_of

    era = era_of(request.era)
    folder = DatasetFolder({"final_jeopardy.csv.gz": request.finals.content}, request.finals.name)
    try:
        finals = subsample_games(unlocked_games(recorded_finals(folder, era)), request.games)
    except (KeyError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"finals: {request.finals.name} does not contain recorded Finals") from None
    decisions = []
    for decision in recorded_decisions(finals, era, None, request.assumed_confidence):
        decisions.append(decision)
        work.progress(len(decisions), 3 * len(finals.scores), "wagers")
    standings = []
    for role, name in enumerate(("A", "B", "C")):
        losses = np.array([decision.loss for decision in decisions if decision.player == ROLES[role]])
        wins = replace_wagers(finals, role, best_response(final_model(role, era=era), era.ties))
        if not len(losses):
            continue
        several = len(losses) > 1
        won, with_best = wins.rates
        standings.append(
            StandingLosses(
                name,  # type: ignore[arg-type]
                len(losses),
                float((losses <= NEAR_BEST_LOSS).mean()),
                float(losses.mean()),
                float(losses.std(ddof=1) / np.sqrt(len(losses))) if several else None,
                won,
                with_best,
                wins.gain_se if several else None,
            )
        )
    return WagersAnswer(
        era=era,
        games=len(finals.scores),
        standings=tuple(standings),
        decisions=tuple(format_decision(decision) for decision in decisions),
    )
