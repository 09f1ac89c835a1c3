"""Review of a recorded match: the loss of each decision, luck and skill, the blunders, and records for `rate`.

Errors are in normalised equity (a single game at the present cube is 1). PR is 500 times the mean error over all
decisions that were not forced: plays with a choice, cube actions taken, and doubles not made that were close or
wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kibitz.core import Advice, ChoiceIndex, Decision, DecisionId, EventId, GameId, PlayerId, Unit, judge
from kibitz.core.judgement import Grade, Judgement
from kibitz.games.backgammon.advice import (
    TAKE_CHOICES,
    cube_advice,
    move_advice,
    position_value,
    provenance,
    take_advice,
)
from kibitz.games.backgammon.cube.match_equity import match_equities
from kibitz.games.backgammon.cube.outcome_weights import outcome_weights
from kibitz.games.backgammon.cube.state import CubeState
from kibitz.games.backgammon.explain import explain_cube, play_reason
from kibitz.games.backgammon.match.record import MatchAction, MatchRecord, ReplayedEvent, replay
from kibitz.games.backgammon.maxims import find_maxim
from kibitz.games.backgammon.notation.situation import Situation, format_situation
from kibitz.games.backgammon.play.luck import roll_luck
from kibitz.games.backgammon.search.cube_search import single_game_worths
from kibitz.games.backgammon.search.searcher import Searcher

CLOSE_DOUBLE_EQUITY = 0.16
"""A double that was not made counts as a decision if it was this close, in normalised equity."""


@dataclass(frozen=True, slots=True)
class DecisionReview:
    """One decision of a match: its place, player and kind, the choice made, the best choice, and the loss."""

    game: int
    number: int
    player: int
    kind: str
    position: str
    chosen: str
    best: str
    judgement: Judgement
    record: Decision
    chance: float
    """Before it, of the first player: the chance to win the match, or in money play the points of this game."""
    cost: float
    """What the decision lost in that unit, for the player who made it."""
    why: str = ""
    """The reason for the best choice, where another was made."""
    rule: str = ""
    """The rule of thumb that applies then, if any."""


@dataclass(frozen=True, slots=True)
class MatchReview:
    """Every decision that counts in order, and the luck of both players in normalised equity."""

    decisions: tuple[DecisionReview, ...]
    luck: tuple[float, float]
    start: float
    """The first player's chance to win the match before it, or in money play 0 points."""
    end: float
    """The same at the end of the match, or of its record."""


def review_match(
    match: MatchRecord,
    searcher: Searcher,
    plies: int = 0,
    luck: bool = True,
    progress: Callable[[int, int], None] | None = None,
) -> MatchReview:
    """Review a match with a searcher; ``luck`` doubles the time of a 0-ply review."""
    moments = list(replay(match))
    reviews: list[DecisionReview] = []
    lucks = [0.0, 0.0]
    for done, moment in enumerate(moments, start=1):
        if moment.event.act is MatchAction.PLAY:
            if luck and moment.event.dice is not None:
                lucks[moment.event.player] += roll_luck(
                    searcher,
                    moment.position.to_array(),
                    moment.event.dice,
                    _is_opening_roll(moments, done - 1),
                    outcome_weights(moment.state),
                )
            reviews += _no_double(match, moments, done - 1, searcher, plies)
            reviews += _play(match, moment, searcher, plies)
        else:
            reviews += _cube_action(match, moment, searcher, plies)
        if progress is not None:
            progress(done, len(moments))
    return MatchReview(tuple(reviews), (lucks[0], lucks[1]), *_start_and_end_chances(match, reviews))


def _start_and_end_chances(match: MatchRecord, reviews: list[DecisionReview]) -> tuple[float, float]:
    """The first player's chance to win the match before it and after it; in money play points."""
    won = [sum(game.points for game in match.games if game.winner == who) for who in (0, 1)]
    if not match.length:
        return 0.0, float(won[0] - won[1])
    first = match.games[0].scores if match.games else (0, 0)
    table = match_equities()
    start = table.chance(match.length - first[0], match.length - first[1], False)
    scores = [before + points for before, points in zip(first, won, strict=True)]
    if max(scores) >= match.length:
        return start, float(scores[0] > scores[1])
    open_end = not match.games or match.games[-1].winner < 0
    if open_end and reviews:
        return start, reviews[-1].chance
    over = match.length - 1 in first or any(match.length - 1 in game.scores for game in match.games)
    return start, table.chance(match.length - scores[0], match.length - scores[1], over)


def match_value(equity: float, state: CubeState) -> float:
    """A normalised equity for the player on roll, as the chance to win the match, in money play as points."""
    if not state.length:
        return equity * state.cube
    lost, won = single_game_worths(state)
    return (equity * (won - lost) + won + lost) / 2


def _is_opening_roll(moments: list[ReplayedEvent], index: int) -> bool:
    return moments[index].number == 0


def _play(match: MatchRecord, moment: ReplayedEvent, searcher: Searcher, plies: int) -> list[DecisionReview]:
    assert moment.played is not None
    assert moment.event.dice is not None
    result = move_advice(searcher, moment.position, moment.event.dice, moment.state, plies)
    if len(result.moves) < 2:
        return []
    index = next(i for i, line in enumerate(result.moves) if line.play.after == moment.played.after)
    why = f"It {play_reason(result)}." if index else ""
    rule = find_maxim(result) if index else ""
    return [_review_decision(match, moment, "play", result.advice, index, searcher, plies, why, rule)]


def _no_double(
    match: MatchRecord, moments: list[ReplayedEvent], index: int, searcher: Searcher, plies: int
) -> list[DecisionReview]:
    """The double that was not made before this roll, if it counts."""
    moment = moments[index]
    if moment.number == 0 or not moment.state.may_double:
        return []
    before = moments[index - 1]
    if before.game == moment.game and before.event.act in (MatchAction.TAKE, MatchAction.BEAVER):
        return []  # the player has just doubled
    decision = position_value(searcher, moment.position, moment.state, plies).cube
    if decision.double_equity < decision.no_double - CLOSE_DOUBLE_EQUITY:
        return []
    why = explain_cube(decision).reasons[0]
    return [
        _review_decision(match, moment, "no double", cube_advice(decision, searcher, plies), 0, searcher, plies, why)
    ]


def _cube_action(match: MatchRecord, moment: ReplayedEvent, searcher: Searcher, plies: int) -> list[DecisionReview]:
    decision = position_value(searcher, moment.position, moment.state, plies).cube
    why = explain_cube(decision).reasons[0]
    if moment.event.act is MatchAction.DOUBLE:
        return [
            _review_decision(match, moment, "double", cube_advice(decision, searcher, plies), 1, searcher, plies, why)
        ]
    chosen = TAKE_CHOICES.index({MatchAction.DROP: "pass"}.get(moment.event.act, moment.event.act.value))
    advice = take_advice(decision, searcher, plies)
    return [_review_decision(match, moment, moment.event.act.value, advice, chosen, searcher, plies, why)]


def _review_decision(
    match: MatchRecord,
    moment: ReplayedEvent,
    kind: str,
    advice: Advice,
    index: int,
    searcher: Searcher,
    plies: int,
    why: str,
    rule: str = "",
) -> DecisionReview:
    chosen = ChoiceIndex(index)
    choices = advice.equities.choices
    text = format_situation(Situation(moment.position, moment.state, moment.event.dice if kind == "play" else None))
    name = match.players[moment.event.player]
    record = Decision(
        tuple(float(v) for v in advice.equities.values),
        chosen,
        Unit.EQUITY,
        DecisionId(f"{moment.game + 1}.{moment.number + 1}.{kind}"),
        GameId("backgammon"),
        PlayerId(name),
        EventId(f"{match.players[0]} v {match.players[1]}"),
        text,
        choices,
        provenance=provenance(searcher, plies),
    )
    result, best = judge(advice, chosen), float(advice.equities.values[advice.best])
    player, answers = moment.event.player, moment.event.act in (MatchAction.TAKE, MatchAction.DROP, MatchAction.BEAVER)
    on_roll = match_value(-best if answers else best, moment.state)  # a double is answered in the doubler's position
    first = on_roll if (player == 0) != answers else (1 - on_roll if match.length else -on_roll)
    lost, won = single_game_worths(moment.state)
    return DecisionReview(
        moment.game,
        moment.number,
        player,
        kind,
        text,
        choices[index],
        choices[advice.best],
        result,
        record,
        first,
        result.loss * (won - lost) / 2,
        *((why, rule) if result.grade > Grade.FINE else ("", "")),
    )
