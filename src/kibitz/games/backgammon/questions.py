"""What can be asked about backgammon: a position's worth, a play, the cube, a rollout, a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar

from msgspec import Meta

from kibitz.core.counsel import counsel_on
from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.question import ARGUMENT, Cost, Request
from kibitz.core.work import Work
from kibitz.games.backgammon.answers import (
    Chances,
    CubeAnswer,
    CubePoint,
    EvaluateAnswer,
    Move,
    MoveAnswer,
    PlayerReviewed,
    ReviewAnswer,
    Reviewed,
    RolloutAnswer,
)

if TYPE_CHECKING:
    from kibitz.games.backgammon.nets.probabilities import Probabilities
    from kibitz.games.backgammon.search.searcher import Searcher

GAME = "backgammon"
OPENING = "4HPwATDgc/ABMA"
SHORT_MATCH = """ 1 point match

 Game 1
 ann : 0                              bob : 0
  1) 31: 8/5 6/5                      52: 13/11 13/8
  2) 66: 24/18(2) 13/7(2)             41: 13/9 6/5
"""

Where = Annotated[
    str,
    Meta(
        max_length=120,
        pattern=r"^\s*([A-Za-z0-9+/]{14}(:[A-Za-z0-9+/]{12})?|(XGID=)?[-A-Pa-p]{26}(:[-0-9DBR]{1,5}){9})\s*$",
        description="The position: a Position ID, PositionID:MatchID, or an XGID.",
        examples=[OPENING],
        extra=ARGUMENT | {"accepts": "a Position ID such as 4HPwATDgc/ABMA, PositionID:MatchID or an XGID"},
    ),
]
Plies = Annotated[int, Meta(ge=0, le=3, description="How many plies to look ahead.")]
Seed = Annotated[int, Meta(ge=0, le=2**63 - 1, description="Seed of the random numbers.")]


def _chances(p: Probabilities) -> Chances:
    return Chances(p.win, p.win_g, p.win_bg, p.lose_g, p.lose_bg)


def _searcher(plies: int, work: Work) -> Searcher:
    """The shipped network; without look-ahead it needs no compiled code, so a cold answer is quick."""
    from kibitz.games.backgammon.search.searcher import shipped_searcher

    return shipped_searcher(compiled=plies > 0, progress=work.noting("tables"))


class Evaluate(Request, frozen=True, kw_only=True):
    """Evaluate a position before the roll: chances of wins, gammons and backgammons, equity with and without cube."""

    position: Where
    plies: Plies = 0

    def cost(self) -> Cost:
        return Cost.INSTANT if self.plies == 0 else Cost.SECONDS

    def answer(self, work: Work) -> EvaluateAnswer:
        from kibitz.games.backgammon.advice import position_value
        from kibitz.games.backgammon.notation.anything import format_situation, parse_situation

        found = parse_situation(self.position)
        value = position_value(_searcher(self.plies, work), found.position, found.state, self.plies)
        p = value.probabilities
        return EvaluateAnswer(
            position=format_situation(found),
            plies=self.plies,
            win=p.win,
            win_g=p.win_g,
            win_bg=p.win_bg,
            lose_g=p.lose_g,
            lose_bg=p.lose_bg,
            equity=value.equity,
            cubeful=value.cubeful,
            action=value.cube.action.value,
        )


class BestMove(Request, frozen=True, kw_only=True):
    """Rank every play of a roll for the player on roll: equity, loss, chances, and why the best is best."""

    position: Where
    dice: Annotated[
        str,
        Meta(
            max_length=5,
            pattern=r"^[1-6][- ,]?[1-6]$",
            description="The roll, such as 31; not needed where the position holds it.",
            examples=["31"],
            extra=ARGUMENT | {"number": True, "accepts": "a roll such as 31"},
        ),
    ] = ""
    plies: Plies = 0
    play: (
        Annotated[
            str,
            Meta(
                max_length=80,
                pattern=r"^[0-9abrof()*, -]+(/[0-9abrof()*, -]+)+$",
                description="A play of your own to judge, such as 8/5 6/5.",
            ),
        ]
        | None
    ) = None

    def cost(self) -> Cost:
        return Cost.INSTANT if self.plies == 0 else Cost.SECONDS

    def answer(self, work: Work) -> MoveAnswer:
        from kibitz.games.backgammon.advice import move_advice
        from kibitz.games.backgammon.explain import explain_move
        from kibitz.games.backgammon.moves.dice import format_dice, parse_dice
        from kibitz.games.backgammon.notation.anything import format_situation, parse_situation

        found = parse_situation(self.position)
        dice = parse_dice(self.dice) if self.dice else found.dice
        if dice is None:
            raise InputError("dice: a roll such as 31 is needed, since the position holds none")
        advice = move_advice(_searcher(self.plies, work), found.position, dice, found.state, self.plies)
        chosen = None
        if self.play is not None:
            wanted = " ".join(self.play.split())
            chosen = next((i for i, line in enumerate(advice.moves) if line.notation == wanted), None)
            if chosen is None:
                raise InputError(f"play: a legal play as written here is accepted, such as {advice.best.notation}")
        choices = advice.advice.equities.choices
        return MoveAnswer(
            position=format_situation(found),
            dice=format_dice(dice),
            best=advice.best.notation,
            counsel=counsel_on(
                GAME,
                f"{format_situation(found)} {format_dice(dice)}",
                advice.advice,
                explain_move(advice),
                chosen=None if chosen is None else choices.index(choices[chosen]),
            ),
            moves=tuple(
                Move(m.notation, m.equity, m.loss, _chances(m.probabilities), m.position_id, m.plies)
                for m in advice.moves
            ),
        )


class Cube(Request, frozen=True, kw_only=True):
    """The cube before the roll: no double, double, take, pass or too good, with the points where decisions change."""

    position: Where
    plies: Plies = 0

    def cost(self) -> Cost:
        return Cost.INSTANT if self.plies == 0 else Cost.SECONDS

    def answer(self, work: Work) -> CubeAnswer:
        from kibitz.games.backgammon.advice import cube_advice, position_value, take_advice
        from kibitz.games.backgammon.explain import explain_cube
        from kibitz.games.backgammon.notation.anything import format_situation, parse_situation

        found = parse_situation(self.position)
        searcher = _searcher(self.plies, work)
        decision = position_value(searcher, found.position, found.state, self.plies).cube
        told, where, points = explain_cube(decision), format_situation(found), decision.points
        return CubeAnswer(
            position=where,
            plies=self.plies,
            action=decision.action.value,
            no_double=decision.no_double,
            double_take=decision.double_take,
            double_pass=decision.double_pass,
            probabilities=_chances(decision.probabilities),
            points=CubePoint(points.take, points.double, points.cash, points.too_good),
            counsel=counsel_on(GAME, where, cube_advice(decision, searcher, self.plies), told),
            take=counsel_on(GAME, where, take_advice(decision, searcher, self.plies), told),
        )


class Rollout(Request, frozen=True, kw_only=True):
    """Play a position out many times with luck taken off: chances and equity of the player on roll, with errors."""

    uses: ClassVar = frozenset({"workers"})

    position: Where
    trials: Annotated[int, Meta(ge=36, le=1_000_000, description="Games, rounded up to a multiple of 36.")] = 360
    turns: Annotated[int, Meta(ge=0, le=200, description="Turns before a game is cut off; 0 plays to the end.")] = 11
    seed: Seed = 1

    def cost(self) -> Cost:
        return Cost.SECONDS if self.trials <= 1_000 else Cost.JOB

    def answer(self, work: Work) -> RolloutAnswer:
        from kibitz.games.backgammon.cube.decision import move_reading
        from kibitz.games.backgammon.nets.weights import shipped_weights
        from kibitz.games.backgammon.notation.anything import format_situation, parse_situation
        from kibitz.games.backgammon.rollout.rollout import RolloutSettings, rollout
        from kibitz.simulate.executors import workers_of

        found = parse_situation(self.position)
        settings = RolloutSettings(self.trials, self.turns, self.seed)
        with workers_of(work) as pool:
            result = rollout(
                found.position, shipped_weights(), settings, move_reading(found.state), pool, work.noting("rolling out")
            )
        return RolloutAnswer(
            position=format_situation(found),
            trials=result.trials,
            seed=self.seed,
            probabilities=_chances(result.probabilities),
            errors=_chances(result.errors),
            worth=result.worth,
            worth_se=result.worth_se,
        )


class Review(Request, frozen=True, kw_only=True):
    """Review a match from a .mat file: errors by player in equity and PR, luck apart from skill, and the blunders."""

    match: Annotated[
        Document,
        Meta(
            description="The match, a .mat file.",
            examples=[{"name": "match.mat", "text": SHORT_MATCH}],
            extra=ARGUMENT,
        ),
    ]
    plies: Plies = 0
    luck: Annotated[bool, Meta(description="Also measure the luck of the dice.")] = True

    def cost(self) -> Cost:
        return Cost.SECONDS if self.plies == 0 else Cost.JOB

    def answer(self, work: Work) -> ReviewAnswer:
        from kibitz.core import format_decision
        from kibitz.games.backgammon.match.review import review_match
        from kibitz.games.backgammon.notation.mat import parse_mat
        from kibitz.games.backgammon.search.searcher import shipped_searcher

        match = parse_mat(self.match.read_text())
        searcher = shipped_searcher(progress=work.noting("tables"))
        found = review_match(match, searcher, self.plies, self.luck, work.noting("decisions"))
        names = [player.name for player in found.players]
        return ReviewAnswer(
            plies=self.plies,
            players=tuple(
                PlayerReviewed(
                    p.name, p.decisions, float(p.play_error), float(p.cube_error), p.pr, p.luck, len(p.blunders)
                )
                for p in found.players
            ),
            decisions=tuple(
                Reviewed(d.game, d.number, names[d.player], d.kind, d.position, d.chosen, d.best, d.judgement.loss,
                         d.judgement.grade.word)
                for d in found.decisions
            ),
            records=tuple(format_decision(d.record) for d in found.decisions),
        )  # fmt: skip
