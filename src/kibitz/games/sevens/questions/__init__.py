"""Questions about sevens: a bid, a tournament, one round, the report, the players, the words."""

from kibitz.games.sevens.questions.bid import BidRequest
from kibitz.games.sevens.questions.lists import PlayersRequest, WordsRequest
from kibitz.games.sevens.questions.replay import ReplayRequest
from kibitz.games.sevens.questions.report import ReportRequest
from kibitz.games.sevens.questions.tournament import TournamentRequest

__all__ = ["BidRequest", "PlayersRequest", "ReplayRequest", "ReportRequest", "TournamentRequest", "WordsRequest"]
