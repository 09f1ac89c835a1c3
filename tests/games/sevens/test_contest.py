"""Sevens in tournaments: measures that add up, the same on any executor, tables and charts."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from kibitz import ask
from kibitz.core import InputError
from kibitz.core.document import Document
from kibitz.core.exhibits.summaries import AnswerSummary
from kibitz.core.question import Answer
from kibitz.core.work import WorkContext
from kibitz.games.sevens.auction.rules import Rules
from kibitz.games.sevens.contest.exhibits import tournament_summary
from kibitz.games.sevens.contest.html_charts import bar_chart, tournament_page
from kibitz.games.sevens.contest.match import MEASURES, SevensContest, sevens_match
from kibitz.games.sevens.contest.standings import calibration, compute_standings, make_tables
from kibitz.games.sevens.contest.tables import HeadToHead, PlayerStanding
from kibitz.games.sevens.questions import TournamentRequest
from kibitz.simulate.executors import process_pool
from kibitz.simulate.tournament import LineUp, TournamentResults, one_of_each, play_tournament

WORDS = (
    "at eat ten net rat star east sent tear rate train retain nastier retains senator tension letters settler queenly"
)


@pytest.fixture(scope="module")
def words() -> Document:
    """A word list of one's own, which other processes get by its content."""
    return Document(name="words.txt", text="\n".join(WORDS.split()))


@pytest.fixture(scope="module")
def results(words: Document) -> TournamentResults:
    matches = [sevens_match(one_of_each(["dp", "loss", "increment"]), hidden, 12, 2, words) for hidden in (2, 4)]
    return play_tournament(matches, seed=3)


def test_measures_add_up_to_the_record(words: Document) -> None:
    contest = SevensContest(Rules(players=3, hidden=3, rounds=21), words)
    line_up = one_of_each(["dp", "loss", "g1"])
    seed = np.random.SeedSequence(5)
    record, predicted = contest.game(line_up, seed)
    table = contest.play(line_up, seed)
    assert table.shape == (11, 3, len(MEASURES))  # ten stretches of two rounds, and one of one
    total = dict(zip(MEASURES, table.sum(axis=0).T, strict=True))
    gains = np.sum([played.gains for played in record.rounds], axis=0)
    assert total["gain"].tolist() == gains.tolist()
    assert total["gain"].tolist() == [score - 100 for score in record.scores]
    assert total["rounds"].tolist() == [21] * 3
    for name in ("gain", "paid", "bought"):
        assert (total[f"seven_{name}"] + total[f"other_{name}"]).tolist() == total[name].tolist()
    assert (total["sevens"] + total["others"]).tolist() == [21] * 3
    assert total["bought"].sum() == 21 * 12
    assert total["wins"].sum() == pytest.approx(1)
    assert total["predictions"].tolist() == [21, 0, 0]
    assert total["predicted"][0] == pytest.approx(sum(predicted[0]))


def test_a_line_up_must_fill_the_table(words: Document) -> None:
    with pytest.raises(InputError, match="players"):
        SevensContest(Rules(players=4), words).play(LineUp(("loss",)), np.random.SeedSequence(1))


@pytest.mark.slow
def test_processes_give_the_same_results_as_this_one(words: Document) -> None:
    match = sevens_match(one_of_each(["g1", "dp"]), 3, 6, 2, words)
    here = play_tournament([match], seed=9)
    with process_pool(2) as pool:
        there = play_tournament([match], seed=9, executor=pool)
    assert np.array_equal(here.totals, there.totals)
    assert make_tables(here) == make_tables(there)


def test_standings_are_sorted_and_cover_all_rounds(results: TournamentResults) -> None:
    rows = compute_standings(results)
    assert {row.player for row in rows} == {"dp", "loss", "increment"}
    assert [row.gain for row in rows] == sorted((row.gain for row in rows), reverse=True)
    assert all(row.rounds == 2 * 2 * 3 * 12 for row in rows)
    assert sum(row.wins for row in rows) == pytest.approx(1)
    for row in rows:
        mean = row.sevens * row.seven_gain + (1 - row.sevens) * row.other_gain
        assert row.gain == pytest.approx(mean)


def test_the_answer_has_the_promised_fields(results: TournamentResults) -> None:
    answer = make_tables(results)
    assert {row.player for row in answer.standings} == {"dp", "loss", "increment"}
    assert len(answer.comparisons) == 3
    assert [match.match for match in answer.matches] == ["2 hidden", "4 hidden"]


def test_only_players_that_predict_are_calibrated(results: TournamentResults) -> None:
    assert calibration(results, "dp").se > 0
    with pytest.raises(InputError, match="no predictions"):
        calibration(results, "loss")


def test_the_page_stands_alone_and_its_charts_are_well_formed(results: TournamentResults) -> None:
    page = tournament_page(make_tables(results), "a <test>")
    assert "a &lt;test&gt;" in page
    assert "http" not in page
    assert "<script" not in page
    for part in page.split("<svg")[1:]:
        chart = ET.fromstring("<svg" + part.split("</svg>")[0] + "</svg>")
        assert len(chart.findall("rect")) == 3


def test_bids_and_prices_are_those_of_the_record(words: Document) -> None:
    contest = SevensContest(Rules(players=2, hidden=3, rounds=4), words)
    line_up, seed = one_of_each(["dp", "loss"]), np.random.SeedSequence(5)
    record, _ = contest.game(line_up, seed)
    total = dict(zip(MEASURES, contest.play(line_up, seed).sum(axis=0).T, strict=True))
    sales = [sale for played in record.rounds for sale in played.sales]
    for seat in range(2):
        made = [sale.bids[seat] for sale in sales if sale.bids[seat] is not None]
        assert (total["bid"][seat], total["bids"][seat]) == (sum(made), len(made))
        bought = [sale.price for sale in sales if sale.winner == seat and sale.letter == "E"]
        assert (total["price_E"][seat], total["sold_E"][seat]) == (sum(bought), len(bought))
        with_seven = [p for p in record.rounds if p.sevens[seat]]
        assert total["seven_bids"][seat] == sum(s.bids[seat] is not None for p in with_seven for s in p.sales)


def test_letters_are_told_with_mean_bids_and_prices(results: TournamentResults) -> None:
    answer = make_tables(results)
    assert [row.player for row in answer.letters] == [row.player for row in answer.standings]
    for row, standing in zip(answer.letters, answer.standings, strict=True):
        assert min(row.bid.values()) <= standing.bid <= max(row.bid.values())
        assert set(row.price) <= set(row.bid)
    page = tournament_page(answer, "test")
    assert "Mean bid by letter" in page
    assert "Mean price by letter bought" in page


def test_shares_and_prices_stay_where_they_can_be(words: Document) -> None:
    match = sevens_match(one_of_each(["nothing", "increment"]), 6, 2, 1, words)
    for seed in range(6):
        for row in compute_standings(play_tournament([match], seed)):
            assert None not in (row.sevens_low, row.sevens_high, row.paid_low, row.paid_high)
            assert 0 <= (row.sevens_low or 0) <= row.sevens <= (row.sevens_high or 0) <= 1
            assert 0 <= (row.paid_low or 0) <= row.paid <= (row.paid_high or 0)


def test_bars_point_both_ways_from_zero() -> None:
    chart = ET.fromstring(bar_chart("gain", [("a", 10.0, (8.0, 12.0), "10"), ("b", -5.0, (-7.0, -3.0), "-5")]))
    axis = float(chart.find("line").get("x1"))  # type: ignore[union-attr, arg-type]
    first, second = chart.findall("rect")
    assert float(first.get("x")) == axis  # type: ignore[arg-type]
    assert float(second.get("x")) < axis  # type: ignore[arg-type]


def test_a_leader_who_loses_to_somebody_is_said_to_be_behind_and_losses_have_a_minus_sign() -> None:
    rest: dict[str, Any] = dict.fromkeys(PlayerStanding.__struct_fields__, 0.0)
    rows = tuple(
        PlayerStanding(
            **rest | {"player": name, "gain": gain, "gain_low": gain - 1, "gain_high": gain + 1, "rounds": 9}
        )
        for name, gain in (("g1", -2.0), ("g2", -3.0), ("g3", -4.0), ("g4", -5.0))
    )
    result = tournament_summary(
        rows,
        tuple(
            HeadToHead(left, right, difference, 0.1, 0.0, 0.0, p, p, 9)
            for left, right, difference, p in (
                ("g1", "g2", 1.5, 0.01),
                ("g3", "g1", 0.5, 0.01),
                ("g1", "g4", -0.25, 0.5),
            )
        ),
        (),
    )
    assert (result.figure, result.between) == ("−2.0", "−3.0 to −1.0")
    said = {fact.title: (fact.main, fact.more) for fact in result.facts}
    assert said["Clearly ahead of"][0] == "g2"
    assert said["Clearly behind"][0] == "g3"
    assert said["Not significant"] == ("g4", "ahead by −0.2; play more deals to decide")


def test_figures_after_some_deals_are_the_answer_to_the_same_question_with_so_many(words: Document) -> None:
    request = TournamentRequest(
        players="increment,loss,nothing", rounds=2, deals=3, pairs=True, hidden="4", words=words
    )
    seen: dict[str, Answer] = {}
    notes: list[str] = []
    work = WorkContext(
        on_progress=lambda *far: notes.append(far[2]), on_partial=lambda after, made: seen.update({after: made()})
    )
    last = request.answer(work)
    assert list(seen) == ["1 deal of 3", "2 deals of 3"]
    for deals, early in enumerate(seen.values(), 1):
        alone = replace(request, deals=deals).answer(WorkContext())
        assert replace(early, description=alone.description) == alone
        assert f"deals per match {deals} of 3 (partial result)" in early.description  # type: ignore[attr-defined]
    assert "deals per match 3," in last.description
    assert notes[0] == "Playing increment v loss, 4 hidden, match 1 of 3, deal 1 of 3"
    assert notes[-1] == "Playing loss v nothing, 4 hidden, match 3 of 3, deal 3 of 3"


def test_nothing_is_shown_of_a_tournament_before_there_is_an_error(words: Document) -> None:
    seen: list[str] = []
    request = TournamentRequest(players="loss,nothing", rounds=1, deals=4, hidden="5", words=words)
    request.answer(WorkContext(on_partial=lambda after, made: seen.append(after)))
    assert seen == ["2 deals of 4", "3 deals of 4"]


def test_one_round_has_no_errors_and_says_so(words: Document) -> None:
    answer: Any = ask("sevens.tournament", players="dp,nothing", rounds=1, hidden="3", words=words)
    row = answer.standings[0]
    assert (row.gain_se, row.gain_low, row.paid_high) == (None, None, None)
    assert answer.comparisons == ()
    assert "±" not in answer.explain().headline
    assert "No difference between two players is significant." in answer.explain().headline
    summary = next(part for part in answer.exhibits() if isinstance(part, AnswerSummary))
    assert "no errors, because there is only one round" in summary.limits
    assert summary.between == ""
    assert ("Most sevens" in summary.lead) == (row.sevens > answer.standings[1].sevens)
    assert b"<svg" in answer.file("charts").data


def test_a_tournament_without_a_difference_says_that_nothing_is_decided(words: Document) -> None:
    """With seven hidden letters there is no auction, so that every player spells the same words."""
    answer: Any = ask("sevens.tournament", players="nothing,increment", rounds=2, hidden="7", words=words)
    assert answer.explain().headline.startswith("Nothing decided: every player gains")
    summary = next(part for part in answer.exhibits() if isinstance(part, AnswerSummary))
    assert (summary.answer, summary.facts) == ("Nothing decided", ())
