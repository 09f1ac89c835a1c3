"""Every parser of kibitz, with right examples and the files it lives in. Whoever adds a parser adds it here."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from fuzz import made
from fuzz.app import app
from fuzz.harness import Parser
from fuzz.packed import packed
from fuzz.readers import again, files, text_of, texts
from kibitz.core.document import Document

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


def _jeopardy() -> list[Parser]:
    from kibitz.games.jeopardy import board, categories, position
    from kibitz.games.jeopardy.archive.game_file import load_recorded_game
    from kibitz.games.jeopardy.endgame import daily_double
    from kibitz.games.jeopardy.final import equities

    pages = [path.read_bytes() for path in sorted(EXAMPLES.glob("*.html"))]
    return [
        Parser(
            "jeopardy state",
            again(position.parse_position, position.format_position),
            [
                b"4200_0_-600.1.2.3ffffff0.c1r1.0.1s",
                b"6200_4800_3000.2.2.345-2345-45-12345-5-0.c6r4",
                b"100_200_300.3.2.0.0.0.1f.21000_14000_9000",
                b"1_2_3.1.1.1.0.100000_010000_000000_000000_000000_000100.2b",
            ],
        ),
        Parser(
            "jeopardy square",
            again(board.parse_square, board.format_square),
            [b"c3r5", b"c1r1", b"c6r4"],
        ),
        Parser(
            "jeopardy record",
            again(categories.parse_record, categories.format_record),
            [b"+-", b"++-+", b"0", b"-----"],
        ),
        Parser(
            "jeopardy final",
            again(equities.parse_final, equities.format_final),
            [b"20000_14000_8000.2.shared", b"18400_14600_9000.1.tiebreaker"],
        ),
        Parser(
            "jeopardy daily double",
            again(daily_double.parse_daily_double, daily_double.format_daily_double),
            [
                b"7100_9000_1000.1.400_800.shared",
                b"19800_13000_14300.1.400_400_800_800.tiebreaker",
                b"1_2_3.2.0.shared",
            ],
        ),
        Parser("J! Archive page", files(load_recorded_game, "page.html"), pages, largest=60_000),
        Parser(
            "table of a taped game",
            files(load_recorded_game, "game.csv"),
            [(EXAMPLES / "game.csv").read_bytes(), made.TAPED_TABLE],
        ),
        Parser("tables of recorded games", made.recorded, [made.FINALS]),
    ]


def _backgammon() -> list[Parser]:
    from kibitz.games.backgammon.board.position import START
    from kibitz.games.backgammon.match.record import replay
    from kibitz.games.backgammon.moves.dice import parse_dice
    from kibitz.games.backgammon.neurogammon.training import cube_rows
    from kibitz.games.backgammon.notation import match_id, play, position_id, situation, xgid
    from kibitz.games.backgammon.notation.match_file import load_match
    from kibitz.games.backgammon.play.entrants import linear_player

    xgids = [b"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", b"-b----E-C---eE---c-e----B-:1:-1:-1:D:2:3:0:7:10"]

    def plays(data: bytes) -> object:
        return play.parse_play(text_of(data), START, (3, 1))

    def match(data: bytes) -> object:
        result, _ = load_match(Document(name="match", data=data))
        return list(replay(result))

    return [
        Parser(
            "Position ID",
            again(position_id.parse_position_id, position_id.format_position_id),
            [b"4HPwATDgc/ABMA", b"vzsAAFhu2xFABA", b"4PPgASTgc/ABMA"],
        ),
        Parser(
            "Match ID",
            again(match_id.parse_match_id, match_id.format_match_id),
            [b"QYkqASAAIAAA", b"cAkAAAAAAAAA", b"8IlxAAAAAAAA"],
        ),
        Parser("XGID", again(xgid.parse_xgid, xgid.format_xgid), xgids),
        Parser(
            "backgammon situation",
            texts(situation.parse_situation),
            [b"4HPwATDgc/ABMA:QYkqASAAIAAA", b"4HPwATDgc/ABMA", *xgids],
        ),
        Parser("dice", texts(parse_dice), [b"31", b"6-6", b"5 2", b"1,4"]),
        Parser(
            "backgammon play",
            plays,
            [b"8/5 6/5", b"24/20", b"24/23 13/10", b"13/10/9", b"6/5 8/5"],
        ),
        Parser(
            "match file (.mat)",
            match,
            [made.MAT, made.MAT_MONEY, made.SGF, made.GNUBG_TEXT],
            largest=30_000,
        ),
        Parser(
            "linear player",
            lambda data: linear_player(data, "p.csv", "p"),
            [made.LINEAR, gzip.compress(made.LINEAR)],
        ),
        Parser(
            "expert plays",
            made.experts,
            [made.EXPERTS],
            largest=20_000,
        ),
        Parser(
            "cube decisions",
            lambda data: cube_rows(data, "cube.csv"),
            [made.CUBES],
            largest=20_000,
        ),
    ]


def _rules() -> list[Parser]:
    from kibitz.rules.games.game_file import parse_game
    from kibitz.rules.language import condition, domain, expression, notation, syntax_tree
    from kibitz.rules.learning.sampling import points_of_prior
    from kibitz.rules.proof.bounds import parse_proofs

    games = [path.read_bytes() for path in sorted((EXAMPLES.parents[2] / "docs" / "games").glob("*.toml"))]
    return [
        Parser(
            "expression",
            again(expression.parse_expression, syntax_tree.format_expression),
            [
                b"(1 - p1)*(1 - 2*p2)",
                b"p1*p2/(1 - p1 + p1*p2)",
                b"min(p, max(q, 1/3)) - -x^2",
                b"3/4*a - 2.5e-3",
            ],
        ),
        Parser(
            "condition",
            again(condition.parse_guard, condition.format_guard),
            [b"k >= 1/4 and 6*p <= 1 + 4*k", b"p1 < 1/2 and 0 <= q <= 1", b"p = q and p*q <= 1/3"],
        ),
        Parser(
            "domain",
            again(domain.parse_domain, domain.format_domain),
            [b"p in [0, 1], q in [0, 1/2], p >= q", b"n in {2..9}"],
        ),
        Parser("decision list", again(notation.parse_list, notation.format_list), made.LISTS),
        Parser("game in TOML", texts(parse_game), games),
        Parser(
            "proofs",
            texts(parse_proofs),
            [made.proofs()],
            largest=50_000,
        ),
        Parser(
            "points of a prior",
            lambda data: points_of_prior(text_of(data), made.two_parameters()),
            [b"p1,p2\n0.5,0.25\n1/3,2/3\n", b"p2,p1\n.1,1\n"],
        ),
    ]


def _parlour() -> list[Parser]:
    from kibitz.games.parlour import fields, matrix, position
    from kibitz.games.parlour.kuhn import observed_opponent

    return [
        Parser("matrix game", texts(matrix.parse_game), made.MATRICES),
        Parser("parlour position", again(position.parse_position, position.format_position), made.PARLOUR),
        Parser(
            "hands of Kuhn poker",
            lambda data: observed_opponent.parse_hands(text_of(data), 13, "B"),
            [b"after,card,action\nbet,3,call\ncheck,13,bet\nbet,1,fold\n"],
        ),
        Parser(
            "wagers seen",
            again(lambda text: fields.parse_wagers(text, 200), fields.format_wagers),
            [b"0:1,3:6", b"12:1000000", b" 0 : 1 , 200:2"],
        ),
    ]


def _sevens() -> list[Parser]:
    from kibitz.games.sevens.auction import history, position
    from kibitz.games.sevens.auction.record import load_log
    from kibitz.games.sevens.roster import parse_players
    from kibitz.games.sevens.words.wordlist import load_words

    return [
        Parser(
            "bid position",
            again(position.parse_position, position.format_position),
            [b"EST.R.6.30.0.100.AAQ", b"ABC.Q.2.7.3.0.-", b"-.T.1.7.0.9999.-"],
        ),
        Parser(
            "history of auctions",
            lambda data: history.parse_history(text_of(data), 3),
            [made.HISTORY],
        ),
        Parser("log of sevens", files(load_log, "game.json"), [made.sevens_log()], largest=60_000),
        Parser(
            "word list",
            files(load_words, "words.txt"),
            [b"cat\nDOG\nstirs\nRETAINS\n", "retains\nna\u00efve\ndog\nit's\nbird\n".encode("latin-1")],
        ),
        Parser(
            "seats at sevens",
            texts(parse_players),
            [b"g1,loss,dp", b"mirror:dp,fallible:0.5:0.6"],
        ),
    ]


def _chess() -> list[Parser]:
    from kibitz.games.chess.analysis import parse_analysis
    from kibitz.games.chess.people.position_answer import board_of
    from kibitz.games.chess.pgn import parse_games

    return [
        Parser(
            "PGN",
            parse_games,
            [made.PGN, made.PGN_ODD],
            largest=20_000,
        ),
        Parser(
            "FEN",
            texts(board_of),
            [
                b"r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
                b"8/8/8/8/8/5k2/6p1/6K1 w - - 0 1",
                b"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            ],
        ),
        Parser(
            "engine analysis",
            lambda data: parse_analysis("x", text_of(data)),
            [b'{"moves":"e2e4 d2d4","depths":[1,2],"cp":[[30,null],[25,20]],"nodes":1234}'],
        ),
    ]


def _rate() -> list[Parser]:
    from kibitz.core.choices import format_choices, parse_choices
    from kibitz.core.decision import parse_decision
    from kibitz.rate.model.scaling import format_scaling, parse_scaling
    from kibitz.rate.ratings.scale_file import load_scale
    from kibitz.rate.records.decision_files import load_decisions, reading_notes

    def table(data: bytes) -> object:
        source = Document(name="d.csv", data=data)
        return load_decisions(source), reading_notes(source)

    return [
        Parser("decision", texts(parse_decision), made.DECISIONS),
        Parser("decisions in JSON lines", files(load_decisions, "d.jsonl"), [b"\n".join(made.DECISIONS)]),
        Parser("decisions in CSV", table, made.DECISION_TABLES),
        Parser(
            "choices",
            again(parse_choices, format_choices),
            [b"0..100", b"vote P1|vote P2", b"0..20000/100", b"5,100,200", b"a\\|b|c"],
        ),
        Parser(
            "scaling",
            again(parse_scaling, format_scaling),
            [b"win", b"log:1:10", b"linear", b"log:0.1"],
        ),
        Parser(
            "scale",
            files(load_scale, "scale.json"),
            [made.scale()],
            largest=60_000,
        ),
    ]


@cache
def parsers() -> dict[str, Parser]:
    """All of them by name."""
    groups: Sequence[Callable[[], list[Parser]]] = (
        _jeopardy,
        _backgammon,
        _rules,
        _parlour,
        _sevens,
        _chess,
        _rate,
        app,
        packed,
    )
    return {parser.name: parser for group in groups for parser in group()}
