"""Games with min, max and abs: split by signs, learnt and proved piece by piece."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz.app.ask import ask
from kibitz.core import InputError
from kibitz.core.document import Document
from kibitz.rules.games.game import PolynomialGame
from kibitz.rules.games.game_file import parse_game
from kibitz.rules.learning import pieces
from kibitz.rules.learning.pieces import has_functions, split_game

HEAD = (
    'roles = ["you", "them"]\n[parameters]\nq = "[0, 1]"\n[actions]\nyou = ["a", "b"]\nthem = ["x", "y"]\n[payoffs]\n'
)


def own_game(rows: str) -> PolynomialGame:
    game = parse_game(f"{HEAD}you = {rows}")
    assert isinstance(game, PolynomialGame)
    return game


def test_lists_of_a_game_with_functions_are_proved_on_each_piece_and_lose_nothing() -> None:
    text = f'{HEAD}you = [["q", "1/2"], ["max(1 - q, 2*q)", "abs(q - 1/3)"]]'
    for each in ask("rules.learn", game_file=Document(name="own.toml", text=text)).roles:
        assert each.exact
        assert each.worst is not None
        assert each.worst < 1e-9
        assert each.n_undefined == 0
        assert "for each of 2 pieces" in each.describe()


def test_pieces_agree_with_the_payoffs_they_replace() -> None:
    game = own_game('[["min(q, 1/2, 1 - q)", "1"], ["abs(max(q, 1/4) - 1/2)", "0"]]')
    assert has_functions(game)
    points = game.domain.sample(np.random.default_rng(1), 200)
    whole = game.payoff_arrays(points)[0]
    n_found = np.zeros(len(points), dtype=int)
    for piece in split_game(game):
        assert not has_functions(piece.game)
        inside = np.array([all(c.holds({"q": float(q)}) for c in piece.conditions) for (q,) in points])
        n_found += inside
        np.testing.assert_allclose(piece.game.payoff_arrays(points)[0][inside], whole[inside], atol=1e-12)
    assert (n_found >= 1).all()


def test_a_function_of_one_sign_leaves_one_piece() -> None:
    assert len(split_game(own_game('[["abs(q + 1)", "1"], ["0", "2"]]'))) == 1


def test_too_many_pieces_are_refused_with_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "MAX_PIECES", 4)
    tops = [f"abs(q - {k}/10)" for k in range(1, 10, 2)]
    with pytest.raises(InputError, match="more than 4 pieces"):
        split_game(own_game(f'[["{" + ".join(tops)}", "1"], ["0", "2"]]'))
