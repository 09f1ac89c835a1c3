"""Final Jeopardy wagers of recorded games as `Decision` records, to be rated by `kibitz.rate` like any other choice.

Equities are chances to win against people's fitted bets, one dollar apart (`kibitz.games.jeopardy.final.equities`). A
choice model shares probability among equal options, so a record lists the wagers that people really make rather than
every dollar: round amounts, the named wagers, nothing, everything, and the wager made.

Losses are counted at the average chance of a right answer. Choices are explained with ``perceived`` chances to win,
those of a player nearly sure to be right, which predict recorded wagers much better (docs/rating.md).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kibitz.core import Decision, InputError, Provenance, Unit, format_money
from kibitz.core.choices import ChoiceList
from kibitz.core.ids import ChoiceIndex, DecisionId, EventId, GameId, PlayerId
from kibitz.games.jeopardy.datasets.finals import RecordedFinals
from kibitz.games.jeopardy.final.equities import FinalModel, FinalPosition, final_model, final_tables, format_final
from kibitz.games.jeopardy.final.named_wagers import named_wagers
from kibitz.games.jeopardy.final.people_wagers import ROLES, is_open_game
from kibitz.games.jeopardy.show import SEATS, Era, Ties

ROUND_STEPS = (100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000)
"""Dollars between round wagers; the finest that gives at most `MAX_ROUND_WAGERS` is taken."""
MAX_ROUND_WAGERS = 30
MAX_OPTIONS = 60
ASSUMED_CONFIDENCE = 0.9
"""Chance of a right answer that explains all recorded wagers together best, among 0.7, 0.8, 0.9, 1 and the average."""


def candidate_wagers(scores: tuple[int, int, int], role: int, ties: Ties = Ties.SHARED) -> tuple[int, ...]:
    """The wagers that a role (0 to 2) is taken to choose from, ascending: round amounts, named ones, nothing, all.

    ``scores`` are those of A, B and C. At most `MAX_OPTIONS` - 1, so that there is room for the wager made.
    """
    own = scores[role]
    step = next(step for step in ROUND_STEPS if own <= MAX_ROUND_WAGERS * step)
    named = {wager.wager for wager in named_wagers(scores, role, ties)}
    return tuple(sorted({*range(0, own + 1, step), own} | named))


def final_decision(
    position: FinalPosition, wager: int, model: FinalModel, event: str = "", sure: float | None = ASSUMED_CONFIDENCE
) -> Decision:
    """One wager as a decision, in win probability; the player is the standing (A, B or C).

    Utilities take the player's chance of a right answer from ``model``, since nobody else knows how the category
    suited them; perceived values take it to be ``sure`` (``None``: the same as the utilities).
    """
    own, me = position.scores[position.me], position.me
    if not 0 <= wager <= own:
        raise InputError(f"wager: must be from $0 to {format_money(own)}, not {wager}")
    if sure is not None and not 0 <= sure <= 1:
        raise InputError(f"assumed-confidence: must be a number from 0 to 1, not {sure}")
    options = sorted({*candidate_wagers(position.ranked_scores, position.role, position.ties), wager})
    tables = final_tables(position, model)
    by_outcome = tables.by_outcome()[:, options]
    perceived = None
    if sure is not None:
        perceived = tuple((model.with_confidence(me, sure).triples(position.scores) @ by_outcome).tolist())
    name = ROLES[position.role]
    return Decision(
        utilities=tuple((tables.triples @ by_outcome).tolist()),
        chosen=ChoiceIndex(options.index(wager)),
        unit=Unit.WIN,
        id=DecisionId(f"{event}.{name}" if event else ""),
        game=GameId("jeopardy"),
        player=PlayerId(name),
        event=EventId(event),
        position=format_final(position),
        choices=ChoiceList(tuple(map(str, options))),
        perceived=perceived,
        provenance=Provenance("exact", opponents=model.name, settings=(("ties", position.ties.value),)),
    )


def recorded_decisions(
    finals: RecordedFinals, era: Era, games: int | None = None, sure: float | None = ASSUMED_CONFIDENCE
) -> Iterator[Decision]:
    """Decisions of all players with money in the games of an era, under its tie rule and against its people.

    Only games count in which second place has more than half of the first: in others A cannot be passed. ``games``
    limits how many are taken, evenly over the years. Events are air dates.
    """
    if games is not None and games < 1:
        raise InputError(f"games: must be a whole number from 1 up, not {games}")
    rows = np.flatnonzero(is_open_game(finals.scores))
    if games is not None and games < len(rows):
        rows = rows[np.linspace(0, len(rows) - 1, games).round().astype(np.int64)]
    models = [final_model(role, era=era) for role in range(SEATS)]
    for row in rows:
        a, b, c = (int(score) for score in finals.scores[row])
        event = finals.dates[row] if finals.dates else f"{int(era)}.{row}"
        for role, score in enumerate((a, b, c)):
            if score > 0:
                position = FinalPosition((a, b, c), role, era.ties)
                yield final_decision(position, int(finals.wagers[row, role]), models[role], event, sure)
