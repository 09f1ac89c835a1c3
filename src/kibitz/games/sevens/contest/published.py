"""Published results of the report's tournaments (section 4): the tables of 4.3 and the charts of 4.4."""

from __future__ import annotations

from msgspec import Struct

ROUNDS = 1050
"""Rounds of each group in both tournaments: 50 rounds, 0 to 6 hidden letters, one and two of each."""


class PublishedGroup(Struct, frozen=True):
    """One group in both tournaments: seven-letter words, points paid per letter and points gained, with and without."""

    sevens: int
    seven_paid: float
    seven_total: int
    other_gain: float
    other_paid: float

    @property
    def seven_gain(self) -> float:
        """Gain per round with a seven-letter word."""
        return self.seven_total / self.sevens

    @property
    def gain(self) -> float:
        """Gain per round, from both tables."""
        return (self.seven_total + (ROUNDS - self.sevens) * self.other_gain) / ROUNDS


PUBLISHED_GROUPS = {
    "g1": PublishedGroup(696, 3.52, 31_239, 6.38, 1.36),
    "g2": PublishedGroup(745, 5.06, 29_101, 4.23, 1.68),
    "g3": PublishedGroup(466, 3.57, 21_960, 5.31, 1.55),
    "g4back": PublishedGroup(413, 3.87, 18_738, 6.53, 1.35),
    "g4forward": PublishedGroup(621, 3.95, 28_151, 7.88, 0.96),
    "g5": PublishedGroup(513, 3.93, 20_734, 5.52, 1.40),
}
"""The two tables of section 4.3."""

FIVES_SEVENS = {
    "g1": (181, 154, 130, 126, 93, 57),
    "g2": (149, 176, 187, 174, 130, 83),
}
"""Seven-letter words of 250 in the match of five G1 against five G2, 1 to 6 hidden letters (chart of section 4.4.2)."""

FIVES_GAINS = {
    "g1": (159, 169, 168, 180, 164, 132),
    "g4forward": (107, 137, 163, 172, 172, 136),
}
"""Points a round of all five G1 and all five G4Forward, 1 to 6 hidden letters, read off the chart of section 4.4.2."""
