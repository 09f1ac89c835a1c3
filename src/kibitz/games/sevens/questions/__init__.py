"""What can be asked about sevens: a bid, a tournament, a round in full, the players, the words."""

from kibitz.games.sevens.questions.bid import Bid, BidAnswer
from kibitz.games.sevens.questions.lists import Players, PlayersAnswer, Words, WordsAnswer
from kibitz.games.sevens.questions.replay import Replay, ReplayAnswer
from kibitz.games.sevens.questions.report import Report, ReportAnswer
from kibitz.games.sevens.questions.tournament import Tournament, TournamentAnswer

__all__ = [
    "Bid", "BidAnswer", "Players", "PlayersAnswer", "Replay", "ReplayAnswer", "Report", "ReportAnswer", "Tournament",
    "TournamentAnswer", "Words", "WordsAnswer",
]  # fmt: skip
