"""Taped games: pages of every markup and tables read to the same game; anything else is refused in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from html import escape
from itertools import groupby

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.games.jeopardy.archive.game import RecordedClue, RecordedGame, RecordedWager, Scores, replay
from kibitz.games.jeopardy.archive.game_file import load_recorded_game
from kibitz.games.jeopardy.archive.game_table import format_table, parse_table
from kibitz.games.jeopardy.archive.jarchive_page import parse_page
from kibitz.games.jeopardy.archive.markup import MAX_PAGE, iter_pieces
from kibitz.games.jeopardy.board import square
from kibitz.games.jeopardy.position import DecisionKind, parse_position
from kibitz.games.jeopardy.show import COLUMNS, ROWS, SEATS, Era, Rules, Ties

NAMES = ("Cindy!", "J.D.", "O'Ann")


@st.composite
def games(draw: st.DrawFn, date: str = "2018-01-16", clues: int = 12) -> RecordedGame:
    """Short games whose scores add up."""
    scores, played, noted = [0, 0, 0], [], []
    half = 2 if date < "2001-11-26" else 1
    for round_ in (1, 2):
        spots = draw(
            st.lists(st.tuples(st.integers(1, ROWS), st.integers(1, COLUMNS)), min_size=1, max_size=clues, unique=True)
        )
        doubles = draw(st.integers(0, round_))
        columns: set[int] = set()
        for row, column in spots:
            value = Rules().value(round_, row) // half
            if len(columns) < doubles and column not in columns:
                columns.add(column)
                seat = draw(st.integers(0, 2))
                most = max(scores[seat], Rules().values(round_)[-1] // half)
                value, right = draw(st.integers(5, most)), draw(st.booleans())
                played.append(
                    RecordedClue(round_, row, column, value, () if right else (seat,), seat if right else None)
                )
                scores[seat] += value if right else -value
                continue
            order = draw(st.permutations(range(SEATS)))
            wrong = tuple(order[: draw(st.integers(0, 2))])
            winner = draw(st.sampled_from([None, *[seat for seat in range(SEATS) if seat not in wrong]]))
            played.append(RecordedClue(round_, row, column, None, wrong, winner))
            for seat in wrong:
                scores[seat] -= value
            if winner is not None:
                scores[winner] += value
        noted.append((scores[0], scores[1], scores[2]))
    bets = [RecordedWager(draw(st.integers(0, score)), draw(st.booleans())) if score > 0 else None for score in scores]
    ends = [
        score if bet is None else score + (bet.wager if bet.right else -bet.wager)
        for score, bet in zip(scores, bets, strict=True)
    ]
    return RecordedGame(
        NAMES, tuple(played), noted[0], noted[1], (ends[0], ends[1], ends[2]), (bets[0], bets[1], bets[2]), date, 7677
    )


def answered(clue: RecordedClue, quote: str = '"') -> str:
    wrong = "".join(f"<td class={quote}wrong{quote}>{escape(NAMES[seat])}</td>" for seat in clue.wrong)
    right = "" if clue.right is None else f"<td class={quote}right{quote}>{escape(NAMES[clue.right])}</td>"
    silent = f"<td class={quote}wrong{quote}>Triple Stumper</td>" if clue.right is None else ""
    return f"<em class={quote}correct_response{quote}>this & that</em><table><tr>{wrong}{right}{silent}</tr></table>"


def in_script(markup: str) -> str:
    return escape(markup.replace("\\", "\\\\").replace("'", "\\'"))


def old_cell(name: str, header: str, hidden: str, raw: bool = False) -> str:
    inside = hidden.replace("'", "\\'") if raw else in_script(hidden)
    return (
        f"<td class=\"clue\"><table><tr><td><div onmouseover=\"toggle('{name}', '{name}_stuck', '{inside}')\" "
        f"onmouseout=\"toggle('{name}', '{name}_stuck', 'A clue of $400, isn\\'t it?')\">"
        f'<table><tr><td id="{name}_stuck" class="clue_unstuck">&#160;</td>{header}</tr></table></div></td></tr>'
        f'<tr><td id="{name}" class="clue_text">A clue of $400</td></tr></table></td>'
    )


def new_cell(name: str, header: str, hidden: str) -> str:
    return (
        f"<td class=\"clue\"><table><tr><td><div onmouseover=\"toggle('{name}', '{name}_r', '{name}_stuck')\">"
        f'<table><tr><td id="{name}_stuck" class="clue_unstuck">&#160;</td>{header}</tr></table></div></td></tr>'
        f'<tr><td id="{name}" class="clue_text">A clue</td><td id="{name}_r" class="clue_text" '
        f'style="display:none;">{hidden}</td></tr></table></td>'
    )


def raw_cell(name: str, header: str, hidden: str) -> str:
    """As programs write it that decode the attributes they save."""
    return old_cell(name, header, hidden, raw=True)


def responses_cell(name: str, header: str, hidden: str) -> str:
    return (
        f'<td class="clue"><table><tr><td><div><table><tr><td id="{name}_stuck" class="clue_unstuck">&#160;</td>'
        f'{header}</tr></table></div></td></tr><tr><td class="clue_text">{hidden}</td></tr></table>'
        "</td>"
    )


Cell = Callable[[str, str, str], str]
MARKUPS = [old_cell, new_cell, raw_cell, responses_cell]


def dollars(score: int) -> str:
    return f"-${-score:,}" if score < 0 else f"${score:,}"


def score_table(title: str, scores: Scores, remarks: bool = True) -> str:
    names = "".join(f'<td class="score_player_nickname">{escape(name)}</td>' for name in NAMES)
    values = "".join(
        f'<td class="score_{"negative" if score < 0 else "positive"}">{dollars(score)}</td>' for score in scores
    )
    last = '<tr><td class="score_remarks"></td><td class="score_remarks">x</td></tr>' if remarks else ""
    return f"<h3>{title}</h3><table><tr>{names}</tr><tr>{values}</tr>{last}</table>"


def board(game: RecordedGame, round_: int, cell: Cell) -> str:
    at = {(clue.row, clue.column): (number, clue) for number, clue in enumerate(game.clues_of_round(round_), start=1)}
    rows = []
    for row in range(1, ROWS + 1):
        cells = []
        for column in range(1, COLUMNS + 1):
            if (row, column) not in at:
                cells.append('<td class="clue"> </td>')
                continue
            number, clue = at[row, column]
            value = (
                f'<td class="clue_value_daily_double">DD: ${clue.wager:,}</td>'
                if clue.wager is not None
                else f'<td class="clue_value">${row * 200 * round_}</td>'
            )
            header = f'{value}<td class="clue_order_number"><a href="x">{number}</a></td>'
            cells.append(cell(f"clue_{'J' if round_ == 1 else 'DJ'}_{column}_{row}", header, answered(clue)))
        rows.append("<tr>" + "".join(cells) + "</tr>")
    return '<table class="round">' + "".join(rows) + "</table>"


def final_part(game: RecordedGame, cell: Cell) -> str:
    told = "".join(
        f'<tr><td class="{"right" if bet.right else "wrong"}">{escape(NAMES[seat])}</td>'
        f'<td rowspan="2">What is {seat}?</td></tr><tr><td>${bet.wager:,}</td></tr>'
        for seat, bet in reversed(list(enumerate(game.bets)))
        if bet is not None
    )
    return cell("clue_FJ", "", f"<table>{told}</table>")


def page(game: RecordedGame, cell: Cell, tiebreaker: str = "") -> str:
    """A page of a game as the archive writes it, with one of its markups."""
    month = {"01": "January", "02": "February"}[game.date[5:7]]
    return (
        f"<html><head><title>J! Archive - Show #{game.show}, aired {game.date}</title></head><body>"
        f'<div id="game_title"><h1>Show #{game.show} - Tuesday, {month} {int(game.date[8:])}, {game.date[:4]}'
        "</h1></div>"
        f'<div id="jeopardy_round"><h2>Jeopardy! Round</h2>{board(game, 1, cell)}'
        f"{score_table('Scores at the first commercial break (after clue 15):', (200, -400, 0), remarks=False)}"
        f"{score_table('Scores at the end of the Jeopardy! Round:', game.round_1)}</div>"
        f'<div id="double_jeopardy_round"><h2>Double Jeopardy! Round</h2>{board(game, 2, cell)}'
        f"{score_table('Scores at the end of the Double Jeopardy! Round:', game.round_2)}</div>"
        f'<div id="final_jeopardy_round"><h2>Final Jeopardy! Round</h2><table>{final_part(game, cell)}</table>'
        f"{tiebreaker}{score_table('Final scores:', game.final)}"
        f"{score_table('Coryat scores:', (1000, 2000, 3000))}</div></body></html>"
    )


@pytest.mark.parametrize("cell", MARKUPS, ids=lambda cell: cell.__name__)
@given(game=games())
@settings(max_examples=6)
def test_a_page_of_every_markup_reads_to_the_game_it_was_made_of(cell: Cell, game: RecordedGame) -> None:
    assert parse_page(page(game, cell)) == game


def test_a_negative_score_that_lost_its_sign_is_still_negative() -> None:
    game = small(
        round_1=(1200, -400, 0),
        round_2=(800, 1600, -400),
        final=(1600, 1600, -400),
        bets=(RecordedWager(800, True), RecordedWager(0, False), None),
    )
    whole = page(game, new_cell)
    assert "-$400" in whole
    assert parse_page(whole.replace("-$400", "$400")) == parse_page(whole) == game


@given(games(), games(date="1996-02-14"))
@settings(max_examples=6)
def test_a_table_reads_back_to_its_game_with_and_without_its_scores(now: RecordedGame, then: RecordedGame) -> None:
    for game in (now, then):
        text = format_table(game)
        assert parse_table(text) == game
        assert parse_table("\n".join(line for line in text.splitlines() if not line.startswith("after"))) == game


@given(games(clues=30), games(date="1996-02-14"))
@settings(max_examples=6)
def test_a_game_replayed_comes_to_its_noted_scores(now: RecordedGame, then: RecordedGame) -> None:
    for game in (now, then):
        moments = replay(game)
        assert [moment.clue for moment in moments] == list(range(len(game.clues) + 1))
        ends = [
            max(i for i, moment in enumerate(moments) if moment.move is not None and moment.move.round_ == round_)
            for round_ in (1, 2)
        ]
        for at, noted in zip(ends, (game.round_1, game.round_2), strict=True):
            assert moments[at].position.scores == tuple(game.scale * score for score in noted)
        assert moments[-1].position.choosing is DecisionKind.FINAL
        for clue, moment in zip(game.clues, moments[1:], strict=True):
            assert moment.placed == square(clue.row or 0, clue.column or 0)
            assert (moment.wagering is not None) == clue.is_daily_double


def small(**changes: object) -> RecordedGame:
    clues = (
        RecordedClue(1, 1, 1, None, (), 0),
        RecordedClue(1, 4, 2, 1000, (), 0),
        RecordedClue(2, 1, 1, None, (0, 1), 2),
        RecordedClue(2, 5, 3, None, (), 1),
    )
    game = RecordedGame(
        NAMES,
        clues,
        (1200, 0, 0),
        (800, 1600, 400),
        (1600, 1600, 800),
        (RecordedWager(800, True), RecordedWager(0, False), RecordedWager(400, True)),
        "2018-01-16",
        7677,
    )
    return replace(game, **changes)  # type: ignore[arg-type]


def test_states_of_a_game_are_those_that_its_clues_lead_to() -> None:
    first, second = replay(small())[1:3]
    assert first.position == parse_position("200_0_0.1.1.3ffffffe")
    assert second.wagering == parse_position("200_0_0.1.1.3ffffffe.c2r4.0.1d")
    assert second.counts == ((1, 0), (0, 0), (0, 0))
    after_one = replay(small())[3]
    assert after_one.position.scores == (800, -400, 400)
    assert after_one.position.control == 2
    assert after_one.counts == ((1, 1), (0, 1), (1, 0))


def test_scores_that_the_clues_do_not_explain_are_put_right_at_the_end_of_the_round() -> None:
    moments = replay(small(round_1=(1600, 0, 0), round_2=(1200, 1600, 400)))
    assert moments[2].position.scores == (1600, 0, 0)
    assert moments[3].position.scores == (1200, -400, 400)


@pytest.mark.parametrize("cell", MARKUPS, ids=lambda cell: cell.__name__)
def test_a_tiebreaker_clue_names_the_winner_of_level_scores(cell: Cell) -> None:
    table = (
        '<table class="final_round"><tr>'
        + cell("clue_TB", "", answered(RecordedClue(2, 1, 1, None, (0,), 1)))
        + "</tr></table>"
    )
    game = parse_page(page(small(), cell, f"<h2>Tiebreaker Round</h2>{table}"))
    assert game.tiebreaker == 1
    assert game.winners == (1,)
    assert game.bets == small().bets


def test_without_a_tiebreaker_level_scores_share_the_win_and_nobody_wins_with_nothing() -> None:
    assert small().winners == (0, 1)
    assert (
        small(
            final=(0, 0, 0), bets=(RecordedWager(800, False), RecordedWager(1600, False), RecordedWager(400, False))
        ).winners
        == ()
    )


@pytest.mark.parametrize(
    ("date", "scale", "ties", "era"),
    [
        ("2001-11-25", 2, Ties.SHARED, Era.PAPER),
        ("2001-11-26", 1, Ties.SHARED, Era.PAPER),
        ("2014-11-23", 1, Ties.SHARED, Era.PAPER),
        ("2014-11-24", 1, Ties.TIEBREAKER, Era.PAPER),
        ("2015-01-01", 1, Ties.TIEBREAKER, Era.RECENT),
        ("", 1, Ties.TIEBREAKER, Era.RECENT),
    ],
)
def test_the_day_it_aired_says_dollars_tie_rule_and_era(date: str, scale: int, ties: Ties, era: Era) -> None:
    game = small(date=date)
    assert (game.scale, game.rules.ties, game.rules.era) == (scale, ties, era)


def scores_page(game: RecordedGame) -> str:
    """The archive's page of running scores."""
    parts = []
    moments = replay(game)[1:]
    for round_, group in groupby(moments, key=lambda m: 0 if m.move is None else m.move.round_):
        names = (
            "<td></td>" + "".join(f'<td class="score_player_nickname">{escape(n)}</td>' for n in NAMES) + "<td></td>"
        )
        rows = [f"<tr>{names}</tr>"]
        for number, moment in enumerate(group, start=1):
            assert moment.move is not None
            kind = ' class="ddred"' if moment.move.is_daily_double else ""
            cells = "".join(
                f'<td class="score_{"negative" if s < 0 else "positive"}">{dollars(s)}</td>'
                for s in moment.position.scores
            )
            rows.append(f"<tr><td{kind}>{number}</td>{cells}<td{kind}>{number}</td></tr>")
        name = "jeopardy_round" if round_ == 1 else "double_jeopardy_round"
        parts.append(f'<div id="{name}"><h2>Round</h2><table>{"".join(rows)}</table></div>')
    ending = score_table("Final", game.final).replace("<h3>Final</h3>", "")
    title = "<h1>Scores for show #1 - Monday, January 16, 2018</h1>"
    return f'{title}{"".join(parts)}<div id="final_jeopardy_round">{ending}</div>'


def test_a_page_of_running_scores_tells_rows_and_wagers_but_no_columns() -> None:
    game = parse_page(scores_page(small()))
    assert (game.round_1, game.round_2, game.final) == (small().round_1, small().round_2, small().final)
    assert [(c.row, c.column, c.wager, c.right) for c in game.clues] == [
        (1, None, None, 0),
        (None, None, 1000, 0),
        (1, None, None, 2),
        (5, None, None, 1),
    ]
    placed = [moment.placed for moment in replay(game)[1:]]
    assert len({(c.round_, at) for c, at in zip(game.clues, placed, strict=True)}) == len(game.clues)
    assert replay(game)[-1].position.scores == small().round_2


WHOLE = page(small(), new_cell)
OLD = page(small(), old_cell)
NICK = '<td class="score_player_nickname">'
REFUSED = {
    "empty": "",
    "no page": "hello",
    "another page": "<html><title>Shop</title><div id=content><td class=clue>x</td></div></html>",
    "cut in round 1": WHOLE[: WHOLE.index("Double Jeopardy!")],
    "cut in round 2": WHOLE[: WHOLE.index("Scores at the end of the Double")],
    "cut before the final scores": WHOLE[: WHOLE.index("Final scores")],
    "cut in the middle of the final scores": WHOLE[: WHOLE.index("$800<", WHOLE.index("Final scores"))],
    "three rounds": WHOLE.replace("double_jeopardy_round", "triple_jeopardy_round"),
    "three rounds by its clues": WHOLE.replace("clue_DJ_", "clue_TJ_"),
    "a game of a match": WHOLE.replace("Coryat scores:", "Cumulative scores:"),
    "four players": WHOLE.replace(f"{NICK}Cindy!", f"{NICK}Zoe</td>{NICK}Cindy!"),
    "two players of one name": WHOLE.replace("J.D.", "Cindy!"),
    "scores that are no numbers": WHOLE.replace("$1,200", "$1,2x0"),
    "huge scores": WHOLE.replace("$1,200", "$999,999,999"),
    "two Daily Doubles in round 1": WHOLE.replace('clue_value">$200', 'clue_value_daily_double">DD: $200'),
    "a Daily Double that is no number": WHOLE.replace("DD: $1,000", "DD: all"),
    "a script": "<script>alert(1)</script>" * 1000,
    "a script that never ends": "<script>" + WHOLE,
    "a comment that never ends": "<!-- " + WHOLE,
    "only brackets": "<" * 30_000,
    "deeply nested": "<table><tr><td>" * 8_000,
    "open attributes": '<a b="' * 20_000,
    "open comments": "<!" * 20_000,
    "entities": "&" * 20_000 + "&#99999999999;" * 1_000,
    "huge": "x" * (MAX_PAGE + 1),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_page_that_holds_no_whole_usual_game_is_refused_in_a_sentence(name: str) -> None:
    with pytest.raises(InputError) as error:
        parse_page(REFUSED[name], "tape.html")
    assert len(str(error.value)) < 200


def test_scripts_in_a_page_are_never_taken_for_its_text() -> None:
    bad = "<script>document.write('<td class=\"right\">Cindy!</td>')</script>"
    spoiled = WHOLE.replace('<td class="clue_value">', bad + '<td class="clue_value">')
    assert parse_page(spoiled) == small()
    assert parse_page(OLD.replace("<body>", "<body><style>td{}</style><!-- <h3>Cumulative</h3> -->")) == small()


@given(st.binary(max_size=300), st.integers(0, len(WHOLE)))
@settings(max_examples=30)
def test_a_page_with_anything_in_its_middle_is_read_or_refused(junk: bytes, at: int) -> None:
    data = WHOLE.encode()
    try:
        load_recorded_game(Document(name="a.html", data=data[:at] + junk + data[at:]))
    except InputError:
        return


@pytest.mark.parametrize("data", [b"\xff\xfe" + WHOLE.encode("utf-16-le"), b"\x80\x81" * 500], ids=["UTF-16", "bytes"])
def test_a_page_that_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(InputError, match="UTF-8"):
        load_recorded_game(Document(name="tape.html", data=data))


def test_every_character_of_a_page_is_looked_at_a_bounded_number_of_times() -> None:
    """The pieces of a page twice as long are at most twice as many, whatever is open and never closed."""
    for junk in ("<td>", "<", '<td class="', "<h3><td>", "<div id=x>"):
        assert len(list(iter_pieces(junk * 2_000))) <= 2 * len(list(iter_pieces(junk * 1_000))) + 2
