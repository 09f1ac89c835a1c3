"""Positions for drills from the library: what was asked as work, and what reviews found wrong; nothing else."""

from __future__ import annotations

import json
from pathlib import Path

from kibitz.app.drill_sources import drill_positions
from kibitz.app.drills import DRILLS
from kibitz.app.library import Library, LibraryItem


def kept(library: Library, id: str, path: str, request: object, result: object = None, state: str = "done") -> None:
    given = None if result is None else json.dumps(result).encode()
    library.add(
        LibraryItem(
            id=f"{ord(id):016x}",
            kind="job",
            path=path,
            title="",
            request=json.dumps(request),
            state=state,
            result=given,
            began=1.0,
        )
    )  # type: ignore[arg-type]


def test_work_as_it_was_typed_becomes_a_position_once_and_without_ones_own_choice(tmp_path: Path) -> None:
    library = Library(tmp_path / "l.sqlite")
    kept(library, "a", "jeopardy.final", {"scores": ["$19,900", "14600", "9k"], "me": "2", "wager": "100"})
    kept(library, "b", "jeopardy.final", {"scores": [19900, 14600, 9000], "me": 2})
    kept(library, "c", "jeopardy.final", {"scores": [1, 2, 3], "me": 2}, state="wrong")
    assert drill_positions(library, DRILLS["final"]) == [{"scores": [19900, 14600, 9000], "me": 2}]
    assert drill_positions(library, DRILLS["vote"]) == []


def test_errors_of_reviews_come_back_and_what_was_fine_does_not(tmp_path: Path) -> None:
    library = Library(tmp_path / "l.sqlite")
    final = {"kind": "final", "position": "1200_800_1200.2.tiebreaker", "grade": "blunder"}
    kept(library, "a", "jeopardy.review", {}, {"decisions": [final, {**final, "grade": "best"}]})
    play = {"kind": "play", "position": "sGfwATDgc/ABMA:MIEqAAAAAAAE", "grade": "mistake"}
    kept(library, "b", "backgammon.review", {}, {"decisions": [play, {"kind": "play", "grade": "mistake"}, 7]})
    assert drill_positions(library, DRILLS["final"]) == [{"scores": [1200, 800, 1200], "me": 2}]
    kept(library, "c", "backgammon.review", {}, {"decisions": 5})
    kept(library, "d", "backgammon.review", {}, {"decisions": [{**play, "grade": ["best"], "position": "nowhere"}]})
    kept(library, "e", "backgammon.review", {}, [play])
    assert drill_positions(library, DRILLS["checker-play"]) == [{"position": "sGfwATDgc/ABMA:MIEqAAAAAAAE"}]
