"""Learning the evaluators of matches (section 3.1.5): game 2 first, from plausible totals, then game 1 against it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.final.outcomes import TRIPLES
from kibitz.games.jeopardy.match.evaluator import OUTPUTS, MatchEvaluator, ordered_seats, unpack_match_evaluator
from kibitz.games.jeopardy.match.final import MatchFinalRule, game_1_final, game_2_final, totals_after, triples_of
from kibitz.games.jeopardy.rollout.rollout import KEEP_STATES, GameBatch, play_from
from kibitz.games.jeopardy.rollout.seating import Seating, WagerRule, seating
from kibitz.games.jeopardy.rollout.state_rows import TOTALS, opening_row
from kibitz.games.jeopardy.show import SEATS
from kibitz.games.jeopardy.train.training_states import (
    EXPLORED_GAME_SHARE,
    KEPT_STATE_SHARE,
    RANDOM_STATE_GAME_SHARE,
    random_states,
    seatings,
)
from kibitz.games.jeopardy.value.evaluator import pack_evaluator
from kibitz.games.jeopardy.value.match_features import MATCH_INPUTS, NEXT_GAME
from kibitz.games.jeopardy.value.matchups import EvaluatorRole, Matchup
from kibitz.learn.losses import ValueLoss
from kibitz.learn.network import Floats, Network, random_network
from kibitz.learn.supervised import Examples, TrainingPlan, TrainingState, train

IntArray = NDArray[np.int64]

LOSS = ValueLoss(np.zeros(OUTPUTS, dtype=np.float32), 0.0, 0.0)
SIMULATED_TOTALS_SHARE = 0.65
"""Share of second games that begin from totals of simulated first games; the others from any totals."""
MAX_TOTAL_DOLLARS = 72_000
N_POOLED_TOTALS = 20_000
OPENINGS = 0.15
"""Share of games whose very first state is learnt from too."""
GAMES_PER_BLOCK = 20_000
STYLES = (MatchFinalRule.BEST, MatchFinalRule.PEOPLE, MatchFinalRule.PEOPLE)

Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class MatchGenerationPlan:
    """Games of each generation, passes over their states, hidden units and seed."""

    games: tuple[int, ...] = (50_000, 80_000, 450_000)
    epochs: tuple[int, ...] = (2, 2, 6)
    hidden: int = 64
    seed: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class MatchStates:
    """States of one game of a match for seat 0: rows, abilities, what is known, and chances of places (n x 6)."""

    rows: IntArray
    abilities: FloatArray
    known: FloatArray
    targets: Floats
    values: IntArray

    def inputs(self, picked: IntArray) -> Floats:
        """Inputs of some of them."""
        from kibitz.games.jeopardy.value import kernels

        out = np.zeros((len(picked), MATCH_INPUTS), dtype=np.float32)
        seats = np.zeros(len(picked), dtype=np.int64)
        kernels.write_feature_rows(
            self.rows[picked], seats, self.abilities[picked], np.tile(self.known, (len(picked), 1)), self.values, out
        )
        return out

    def split(self, seed: int, share: float = 0.03) -> tuple[Examples, Examples]:
        """To learn from, and held out."""
        order = np.random.default_rng(seed).permutation(len(self.rows))
        cut = int(len(order) * (1 - share))
        parts = []
        for part in (order[:cut], order[cut:]):
            some = MatchStates(self.rows[part], self.abilities[part], self.known, self.targets[part], self.values)
            parts.append(Examples(some.inputs, some.targets, np.arange(len(part), dtype=np.int64)))
        return parts[0], parts[1]


def match_seating(matchup: Matchup, game: int, network: Network | None) -> Seating:
    """Who plays a game of a match: seat 0 by the network, or boldly like the others; all abilities are known."""
    usual = seatings(matchup)[-1][0]
    mine, *others = usual.seats
    mine = replace(mine, bet=WagerRule.BOLD if network is None else WagerRule.LIVE, network=network)
    second, third = (replace(each, bet=WagerRule.BOLD) for each in others)
    own, theirs, *_ = usual.how.known[0].tolist()
    return seating(
        (mine, second, third), usual.rules, known=(own, theirs, -1, -1), coming=NEXT_GAME if game == 1 else 0
    )


def answers_of(place: Seating, types: IntArray) -> tuple[FloatArray, IntArray]:
    """Chances of answers in Final for each combination of players that occurs, and which one each game has."""
    used, which = np.unique(types, axis=0, return_inverse=True)
    rows = []
    for one, two, three in used.tolist():
        first, second, third = (
            seat.model.contestants[t] for seat, t in zip(place.seats, (one, two, three), strict=True)
        )
        rows.append(triples_of((first, second, third)))
    return np.stack(rows), which.astype(np.int64).ravel()


def abilities_of(place: Seating, types: IntArray) -> FloatArray:
    """Abilities by game and seat."""
    return np.stack([place.how.abilities[seat][types[:, seat]] for seat in range(SEATS)], axis=1)


def pool_of_totals(matchup: Matchup, seed: int) -> IntArray:
    """Totals of simulated first games in which all bet boldly."""
    place = match_seating(matchup, 1, None)
    played, _ = play_from(place, opening_row()[None], N_POOLED_TOTALS, seed)
    triples, which = answers_of(place, played.types)
    wagers, _ = game_1_final(played.scores, (MatchFinalRule.PEOPLE,) * SEATS, (None,) * SEATS, triples)
    luck = np.random.default_rng(seed).random((N_POOLED_TOTALS, 1))
    right = TRIPLES[np.minimum((np.cumsum(triples, axis=1)[which] <= luck).sum(axis=1), len(TRIPLES) - 1)]
    return totals_after(played.scores, wagers, right)


def game_2_targets(place: Seating, played: GameBatch, totals: IntArray) -> FloatArray:
    """Places at the end of second games (n x 3 x 2), the last Final exact."""
    triples, which = answers_of(place, played.types)
    return game_2_final(played.scores, totals, triples, STYLES, which=which)[0]


def game_1_targets(place: Seating, played: GameBatch, following: MatchEvaluator) -> FloatArray:
    """Places expected at the end of first games: Final bet against match equity, then the game-2 network."""
    triples, which = answers_of(place, played.types)
    abilities = abilities_of(place, played.types)
    wagers, _ = game_1_final(
        played.scores,
        STYLES,
        (following.network, None, None),
        triples,
        abilities=abilities,
        known=place.how.known,
        which=which,
    )
    n = len(wagers)
    seats, known = np.zeros(n, dtype=np.int64), np.tile(place.how.known[0], (n, 1))
    rows = np.tile(opening_row(), (n, 1))
    result = np.zeros((n, SEATS, 2))
    for t, right in enumerate(TRIPLES):
        rows[:, TOTALS] = totals_after(played.scores, wagers, right[None, :])
        result += triples[which, t][:, None, None] * following.places_of(rows, seats, abilities, known)
    return result


def match_states(
    matchup: Matchup, game: int, network: Network | None, games: int, seed: int, following: MatchEvaluator | None
) -> MatchStates:
    """States of a generation of first or second games, with what became of them."""
    place = match_seating(matchup, game, network)
    rng = np.random.default_rng([seed, game])
    pool = pool_of_totals(matchup, seed) if game == 2 else None
    parts: list[tuple[IntArray, FloatArray, FloatArray]] = []
    for start in range(0, games, GAMES_PER_BLOCK):
        n = min(GAMES_PER_BLOCK, games - start)
        starts = np.tile(opening_row(), (n, 1))
        some = int(n * RANDOM_STATE_GAME_SHARE) if matchup.role is EvaluatorRole.PERSON else 0
        starts[:some] = random_states(some, rng)
        if pool is not None:
            anywhere = 100 * rng.integers(0, MAX_TOTAL_DOLLARS // 100 + 1, (n, SEATS))
            starts[:, TOTALS] = np.where(
                rng.random((n, 1)) < SIMULATED_TOTALS_SHARE, pool[rng.integers(0, len(pool), n)], anywhere
            )
        played, stored = play_from(
            place, starts, n, seed, first=start, keep=KEPT_STATE_SHARE, kind=KEEP_STATES, explore=EXPLORED_GAME_SHARE
        )
        if game == 2:
            places = game_2_targets(place, played, starts[:, TOTALS])
        else:
            assert following is not None
            places = game_1_targets(place, played, following)
        # The first state of a game stands for it only where its bets were not random.
        first = np.arange(0, n, int(1 / OPENINGS))
        calm = np.setdiff1d(first, _is_explored(seed, start, first))
        owners = np.r_[stored.games - start, calm]
        rows = np.concatenate([stored.rows, starts[calm]])
        parts.append((rows, abilities_of(place, played.types)[owners], places[owners]))
    rows, abilities, places = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    order = ordered_seats(rows, np.zeros(len(rows), dtype=np.int64))
    targets = np.take_along_axis(places, order[:, :, None], axis=1).reshape(-1, OUTPUTS).astype(np.float32)
    return MatchStates(rows, abilities, place.how.known[0], targets, place.tables.values)


def _is_explored(seed: int, start: int, games: IntArray) -> IntArray:
    """Which of some games have random bets."""
    from kibitz.games.jeopardy.rollout.random_streams import Purpose, game_key, uniform_number

    return np.array(
        [
            i
            for i in games.tolist()
            if uniform_number(game_key(seed, start + i), Purpose.EXPLORE, 0, 0) < EXPLORED_GAME_SHARE
        ],
        dtype=np.int64,
    )


def train_match_evaluator(
    matchup: Matchup,
    game: int,
    following: MatchEvaluator | None = None,
    course: MatchGenerationPlan = MatchGenerationPlan(),  # noqa: B008 - a frozen value
    report: Report = lambda note: None,
) -> MatchEvaluator:
    """The evaluator of game 2, or of game 1 against the one that follows it."""
    network: Network | None = None
    curve: list[dict[str, float]] = []
    begun = time.process_time()
    for generation, (games, epochs) in enumerate(zip(course.games, course.epochs, strict=True)):
        seed = course.seed + 17 * generation + 1000 * game
        states = match_states(matchup, game, network, games, seed, following)
        report(f"{matchup.name}, game {game}: {len(states.rows):,} states after {time.process_time() - begun:.0f} s")
        learnt, apart = states.split(seed)
        start = network or random_network((MATCH_INPUTS, course.hidden, OUTPUTS), np.random.default_rng(course.seed))
        training = TrainingState.start(start)
        train(training, learnt, apart, LOSS, TrainingPlan(epochs, 3e-3, 1e-5, 2048, 50, course.seed))
        curve += [
            {"generation": generation, "epoch": point.epoch, "loss": round(point.fit.loss, 6)}
            for point in training.curve
        ]
        network = training.network
    assert network is not None
    about = {
        "matchup": matchup.name,
        "game": game,
        "games": list(course.games),
        "epochs": list(course.epochs),
        "seed": course.seed,
        "seconds": round(time.process_time() - begun, 1),
        "curve": curve,
        "follows": "" if following is None else following.hash,
        "source": "simulated matches of the contestants fitted to recorded shows, the last Final exact",
    }
    return unpack_match_evaluator(pack_evaluator(network, about))
