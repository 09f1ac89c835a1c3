"""Where a clue can leave you, and the two acts over how sure you are."""

from __future__ import annotations

import re

import pytest

from kibitz import ask
from kibitz.draw.crossover import CrossoverChart
from kibitz.draw.number_line import NumberLineChart
from kibitz.games.jeopardy.answers.exhibits.buzz_charts import buzz_or_wait_chart, score_after_clue_chart

DESIGN = {"scores": (21200, 12400, 7600), "me": 2, "value": 2000, "confidence": 0.55}


def test_the_lines_are_half_and_two_thirds_of_the_leader_as_now_right_and_wrong() -> None:
    spans = score_after_clue_chart(ask("jeopardy.buzz", **DESIGN))
    assert spans is not None
    assert [span.lines for span in spans.spans] == [
        ((10_600, "half"), (14_134, "two-thirds")),
        ((11_600, "half"),),
        ((9_600, "half"), (12_800, "two-thirds")),
    ]
    assert [span.between for span in spans.spans] == [
        ("bad", "plain", "good"),
        ("bad", "plain"),
        ("bad", "plain", "good"),
    ]
    assert [amount for amount, _, _ in spans.spans[0].places] == [10_400, 12_400, 14_400]
    assert [words for _, words in spans.keys] == [
        "locked out",
        "you must be right, and they must be wrong",
        "past two-thirds: a small bet wins if they miss",
    ]


def test_one_who_leads_sees_when_the_other_is_locked_out_and_where_no_line_is_near_nothing_is_drawn() -> None:
    spans = score_after_clue_chart(ask("jeopardy.buzz", **(DESIGN | {"me": 1, "scores": (21200, 10000, 7600)})))
    assert spans is not None
    assert spans.spans[0].lines == ((20_000, "twice"),)
    assert spans.spans[0].between == ("plain", "good")
    far = ask("jeopardy.buzz", scores=(30000, 12400, 7600), me=2, value=400)
    assert score_after_clue_chart(far) is None
    assert not any(isinstance(each, NumberLineChart) for each in far.exhibits())


@pytest.mark.parametrize("narrow", [False, True])
def test_every_place_is_drawn_in_each_case_and_none_leaves_the_picture(narrow: bool) -> None:
    spans = score_after_clue_chart(ask("jeopardy.buzz", **DESIGN))
    assert spans is not None
    drawn = spans.svg(narrow)
    places = [float(x) for x in re.findall(r'<circle class="place \w+" cx="([\d.]+)"', drawn)]
    assert len(places) == sum(len(span.places) for span in spans.spans)
    assert all(0 < x < (358 if narrow else 800) for x in places)


def test_the_lines_of_both_acts_cross_at_the_threshold_and_end_in_what_the_counsel_says() -> None:
    answer = ask("jeopardy.buzz", **DESIGN)
    crossing = buzz_or_wait_chart(answer)
    assert crossing.cross == answer.thresholds[0]
    before, after = int(100 * answer.thresholds[0]), int(100 * answer.thresholds[0]) + 1
    assert crossing.first[before] <= crossing.second[before]
    assert crossing.first[after] >= crossing.second[after]
    assert max(crossing.first[55], crossing.second[55]) == pytest.approx(answer.counsel.worth, abs=1e-6)
    assert crossing.svg().count("<polyline") == 2


def test_acts_that_do_not_cross_are_drawn_without_a_crossing() -> None:
    drawn = CrossoverChart("Title", ("buzz", "silent"), (0.1, 0.2), (0.3, 0.4), None).svg()
    assert "near" not in drawn
    assert "NaN" not in drawn
