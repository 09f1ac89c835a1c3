"""The payoffs of a matrix game as a page shows them: both mixes at the edges, what is played ringed."""

from __future__ import annotations

from kibitz import ask
from kibitz.core.exhibits.grids import Matrix
from kibitz.games.parlour.answers.solve import MAX_MATRIX_CHOICES, SolveAnswer


def solved(text: str) -> SolveAnswer:
    answer = ask("parlour.solve", text=text)
    assert isinstance(answer, SolveAnswer)
    return answer


def shown(answer: SolveAnswer) -> Matrix | None:
    return next((each for each in answer.exhibits() if isinstance(each, Matrix)), None)


def test_a_zero_sum_game_has_rows_payoffs_and_rings_what_is_played() -> None:
    matrix = shown(solved("[[3, -1], [-2, 4], [-5, -5]]"))
    assert matrix is not None
    assert matrix.words == (("3", "−1"), ("−2", "4"), ("−5", "−5"))
    assert matrix.rows == ("row 1 (60.0 %)", "row 2 (40.0 %)", "row 3")
    assert matrix.columns == ("column 1 (50.0 %)", "column 2 (50.0 %)")
    assert set(matrix.ringed) == {(0, 0), (0, 1), (1, 0), (1, 1)}


def test_a_general_game_has_both_payoffs_in_every_cell() -> None:
    matrix = shown(solved('{"row": [[3, 0], [5, 1]], "column": [[3, 5], [0, 1]]}'))
    assert matrix is not None
    assert matrix.words == (("3, 3", "0, 5"), ("5, 0", "1, 1"))
    assert matrix.ringed == ((1, 1),)


def test_one_cell_is_shown_and_a_large_game_is_not() -> None:
    assert shown(solved("[[7]]")) is not None
    large = [[(3 * i + 7 * j) % 11 for j in range(MAX_MATRIX_CHOICES + 1)] for i in range(2)]
    answer = solved(str(large))
    assert shown(answer) is None
    assert answer.payoffs == ()
