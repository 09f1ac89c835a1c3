"""The parsers of what people and programs send: lines, bodies, links, libraries, files, checkpoints."""

from __future__ import annotations

from fuzz import made
from fuzz.harness import Parser
from fuzz.readers import texts
from kibitz.core.document import Document


def app() -> list[Parser]:
    """Parsers that belong to no game."""
    from kibitz.app.search import search
    from kibitz.app.uploads import detect_file
    from kibitz.games.backgammon.questions.matches import SHORT_MATCH

    lines = made.questions()
    links = made.links()
    return [
        Parser("batch line", made.batch_line, lines, largest=60_000),
        Parser("JSON body", made.body, lines, largest=60_000, refuses=made.REFUSED),
        Parser("link", made.link, links, refuses=made.REFUSED, largest=25_000),
        Parser("library import", made.library_lines, made.LIBRARY, largest=60_000),
        Parser(
            "file brought",
            lambda data: [detect_file(Document(name=name, data=data)).words for name in ("file", "file.csv")],
            [
                SHORT_MATCH.encode(),
                b'[Event "a"]\n\n1. e4 e5 2. Nf3 1-0\n',
                b'{"utilities": [0.6, 0.4], "chosen": 1, "unit": "win"}\n',
                b"utilities,chosen\n0.6 0.4,1\n",
                b"round,row,column,wager,wrong,right\n1,1,1,,,1\n",
                b"<!doctype html><title>Show #1</title><p>",
                b",heads,tails\nheads,1,-1\ntails,-1,1\n",
                b'{"schema": "sevens.log/1"}',
                b'{"item": {}}\n',
            ],
            largest=60_000,
        ),
        Parser(
            "find box",
            texts(search),
            [
                b"18400 14600 9000",
                b"18.4k 14600",
                b"EST + R",
                b"5-3 p .7 .4",
                b"4HPwATDgc/ABMA 31",
                b"1. e4 e5",
                b"8/8/8/8/8/5k2/6p1/6K1 w - - 0 1",
            ],
            largest=2_000,
        ),
        Parser("checkpoint", made.checkpoint, [made.kept_file()]),
        Parser("file of networks", made.networks, [made.network_file()]),
    ]
