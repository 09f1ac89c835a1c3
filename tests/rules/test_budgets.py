"""Every reader, solver and prover has a budget of size and steps, and says so when it is spent."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import ask
from kibitz.app.rule_questions.game_families import find_game
from kibitz.core import InputError
from kibitz.core.step_limit import StepLimitError, count_steps, step_limit
from kibitz.games.parlour import weakest_link
from kibitz.rules.language.notation import MAX_TEXT, parse_list
from kibitz.rules.proof.bounds import find_proofs, format_proofs, parse_proofs, verify_bounds
from kibitz.rules.proof.proof import Proof


def listed(rules: str) -> dict[str, str]:
    return {"name": "list.txt", "text": f"for: you\n{rules}"}


def doubling(op: str) -> dict[str, str]:
    lets = "".join(f"let a{i} = a{i - 1} {op} a{i - 1}\n" for i in range(1, 61))
    return listed(f"let a0 = p1\n{lets}if a60 > 3: P1\nelse: P2\n")


def test_steps_are_counted_and_an_inner_budget_stands_alone() -> None:
    count_steps(10**9)
    with step_limit("reader", 10):
        count_steps(9)
        with step_limit("solver", 5), pytest.raises(StepLimitError, match="solver: the limit of 5 steps is reached"):
            count_steps(6)
        count_steps(1)
        with pytest.raises(StepLimitError, match="reader: the limit of 10 steps is reached"):
            count_steps(1)
    count_steps(10**9)


@pytest.mark.parametrize("op", ["+", "*"])
def test_definitions_that_double_sixty_times_are_measured_but_not_put_into_a_proof(op: str) -> None:
    answer: Any = ask("rules.check", game="weakest-link", list=[doubling(op)], grid=3)
    assert "a proof allows at most 2,000 operations" in answer.checks[0].unproved
    assert answer.checks[0].losses[0].certified is None
    assert any("not proved (let a10: " in reason for reason in answer.explain().reasons)
    with pytest.raises(InputError, match="at most 2,000 operations"):
        ask("rules.check", game="weakest-link", list=[doubling(op)], grid=3, prove=True)


def test_products_of_powers_are_measured_but_not_multiplied_out_without_end() -> None:
    rule = "if (p1 + p2 + y1 + 1)^16*(p1 + 2*p2 + y2)^16*(y1 + y2 + 3)^16 >= 1: P1\nelse: P2\n"
    with pytest.raises(InputError, match=r"products of up to 20,000 terms|budget|degree"):
        ask("rules.check", game="weakest-link", list=[listed(rule)], grid=3, prove=True)
    high = "if p1^16*p1^16*p1^16*p1^16*p1^16 >= 1/2: P1\nelse: P2\n"
    with pytest.raises(InputError, match="degree at most 64"):
        ask("rules.check", game="weakest-link", list=[listed(high)], grid=3, prove=True)


def wide_rules() -> str:
    rng = random.Random(1)
    lines = []
    for i in range(50):
        conditions = [
            f"{rng.randint(1, 99)}*p1*y1 + {rng.randint(1, 99)}*p2*y2 > {rng.randint(1, 99)}*y1" for _ in range(50)
        ]
        lines.append(f"{'else if' if i else 'if'} {' and '.join(conditions)}: P1\n")
    return "".join(lines) + "else: P2\n"


def many_rules() -> str:
    rules = (f"{'else if' if i else 'if'} p1 < {i}/20000: P{1 + i % 2}\n" for i in range(10_000))
    return "".join(rules) + "else: P2\n"


@pytest.mark.parametrize("rules", [wide_rules, many_rules])
def test_a_proof_of_very_many_conditions_ends_with_its_budget(rules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    # A tenth of the budget is enough to see where the steps are counted.
    monkeypatch.setattr("kibitz.rules.proof.search.SEARCH_STEPS", 100_000)
    monkeypatch.setattr("kibitz.rules.proof.search.CELL_STEPS", 10_000)
    with pytest.raises(StepLimitError, match="proof: the limit of 300,000 steps is reached"):
        ask("rules.check", game="weakest-link", list=[listed(rules())], grid=2, prove=True)


def test_known_proofs_need_a_small_part_of_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.rules.proof.search.SEARCH_STEPS", 100_000)
    monkeypatch.setattr("kibitz.rules.proof.search.CELL_STEPS", 0)
    monkeypatch.setattr("kibitz.rules.proof.verification.CHECK_STEPS", 50_000)
    monkeypatch.setattr("kibitz.rules.proof.verification.CELL_STEPS", 0)
    for name in ("weakest-link", "final-5-3", "final-7-4"):
        game = find_game(name)
        assert set(verify_bounds(find_proofs(game, game.lists()["corrected"]), game).values()) == {0}


def digits(n: int, rng: random.Random) -> str:
    return rng.choice(["", "-"]) + str(rng.randrange(10 ** (n - 1), 10**n))


def fractions_of(n: int, m: int, k: int) -> list[list[str]]:
    rng = random.Random(7)
    return [[f"{digits(n, rng)}/{digits(n, rng).lstrip('-')}" for _ in range(k)] for _ in range(m)]


def test_a_game_of_ninety_nine_digits_a_payoff_is_solved_in_floats_or_refused() -> None:
    zero_sum: Any = ask("parlour.solve", text=json.dumps(fractions_of(99, 24, 25)))
    assert zero_sum.equilibria[0].exactly is None
    assert max(zero_sum.equilibria[0].regrets) < 1e-9
    general = {"row": fractions_of(99, 24, 25), "column": fractions_of(98, 24, 25)}
    with pytest.raises(
        InputError, match="game: the limit of 3,000,000 steps is reached; give payoffs with fewer digits"
    ):
        ask("parlour.solve", text=json.dumps(general))


@pytest.mark.parametrize("number", ["10^60*10^60*10^60*10^60*10^60*10^60", "-(10^64)^1*10^64*10^64*10^64*10^64*10^64"])
def test_a_whole_number_too_large_for_a_float_is_refused(number: str) -> None:
    with pytest.raises(InputError, match="at: give each parameter once as NAME=NUMBER"):
        ask("rules.apply", game="kuhn", at=["n=13", f"x={number}"])
    with pytest.raises(InputError, match="payoffs: must be a number of at most"):
        ask("parlour.solve", text="[[1" + "0" * 400 + "]]")


def test_a_list_that_is_decided_card_by_card_ends_with_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = "".join(f"{'else if' if i else 'if'} x < {i}/20000*n - 5: bet\n" for i in range(2_000))
    long = {"name": "list.txt", "text": f"for: A first\n{rules}else: check\n"}
    monkeypatch.setattr("kibitz.app.rule_questions.lists.MEASURE_STEPS", 50_000)
    with pytest.raises(StepLimitError, match="lists: the limit of 50,000 steps is reached"):
        ask("rules.check", game="kuhn", list=[long])
    monkeypatch.setattr("kibitz.app.rule_questions.lists.APPLY_STEPS", 1_000)
    with pytest.raises(StepLimitError, match="lists: the limit of 1,000 steps is reached"):
        ask("rules.apply", game="kuhn", list=[long], at=["n=13", "x=4"])


def test_a_list_that_is_too_long_to_read_is_refused() -> None:
    with pytest.raises(InputError, match="at most 2,000,000 characters"):
        parse_list("#" * (MAX_TEXT + 1))


HONEST = format_proofs(find_proofs(weakest_link.game(), weakest_link.game().lists()["published"]))


def replaced(data: Any, path: list[Any], value: Any) -> Any:
    if not path:
        return value
    if isinstance(data, dict):
        return {key: replaced(each, path[1:], value) if key == path[0] else each for key, each in data.items()}
    return [replaced(each, path[1:], value) if i == path[0] else each for i, each in enumerate(data)]


def paths(data: Any, start: tuple[Any, ...] = ()) -> list[list[Any]]:
    steps = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [list(start), *(path for key, each in steps for path in paths(each, (*start, key)))]


ODD = [
    float("inf"),
    float("nan"),
    1e308,
    "1e999999999",
    "1e-999999999",
    "1/0",
    "",
    None,
    True,
    -1,
    10**30,
    [],
    {},
    "row",
    "column",
    "gap",
    "regret",
    "9" * 5_000,
    [["0", "1"]],
    "x",
    {"weights": [], "rest": None},
]


@settings(deadline=None, max_examples=300)
@given(st.data())
def test_a_damaged_proof_ends_in_a_sentence(data: st.DataObject) -> None:
    honest = json.loads(HONEST.splitlines()[0])
    path = data.draw(st.sampled_from(paths(honest)))
    text = json.dumps(replaced(honest, path, data.draw(st.sampled_from(ODD))))
    game = weakest_link.game()
    complaint = ""
    try:
        verify_bounds(parse_proofs(text), game)
    except InputError as error:
        complaint = str(error)
    assert len(complaint) < 1_000


@pytest.mark.parametrize("number", ["1e999999999", "1e-999999999", "inf", "nan", "1_0"])
@pytest.mark.parametrize("where", [["epsilon"], ["cells", 0, "box", 0, 0], ["cells", 0, "entries", 0, "level"]])
def test_numbers_that_would_take_a_minute_to_read_are_refused_at_once(number: str, where: list[Any]) -> None:
    honest = json.loads(HONEST.splitlines()[0])
    honest["cells"][0]["entries"][0]["level"] = "1"
    with pytest.raises(InputError, match="proof: numbers must be fractions such as 1/3"):
        Proof.from_json(json.dumps(replaced(honest, where, number)))


def test_infinity_and_a_claim_about_a_role_that_is_not_there_are_refused() -> None:
    honest = json.loads(HONEST.splitlines()[0])
    with pytest.raises(InputError, match="proof"):
        Proof.from_json(json.dumps(replaced(honest, ["cells", 0, "entries", 0, "rule"], float("inf"))))
    for claim in ("column", "gap", "regret"):
        with pytest.raises(InputError, match="does not fit the game weakest-link"):
            verify_bounds(parse_proofs(json.dumps(replaced(honest, ["claim"], claim))), weakest_link.game())
