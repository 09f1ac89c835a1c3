"""The roller in answers: its candidates as plain values and as a table, and advice by its equities."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from kibitz.core.exhibits import Table, format_option_loss
from kibitz.core.units import Unit, format_amount, format_count
from kibitz.core.work import WorkContext

if TYPE_CHECKING:
    from kibitz.games.backgammon.advice import MoveAdvice
    from kibitz.games.backgammon.cube.decision import CubeDecision
    from kibitz.games.backgammon.notation.situation import Situation
    from kibitz.games.backgammon.rollout.roller import RollerResult
    from kibitz.games.backgammon.search.searcher import Searcher

ROLLER_PLIES = 2
"""Depth at which the candidates of the roller are chosen."""


class RolledOption(Struct, frozen=True):
    """One candidate: equity per unit of cube and its standard error, the same of its loss, and its games."""

    choice: str
    equity: float
    equity_se: float
    loss: float
    loss_se: float
    trials: int


class RollerSummary(Struct, frozen=True):
    """What the roller found, why it stopped, and with which seed it rolled the dice."""

    options: tuple[RolledOption, ...]
    stopped: str
    seed: int

    def table(self, word: str) -> Table:
        """The candidates with the errors of equity and loss."""
        rows = tuple(
            (
                option.choice,
                f"{format_amount(option.equity, Unit.EQUITY)} ± {option.equity_se:.3f}",
                "" if not option.loss else f"{format_option_loss(option.loss, Unit.EQUITY)} ± {option.loss_se:.3f}",
                f"{option.trials:,}" if option.trials else "exact",
            )
            for option in self.options
        )
        note = f"Games are cut off after seven turns, the cube is alive, and all see the same dice (seed {self.seed})."
        return Table(
            (word, "equity", "loss", "games"), rows, "Rolled out", remark=f"stopped: {self.stopped}", note=note
        )

    @property
    def games(self) -> str:
        """How many games were rolled out."""
        return format_count(sum(option.trials for option in self.options), "game")


def summarise_roller(result: RollerResult, seed: int) -> RollerSummary:
    """The result as plain values."""
    options = tuple(
        RolledOption(choice.name, choice.equity, choice.se, max(0.0, choice.behind), choice.behind_se, choice.trials)
        for choice in result.choices
    )
    return RollerSummary(options, result.stopped or "not yet", seed)


def roll_move(
    searcher: Searcher,
    situation: Situation,
    advice: MoveAdvice,
    seed: int,
    work: WorkContext,
    on_round: Callable[[MoveAdvice, RollerSummary], None],
) -> tuple[MoveAdvice, RollerSummary]:
    """The advice with the equities of the roller, and what it found; ``on_round`` gets both after each round."""
    from kibitz.games.backgammon.rollout.roller import RollerSettings, roll_plays
    from kibitz.simulate.executors import open_executor

    settings = RollerSettings(plies=ROLLER_PLIES, seed=seed)

    def report(result: RollerResult) -> None:
        on_round(rank_by_roller(advice, result), summarise_roller(result, seed))

    with open_executor(work) as pool:
        note = work.progress_with_note("rolling out")
        state = situation.state
        result = roll_plays(searcher, situation.position, advice.dice, state, settings, pool, note, report)
    return rank_by_roller(advice, result), summarise_roller(result, seed)


def rank_by_roller(advice: MoveAdvice, result: RollerResult) -> MoveAdvice:
    """The plays ranked by the roller: equity of the best minus the paired loss; plays not rolled out come after."""
    from dataclasses import replace

    import numpy as np

    from kibitz.core import Advice, ChoiceList, Equities
    from kibitz.core.provenance import Provenance
    from kibitz.games.backgammon.advice import distinct_labels

    lines = {line.play.after: line for line in advice.moves}
    rolled = [(lines.pop(choice.after), choice) for choice in result.choices if choice.after is not None]
    best = rolled[0][1].equity
    equities = [best - max(0.0, choice.behind) for _, choice in rolled]
    errors = [choice.se if choice.behind == 0 else choice.behind_se for _, choice in rolled]
    rest = [min(line.equity, min(equities)) for line in lines.values()]
    ranked = [line for line, _ in rolled] + list(lines.values())
    values = np.array(equities + rest)
    order = np.argsort(-values, kind="stable")
    moves = tuple(replace(ranked[i], equity=float(values[i]), loss=float(values[order[0]] - values[i])) for i in order)
    old = advice.advice.equities
    made = Equities(
        ChoiceList(distinct_labels([move.notation for move in moves])),
        values[order],
        old.unit,
        old.player,
        Provenance("backgammon roller", weights=old.provenance.weights),
        np.array([*errors, *[0.0] * len(rest)])[order],
    )
    return replace(advice, moves=moves, advice=Advice(made))


def roll_cube_decision(
    searcher: Searcher,
    situation: Situation,
    decision: CubeDecision,
    seed: int,
    work: WorkContext,
    on_round: Callable[[CubeDecision, RollerSummary], None],
) -> tuple[CubeDecision, RollerSummary]:
    """The decision by the equities of the roller, and what it found; ``on_round`` gets both after each round."""
    from kibitz.games.backgammon.cube.decision import decision_from_worths
    from kibitz.games.backgammon.rollout.roller import RollerSettings, roll_cube
    from kibitz.games.backgammon.search.cube_search import single_game_worths
    from kibitz.simulate.executors import open_executor

    lost, won = single_game_worths(situation.state, searcher.table)

    def decide(result: RollerResult) -> CubeDecision:
        none, take = (((won - lost) * choice.equity + won + lost) / 2 for choice in result.choices[:2])
        return decision_from_worths(decision.probabilities, decision.stakes, decision.life, none, take)

    def report(result: RollerResult) -> None:
        on_round(decide(result), summarise_roller(result, seed))

    settings = RollerSettings(plies=ROLLER_PLIES, seed=seed)
    with open_executor(work) as pool:
        note = work.progress_with_note("rolling out")
        result = roll_cube(searcher, situation.position, situation.state, settings, pool, note, report)
    return decide(result), summarise_roller(result, seed)
