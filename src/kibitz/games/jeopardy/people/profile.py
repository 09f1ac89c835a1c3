"""One player as a question names them: a level, four rates, or a record of games that becomes a posterior."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kibitz.core import InputError
from kibitz.games.jeopardy.fields import PROFILE_FORMS
from kibitz.games.jeopardy.people.contestant import Contestant, Level, contestant
from kibitz.games.jeopardy.people.population import contestant_from_figures
from kibitz.games.jeopardy.show import DAILY_DOUBLES, MAX_SCORE, ROUNDS, SQUARES, Era

if TYPE_CHECKING:
    from kibitz.games.jeopardy.people.profile_posterior import ProfilePosterior

RATES = ("attempt", "precision", "daily_double", "final")
"""The four numbers of a player: attempt rate, precision, Daily Double and Final accuracy."""
MAX_GAMES = 1_000


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """What a player did in a number of games.

    ``right`` and ``wrong`` count answers on regular clues. ``doubles`` and ``finals`` are right answers and tries.
    ``coryat`` and ``score`` are means per game, in dollars: the Coryat score, and the score before Final.
    """

    games: int
    right: int | None = None
    wrong: int | None = None
    doubles: tuple[int, int] | None = None
    finals: tuple[int, int] | None = None
    coryat: float | None = None
    score: float | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.games <= MAX_GAMES:
            raise InputError(f"games: must be a whole number from 1 to {MAX_GAMES:,}, not {self.games}")
        if (self.right is None) != (self.wrong is None):
            raise InputError("right: give right and wrong answers together, or neither")
        if self.right is None and self.coryat is None and self.score is None and not self.doubles and not self.finals:
            raise InputError("right: give right and wrong answers, a mean Coryat or a mean score before Final")
        if (self.right or 0) + (self.wrong or 0) > len(ROUNDS) * SQUARES * self.games:
            raise InputError(f"right: {self.games} games do not have this many clues")
        for name, most in (("doubles", sum(DAILY_DOUBLES.values()) * self.games), ("finals", self.games)):
            tries = getattr(self, name)
            if tries is not None and not 0 <= tries[0] <= tries[1] <= most:
                raise InputError(f"{name}: give right answers and tries, at most {most} in {self.games} games")
        for name in ("coryat", "score"):
            if abs(getattr(self, name) or 0.0) > MAX_SCORE:
                raise InputError(f"{name}: must be at most ${MAX_SCORE:,}")


@dataclass(frozen=True, slots=True)
class Profile:
    """One player: a level, four rates (`RATES`), or a record. Exactly one of them is set."""

    level: Level | None = None
    rates: tuple[float, float, float, float] | None = None
    record: PlayerRecord | None = None

    def __post_init__(self) -> None:
        if sum(each is not None for each in (self.level, self.rates, self.record)) != 1:
            raise InputError("profile: give a level, four rates or a record")

    @property
    def network_level(self) -> Level:
        """The opponents that a network was trained on which fit best: average ones had abilities of every size."""
        return Level.AVERAGE if self.level is None else self.level

    def contestant(self, era: Era) -> Contestant:
        """The player of the level, of the rates, or of the posterior mean."""
        if self.level is not None:
            return contestant(self.level, era)
        if self.rates is not None:
            return contestant_from_figures(*self.rates, era)
        return self.posterior(era).contestant

    def posterior(self, era: Era) -> ProfilePosterior:
        """The posterior of a record; an error without one."""
        if self.record is None:
            raise InputError("profile: only a record has an interval")
        from kibitz.games.jeopardy.people.profile_posterior import profile_posterior

        return profile_posterior(self.record, era)

    def entry(self, era: Era) -> Level | Contestant:
        """The player as a line-up wants them: a level, whose average players are drawn, or a known contestant."""
        return self.contestant(era) if self.level is None else self.level

    @property
    def name(self) -> str:
        """What answers call the player: the level, or the text of the profile."""
        return self.level.value if self.level is not None else format_profile(self)


def format_profile(profile: Profile) -> str:
    """The text of a profile; `parse_profile` reads it."""
    if profile.level is not None:
        return profile.level.value
    if profile.rates is not None:
        return "/".join(f"{rate:g}" for rate in profile.rates)
    record = profile.record
    assert record is not None
    for kind in ("coryat", "score"):
        if getattr(record, kind) is not None:
            return f"{kind}:{getattr(record, kind):g}:{record.games}"
    more = [f"{a}-{b}" for a, b in (each or (0, 0) for each in (record.doubles, record.finals))]
    while more and more[-1] == "0-0":
        more.pop()
    return ":".join([f"box:{record.right}-{record.wrong}:{record.games}", *more])


def parse_profile(text: str, field: str = "player") -> Profile:
    """A profile from its text: `PROFILE_FORMS`; errors name the ``field``.

    ``coryat:24000:12`` is a mean Coryat of $24,000 over 12 games, ``score:18000:5`` a mean score before Final.
    ``box:250-30:12`` is 250 right and 30 wrong answers in 12 games; ``:9-12:8-12`` adds Daily Doubles and Finals.
    """
    plain = text.strip().lower()
    if plain in list(Level):
        return Profile(level=Level(plain))
    if plain.count("/") == 3:
        try:
            attempt, precision, double, final = (float(part) for part in plain.split("/"))
        except ValueError:
            raise _bad_profile(text, field) from None
        profile = Profile(rates=(attempt, precision, double, final))
        profile.contestant(Era.RECENT)
        return profile
    kind, _, rest = plain.partition(":")
    if kind in ("coryat", "score") and (found := re.fullmatch(r"(-?\d+(?:\.\d+)?):(\d+)", rest)):
        mean, games = float(found[1]), int(found[2])
        return Profile(record=PlayerRecord(games, coryat=mean) if kind == "coryat" else PlayerRecord(games, score=mean))
    if kind == "box" and (found := re.fullmatch(r"(\d+)-(\d+):(\d+)(?::(\d+)-(\d+))?(?::(\d+)-(\d+))?", rest)):
        right, wrong, games = (int(found[i]) for i in (1, 2, 3))
        doubles, finals = (
            None if found[i] is None or found[i + 1] == "0" else (int(found[i]), int(found[i + 1])) for i in (4, 6)
        )
        return Profile(record=PlayerRecord(games, right, wrong, doubles, finals))
    raise _bad_profile(text, field)


def _bad_profile(text: str, field: str) -> InputError:
    return InputError(f"{field}: must look like {PROFILE_FORMS}, not {text[:40]!r}")


def profiles_of(given: str | Sequence[str], field: str = "player") -> tuple[Profile, ...]:
    """Profiles from the texts of a field; four bare numbers are one player."""
    texts = (given,) if isinstance(given, str) else tuple(given)
    if len(texts) == len(RATES) and all(re.fullmatch(r"[\d.]+", text) for text in texts):
        texts = ("/".join(texts),)
    return tuple(parse_profile(text, field) for text in texts)


def own_profile(given: tuple[str, ...]) -> Profile:
    """The profile of one player from the texts of a field."""
    if len(given) not in (1, len(RATES)) or len(profiles := profiles_of(given, "you")) != 1:
        raise InputError(f"you: give four chances such as 0.7,0.9,0.7,0.6, or one player such as {PROFILE_FORMS}")
    return profiles[0]


def two_profiles(given: str | Sequence[str]) -> tuple[Profile, Profile]:
    """Two opponents, given one for both or one each, left to right."""
    profiles = profiles_of(given, "opponents")
    if len(profiles) not in (1, 2):
        raise InputError(f"opponents: give one player for both or one for each, not {len(profiles)}")
    return profiles[0], profiles[-1]
