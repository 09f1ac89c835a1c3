"""Famous and instructive Finals: the situation, what was bet or what the books say, and what to learn from it.

Scores of aired games are facts of the broadcasts. What kibitz says of each is computed, not stored.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FinalCase:
    """A Final with a name: scores left to right, who decides, and the bet that it is famous for."""

    name: str
    scores: tuple[int, int, int]
    me: int
    """The player who decides, 1 to 3."""
    year: int
    bet: int
    """The bet that was made, or that the books give."""
    source: str
    """Whose bet it is, such as "bet on the show" or "textbook"."""
    lesson: str
    totals: tuple[int, int, int] | None = None
    """In game 2 of a match, what each player won in game 1."""

    @property
    def arguments(self) -> dict[str, object]:
        """Arguments of the question about it."""
        match = {} if self.totals is None else {"totals": list(self.totals)}
        return {"scores": list(self.scores), "me": self.me, "era": self.year, **match}


TEXTBOOK, ON_THE_SHOW = "textbook", "bet on the show"
CASES: tuple[FinalCase, ...] = (
    FinalCase(
        "Stratton's dilemma",
        (11_000, 10_400, 14_800),
        1,
        2015,
        11_000,
        TEXTBOOK,
        "Second cannot both cover third and stay above a leader who covers and misses. The books go all-in. Most "
        "leaders cover, so a small bet wins more often.",
    ),
    FinalCase(
        "Shore's conjecture",
        (13_400, 4_400, 16_200),
        1,
        2015,
        4_600,
        TEXTBOOK,
        "Second can pass a leader who bets nothing and still keep third out. With $4,600 third can draw "
        "level, with $4,599 not.",
    ),
    FinalCase(
        "Exactly two-thirds",
        (14_000, 3_200, 21_000),
        1,
        2015,
        14_000,
        TEXTBOOK,
        "Second has exactly two-thirds of the leader. A leader who covers and misses falls level, so second bets "
        "nothing and waits.",
    ),
    FinalCase(
        "Third must be right",
        (2_600, 9_400, 10_800),
        1,
        2015,
        2_600,
        TEXTBOOK,
        "Third cannot win with a wrong answer, and a right one needs every dollar.",
    ),
    FinalCase(
        "Lock-tie, by the leader",
        (20_000, 10_000, 3_000),
        1,
        2015,
        0,
        TEXTBOOK,
        "Second has exactly half. Until 2014 a tie made two champions, and the leader bet nothing. Today a tie costs "
        "half a win, so the leader bets a dollar or a little more.",
    ),
    FinalCase(
        "Lock-tie, by second place",
        (20_000, 10_000, 3_000),
        2,
        2015,
        10_000,
        TEXTBOOK,
        "Only a doubled score can tie the leader.",
    ),
    FinalCase(
        "Ken Jennings' last game, Jennings",
        (14_400, 10_000, -2_800),
        1,
        2004,
        5_601,
        ON_THE_SHOW,
        "The bet covers second by a dollar, though a tie was shared then and $5,600 was enough.",
    ),
    FinalCase(
        "Ken Jennings' last game, Nancy Zerg",
        (14_400, 10_000, -2_800),
        2,
        2004,
        4_401,
        ON_THE_SHOW,
        "The bet passes the leader's score by a dollar. Second has more than two-thirds, so a small bet also wins "
        "after two wrong answers.",
    ),
    FinalCase(
        "The tie of three, Scott Weiss",
        (13_400, 8_000, 8_000),
        1,
        2007,
        2_600,
        ON_THE_SHOW,
        "The leader bet to tie, and all three won with $16,000. With shared ties an exact cover loses nothing.",
    ),
    FinalCase(
        "James Holzhauer's last game, Holzhauer",
        (23_400, 11_000, 26_600),
        1,
        2019,
        1_399,
        ON_THE_SHOW,
        "The bet stays a dollar above third's doubled score. Second waits for the leader to miss.",
    ),
    FinalCase(
        "James Holzhauer's last game, Emma Boettcher",
        (23_400, 11_000, 26_600),
        3,
        2019,
        20_201,
        ON_THE_SHOW,
        "The leader covers second's doubled score by a dollar, and wins with a right answer. Second was likely to bet "
        "little, and did: a small bet stays ahead of that, right or wrong.",
    ),
    FinalCase(
        "Watson's second game, Ken Jennings",
        (18_200, 23_440, 5_600),
        1,
        2011,
        1_000,
        ON_THE_SHOW,
        "The totals of both days count. Watson was out of reach, so the bet defended second place.",
        (4_800, 35_734, 10_400),
    ),
)
"""All cases, those with a name of the trade first."""


def find_case(scores: tuple[int, ...], me: int) -> FinalCase | None:
    """The case with these scores and this player, if there is one."""
    return next((each for each in CASES if (each.scores, each.me) == (tuple(scores), me)), None)
