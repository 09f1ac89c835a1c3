"""Timeline of a recorded game: win chances, decisions by loss, luck and skill.

For each player 1/3 + luck - errors is the result: 1 for a win, 0 for none, the share of a shared one. Errors are the
losses of wagers and late buzzes against the best choice. Luck is everything else: the head start (of the returning
champion), clues and buzzes, Daily Doubles found, answers, and the opponents' errors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import fsum

import numpy as np

from kibitz.core.equities import FloatArray
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.archive.game import RecordedGame, ReplayedState, replay
from kibitz.games.jeopardy.position import Position
from kibitz.games.jeopardy.review.buzzes import review_buzzes
from kibitz.games.jeopardy.review.decision_review import DOUBLE, FINAL, DecisionReview
from kibitz.games.jeopardy.review.wagers import review_daily_double, review_finals
from kibitz.games.jeopardy.show import SEATS, Rules
from kibitz.games.jeopardy.value.win_curve import win_curve


@dataclass(frozen=True, slots=True)
class DailyDoubleFind:
    """A Daily Double: where and by whom, and what finding it was worth to that player before the answer."""

    clue: int
    moment: ReplayedState
    worth: float


@dataclass(frozen=True, slots=True)
class LuckAccount:
    """One player's game: one third, plus luck, minus errors, is the result.

    Parts of luck: the head start (``start``), regular clues, Daily Doubles and Final.
    """

    start: float
    clues: float
    doubles: float
    final: float
    errors: float
    result: float

    @property
    def luck(self) -> float:
        """All luck together."""
        return fsum((self.start, self.clues, self.doubles, self.final))


@dataclass(frozen=True, slots=True, eq=False)
class GameReview:
    """Chances after each clue (clues + 2 or 3 rows of three, the last the result), decisions in order, accounts."""

    game: RecordedGame
    rules: Rules
    chances: FloatArray
    decisions: tuple[DecisionReview, ...]
    doubles: tuple[DailyDoubleFind, ...]
    accounts: tuple[LuckAccount, ...]
    notes: tuple[str, ...]


def review_game(game: RecordedGame, rules: Rules | None = None, work: WorkContext | None = None) -> GameReview:
    """Review of a game by the rules and models of its air date, unless ``rules`` are given."""
    work, rules = work or WorkContext(), rules or game.rules
    moments = replay(game)
    steps = [(before, now) for before, now in pairwise(moments) if now.wagering is not None]
    tasks = len(steps) + 2
    positions = [moment.position for moment in moments]
    work.progress(0, tasks, "win chances")
    others_too = [*positions, *(_other_answer(now, game.scale) for _, now in steps)]
    values = win_curve(others_too, rules.era, rules.ties, game.champion)
    chances, others = values[: len(moments)], values[len(moments) :]
    decisions, doubles, notes = [], [], list(game.notes)
    for done, ((before, now), other) in enumerate(zip(steps, others, strict=True), start=1):
        work.progress(done, tasks, "wagers")
        judged = review_daily_double(game, before, now, rules)
        if judged is None:
            notes.append(f"the wager at clue {now.clue} exceeds what the scores allow and is not judged")
        else:
            decisions.append(judged)
        doubles.append(
            DailyDoubleFind(now.clue, now, _worth(now, chances[before.clue], chances[now.clue], other, rules))
        )
    work.progress(tasks - 1, tasks, "last clues")
    decisions += review_buzzes(game, moments, rules)
    decisions.sort(key=lambda each: each.clue)
    decisions += review_finals(game, moments[-1], rules)
    work.progress(tasks, tasks, "wagers")
    ends = _results(game)
    return GameReview(
        game,
        rules,
        np.vstack([chances, *ends]),
        tuple(decisions),
        tuple(doubles),
        _accounts(moments, chances, ends[-1], decisions),
        tuple(notes),
    )


def _other_answer(now: ReplayedState, scale: int) -> Position:
    """The state after a Daily Double had its answer been the other one."""
    clue = now.move
    assert clue is not None
    assert clue.wager is not None
    scores = list(now.position.scores)
    scores[clue.finder] += (-2 if clue.right is not None else 2) * clue.wager * scale
    position = replace(now.position, scores=(scores[0], scores[1], scores[2]))
    if position.round_ == clue.round_:
        return position
    last = min(range(SEATS), key=scores.__getitem__)  # round 2 begins, and the last in score picks
    return replace(position, control=last, decider=last)


def _worth(now: ReplayedState, before: FloatArray, after: FloatArray, other: FloatArray, rules: Rules) -> float:
    from kibitz.games.jeopardy.board import row_of
    from kibitz.games.jeopardy.people.contestant import Level, contestant

    clue = now.move
    assert clue is not None
    assert now.placed is not None
    right, wrong = (after, other) if clue.right is not None else (other, after)
    chance = contestant(Level.AVERAGE, rules.era).daily_double_accuracy(clue.round_, row_of(now.placed))
    return float((chance * right + (1 - chance) * wrong - before)[clue.finder])


def _results(game: RecordedGame) -> list[FloatArray]:
    """The end of the game: after Final, and after the tiebreaker where one was played. Shared wins count in shares."""
    stages = []
    if game.tiebreaker is not None:
        stages.append(_shares(replace(game, tiebreaker=None).winners))
    stages.append(_shares(game.winners))
    return stages


def _shares(winners: Sequence[int]) -> FloatArray:
    shares = np.zeros(SEATS)
    shares[list(winners)] = 1 / len(winners) if winners else 0.0
    return shares


def _accounts(
    moments: Sequence[ReplayedState], chances: FloatArray, result: FloatArray, decisions: Sequence[DecisionReview]
) -> tuple[LuckAccount, ...]:
    changes = np.diff(chances, axis=0)
    at_double = np.array([moment.wagering is not None for moment in moments[1:]], dtype=bool)
    accounts = []
    for seat in range(SEATS):
        lost = {
            kind: fsum(each.loss for each in decisions if each.player == seat and each.kind == kind)
            for kind in (DOUBLE, FINAL)
        }
        errors = fsum(each.loss for each in decisions if each.player == seat)
        accounts.append(
            LuckAccount(
                start=float(chances[0, seat]) - 1 / SEATS,
                clues=fsum(changes[~at_double, seat].tolist()) + errors - lost[DOUBLE] - lost[FINAL],
                doubles=fsum(changes[at_double, seat].tolist()) + lost[DOUBLE],
                final=float(result[seat] - chances[-1, seat]) + lost[FINAL],
                errors=errors,
                result=float(result[seat]),
            )
        )
    return tuple(accounts)
