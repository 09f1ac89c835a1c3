"""What can be asked about sevens: a bid, a tournament, a round in full, the report, the players, the words."""

from kibitz.games.sevens.questions.bid import Bid
from kibitz.games.sevens.questions.lists import Players, Words
from kibitz.games.sevens.questions.replay import Replay
from kibitz.games.sevens.questions.report import Report
from kibitz.games.sevens.questions.tournament import Tournament

__all__ = ["Bid", "Players", "Replay", "Report", "Tournament", "Words"]
