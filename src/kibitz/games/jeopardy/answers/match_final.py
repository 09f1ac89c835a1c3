"""Answer on a Final wager in a match: by match equity in game 1, as best response to champions' bets in game 2."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from kibitz.core import Advice, ChoiceIndex, ChoiceNumbers, Equities, PlayerId, Provenance
from kibitz.core.errors import InputError
from kibitz.core.recommendation import recommend
from kibitz.core.units import Unit
from kibitz.games.jeopardy.answers.final import (
    MAX_CONTRASTS,
    FinalAnswer,
    NamedBet,
    OutcomeGain,
    WagerContrast,
    check_own_wager,
)
from kibitz.games.jeopardy.answers.match_context import RuleBet, to_match_summary
from kibitz.games.jeopardy.answers.payoff import payoff_of
from kibitz.games.jeopardy.fields import GAME, check_names, resolve_era
from kibitz.games.jeopardy.final.equities import FINAL_GRADES, NEAR_BEST_LOSS
from kibitz.games.jeopardy.final.explain import CLEARLY_WORSE, PricedWager
from kibitz.games.jeopardy.match.explain import MatchWagers, explain_match_wager, match_breakpoints
from kibitz.games.jeopardy.match.final import UNSURE_BELOW, game_2_final_curve
from kibitz.games.jeopardy.match.people_bets import game_1_final_bet, seats_by_total
from kibitz.games.jeopardy.match.value import (
    MatchContext,
    evaluator_of,
    final_answer_chances,
    match_equity,
    places_by_outcome,
)
from kibitz.games.jeopardy.people.contestant import contestant
from kibitz.games.jeopardy.people.profile import own_profile
from kibitz.games.jeopardy.show import SEATS, Ties, check_scores
from kibitz.games.jeopardy.value.match_features import NEXT_GAME
from kibitz.games.jeopardy.value.players import players_of

if TYPE_CHECKING:
    from kibitz.core.equities import FloatArray
    from kibitz.games.jeopardy.questions import final as questions

WAGER_STEP_DOLLARS = 100
"""Dollars between bets in Final of game 1, whose worth is smooth."""
COVER_RULE, FREE_PASS_RULE = "A covers unless unsure", "B passes A only if that costs nothing against C"


def answer_match_final(request: questions.FinalRequest, game: int) -> FinalAnswer:
    """The answer to `questions.FinalRequest` in game 1 or 2 of a match."""
    scores = check_scores(request.scores)
    totals = request.totals or (0, 0, 0)
    me = request.me - 1
    if scores[me] <= 0:
        raise InputError("me: a player with $0 or less takes no part in Final Jeopardy; choose another")
    if request.randomise or request.draws or request.equilibrium or request.leader_covers:
        raise InputError("game: in a match, leave out randomise, draws, equilibrium and leader-covers")
    era, _ = resolve_era(request)
    payoff_of(request, me, era, in_match=True)
    mine = contestant(request.level, era) if request.you is None else own_profile(request.you).contestant(era)
    players = players_of(era, Ties.TIEBREAKER, me, mine, request.opponents)
    match = MatchContext(game, (1.0, request.second), request.confidence)
    order = seats_by_total(scores, totals)
    role = order.index(me)
    also = 0 if request.wager is None else check_own_wager(request.wager, scores[me])
    if game == 1:
        wagers = np.unique([*range(0, scores[me] + 1, WAGER_STEP_DOLLARS), scores[me], also])
        others = [game_1_final_bet(scores, seat, NEXT_GAME) for seat in range(SEATS)]
        bets = np.tile(others, (len(wagers), 1))
        bets[:, me] = wagers
        by_outcome = places_by_outcome(np.tile(scores, (len(wagers), 1)), bets, players)[:, :, me]
    else:
        wagers = np.arange(scores[me] + 1)
        by_outcome = game_2_final_curve(scores, totals, me)
    playing = tuple(("ABC"[place], seat) for place, seat in enumerate(order) if scores[seat] > 0)
    chances = final_answer_chances(players, match)
    priced = MatchWagers(tuple(wagers.tolist()), by_outcome, chances, match.weights, me, playing)
    columns = priced.columns
    worth = match_equity(columns[:, :2], match.weights)
    sure = mine.final if request.confidence is None else request.confidence
    allowed = (
        _allowed_bets(request, role, sure, scores, totals, order, columns) if game == 2 else np.ones(len(wagers), bool)
    )
    values = np.where(allowed, worth, -np.inf)
    provenance = Provenance(
        "exact" if game == 2 else "network",
        weights="" if game == 2 else evaluator_of(players, 2).id,
        opponents=players.name,
        settings=(("game", str(game)),),
    )
    choices = ChoiceNumbers(tuple(wagers.tolist()))
    advice = Advice(Equities(choices, values, Unit.WIN, PlayerId("ABC"[role]), provenance), NEAR_BEST_LOSS)
    named = _named_bets(wagers, worth, scores, totals, order, me, game)
    at = _choose_bet(advice, named)
    wager = int(wagers[at])
    named_prices = [PricedWager(n.name, n.wager, n.meaning, n.worth or 0.0, n.loss or 0.0) for n in named]
    breaks = (
        list(match_breakpoints(scores, totals, order, me))
        if game == 2
        else ["The Final of game 1 is like a Daily Double for the match: totals go on into game 2."]
    )
    counsel = recommend(
        GAME,
        "_".join(map(str, scores)) + f".{me + 1}.game{game}." + "_".join(map(str, totals)),
        advice,
        explain_match_wager(priced, at, totals[me] + scores[me], sure, named_prices, breaks),
        choice_unit=Unit.DOLLARS,
        choice=ChoiceIndex(at),
        chosen=None if request.wager is None else choices.index(str(request.wager)),
        thresholds=FINAL_GRADES,
    )
    rules = _rules(role, sure, scores, totals, order, columns, worth) if game == 2 else ()
    return FinalAnswer(
        scores=scores,
        me=request.me,
        role=("A", "B", "C")[role],
        era=era,
        ties=Ties.TIEBREAKER,
        confidence=sure,
        opponents=players.name,
        wager=wager,
        counsel=counsel,
        names=named,
        against=_contrasts(priced, wager, named, request.wager),
        players=check_names(request.names, request.scores),
        match=replace(
            to_match_summary(match, request.totals),
            rules=rules,
            firsts=(float(columns[at, 0]),),
            seconds=(float(columns[at, 1]),),
            equities=(float(worth[at]),),
        ),
    )


def _contrasts(
    priced: MatchWagers, wager: int, named: tuple[NamedBet, ...], own: int | None
) -> tuple[WagerContrast, ...]:
    """Sources of the wager's lead over the best other named ones, and over your own where it differs."""
    rivals = sorted((n.loss or 0.0, n.wager, n.name) for n in named if (n.loss or 0.0) >= CLEARLY_WORSE)
    others = {bet: name for _, bet, name in reversed(rivals) if bet != wager}
    shown = [(others[bet], bet) for _, bet, _ in rivals if bet in others][:MAX_CONTRASTS]
    if own is not None and own not in (wager, *(bet for _, bet in shown)):
        shown.append(("yours", own))
    seats = ["me" if seat == priced.me else place for place, seat in priced.playing]
    return tuple(
        WagerContrast(
            name,
            bet,
            tuple(
                OutcomeGain(dict(zip(seats, right, strict=True)), gain)
                for right, gain in priced.outcome_gains(wager, bet).items()
            ),
        )
        for name, bet in shown
    )


def _limits(scores: tuple[int, ...], totals: tuple[int, ...], order: list[int]) -> dict[str, tuple[int, int, str]]:
    """Bets with a name in Final of game 2: who makes it, the amount, what it does."""
    played = [max(score, 0) for score in scores]
    total = {seat: totals[seat] + played[seat] for seat in order}
    double = {seat: total[seat] + played[seat] for seat in order}
    a, b, c = order
    return {
        "cover": (a, double[b] - total[a] + 1, "wins if right, whatever B does"),
        "two-thirds": (b, total[b] + double[b] - 2 * total[a], "stays ahead of an A who covers and is wrong"),
        "keep C out": (b, total[b] - double[c] - 1, "C cannot pass even if you are wrong"),
        "cover C": (b, double[c] - total[b] + 1, "ahead of C if right, whatever C does"),
        "pass A": (b, total[a] - total[b] + 1, "ahead of an A who bets nothing, if right"),
        "pass B": (c, total[b] - total[c] + 1, "ahead of a B who bets nothing, if right"),
    }


def _named_bets(
    wagers: np.ndarray,
    worth: FloatArray,
    scores: tuple[int, ...],
    totals: tuple[int, ...],
    order: list[int],
    me: int,
    game: int,
) -> tuple[NamedBet, ...]:
    bets = {"zero bet": (0, "keeps your score"), "all-in": (scores[me], "doubles your score if right")}
    if game == 1:
        bets["champions' bet"] = (game_1_final_bet(scores, me, NEXT_GAME), "almost all-in, as champions bet here")
    else:
        limits = _limits(scores, totals, order)
        bets |= {
            name: (bet, means) for name, (seat, bet, means) in limits.items() if seat == me and 0 < bet <= scores[me]
        }
    best = float(worth.max())
    result = []
    for name, (bet, means) in bets.items():
        at = int(np.searchsorted(wagers, bet))
        result.append(NamedBet(name, int(wagers[at]), means, float(worth[at]), best - float(worth[at])))
    return tuple(result)


def _choose_bet(advice: Advice, named: tuple[NamedBet, ...]) -> int:
    """Index of the best bet; a named bet within the tolerance comes first."""
    values = advice.equities.values
    good = [name for name in named if name.loss is not None and name.loss <= advice.tolerance]
    places = [int(advice.equities.choices.index(str(name.wager))) for name in good]
    places = [at for at in places if np.isfinite(values[at])]
    return max(places, key=lambda at: values[at]) if places else int(advice.best)


def _against_c(me: int, order: list[int], columns: FloatArray) -> FloatArray:
    others = [seat for seat in range(SEATS) if seat != me]
    return np.asarray(columns[:, 2 + others.index(order[2])])


def _allowed_bets(
    request: questions.FinalRequest,
    role: int,
    sure: float,
    scores: tuple[int, ...],
    totals: tuple[int, ...],
    order: list[int],
    columns: FloatArray,
) -> np.ndarray:
    """Which bets the requested rules allow."""
    allowed = np.ones(len(columns), dtype=bool)
    if (request.cover or request.cover_unless is not None) and role != 0:
        raise InputError("cover: use it only for the player in first place")
    if request.free_pass and role != 1:
        raise InputError("free-pass: use it only for the player in second place by G1 + 2 G2")
    if request.cover or (request.cover_unless is not None and sure >= request.cover_unless):
        allowed[: _smallest_cover(scores, totals, order)] = False
    if request.free_pass:
        ahead = _against_c(request.me - 1, order, columns)
        allowed &= ahead >= ahead.max() - 1e-9
    return allowed


def _smallest_cover(scores: tuple[int, ...], totals: tuple[int, ...], order: list[int]) -> int:
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
        least = 0 if sure < UNSURE_BELOW else _smallest_cover(scores, totals, order)
        name, allowed = COVER_RULE, np.arange(len(worth)) >= least
    elif role == 1:
        ahead = _against_c(order[1], order, columns)
        name, allowed = FREE_PASS_RULE, ahead >= ahead.max() - 1e-9
    else:
        return ()
    best = int(np.where(allowed, worth, -np.inf).argmax())
    return (RuleBet(name, best, float(worth[best]), float(worth.max() - worth[best])),)
