"""Money and chances as people write them: every form means the same number, and anything else is left alone."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import ask
from kibitz.app.number_notation import parse_number, parse_share, parse_whole_number, split_numbers
from kibitz.app.request_parsing import parse_request
from kibitz.core.errors import InputError
from kibitz.games.jeopardy.questions.final import FinalRequest
from kibitz.games.parlour.fields import parse_chance


@given(st.integers(-999_999, 999_999))
def test_every_form_of_money_means_the_same_dollars(dollars: int) -> None:
    grouped = f"{dollars:,}"
    forms = [str(dollars), grouped, f"${grouped}", grouped.replace(",", "."), grouped.replace(",", " "), f" {dollars} "]
    forms += [f"{dollars / 1000:.3f}k", f"{dollars / 1000:.3f}K", grouped.replace("-", "\N{MINUS SIGN}")]
    for form in forms:
        assert parse_whole_number(form) == dollars, form
        assert isinstance(parse_whole_number(form), int), form


@given(st.integers(2, 100), st.integers(1, 40))
def test_every_form_of_a_chance_means_the_same_share(percent: int, times: int) -> None:
    decimal = f"{percent / 100:.2f}"
    forms = [str(percent), f"{percent}%", f"{percent} %", f"{percent}.0", decimal, decimal.replace(".", ",")]
    forms += [f"{percent * times}/{100 * times}", decimal.lstrip("0") if percent < 100 else "1"]
    for form in forms:
        assert parse_share(form) == pytest.approx(percent / 100, abs=1e-15), form
        if "," not in form:
            assert parse_chance(form, "p") == Fraction(percent, 100), form


@given(st.floats(0, 1))
def test_a_number_from_0_to_1_keeps_its_meaning(share: float) -> None:
    assert parse_share(repr(share)) == share


@pytest.mark.parametrize("text", ["1.5", "101", "-70", "x", "", "7/0", "70 percent", "1,000", "1e2"])
def test_what_is_no_chance_stays_outside_its_range(text: str) -> None:
    value = parse_share(text)
    assert isinstance(value, str) or not 0 <= value <= 1


@pytest.mark.parametrize("text", ["4.5", "18.40", "0.500", "18,40", "k", "1.2345k", "18.400.5"])
def test_what_is_no_whole_number_is_not_read_as_one(text: str) -> None:
    assert not isinstance(parse_whole_number(text), int)


@given(st.text(max_size=60))
def test_any_text_is_a_number_or_comes_back(text: str) -> None:
    for parse in (parse_number, parse_whole_number, parse_share):
        value = parse(text)
        assert not isinstance(value, str) or value == text or value == text.strip().replace(",", ".")


@given(st.lists(st.integers(-40_000, 40_000), min_size=2, max_size=3), st.sampled_from([" ", "; ", ", ", "\t", "\n"]))
def test_scores_in_one_text_are_split(scores: list[int], between: str) -> None:
    for form in ("{}", "{:,}", "${:,}"):
        if between == ", " or form != "$":
            text = between.join(form.format(score) for score in scores)
            assert [parse_whole_number(part) for part in split_numbers(text)] == scores
    assert split_numbers(",".join(map(str, scores))) == [str(score) for score in scores]


def test_requests_read_scores_and_confidence_in_every_form() -> None:
    plain = parse_request(FinalRequest, {"scores": [18400, 14600, 9000], "me": 2, "confidence": 0.7})
    for scores in ("18,400 14,600 9,000", ["18.400", "14.6k", "$9,000"], ("18400 14600 9000",), "18400,14600,9000"):
        for confidence in ("70", "70 %", ".7", "7/10", "0,7"):
            assert parse_request(FinalRequest, {"scores": scores, "me": "2", "confidence": confidence}) == plain
    with pytest.raises(InputError, match=r"confidence: must be a number from 0 to 1, such as 0\.7 or 70 %, not 70"):
        ask("jeopardy.final", scores=(18400, 14600, 9000), me=2, confidence=70)
