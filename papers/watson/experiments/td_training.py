"""Training as in the paper, for comparison: temporal differences over every state of a game (section 3.1).

TD(lambda) in its forward view: the target of a state mixes the network's own values of the states after it, weighted by
(1 - lambda) lambda^k, with the game's exact chance in Final at the end. It learns from every clue and needs no second
pass, but its targets carry the network's own errors.
"""

from __future__ import annotations

import time

import numpy as np

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.rollout.final_chances import seat_places
from kibitz.games.jeopardy.rollout.rollout import KEEP_STATES, IntArray, play_from
from kibitz.games.jeopardy.rollout.state_rows import opening_row
from kibitz.games.jeopardy.train.training_states import EXPLORED_GAME_SHARE, TrainingStates, seatings
from kibitz.games.jeopardy.value.evaluator import OUTPUTS, StateEvaluator, pack_evaluator, unpack_evaluator
from kibitz.games.jeopardy.value.features import N_INPUTS
from kibitz.games.jeopardy.value.matchups import Matchup
from kibitz.learn.adam import Adam, LearningRateSchedule
from kibitz.learn.gradients import gradients
from kibitz.learn.network import Floats, random_network

BLOCK = 1_000
"""Games played with one network before it learns from them."""
BATCH = 2_048


def lambda_targets(values: Floats, outcomes: Floats, games: IntArray, decay: float) -> Floats:
    """Targets of states in order of play; ``outcomes`` is each state's game's end, ``games`` its number."""
    targets = np.empty_like(values)
    last = np.r_[games[1:] != games[:-1], True]
    following = outcomes[-1] if len(outcomes) else np.zeros(values.shape[1:], dtype=values.dtype)
    for t in range(len(values) - 1, -1, -1):
        if last[t]:
            following = outcomes[t]
        targets[t] = following
        following = (1 - decay) * values[t] + decay * following
    return targets


def train_by_td(matchup: Matchup, games: int, decay: float = 0.7, hidden: int = 40, seed: int = 1) -> StateEvaluator:
    """An evaluator learnt by TD(``decay``) for a machine or a person; bets are the network's own from the start."""
    network = random_network((N_INPUTS, hidden, OUTPUTS), np.random.default_rng(seed))
    parameters, adam = network.parameters(), Adam.for_parameters(network.parameters())
    blocks = -(-games // BLOCK)
    course = LearningRateSchedule(3e-3, 1e-5, blocks, 5)
    begun = time.process_time()
    for block in range(blocks):
        place = seatings(matchup, network)[0][0]
        played, stored = play_from(
            place,
            opening_row()[None],
            BLOCK,
            seed,
            first=block * BLOCK,
            keep=1.0,
            kind=KEEP_STATES,
            explore=EXPLORED_GAME_SHARE,
        )
        owners = stored.games - block * BLOCK
        places: FloatArray = seat_places(place, 0, played.scores, played.types)
        seats = np.zeros(len(owners), dtype=np.int64)
        known = np.tile(place.how.known[0], (len(owners), 1))
        abilities = np.stack([place.how.abilities[s][played.types[owners, s]] for s in range(3)], axis=1)
        ends = places[owners].astype(np.float32)
        states = TrainingStates(stored.rows, seats, abilities, known, ends, place.tables.values)
        x = states.inputs(np.arange(len(owners)))
        wanted = lambda_targets(network.outputs(x), ends, owners, decay)
        order = np.random.default_rng([seed, block]).permutation(len(owners))
        for start in range(0, len(order), BATCH):
            rows = order[start : start + BATCH]
            layers = network.activations(x[rows])
            slope = np.asarray((layers[-1] - wanted[rows]) / len(rows), dtype=np.float32)
            adam.step(parameters, gradients(network, layers, slope), course.rate(block))
    about = {"matchup": matchup.name, "games": [games], "lambda": decay, "seconds": time.process_time() - begun}
    return unpack_evaluator(pack_evaluator(network, about))
