"""What could tracking the rivals pay? python benchmarks/sevens_tracking.py [--checkpoint FILE].

One seat among five of the report's players plays the same deals with different knowledge. The arms:

- dp: prices pooled over all rivals;
- tracker: prices of the current quarter predicted from each rival separately;
- tracker, this auction: the same predictions for the bid alone; values by dp's prices;
- bids known: the rivals' bids in this auction are known exactly; values by dp's prices;
- bids known, deny: the same, and a letter that is not wanted is bid up to just below the highest rival;
- racks known: every rival's rack and program are known, and so its bid for every letter; these prices hold for the rest
  of the quarter, as the tracker assumes of its predictions.

A block is one game. Differences from dp are paired by deal, Student's over games, with Holm's correction over the arms
of a table. Saves benchmarks/results/sevens_tracking.json.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from results import save_result
from scipy.stats import ttest_1samp

from kibitz.core import FloatArray
from kibitz.games.sevens.auction.player import Player, SeatView
from kibitz.games.sevens.auction.referee import Referee
from kibitz.games.sevens.auction.rules import Rules, deal_game
from kibitz.games.sevens.bidding.evaluator import LetterWorth, letter_worth
from kibitz.games.sevens.bidding.plan import OPEN_PLACE_VALUE, RackPlan, draw_chances
from kibitz.games.sevens.bidding.prices import MAX_BID_CELL, N_PHASES, market_tables, phase_of
from kibitz.games.sevens.bidding.rack_graph import sublattice
from kibitz.games.sevens.kernels import solve
from kibitz.games.sevens.players import make_player
from kibitz.games.sevens.players.marginal import SMALL_RACK, MarginalPlayer
from kibitz.games.sevens.players.tracking import TrackingPlayer
from kibitz.games.sevens.words.lexicon import Lexicon, load_lexicon
from kibitz.games.sevens.words.tiles import LETTERS, counts_of
from kibitz.simulate.executors import spawn_seeds
from kibitz.simulate.intervals import holm_adjusted, mean_estimate

FIELD = ("g1", "loss", "escalate", "sequence", "increment")
"""Rivals whose bids depend on nothing but their view, so that they can be asked beforehand."""
SEED = 77


class Table:
    """What a seat with perfect knowledge may look at: the players and the running game."""

    def __init__(self) -> None:
        self.players: list[Player] = []
        self.referee: Referee | None = None

    def rival_bids(self, view: SeatView, letter: str, left: int) -> list[int]:
        """The bids of all rivals with room if this letter were on offer, with the racks they have now."""
        referee = self.referee
        assert referee is not None
        shown = "".join(sale.letter for sale in view.sales) + (view.letter if left < view.left else "")
        bids = []
        for seat, room in enumerate(view.room):
            if not room or seat == view.seat:
                continue
            unseen = view.rules.tiles.bag() - counts_of(referee._hidden[seat] + shown + letter)
            if unseen.min() < 0:
                continue
            theirs = SeatView(
                view.rules,
                seat,
                view.round_number,
                letter,
                referee._racks[seat],
                unseen,
                left,
                referee._scores[seat],
                referee._paid[seat],
                view.room,
                view.sales,
                view.past,
            )
            bids.append(min(max(self.players[seat].bid(theirs), 0), theirs.score))
        return bids


class BidsKnownPlayer(MarginalPlayer):
    """dp that knows the highest bid of the others in this auction; with ``deny`` it bids unwanted letters up."""

    def __init__(self, lexicon: Lexicon, table: Table, deny: bool = False) -> None:
        super().__init__(lexicon)
        self.table, self.deny = table, deny
        self._valued: tuple[SeatView, LetterWorth] | None = None

    def worth(self, view: SeatView) -> LetterWorth:
        if self._valued is None or self._valued[0] is not view:
            self._valued = view, super().worth(view)
        return self._valued[1]

    def bid(self, view: SeatView) -> int:
        plain = super().bid(view)
        if view.left <= view.open_places:
            return plain
        highest = max(self.table.rival_bids(view, view.letter, view.left))
        if self.worth(view).gain > highest:
            return min(highest + 1, view.score)
        below = max(highest - 1, 0)
        return min(below, view.score) if self.deny else min(plain, below)


class RacksKnownPlayer(BidsKnownPlayer):
    """The same, and values follow the prices that the rivals' racks imply for the rest of the quarter."""

    def _plan_for(self, view: SeatView) -> RackPlan | None:
        if len(view.rack) < SMALL_RACK or self.lexicon.lattice.find(view.rack) < 0 or view.left <= view.open_places:
            return super()._plan_for(view)
        auctions, draws = view.rules.auctions, view.left - 1
        phase = phase_of(view.left, auctions)
        share = self.market.tables[phase, 0, 0, 0] / self.market.chances[phase, 0, 0]
        chances: FloatArray = np.zeros((26, MAX_BID_CELL))
        for place, letter in enumerate(LETTERS):
            bids = self.table.rival_bids(view, letter, draws) if view.unseen[place] else []
            chances[place, min(max(bids, default=0), MAX_BID_CELL - 1)] = 1.0
        weights = view.unseen / max(int(view.unseen.sum()), 1)
        known, stray = market_tables(chances, share), market_tables(weights @ chances, share)
        phases = np.array([phase_of(left, auctions) for left in range(draws + 1)])
        graph = sublattice(self.lexicon, view.rack)
        values, sevens = solve(
            graph.first,
            graph.letter,
            graph.child,
            *draw_chances(graph, view.unseen),
            graph.room,
            (graph.best + OPEN_PLACE_VALUE * graph.room).astype(np.float32),
            graph.best,
            graph.sevens[:0],
            np.concatenate([self.market.tables, known[None]]),
            np.concatenate([self.market.stray, stray[None]]),
            np.where(phases == phase, N_PHASES, phases),
            int((graph.room >= graph.room[0] - 1).sum()),
        )
        return RackPlan(graph.rack, 0, graph.next_racks(), values, sevens)


class BidTrackingPlayer(TrackingPlayer):
    """The tracker with dp's values: its predictions round the bid and no more."""

    def worth(self, view: SeatView) -> LetterWorth:
        predicted, self.market = self.market, self._plain
        result = letter_worth(self.lexicon, self._plan_for(view), view.rack, view.letter, view.left)
        self.market = predicted
        return result


ARMS: dict[str, Callable[[Lexicon, Table], Player]] = {
    "dp": lambda lexicon, table: MarginalPlayer(lexicon),
    "tracker": lambda lexicon, table: TrackingPlayer(lexicon),
    "tracker, this auction": lambda lexicon, table: BidTrackingPlayer(lexicon),
    "bids known": BidsKnownPlayer,
    "bids known, deny": lambda lexicon, table: BidsKnownPlayer(lexicon, table, deny=True),
    "racks known": RacksKnownPlayer,
}


def play_arm(
    arm: str, field: Sequence[str], hidden: int, rounds: int, seed: np.random.SeedSequence, seat: int, lexicon: Lexicon
) -> tuple[float, float, list[float]]:
    """Points per round, lead over the mean of the others, and the mean log losses (pooled, tracked) of a tracker."""
    rules, table = Rules(players=len(field) + 1, hidden=hidden, rounds=rounds), Table()
    others = [make_player(name, lexicon) for name in field]
    player = ARMS[arm](lexicon, table)
    table.players = [*others[:seat], player, *others[seat:]]
    table.referee = Referee(rules, table.players, lexicon)
    record = table.referee.play(deal_game(rules, seed), seed)
    assert not any(fault.seat == seat for fault in record.faults), record.faults
    gains = np.array([played.gains for played in record.rounds], dtype=np.float64).mean(axis=0)
    losses = player.price_losses if arm == "tracker" and isinstance(player, TrackingPlayer) else {}
    return (
        float(gains[seat]),
        float(gains[seat] - np.delete(gains, seat).mean()),
        [float(np.mean(losses[kind])) for kind in losses],
    )


def summarize(results: dict[str, list[tuple[float, float, list[float]]]]) -> dict[str, Any]:
    """Estimates by arm, and paired differences from dp with Holm's p-values."""
    figures: dict[str, Any] = {"games": len(results["dp"])}
    gains = {arm: np.array([[gain, lead] for gain, lead, _ in games]) for arm, games in results.items()}
    others = [arm for arm in gains if arm != "dp"]
    for place, name in enumerate(("gain", "lead")):
        p_values = [float(ttest_1samp(gains[arm][:, place] - gains["dp"][:, place], 0).pvalue) for arm in others]
        corrected = dict(zip(others, holm_adjusted(p_values), strict=True))
        for arm, values in gains.items():
            row = figures.setdefault(arm, {})
            own = mean_estimate(values[:, place])
            row[name] = [round(own.value, 3), round(own.se, 3)]
            if arm != "dp":
                ahead = mean_estimate(values[:, place] - gains["dp"][:, place])
                row[f"{name} minus dp"] = [round(x, 3) for x in (ahead.value, ahead.se, ahead.low, ahead.high)]
                row[f"{name} p_holm"] = round(float(corrected[arm]), 4)
    losses = np.array([each for _, _, each in results["tracker"]])
    less = mean_estimate(losses[:, 0] - losses[:, 1])
    figures["price log loss, pooled minus tracked"] = [round(less.value, 4), round(less.se, 4)]
    return figures


TABLES: dict[int, tuple[int, int, tuple[str, ...]]] = {
    3: (42, 50, tuple(ARMS)),
    0: (21, 100, ("dp", "tracker", "bids known", "racks known")),
}
"""Games, rounds per game and arms by hidden letters. Without hidden letters a game costs ten times as much."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", type=Path, help="file of finished games, from which a stopped run continues")
    options = parser.parse_args()
    lexicon = load_lexicon()
    known = json.loads(options.checkpoint.read_text()) if options.checkpoint and options.checkpoint.exists() else {}
    figures: dict[str, Any] = {}
    for hidden, (games, rounds, arms) in TABLES.items():
        results: dict[str, list[tuple[float, float, list[float]]]] = {arm: [] for arm in arms}
        for game, seed in enumerate(spawn_seeds(SEED, games)):
            for arm in arms:
                key = f"mixed {hidden} {rounds} {game} {arm}"
                if key not in known:
                    known[key] = play_arm(arm, FIELD, hidden, rounds, seed, game % 6, lexicon)
                results[arm].append(known[key])
            if options.checkpoint:
                options.checkpoint.write_text(json.dumps(known))
        figures[f"{hidden} hidden"] = {"rounds": games * rounds, **summarize(results)}
        print(hidden, json.dumps(figures[f"{hidden} hidden"], indent=1), flush=True)
    save_result("sevens_tracking", figures)


if __name__ == "__main__":
    main()
