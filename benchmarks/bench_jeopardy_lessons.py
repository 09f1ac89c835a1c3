"""The lessons of section 4 of the paper, for both eras: what ignoring each of them costs.

Run ``python benchmarks/bench_jeopardy_lessons.py FOLDER`` with the folder of recorded games. Lessons on Final are
averaged over recorded positions to which they apply. The others use the paper's examples and the public questions.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from results import save_result

from kibitz import ask
from kibitz.core.choices import parse_choices
from kibitz.games.jeopardy.datasets.finals import recorded_finals
from kibitz.games.jeopardy.datasets.games import DatasetFolder
from kibitz.games.jeopardy.final.equities import FinalPosition, final_model, final_tables
from kibitz.games.jeopardy.final.people_wagers import is_open_game
from kibitz.games.jeopardy.show import Era

Scores = tuple[int, int, int]
GAMES = 150
"""Maximum number of recorded games of an era that a lesson is averaged over."""
NETS = "src/kibitz/games/jeopardy/data/nets"


class Lesson(NamedTuple):
    """The bet of a lesson where it applies, and the usual bet instead. The last argument of both is the extra dollar
    that is needed where ties are broken."""

    name: str
    role: int
    applies: Callable[[int, int, int], bool]
    bet: Callable[[int, int, int, int], int]
    instead: Callable[[int, int, int, int], int]


LESSONS = (
    Lesson(
        "A covers B's double, not nothing",
        0,
        lambda a, b, c: True,
        lambda a, b, c, e: 2 * b - a + e,
        lambda a, b, c, e: 0,
    ),
    Lesson(
        "A covers, not everything",
        0,
        lambda a, b, c: 4 * b < 3 * a,
        lambda a, b, c, e: 2 * b - a + e,
        lambda a, b, c, e: a,
    ),
    Lesson(
        "B makes a two-thirds bet, not everything",
        1,
        lambda a, b, c: 3 * b >= 2 * a + 3 and 2 * c - b < 3 * b - 2 * a,
        lambda a, b, c, e: max(3 * b - 2 * a - e, 0),
        lambda a, b, c, e: b,
    ),
    Lesson(
        "B covers C within two-thirds, not everything",
        1,
        lambda a, b, c: 2 * c > b and 2 * c - b + 1 <= 3 * b - 2 * a - 1,
        lambda a, b, c, e: 2 * c - b + e,
        lambda a, b, c, e: b,
    ),
    Lesson(
        "B below two-thirds bets everything, not to keep C out",
        1,
        lambda a, b, c: 3 * b < 2 * a and 0 < 2 * c < b,
        lambda a, b, c, e: b,
        lambda a, b, c, e: b - 2 * c - e,
    ),
    Lesson(
        "C stays above 2(A - B), not everything",
        2,
        lambda a, b, c: c >= 2 * (a - b) + 2 and c > 0,
        lambda a, b, c, e: c - 2 * (a - b) - e,
        lambda a, b, c, e: c,
    ),
    Lesson(
        "C reaches 2(A - B), not nothing",
        2,
        lambda a, b, c: a - b <= c < 2 * (a - b),
        lambda a, b, c, e: c,
        lambda a, b, c, e: 0,
    ),
)


def final_lessons(folder: DatasetFolder, era: Era) -> dict[str, Any]:
    """Mean gain of each lesson in points, its standard error, and the number of positions."""
    finals = recorded_finals(folder, era)
    rows = finals.scores[is_open_game(finals.scores)]
    extra = 0 if era is Era.PAPER else 1
    result: dict[str, Any] = {}
    for lesson in LESSONS:
        fitting = [tuple(map(int, row)) for row in rows if row[lesson.role] > 0 and lesson.applies(*map(int, row))]
        picked = np.linspace(0, len(fitting) - 1, min(GAMES, len(fitting))).round().astype(int)
        chosen = [fitting[i] for i in picked]
        gains, model = [], final_model(lesson.role, era=era)
        for a, b, c in chosen:
            values = final_tables(FinalPosition((a, b, c), lesson.role, era.ties), model).win_chances()
            own = (a, b, c)[lesson.role]
            bet, instead = (min(max(rule(a, b, c, extra), 0), own) for rule in (lesson.bet, lesson.instead))
            gains.append(values[bet] - values[instead])
        error = float(np.std(gains, ddof=1) / np.sqrt(len(gains)))
        result[lesson.name] = [round(100 * float(np.mean(gains)), 2), round(100 * error, 2), len(gains)]
    return result


DOUBLES = {
    "10400 v 11400, 9400, eight clues": (
        [10400, 11400, 9400],
        [400, 400, 800, 1200, 1600, 1600, 2000, 2000],
        0.7,
        1000,
    ),
    "7100 v 9000, 1000, last clue": ([7100, 9000, 1000], [], 0.65, 7100),
    "6200 v 19200, 9500, last clue": ([6200, 19200, 9500], [], 0.65, 6000),
    "26000 v 19800, 4400, last clue": ([26000, 19800, 4400], [], 0.65, 13600),
    "5000 v 21400, 2800, five clues": ([5000, 21400, 2800], [400, 800, 1200, 1600, 2000], 0.65, 5000),
    "6000 v 10000, -1000, last clue": ([6000, 10000, -1000], [], 0.65, 6000),
}


def double_lessons(era: Era) -> dict[str, Any]:
    """The examples of sections 4.2 and 4.4: the best bet, its win chance, and what the actual or usual bet costs."""
    result = {}
    for name, (scores, left, confidence, wager) in DOUBLES.items():
        answer = ask(
            "jeopardy.daily-double", scores=scores, me=1, left=left, confidence=confidence, wager=wager, era=int(era)
        )
        judgement = answer.counsel.judgement
        result[name] = {
            "best": answer.wager,
            "worth": round(100 * answer.counsel.worth, 1),
            "right": round(100 * answer.right, 1),
            "wrong": round(100 * answer.wrong, 1),
            "instead": wager,
            "costs": round(100 * judgement.loss, 1),
        }
        if scores[2] == -1000:  # wrong on purpose: a wager of $1,000 answered wrongly leaves exactly half
            curve = answer.counsel.curve
            at = int(parse_choices(curve.choices).index("1000"))
            result[name]["wrong on purpose with 1000"] = round(100 * curve.more["wrong"][at], 1)
            result[name]["everything"] = round(100 * judgement.worth, 1)
    return result


BUZZES = {
    "early, $1000": {"state": "1800_-600_1000.1.1.0-12345-12345-12345-12345-12345", "value": 1000, "me": 1},
    "early, $200": {"state": "1800_-600_1000.1.1.0-12345-12345-12345-12345-12345", "value": 200, "me": 1},
    "18800, 10000 (me), 7600, last $1200": {"scores": [18800, 10000, 7600], "me": 2, "value": 1200},
    "28000 (me), 13500, 12800, last $800": {"scores": [28000, 13500, 12800], "me": 1, "value": 800},
    "25200, 12800 (me), 2600, last $2000": {"scores": [25200, 12800, 2600], "me": 2, "value": 2000},
}


def buzz_lessons(era: Era) -> dict[str, Any]:
    """Thresholds of sections 4.3 and 4.4, and what buzzing first adds at a confidence of 50 %."""
    result = {}
    for name, request in BUZZES.items():
        answer = ask("jeopardy.buzz", era=int(era), rollouts=4_000, **request)
        live = [[round(100 * x, 1) for x in (state.right, state.wrong, state.silent)] for state in answer.live]
        result[name] = {
            "thresholds": [round(x, 3) for x in answer.thresholds],
            "buzzing first at 50 % sure adds": round(100 * answer.gains[50], 2),
            "right, wrong, silent": live,
        }
    return result


def main() -> None:
    folder = DatasetFolder.at(Path(sys.argv[1]))
    figures: dict[str, Any] = {}
    for era in Era:
        own = figures[str(int(era))] = {}
        for part, lessons in (
            ("final", lambda era=era: final_lessons(folder, era)),
            ("doubles", lambda era=era: double_lessons(era)),
            ("buzz", lambda era=era: buzz_lessons(era)),
        ):
            own[part] = lessons()
            print(int(era), part, *(f"{name}: {value}" for name, value in own[part].items()), sep="\n  ", flush=True)
    models = [f"src/kibitz/games/jeopardy/data/{name}.json" for name in ("final_wagers", "contestants", "population")]
    save_result("jeopardy_lessons", figures, models)


if __name__ == "__main__":
    main()
