"""A Final wager in a match answered: of game 1 against match equity, of game 2 as best response to champions' bets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from kibitz.core import Advice, ChoiceIndex, ChoiceNumbers, Equities, Explanation, PlayerId, Provenance
from kibitz.core.counsel import counsel_on
from kibitz.core.errors import InputError
from kibitz.core.units import Unit, format_chance, format_money
from kibitz.games.jeopardy.answers.final import FinalAnswer, NamedBet, own_wager
from kibitz.games.jeopardy.answers.in_match import RuleBet, told
from kibitz.games.jeopardy.fields import GAME, check_names, settled
from kibitz.games.jeopardy.final.equities import GRADES, TOLERANCE
from kibitz.games.jeopardy.match.final import UNSURE, second_final_curve
from kibitz.games.jeopardy.match.people import first_final_bet, roles
from kibitz.games.jeopardy.match.value import InMatch, answers, equity, evaluator_of, places_after_bets
from kibitz.games.jeopardy.people.contestant import contestant
from kibitz.games.jeopardy.show import SEATS, Ties, check_scores
from kibitz.games.jeopardy.value.match_features import NEXT_GAME
from kibitz.games.jeopardy.value.players import players_of

if TYPE_CHECKING:
    from kibitz.core.equities import FloatArray
    from kibitz.games.jeopardy.questions import final as questions

STEP = 100
"""Dollars between bets in Final of game 1, whose worth is smooth."""
COVER, FREE = "A covers unless unsure", "B passes A only where it costs nothing against C"


def answer_match_final(asked: questions.Final, game: int) -> FinalAnswer:
    """The answer to `questions.Final` in game 1 or 2 of a match."""
    scores = check_scores(asked.scores)
    totals = asked.totals or (0, 0, 0)
    me = asked.me - 1
    if scores[me] <= 0:
        raise InputError("me: a player with nothing takes no part in Final Jeopardy")
    if asked.prizes or asked.randomise or asked.draws or asked.equilibrium or asked.leader_covers:
        raise InputError("game: in a match the wager is found by match equity alone, without prizes, draws or mixes")
    era, _ = settled(asked)
    mine = contestant(asked.level, era)
    players = players_of(era, Ties.TIEBREAKER, me, mine, asked.opponents)
    match = InMatch(game, (1.0, asked.second), asked.confidence)
    order = roles(scores, totals)
    role = order.index(me)
    also = 0 if asked.wager is None else own_wager(asked.wager, scores[me])
    if game == 1:
        wagers = np.unique([*range(0, scores[me] + 1, STEP), scores[me], also])
        others = [first_final_bet(scores, seat, NEXT_GAME) for seat in range(SEATS)]
        bets = np.tile(others, (len(wagers), 1))
        bets[:, me] = wagers
        held = np.tile(scores, (len(wagers), 1))
        columns = places_after_bets(held, bets, players, match)[:, me]
    else:
        wagers = np.arange(scores[me] + 1)
        columns = second_final_curve(scores, totals, me, answers(players, match))
    worth = equity(columns[:, :2], match.weights)
    sure = mine.final if asked.confidence is None else asked.confidence
    allowed = _allowed(asked, role, sure, scores, totals, order, columns) if game == 2 else np.ones(len(wagers), bool)
    values = np.where(allowed, worth, -np.inf)
    made = Provenance(
        "exact" if game == 2 else "network",
        weights="" if game == 2 else evaluator_of(players, 2).id,
        opponents=players.name,
        settings=(("game", str(game)),),
    )
    choices = ChoiceNumbers(tuple(wagers.tolist()))
    advice = Advice(Equities(choices, values, Unit.WIN, PlayerId("ABC"[role]), made), TOLERANCE)
    named = _named(wagers, worth, scores, totals, order, me, game)
    at = _chosen(advice, named)
    wager = int(wagers[at])
    counsel = counsel_on(
        GAME,
        "_".join(map(str, scores)) + f".{me + 1}.game{game}." + "_".join(map(str, totals)),
        advice,
        _explanation(wager, worth[at], columns[at], role, game, [name.name for name in named if name.wager == wager]),
        choice_unit=Unit.DOLLARS,
        choice=ChoiceIndex(at),
        chosen=None if asked.wager is None else choices.index(str(asked.wager)),
        thresholds=GRADES,
    )
    rules = _rules(role, sure, scores, totals, order, columns, worth) if game == 2 else ()
    return FinalAnswer(
        scores=scores,
        me=asked.me,
        role=("A", "B", "C")[role],
        era=era,
        ties=Ties.TIEBREAKER,
        confidence=sure,
        opponents=players.name,
        wager=wager,
        counsel=counsel,
        names=named,
        players=check_names(asked.names, asked.scores),
        match=replace(
            told(match, asked.totals),
            rules=rules,
            firsts=(float(columns[at, 0]),),
            seconds=(float(columns[at, 1]),),
            equities=(float(worth[at]),),
        ),
    )


def _limits(scores: tuple[int, ...], totals: tuple[int, ...], order: list[int]) -> dict[str, tuple[int, int, str]]:
    """Bets with a name in Final of game 2: who makes it, the amount, what it does."""
    played = [max(score, 0) for score in scores]
    total = {seat: totals[seat] + played[seat] for seat in order}
    double = {seat: total[seat] + played[seat] for seat in order}
    a, b, c = order
    return {
        "cover": (a, double[b] - total[a] + 1, "wins if right, whatever B does"),
        "two-thirds": (b, total[b] + double[b] - 2 * total[a], "still ahead of an A who covers and is wrong"),
        "keep C out": (b, total[b] - double[c] - 1, "C cannot pass even if you are wrong"),
        "cover C": (b, double[c] - total[b] + 1, "ahead of C if right, whatever C does"),
        "pass A": (b, total[a] - total[b] + 1, "ahead of an A who bets nothing, if right"),
        "pass B": (c, total[b] - total[c] + 1, "ahead of a B who bets nothing, if right"),
    }


def _named(
    wagers: np.ndarray,
    worth: FloatArray,
    scores: tuple[int, ...],
    totals: tuple[int, ...],
    order: list[int],
    me: int,
    game: int,
) -> tuple[NamedBet, ...]:
    found = {"nothing": (0, "keeps what you have"), "everything": (scores[me], "doubles what you have")}
    if game == 1:
        found["champions' bet"] = (first_final_bet(scores, me, NEXT_GAME), "nearly everything, as people bet here")
    else:
        limits = _limits(scores, totals, order)
        found |= {
            name: (bet, means) for name, (seat, bet, means) in limits.items() if seat == me and 0 < bet <= scores[me]
        }
    best = float(worth.max())
    result = []
    for name, (bet, means) in found.items():
        at = int(np.searchsorted(wagers, bet))
        result.append(NamedBet(name, int(wagers[at]), means, float(worth[at]), best - float(worth[at])))
    return tuple(result)


def _chosen(advice: Advice, named: tuple[NamedBet, ...]) -> int:
    """The best bet; of those as good, one with a name."""
    values = advice.equities.values
    good = [name for name in named if name.loss is not None and name.loss <= advice.tolerance]
    places = [int(advice.equities.choices.index(str(name.wager))) for name in good]
    places = [at for at in places if np.isfinite(values[at])]
    return max(places, key=lambda at: values[at]) if places else int(advice.best)


def _against_c(me: int, order: list[int], columns: FloatArray) -> FloatArray:
    others = [seat for seat in range(SEATS) if seat != me]
    return np.asarray(columns[:, 2 + others.index(order[2])])


def _allowed(
    asked: questions.Final,
    role: int,
    sure: float,
    scores: tuple[int, ...],
    totals: tuple[int, ...],
    order: list[int],
    columns: FloatArray,
) -> np.ndarray:
    """Which bets the rules asked for leave."""
    allowed = np.ones(len(columns), dtype=bool)
    if (asked.cover or asked.cover_unless is not None) and role != 0:
        raise InputError("cover: only the player in first place can cover, so it is accepted for that one alone")
    if asked.free_pass and role != 1:
        raise InputError("free-pass: it is a rule for the player in second place by G1 + 2 G2")
    if asked.cover or (asked.cover_unless is not None and sure >= asked.cover_unless):
        allowed[: _least(scores, totals, order)] = False
    if asked.free_pass:
        ahead = _against_c(asked.me - 1, order, columns)
        allowed &= ahead >= ahead.max() - 1e-9
    return allowed


def _least(scores: tuple[int, ...], totals: tuple[int, ...], order: list[int]) -> int:
    """The smallest bet with which A covers."""
    return min(max(_limits(scores, totals, order)["cover"][1], 0), max(scores[order[0]], 0))


def _rules(
    role: int,
    sure: float,
    scores: tuple[int, ...],
    totals: tuple[int, ...],
    order: list[int],
    columns: FloatArray,
    worth: FloatArray,
) -> tuple[RuleBet, ...]:
    """What the rules of section 3.2 would bet, and what they cost."""
    if role == 0:
        least = 0 if sure < UNSURE else _least(scores, totals, order)
        name, allowed = COVER, np.arange(len(worth)) >= least
    elif role == 1:
        ahead = _against_c(order[1], order, columns)
        name, allowed = FREE, ahead >= ahead.max() - 1e-9
    else:
        return ()
    best = int(np.where(allowed, worth, -np.inf).argmax())
    return (RuleBet(name, best, float(worth[best]), float(worth.max() - worth[best])),)


def _explanation(wager: int, worth: float, places: FloatArray, role: int, game: int, names: list[str]) -> Explanation:
    called = f" ({', '.join(names)})" if names else ""
    return Explanation(
        f"Bet {format_money(wager)}{called}: {format_chance(worth)} of match equity.",
        (
            f"first {format_chance(float(places[0]))}, second {format_chance(float(places[1]))}",
            f"you are {'ABC'[role]} by G1 + 2 G2" if game == 2 else "game 1: its Final is a Daily Double for the match",
        ),
    )
