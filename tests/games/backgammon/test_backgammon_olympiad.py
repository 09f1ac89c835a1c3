"""A round robin of programs: its sums, its repeatability, and what counts as a slot, a blitz hit and an anchor."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz import ask
from kibitz.core.errors import InputError
from kibitz.core.exhibits import Table
from kibitz.games.backgammon.board import START
from kibitz.games.backgammon.moves.legal import legal_plays
from kibitz.games.backgammon.neurogammon.program import load_shipped_neurogammon
from kibitz.games.backgammon.notation.play import parse_play
from kibitz.games.backgammon.play.olympiad import style_of_play


def test_every_match_is_won_by_one_of_two_programs() -> None:
    answer = ask("backgammon.olympiad", players=["neurogammon", "hand-written", "novice"], per_pair=2, match=1)
    n = len(answer.standings)
    assert n == 3
    assert sum(s.won for s in answer.standings) == answer.matches * n * (n - 1) // 2
    for place, s in enumerate(answer.standings):
        assert s.won == sum(s.won_against)
        assert s.won_against[place] == 0
        for other, t in enumerate(answer.standings):
            if other != place:
                assert s.won_against[other] + t.won_against[place] == answer.matches
        assert s.decisions > 20
        assert s.loss > 0
        assert 0 <= s.share_low <= s.won / s.played <= s.share_high <= 1
    assert sum(s.points_for - s.points_against for s in answer.standings) == 0
    assert [s.won for s in answer.standings] == sorted((s.won for s in answer.standings), reverse=True)
    assert answer.explain().headline.startswith(answer.standings[0].name)
    again = ask("backgammon.olympiad", players=["neurogammon", "hand-written", "novice"], per_pair=2, match=1)
    assert again == answer


def test_a_program_enters_once() -> None:
    with pytest.raises(InputError, match="once"):
        ask("backgammon.olympiad", players=["novice", "novice"], per_pair=2, match=1)


@pytest.mark.parametrize(
    ("play", "dice", "style"),
    [
        ("13/11 6/5", (2, 1), (1, 0, 1, 0)),  # slots the 5-point
        ("8/5 6/5", (3, 1), (0, 0, 1, 0)),  # makes it
        ("24/23 13/10", (3, 1), (0, 0, 0, 0)),  # gives up the anchor on the 24-point
    ],
)
def test_the_style_of_an_opening_play(play: str, dice: tuple[int, int], style: tuple[int, ...]) -> None:
    after = parse_play(play, START, dice).after.swap_sides()
    assert tuple(style_of_play(START, after).astype(int)) == style


def test_no_opening_play_hits_or_keeps_a_back_game() -> None:
    for play in legal_plays(START, (6, 4)):
        _, blitz, _, back = style_of_play(START, play.after.swap_sides())
        assert not blitz
        assert not back


def test_neurogammon_is_asked_for_its_scores_and_its_doubling_outputs() -> None:
    answer = ask("backgammon.neurogammon", position="4HPwATDgc/ABMA", dice="31")
    place = answer.phases.index(answer.phase)
    used = [play.scores[place] for play in answer.plays]
    assert (answer.phase, len(answer.phases), len(answer.plays)) == ("other", 6, 16)
    assert used == sorted(used, reverse=True), "the network of the phase ranks the plays"
    assert all(len(play.scores) == 6 for play in answer.plays)
    assert min(play.loss for play in answer.plays) == 0
    board = START.to_array()
    boards = np.stack([play.after.to_array() for play in legal_plays(START, (3, 1))])
    program = load_shipped_neurogammon()
    assert max(used) == pytest.approx(float(program.scores(board, boards).max()), abs=1e-6)
    cube = answer.cube
    assert cube.p_network == pytest.approx(sum(cube.outputs) / 10, abs=1e-6)
    assert cube.chance == pytest.approx(cube.contact * cube.p_network + (1 - cube.contact) * cube.p_race, abs=1e-6)
    before = ask("backgammon.neurogammon", position="4HPwATDgc/ABMA")
    assert (before.plays, before.cube, before.action) == ((), cube, answer.action)
    titles = [each.title for each in answer.exhibits() if isinstance(each, Table)]
    assert titles == ["Scores of the six networks", "Outputs of the doubling network", "Cube decision"]
    assert len([each for each in before.exhibits() if isinstance(each, Table)]) == 2
