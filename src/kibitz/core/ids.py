"""Names that must not be mixed up, as distinct types."""

from __future__ import annotations

from typing import NewType

GameId = NewType("GameId", str)
"""Which game a decision belongs to: ``jeopardy``, ``backgammon``, ``sevens``, ``chess``, ``parlour``."""

PlayerId = NewType("PlayerId", str)
"""Who decides; equities are from this player's point of view."""

DecisionId = NewType("DecisionId", str)
"""One decision, unique within a file of records."""

EventId = NewType("EventId", str)
"""The game, match or show that decisions were taken in; decisions of one event are not independent."""

ChoiceIndex = NewType("ChoiceIndex", int)
"""Position of a choice within its choice set, from 0."""
