"""Answers on any state: win chances, and which square to pick."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from kibitz.core.controls import PlayerShare, ShareBar
from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Headline, Note, Table
from kibitz.core.exhibits.advice import AdviceExhibit
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.recommendation import Recommendation, recommend
from kibitz.core.units import Unit, format_chance, format_money
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.answers.exhibits.clickable_board import clickable_board
from kibitz.games.jeopardy.answers.match_context import MatchSummary, position_in_match, to_match_summary
from kibitz.games.jeopardy.fields import GAME, PODIUMS, ReturningChampion, describe_champion
from kibitz.games.jeopardy.show import DAILY_DOUBLES, Era, Ties

if TYPE_CHECKING:
    from kibitz.games.jeopardy.questions import states as questions

NEAR_BEST_LOSS = 0.003
"""Chance to win by which two squares may differ and still count as equally good."""
METHODS = {
    "exact": "exact: every outcome of the clues left, then Final",
    "network": "by the network",
    "rollout": "by rollouts",
}


class WinAnswer(Answer, frozen=True, kw_only=True, tag="jeopardy.win/3"):
    """Chances of the players to win, left to right; they sum to one. ``errors`` are standard errors of rollouts.

    In a match ``chances`` are those to finish first, and ``match`` has the rest.
    """

    state: str
    scores: tuple[int, ...]
    era: Era
    ties: Ties
    me: int | None
    opponents: str
    chances: tuple[float, ...]
    method: str
    games: int
    errors: tuple[float, ...] | None
    evaluator: str
    champion: ReturningChampion | None = None
    """The returning champion of the prior; none where abilities come from no prior."""
    match: MatchSummary | None = None

    def explain(self) -> Explanation:
        if self.match is not None:
            me = (self.me or 1) - 1
            first, second = (format_chance(each[me]) for each in (self.match.firsts, self.match.seconds))
            return Explanation(
                f"Your match equity is {format_chance(self.match.equities[me])}: first {first}, second {second}.",
                (self.match.description,),
            )
        best = max(range(len(self.chances)), key=self.chances.__getitem__)
        reasons = [
            f"player {i + 1}{' (you)' if self.me == i + 1 else ''}, {format_money(self.scores[i])}: {format_chance(p)}"
            for i, p in enumerate(self.chances)
        ]
        if self.chances[best] <= 0:
            return Explanation("Nobody wins: no player has money for Final Jeopardy.", tuple(reasons))
        return Explanation(
            f"Player {best + 1} has a win chance of {format_chance(self.chances[best])}.", tuple(reasons)
        )

    def exhibits(self) -> Iterator[Exhibit]:
        yield Headline(self.explain().headline)
        rows = []
        for i, chance in enumerate(self.chances):
            error = "" if self.errors is None else f" ± {format_chance(self.errors[i], 2)}"
            name = f"{i + 1}{' (you)' if self.me == i + 1 else ''}"
            figures = [format_chance(chance) + error]
            if self.match is not None:
                figures += [format_chance(self.match.seconds[i]), format_chance(self.match.equities[i])]
            rows.append((name, format_money(self.scores[i]), *figures))
        yield clickable_board(self.state)
        if self.match is None:
            yield ShareBar(
                "Chance to win",
                tuple(
                    PlayerShare(name, chance, format_money(score), mine=self.me == seat)
                    for seat, (name, chance, score) in enumerate(
                        zip(PODIUMS, self.chances, self.scores, strict=True), 1
                    )
                ),
            )
        columns = ("to win",) if self.match is None else ("first", "second", "match equity")
        yield Table(("player", "score", *columns), tuple(rows))
        if self.match is not None:
            yield from self.match.exhibits()
        who = (
            "all play like people on the show"
            if self.me is None
            else f"opponents {self.opponents}, and you bet well from here on"
        )
        how = METHODS[self.method] + (f" ({self.games:,} games)" if self.games else "")
        yield Note(
            f"Assumes shows {self.era.words}, ties {self.ties.value}, {who}{_champion_clause(self.champion)}. "
            f"{how[0].upper()}{how[1:]}.",
            "quiet",
        )


class RankedSquare(Struct, frozen=True):
    """One pick: chance of a Daily Double, of keeping control, expected dollars, value of the rule, win chance."""

    square: str
    double: float
    control: float
    dollars: float
    rule: float
    worth: float


class SelectAnswer(Answer, frozen=True, kw_only=True, tag="jeopardy.select/3"):
    """The square to pick; ``squares`` are all open ones, the best first."""

    state: str
    me: int
    era: Era
    ties: Ties
    opponents: str
    alpha: float
    square: str
    squares: tuple[RankedSquare, ...]
    counsel: Recommendation
    champion: ReturningChampion | None = None
    match: MatchSummary | None = None

    def exhibits(self) -> Iterator[Exhibit]:
        yield AdviceExhibit(self.counsel, worth_name="" if self.match is None else "match equity")
        places = {_place(each.square): each.double for each in self.squares}
        yield clickable_board(self.state, places, _place(self.square))
        rows = tuple(
            (
                each.square,
                format_chance(each.double),
                format_chance(each.control),
                format_money(round(each.dollars)),
                f"{each.rule:.3f}",
                format_chance(each.worth, 2),
            )
            for each in self.squares[:10]
        )
        columns = (
            "square",
            "Daily Double",
            "keeps control",
            "dollars",
            f"p(DD) + {self.alpha:g} p(RC)",
            "to win" if self.match is None else "match equity",
        )
        yield Table(columns, rows, strong=(0,), asks="choice")
        if self.match is not None:
            yield from self.match.exhibits()
        yield Note(
            f"Assumes shows {self.era.words}, ties {self.ties.value}, opponents {self.opponents}"
            f"{_champion_clause(self.champion)}.",
            "quiet",
        )


def _champion_clause(champion: ReturningChampion | None) -> str:
    """What was assumed about the returning champion, to end a list of assumptions."""
    text = describe_champion(champion)
    return text and f", {text}"


def _place(square: str) -> int:
    """The number of a square, row by row."""
    from kibitz.games.jeopardy.board import parse_square

    return int(parse_square(square))


def answer_win(request: questions.WinRequest, work: WorkContext) -> WinAnswer:
    """The answer to `questions.WinRequest`."""
    from kibitz.games.jeopardy.position import DecisionKind, format_position
    from kibitz.games.jeopardy.rollout.state_rows import row_of_position
    from kibitz.games.jeopardy.value.state_value import evaluate_state

    position, match = position_in_match(request, request.state)
    if position.choosing is DecisionKind.DAILY_DOUBLE:
        raise InputError("state: has a Daily Double to bet on; use daily-double --state for it")
    me = None if request.me is None else request.me - 1
    players = request.players(position, me)
    row = row_of_position(position, players.viewpoint_seat)
    work.progress(0, 1, "states")
    if match is not None:
        from kibitz.games.jeopardy.match.value import evaluate_in_match, evaluator_of, match_equity

        network = evaluator_of(players, match.game)
        there = evaluate_in_match(row, players, match, request.rollouts, request.seed)
        firsts, seconds = (tuple(there.places[:, place].tolist()) for place in range(2))
        worth = tuple(match_equity(there.places, match.weights).tolist())
        return WinAnswer(
            state=format_position(position),
            scores=position.scores,
            era=players.era,
            ties=Ties.TIEBREAKER,
            me=request.me,
            opponents=players.name,
            chances=firsts,
            method=there.method.value,
            games=there.games,
            errors=None if there.errors is None else tuple(there.errors[:, 0].tolist()),
            evaluator=network.id,
            champion=request.prior_champion,
            match=replace(to_match_summary(match, position.totals), firsts=firsts, seconds=seconds, equities=worth),
        )
    result = evaluate_state(row, players, request.rollouts, request.seed)
    return WinAnswer(
        state=format_position(position),
        scores=position.scores,
        era=players.era,
        ties=players.ties,
        me=request.me,
        opponents=players.name,
        chances=result.chances,
        method=result.method.value,
        games=result.games,
        errors=result.errors,
        evaluator=players.evaluator.id,
        champion=request.prior_champion,
    )


def answer_select(request: questions.SelectRequest, work: WorkContext) -> SelectAnswer:
    """The answer to `questions.SelectRequest`."""
    import numpy as np

    from kibitz.core import Advice, ChoiceIndex, ChoiceList, Equities, PlayerId, Provenance
    from kibitz.games.jeopardy.board import column_of, format_square, row_of
    from kibitz.games.jeopardy.match.value import evaluator_of, match_equity_function
    from kibitz.games.jeopardy.position import DecisionKind, format_position
    from kibitz.games.jeopardy.squares.choice import evaluate_squares, pick_by_rule

    position, match = position_in_match(request, request.state)
    if position.choosing is not DecisionKind.SQUARE:
        raise InputError("state: must have a square to pick")
    me = position.control
    players = request.players(position, me)
    options = evaluate_squares(
        position, players, me, request.alpha, None if match is None else match_equity_function(players, match)
    )
    chosen = pick_by_rule(options)
    best = max(options, key=lambda option: option.worth)
    if best.worth - chosen.worth > NEAR_BEST_LOSS:
        chosen = best
    order = [chosen, *sorted((o for o in options if o is not chosen), key=lambda o: (-o.rule, o.square))]
    squares = [format_square(option.square) for option in options]
    against = players.name
    weights = players.evaluator.id if match is None else evaluator_of(players, match.game).id
    provenance = Provenance("network", weights=weights, opponents=against)
    worth = np.array([option.worth for option in options])
    equities = Equities(ChoiceList(tuple(squares)), worth, Unit.WIN, PlayerId(str(me + 1)), provenance)
    hidden = DAILY_DOUBLES[position.round_] - len(position.daily_doubles)
    where = f"column {column_of(chosen.square)}, row {row_of(chosen.square)}"
    reasons = [f"If it is a regular clue, your chance to keep control is {format_chance(chosen.control)}."]
    if hidden:
        headline = f"Pick {where}: {format_chance(chosen.double)} chance of a Daily Double."
        reasons.append("Finding Daily Doubles is worth most; keeping control comes second (section 3.3).")
    else:
        headline = f"Pick {where}: no Daily Double is hidden, so pick where you learn most."
        reasons.append("The order of clues hardly matters now.")
    advice = Advice(equities, NEAR_BEST_LOSS)
    if request.choice is not None and request.choice not in squares:
        raise InputError(f"choice: {request.choice} was already played; give an open square")
    mine = None if request.choice is None else ChoiceIndex(squares.index(request.choice))
    return SelectAnswer(
        state=format_position(position),
        me=me + 1,
        era=players.era,
        ties=players.ties if match is None else Ties.TIEBREAKER,
        opponents=players.name,
        alpha=request.alpha,
        square=format_square(chosen.square),
        squares=tuple(
            RankedSquare(format_square(o.square), o.double, o.control, o.dollars, o.rule, o.worth) for o in order
        ),
        counsel=recommend(
            GAME,
            format_position(position),
            advice,
            Explanation(headline, tuple(reasons)),
            choice=ChoiceIndex(options.index(chosen)),
            chosen=mine,
        ),
        champion=request.prior_champion,
        match=None if match is None else to_match_summary(match, position.totals),
    )
