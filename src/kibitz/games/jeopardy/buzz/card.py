"""Card for the buzzer: thresholds on early clues, and rules for the last clue, all computed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.core.units import format_chance, format_money
from kibitz.games.jeopardy.buzz.clue_in_play import SolvedClue, buzzer_of, clue_in_play, solve_clue
from kibitz.games.jeopardy.buzz.max_delta import MAX_DELTA
from kibitz.games.jeopardy.buzz.thresholds import buzz_curves
from kibitz.games.jeopardy.buzz.tree import POLICIES
from kibitz.games.jeopardy.show import ROUNDS, ROWS, Era, Rules
from kibitz.games.jeopardy.value.players import Players, players_of
from kibitz.rules.cards.card import Card, CardRule, Section
from kibitz.version import __version__

SYMBOLS = (
    "first: before any answer; rebound: after one opponent was wrong; last: after both were wrong",
    "habit: buzz from 57 % on, first and on rebounds, like people on the show",
)
NEVER_THRESHOLD, MIN_GAIN_ON_PURPOSE = 0.99, 1e-3


@dataclass(frozen=True, slots=True)
class LastClueLesson:
    """A lesson about the last clue: when it applies, and an example with me in a seat (from 0)."""

    when: str
    scores: tuple[int, int, int]
    me: int
    value: int
    moment: int = 0
    """Which of the four moments it is about."""


LESSONS = (
    LastClueLesson("silence keeps a lock game", (28000, 13000, 5000), 0, 800),
    LastClueLesson("right locks the game, and wrong is no worse than silence", (25000, 13000, 6600), 0, 2000),
    LastClueLesson("just below half of the leader", (4000, 10000, 2000), 0, 1200),
    LastClueLesson("just below the leader", (12800, 13000, 6600), 0, 2000),
    LastClueLesson("just above second place", (13200, 13000, 6600), 0, 2000),
    LastClueLesson("in second place above half of the leader, who was wrong", (25200, 12800, 2600), 1, 2000, 1),
    LastClueLesson("A = 2B − value, before A has answered", (18800, 10000, 7600), 1, 1200),
    LastClueLesson("A = 2B − value, A was wrong", (18800, 10000, 7600), 1, 1200, 1),
)
"""Sections 3.4.1 and 4.4."""


def early_lines(players: Players) -> tuple[CardRule, ...]:
    """Thresholds on early clues by round and row, where a clue is worth my change minus the others'."""
    buzzer = buzzer_of(players, 0)
    lines = []
    for round_ in ROUNDS:
        for row in (1, 3, ROWS):
            curves = buzz_curves(buzzer.tree(round_, row), buzzer.joint(round_, row), MAX_DELTA)
            first, one, _, both = (format_chance(threshold, 0) for threshold in curves.thresholds())
            when = f"round {round_}, {format_money(Rules().value(round_, row))}"
            lines.append(CardRule(when, (f"first {first}, rebound {one}, last {both}",)))
    return (*lines, CardRule("", ("in between, by row",)))


def habit_loss(result: SolvedClue, confidences: np.ndarray, masses: np.ndarray) -> float:
    """Loss of buzzing by habit on a clue against the best, in win chance."""
    values = result.at_confidences(confidences).values
    habit = np.where(confidences >= result.usual, POLICIES.index((1, 1, 1, 1)), POLICIES.index((0, 0, 0, 0)))
    return float(masses @ (values.max(axis=0) - values[habit, np.arange(len(masses))]))


def late_lines(era: Era) -> tuple[CardRule, ...]:
    """Rules for the last clue, each with its example and the loss of habit there."""
    lines = []
    for lesson in LESSONS:
        players = players_of(era, era.ties, lesson.me)
        clue = clue_in_play(None, lesson.scores, lesson.me, lesson.value, (), 2)
        result = solve_clue(clue, players)
        cells = buzzer_of(players, lesson.me).confidence(2, clue.row).cells()
        threshold, state = result.curves.thresholds()[lesson.moment], result.live_states(0.5)[lesson.moment]
        if state.wrong > max(state.right, state.silent) + MIN_GAIN_ON_PURPOSE:
            right, wrong = format_chance(state.right), format_chance(state.wrong)
            rule = f"answer wrongly on purpose ({wrong} to win, right {right})"
        elif threshold >= NEVER_THRESHOLD:
            rule = "never"
        else:
            rule = "at any confidence" if threshold <= 0 else f"from {format_chance(threshold, 0)}"
        mine = lesson.scores[lesson.me]
        others = " and ".join(format_money(score) for seat, score in enumerate(lesson.scores) if seat != lesson.me)
        loss = 100 * habit_loss(result, *cells)
        example = f"{format_money(mine)} against {others}, {format_money(lesson.value)} clue"
        lines.append(CardRule(f"if {lesson.when} ({example})", (f"{rule}; habit costs {loss:.2f} points",)))
    return (*lines, CardRule("", ("as on early clues",)))


def buzz_card(era: Era) -> Card:
    """The card of an era, for an average contestant among average ones."""
    sections = (
        Section("Early clues: how sure you must be", early_lines(players_of(era, era.ties, 0)), 0, (), "", ()),
        Section("The last clue", late_lines(era), 0, (), "", ()),
    )
    origin = (
        f"kibitz {__version__} · average contestants {era.words}, ties {era.ties.value}, Final bets of recorded players"
    )
    return Card(f"The buzzer, {era.words}", "your confidence in your answer", sections, origin, SYMBOLS)
