"""Duels by name, look-ahead around any score, plays ranked with the cube, beavers, and training as a question."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.core.document import Document
from kibitz.core.work import MemoryCheckpointStore, WorkContext
from kibitz.games.backgammon.advice import move_advice, take_advice
from kibitz.games.backgammon.answers.training import TrainAnswer
from kibitz.games.backgammon.board import START, Position
from kibitz.games.backgammon.cube.decision import CubeAction, cube_decision
from kibitz.games.backgammon.cube.outcome_weights import outcome_weights
from kibitz.games.backgammon.cube.state import MONEY, CubeState, Owner
from kibitz.games.backgammon.match.record import Event, MatchAction, MatchRecord, RecordedGame, replay
from kibitz.games.backgammon.moves import ROLL_CHANCES, ROLLS, legal_plays
from kibitz.games.backgammon.nets.probabilities import Probabilities
from kibitz.games.backgammon.nets.static_evaluation import static_probabilities
from kibitz.games.backgammon.nets.weights import load_shipped_weights, pack_weights, unpack_weights
from kibitz.games.backgammon.neurogammon.program import load_shipped_neurogammon, pack_neurogammon
from kibitz.games.backgammon.notation.mat import format_mat, parse_mat
from kibitz.games.backgammon.notation.position_id import format_position_id, keys_from_boards
from kibitz.games.backgammon.notation.situation import Situation, format_situation, parse_situation
from kibitz.games.backgammon.play.conventional import HandPlayer, hand_scores
from kibitz.games.backgammon.play.entrants import Entrant
from kibitz.games.backgammon.play.levels import LEVELS
from kibitz.games.backgammon.play.lookahead import LookAheadPlayer
from kibitz.games.backgammon.questions.matches import DuelRequest, Player
from kibitz.games.backgammon.questions.positions import BestMoveRequest, CubeRequest
from kibitz.games.backgammon.questions.training import TrainRequest
from kibitz.games.backgammon.search.searcher import shipped_searcher
from kibitz.games.backgammon.train.stages import Sizes, fresh_weights

SEARCHER = shipped_searcher(compiled=False)
RNG = np.random.default_rng(1)


def men(**points: int) -> tuple[int, ...]:
    counts = [0] * 25
    for name, n in points.items():
        counts[24 if name == "bar" else int(name[1:]) - 1] = n
    return tuple(counts)


ENDING = Position(men(p1=1, p3=1, p8=1), men(p2=1, p20=1))
"""Three men against two, with contact: small enough to look ahead by hand."""


def best_scores(position: Position) -> list[tuple[float, Position]]:
    """For each roll the best hand-written score of the side on roll, and where it leads."""
    result = []
    for roll in ROLLS:
        after = [play.after for play in legal_plays(position, roll)]
        scores = hand_scores(np.stack([one.to_array() for one in after]))
        best = int(np.argmax(scores))
        result.append((min(float(scores[best]), 1e3), after[best]))
    return result


def test_one_and_two_plies_of_look_ahead_are_those_of_the_plain_recursion() -> None:
    one = -sum(w * s for w, (s, _) in zip(ROLL_CHANCES, best_scores(ENDING), strict=True))
    player = LookAheadPlayer(HandPlayer(), 2)
    assert -player._worth(ENDING.to_array(), 1) == pytest.approx(one)
    two = 0.0
    for weight, (score, after) in zip(ROLL_CHANCES, best_scores(ENDING), strict=True):
        reply = score
        if score < 1e3:
            reply = -sum(w * s for w, (s, _) in zip(ROLL_CHANCES, best_scores(after), strict=True))
        two += weight * reply
    assert player._worth(ENDING.to_array(), 2) == pytest.approx(two)


def test_a_player_who_looks_ahead_wins_at_once_where_he_can() -> None:
    position = Position(men(p1=1, p2=1), men(p1=2))
    results = np.stack([play.after.to_array() for play in legal_plays(position, (2, 1))])
    pick = LookAheadPlayer(HandPlayer(), 1).choose(position.to_array(), results, MONEY, RNG)
    assert not results[pick, 1].any()


def test_every_name_of_a_player_can_sit_down_and_files_are_known_by_what_they_hold() -> None:
    for name in Player.__args__:  # type: ignore[attr-defined]
        if name != "file":
            assert Entrant(name).player().name
    own = Document(name="mine.npz", data=pack_weights(fresh_weights(Sizes(4, 4, 4), 1)))
    assert Entrant("file", 1, own).player().name == "mine 1-ply"
    paper = Document(name="paper.npz", data=pack_neurogammon(load_shipped_neurogammon()))
    assert Entrant("file", 1, paper).player().name == "Neurogammon 1.0 1-ply"
    table = "contact,race\n" + "0.1,0.2\n" * 122
    assert Entrant("file", 0, Document(name="pubeval.csv", text=table)).player().name == "pubeval"
    assert {level.name for level in LEVELS} <= set(Player.__args__)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("entrant", "complaint"),
    [
        (Entrant("file"), "give a file of weights"),
        (Entrant("casual", 1), "level of fixed strength"),
        (Entrant("hand-written", 3), "from 0 to 2"),
        (Entrant("file", 0, Document(name="x.csv", text="contact,race\n1,2\n")), "122 rows"),
        (Entrant("file", 0, Document(name="x.csv", text="contact\n1\n")), "race is missing"),
        (Entrant("file", 0, Document(name="x.csv", text="contact,race\n1,two\n")), "hold numbers"),
        (Entrant("file", 0, Document(name="x.npz", data=b"PK")), "must be a file of networks"),
    ],
)
def test_players_that_cannot_be_had_are_refused_in_a_sentence(entrant: Entrant, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        entrant.player()


@pytest.mark.slow
def test_a_duel_tells_both_results_and_a_match_is_never_adjusted() -> None:
    money = DuelRequest(first="hand-written", second="neurogammon", games=4).answer(WorkContext())
    assert money.adjusted is not None
    assert money.explain().headline.startswith("hand-written against Neurogammon 1.0")
    assert list(money.exhibits())
    match = DuelRequest(first="hand-written", second="hand-written", games=4, match=1).answer(WorkContext())
    assert match.adjusted is None
    assert match.result.value == 0.5, "the same dice from both seats: a player against himself breaks even"
    assert "matches to 1" in match.explain().headline
    with pytest.raises(InputError, match="money play"):
        DuelRequest(match=3, jacoby=True).answer(WorkContext())


AFTER = Probabilities(0.55, 0.15, 0.01, 0.12, 0.01)


def test_with_a_dead_cube_plays_are_worth_with_it_what_they_are_worth_without() -> None:
    last = CubeState(5, 4, 4)
    advice = move_advice(SEARCHER, START, (3, 1), last)
    assert advice.cubeful
    for line in advice.moves:
        assert line.equity == pytest.approx(line.cubeless, abs=1e-9)


def test_money_play_is_ranked_without_the_cube_unless_it_is_asked_for() -> None:
    plain = move_advice(SEARCHER, START, (3, 1))
    assert not plain.cubeful
    assert all(line.equity == line.cubeless for line in plain.moves)
    cube = move_advice(SEARCHER, START, (3, 1), cubeful=True)
    assert cube.best.notation == plain.best.notation
    assert cube.best.equity > plain.best.equity, "the cube helps whoever is ahead"
    owned = move_advice(SEARCHER, START, (3, 1), CubeState(cube=2, owner=Owner.OWN))
    theirs = move_advice(SEARCHER, START, (3, 1), CubeState(cube=2, owner=Owner.OPPONENT))
    assert owned.best.equity > plain.best.equity > theirs.best.equity


def test_a_cubeful_play_is_minus_what_the_opponent_has_on_roll() -> None:
    ranked = SEARCHER.rank(START, (3, 1), 0, outcome_weights(MONEY), state=MONEY)[0]
    theirs = cube_decision(ranked.probabilities.swap_sides(), MONEY, 0.68)
    assert ranked.worth == pytest.approx(-theirs.cubeful, abs=1e-6)


def test_the_move_question_ranks_with_the_cube_at_a_score() -> None:
    score = format_situation(Situation(START, CubeState(7, 2, 4)))
    at_score = BestMoveRequest(position=score, dice="31").answer(WorkContext())
    assert at_score.cubeful
    assert at_score.moves[0].equity != at_score.moves[0].cubeless
    losses = [move.loss for move in at_score.moves]
    assert losses == sorted(losses)
    assert not BestMoveRequest(position=format_position_id(START), dice="31").answer(WorkContext()).cubeful
    assert not BestMoveRequest(position=score, dice="31", cubeful=False).answer(WorkContext()).cubeful


@given(st.floats(0.02, 0.98), st.floats(0, 0.4), st.floats(0, 0.4), st.booleans())
@example(0.58, 0.0, 0.0, False)  # a taken double gains a little
@example(0.57, 0.0, 0.0, True)  # or loses a little
def test_beavers_are_right_just_where_a_taken_double_loses(p: float, g: float, lg: float, jacoby: bool) -> None:
    chances = Probabilities(p, g * p, 0, lg * (1 - p), 0)
    plain = cube_decision(chances, CubeState(jacoby=jacoby), 0.68)
    wild = cube_decision(chances, CubeState(jacoby=jacoby, beavers=True), 0.68)
    assert wild.should_beaver == (plain.double_take < 0)
    assert not plain.should_beaver
    if not wild.should_beaver:
        assert wild.action is plain.action
        return
    assert wild.double_equity == pytest.approx(2 * plain.double_take)
    assert wild.cubeful == pytest.approx(max(plain.no_double, 2 * plain.double_take))
    assert wild.action is (
        CubeAction.DOUBLE_BEAVER if wild.double_equity > wild.no_double else CubeAction.NO_DOUBLE_BEAVER
    )
    advice = take_advice(wild, SEARCHER)
    assert advice.equities.choices[advice.best] == "beaver"


def test_the_cube_question_takes_jacoby_and_beavers_for_money_only() -> None:
    start = format_position_id(START)
    result = CubeRequest(position=start, beavers=True).answer(WorkContext())
    assert result.action == "no double, beaver"
    assert parse_situation(result.position).state.beavers
    assert CubeRequest(position=start).answer(WorkContext()).action == "no double, take"
    with_rule = CubeRequest(position=start, jacoby=True).answer(WorkContext())
    assert parse_situation(with_rule.position).state.jacoby
    match = format_situation(Situation(START, CubeState(5)))
    with pytest.raises(InputError, match="money play"):
        CubeRequest(position=match, jacoby=True).answer(WorkContext())


def test_a_beaver_is_read_written_and_replayed() -> None:
    events = (
        Event(0, MatchAction.PLAY, (3, 1), "8/5 6/5"),
        Event(1, MatchAction.DOUBLE, cube=2),
        Event(0, MatchAction.BEAVER, cube=4),
        Event(1, MatchAction.PLAY, (6, 5), "24/13"),
    )
    match = MatchRecord(0, ("ann", "bob"), (RecordedGame((0, 0), events),))
    assert parse_mat(format_mat(match)) == match
    last = list(replay(match))[-1]
    assert (last.state.cube, last.state.owner) == (4, Owner.OPPONENT)
    with pytest.raises(InputError, match="matches do not allow"):
        list(replay(replace(match, length=5)))


def labelled(n: int = 120) -> Document:
    """A small file of positions labelled by the shipped weights."""
    rng = np.random.default_rng(7)
    boards = []
    position = START
    while len(boards) < n:
        dice = ROLLS[int(rng.integers(21))]
        plays = legal_plays(position, dice)
        position = plays[int(rng.integers(len(plays)))].after
        if position.winner_points:
            position = START
        boards.append(position.to_array())
    sample = np.stack(boards)
    p = np.rint(65535 * static_probabilities(sample, load_shipped_weights())).astype(np.uint16)
    stream = io.BytesIO()
    np.savez(stream, key=keys_from_boards(sample), p0=p, p1=p, group=np.arange(n) // 2)
    return Document(name="labels.npz", data=stream.getvalue())


class Stopped(MemoryCheckpointStore):
    """A store that is interrupted after so many checkpoints."""

    left = 2

    def save(self, name: str, data: bytes) -> None:
        if not self.left:
            raise KeyboardInterrupt
        self.left -= 1
        super().save(name, data)


@pytest.mark.slow
def test_training_on_a_file_that_was_stopped_ends_with_the_same_weights() -> None:
    request = TrainRequest(stage="labelled", data=labelled(), hidden=4, epochs=2, plies=1)
    whole = request.answer(WorkContext())
    store = Stopped()
    with pytest.raises(KeyboardInterrupt):
        request.answer(WorkContext(store=store))
    store.left = 100
    again = request.answer(WorkContext(store=store))
    assert weights_of(again) == weights_of(whole)
    assert [point.stage for point in whole.curve] == ["contact", "race", "pruning"]
    assert whole.explain().headline.startswith("Error rate")
    assert whole.file("weights").data == whole.weights.content  # type: ignore[union-attr]


def weights_of(answer: TrainAnswer) -> list[bytes]:
    assert answer.weights is not None
    weights = unpack_weights(answer.weights.content, "weights")
    networks = (weights.contact, weights.race, weights.pruning)
    return [array.tobytes() for network in networks for array in network.parameters()]


@pytest.mark.slow
def test_training_goes_on_from_weights_and_says_where_they_came_from() -> None:
    first = TrainRequest(stage="labelled", data=labelled(), hidden=4, epochs=1).answer(WorkContext())
    second = TrainRequest(stage="labelled", data=labelled(), start=first.weights, epochs=1).answer(WorkContext())
    about = unpack_weights(second.weights.content, "w").about  # type: ignore[union-attr]
    assert about["start"] == unpack_weights(first.weights.content, "w").hash  # type: ignore[union-attr]
    assert about["data"] == "labels.npz"
    assert about["curve"]


@pytest.mark.slow
def test_from_scratch_is_self_play_and_then_rounds_of_own_labels() -> None:
    request = TrainRequest(stage="scratch", games=100, decisions=50, rounds=2, epochs=1, hidden=4)
    answer = request.answer(WorkContext())
    assert [point.stage for point in answer.curve] == ["td", "bootstrap", "bootstrap"]
    assert [point.seconds for point in answer.curve] == sorted(point.seconds for point in answer.curve)
    store = MemoryCheckpointStore()
    request.answer(WorkContext(store=store))
    resumed = request.answer(WorkContext(store=store))
    assert weights_of(resumed) == weights_of(answer), "what was done is not done again"
    more = msgspec.structs.replace(request, rounds=3).answer(WorkContext(store=store))
    assert [point.stage for point in more.curve] == ["td", "bootstrap", "bootstrap", "bootstrap"]
    assert weights_of(request.answer(WorkContext(store=store))) == weights_of(answer), (
        "nor do more rounds change a short course"
    )


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (TrainRequest(stage="labelled"), "data: give a file"),
        (TrainRequest(stage="bootstrap"), "weights to start from"),
        (TrainRequest(stage="labelled", data=Document(name="x.npz", data=b"PK")), "key, group"),
        (TrainRequest(stage="comparison", data=Document(name="x.csv", text="a,b\n1,2\n")), "game is missing"),
        (TrainRequest(stage="doubling", data=Document(name="x.csv", text="a,b\n1,2\n")), "game is missing"),
    ],
)
def test_training_without_what_it_needs_is_refused_in_a_sentence(arguments: TrainRequest, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        arguments.answer(WorkContext())


DATA = Path(__file__).resolve().parents[4] / "shared" / "data" / "backgammon"
CUBES = """game,position_id,win,win_g,win_bg,lose_g,lose_bg
0a,4HPwATDgc/ABMA,0.52,0.14,0.01,0.12,0.01
3a,4HPwATDgc/ABMA,0.52,0.14,0.01,0.12,0.01
4a,4HPwATDgc/ABMA,0.52,0.14,0.01,0.12,0.01
"""
PLAYS = "game,side,position_id,match_id,dice,played,candidates\n" + "".join(
    f"{game},P,4HPwATDgc/ABMA,cAkAAAAAAAAA,31,0,4|8/5 6/5|0.16|x;4|24/23 13/10|-0.01|x\n" for game in ("0a", "2a", "3a")
)


def test_the_papers_stages_learn_from_small_files_and_keep_the_other_networks() -> None:
    doubling = TrainRequest(stage="doubling", data=Document(name="cubes.csv", text=CUBES), epochs=1).answer(
        WorkContext()
    )
    assert [row.network for row in doubling.agreement] == ["doubling"]
    assert doubling.weights is not None
    player = Entrant("file", 0, replace_name(doubling.weights)).player()
    assert player.name == "Neurogammon 1.0"


def test_comparison_learns_the_one_phase_that_a_file_has() -> None:
    result = TrainRequest(stage="comparison", data=Document(name="plays.csv", text=PLAYS), epochs=1).answer(
        WorkContext()
    )
    assert [row.network for row in result.agreement] == ["other"]
    assert result.explain().headline.startswith("Agreement")


def replace_name(document: Document) -> Document:
    return Document(name="paper.npz", data=document.content)
