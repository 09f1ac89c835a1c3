"""Judgement of the wagers of a recorded game: Daily Doubles by `value`, Final by `final`.

A player's confidence is not recorded. Losses are computed at the average chance to be right, by row on Daily Doubles
and by place in Final. They are computed a second time at the chance that the player's answers up to then suggest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from kibitz.core import Advice, ChoiceNumbers, Decision, Equities, Provenance, Unit, format_money, judge
from kibitz.core.ids import ChoiceIndex, DecisionId, EventId, GameId, PlayerId
from kibitz.core.judgement import Grade
from kibitz.games.jeopardy.archive.game import RecordedGame, ReplayedState
from kibitz.games.jeopardy.board import row_of
from kibitz.games.jeopardy.datasets.final_decisions import final_decision
from kibitz.games.jeopardy.fields import GAME
from kibitz.games.jeopardy.final.equities import (
    FINAL_GRADES,
    NEAR_BEST_LOSS,
    FinalPosition,
    advice_from_tables,
    final_advice,
    final_model,
    final_tables,
    format_final,
)
from kibitz.games.jeopardy.final.explain import WagerExplanation, explain_final_wager
from kibitz.games.jeopardy.people.contestant import Contestant, Level, contestant
from kibitz.games.jeopardy.people.posterior import LineUp, posterior_contestants
from kibitz.games.jeopardy.position import Position, format_position
from kibitz.games.jeopardy.review.decision_review import DOUBLE, FINAL, DecisionReview
from kibitz.games.jeopardy.rollout.state_rows import SURE, row_of_position
from kibitz.games.jeopardy.show import SEATS, Rules, Seat, Ties
from kibitz.games.jeopardy.value.evaluator import load_shipped_evaluator
from kibitz.games.jeopardy.value.matchups import EvaluatorRole, Matchup
from kibitz.games.jeopardy.value.players import Players, game_record_of, players_for_request
from kibitz.games.jeopardy.value.state_value import legal_wagers, wager_curve

ROUND_STEPS_DOLLARS = (100, 200, 500, 1_000, 2_000, 5_000, 10_000)
MAX_LISTED_WAGERS = 30
"""Round wagers that a record lists, with the smallest, the largest, the best and the one made."""


def contestant_from_record(
    position: Position, counts: Sequence[tuple[int, int]], seat: int, rules: Rules, champion: Seat | None = None
) -> Contestant:
    """Contestant with the ability that the answers of all three up to now suggest (posterior mean)."""
    right, wrong = ((counts[0][i], counts[1][i], counts[2][i]) for i in (0, 1))
    record = game_record_of(position, right, wrong)
    return posterior_contestants(record, rules.era, LineUp(champion=champion))[seat]


def reviewed_players(position: Position, seat: int, rules: Rules, champion: Seat | None) -> Players:
    """Three average players, as good as their scores suggest, of whom ``seat`` is judged."""
    record = game_record_of(position)
    return players_for_request(
        rules.era, rules.ties, seat, Level.AVERAGE, None, (Level.AVERAGE,), False, record, champion
    )


def review_provenance(rules: Rules) -> Provenance:
    """Provenance of a game's decision records; the same for all, so that they are rated together."""
    evaluator = load_shipped_evaluator(Matchup(rules.era, EvaluatorRole.PERSON))
    settings = (("ties", rules.ties.value),)
    return Provenance("review", weights=evaluator.id, opponents=f"average of {int(rules.era)}", settings=settings)


def review_daily_double(
    game: RecordedGame, before: ReplayedState, moment: ReplayedState, rules: Rules
) -> DecisionReview | None:
    """Judgement of a Daily Double wager; ``None`` where the recorded wager exceeds the rules."""
    position, clue, place = moment.wagering, moment.move, moment.placed
    assert position is not None
    assert clue is not None
    assert clue.wager is not None
    assert place is not None
    seat, wager = clue.finder, clue.wager * game.scale
    players = reviewed_players(position, seat, rules, game.champion)
    row = row_of_position(position, seat)
    row[SURE] = 0
    least, most = legal_wagers(row, seat)
    if not least <= wager <= most:
        return None
    curve, method = wager_curve(row, players, seat, (wager,))
    average = contestant(Level.AVERAGE, rules.era).daily_double_accuracy(clue.round_, row_of(place))
    shown = contestant_from_record(position, before.counts, seat, rules, game.champion).daily_double_accuracy(
        clue.round_, row_of(place)
    )
    choices = ChoiceNumbers(tuple(curve.wagers.tolist()))
    provenance = Provenance(
        method.value,
        weights=players.evaluator.id,
        opponents=players.name,
        settings=(("confidence", f"{average:g}"), ("ties", rules.ties.value)),
    )
    values, shown_values = curve.equities(average), curve.equities(shown)
    advice = Advice(Equities(choices, values, Unit.WIN, PlayerId(game.players[seat]), provenance), NEAR_BEST_LOSS)
    chosen = int(np.searchsorted(curve.wagers, wager))
    best = int(values.argmax())
    verdict = judge(advice, ChoiceIndex(chosen), FINAL_GRADES)
    listed = sorted({0, len(values) - 1, chosen, best, *_round_wagers(curve.wagers, most)})
    record = Decision(
        tuple(values[listed].tolist()),
        ChoiceIndex(listed.index(chosen)),
        Unit.WIN,
        DecisionId(f"{game.date}.{moment.clue}"),
        GameId(GAME),
        PlayerId(game.players[seat]),
        EventId(game.date),
        format_position(position),
        ChoiceNumbers(tuple(curve.wagers[listed].tolist())),
        provenance=review_provenance(rules),
    )
    return DecisionReview(
        clue=moment.clue,
        kind=DOUBLE,
        player=seat,
        choice=clue.wager,
        best=int(curve.wagers[best]) // game.scale,
        worth=float(values[chosen]),
        loss=verdict.loss,
        grade=verdict.grade.word,
        confidence=average,
        shown=shown,
        shown_best=int(curve.wagers[int(shown_values.argmax())]) // game.scale,
        shown_loss=float(shown_values.max() - shown_values[chosen]),
        position=format_position(position),
        method=method.value,
        record=record,
        notes=_double_notes(position, seat, wager, int(curve.wagers[best]), verdict.loss, game.scale),
    )


def _round_wagers(wagers: np.ndarray[tuple[int], np.dtype[np.int64]], most: int) -> list[int]:
    step = next((step for step in ROUND_STEPS_DOLLARS if most <= MAX_LISTED_WAGERS * step), ROUND_STEPS_DOLLARS[-1])
    return [int(i) for i in np.flatnonzero(wagers % step == 0)]


def _double_notes(position: Position, seat: int, wager: int, best: int, loss: float, scale: int) -> tuple[str, ...]:
    """Note on what the best wager on the very last clue would have reached: a lock-tie or a lock game."""
    if loss <= NEAR_BEST_LOSS or position.round_ == 1 or position.n_open > 1:
        return ()
    own, other = position.scores[seat], max(s for i, s in enumerate(position.scores) if i != seat)
    for name, reaches in (("lock-tie", _lock_tie), ("lock game", _lock_game)):
        for word, sign in (("right", 1), ("wrong", -1)):
            if reaches(own + sign * best, other) and not reaches(own + sign * wager, other):
                return (f"missed: {name}, {format_money(best // scale)} reaches it if {word}",)
    return ()


def _lock_tie(mine: int, other: int) -> bool:
    return mine > 0 and (2 * mine == other or mine == 2 * other)


def _lock_game(mine: int, other: int) -> bool:
    return mine > 2 * max(other, 0)


def review_finals(game: RecordedGame, last: ReplayedState, rules: Rules) -> list[DecisionReview]:
    """Judgements of the Final wagers of all players with money."""
    result = []
    for seat in range(SEATS):
        bet = game.bets[seat]
        if bet is None or game.round_2[seat] <= 0:
            continue
        position = FinalPosition(game.round_2, seat, rules.ties)
        model = final_model(seat, era=rules.era)
        tables = final_tables(position, model)
        advice = advice_from_tables(tables, model.name)
        answer = explain_final_wager(tables, advice)
        verdict = judge(advice, ChoiceIndex(bet.wager), FINAL_GRADES)
        shown = contestant_from_record(last.position, last.counts, seat, rules, game.champion).final
        own = final_advice(position, final_model(seat, era=rules.era, confidence=shown))
        record = replace(
            final_decision(position, bet.wager, model, game.date),
            player=PlayerId(game.players[seat]),
            id=DecisionId(f"{game.date}.final.{seat + 1}"),
            provenance=review_provenance(rules),
        )
        result.append(
            DecisionReview(
                clue=last.clue + 1,
                kind=FINAL,
                player=seat,
                choice=bet.wager,
                best=answer.wager,
                worth=float(advice.equities.values[bet.wager]),
                loss=verdict.loss,
                grade=verdict.grade.word,
                confidence=model.accuracies_at(game.round_2)[seat],
                shown=shown,
                shown_best=int(own.best),
                shown_loss=float(own.losses[bet.wager]),
                position=format_final(position),
                method="exact",
                notes=_final_notes(position, bet.wager, answer, verdict.grade),
                record=record,
            )
        )
    return result


def _final_notes(position: FinalPosition, wager: int, answer: WagerExplanation, grade: Grade) -> tuple[str, ...]:
    """Names of the bet made and of the bet missed: a lock-tie, a two-thirds bet, or the best one."""
    notes = [f"bet: {name.name}" for name in answer.names if name.wager == wager and name.wager][:1]
    if grade < Grade.INACCURACY:
        return tuple(notes)
    a, b, _ = position.ranked_scores
    limit = 3 * b - 2 * a - (0 if position.ties is Ties.SHARED else 1)
    good = [name for name in answer.names if name.loss <= NEAR_BEST_LOSS]
    if a == 2 * b and position.role < 2:
        notes.append(f"missed: lock-tie, {format_money(answer.wager)}")
    elif position.role == 1 and answer.wager <= limit < wager:
        notes.append(f"missed: two-thirds, up to {format_money(limit)} (wins whenever A covers and is wrong)")
    else:
        notes += [f"missed: {name.name}, {format_money(name.wager)} ({name.meaning})" for name in good[:1]]
    return tuple(notes)
