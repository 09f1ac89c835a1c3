"""The one list of questions of all games: command, batch, link, page, tour and Python are skins over it.

A new question is a request in some ``questions.py`` and one entry here (docs/add-a-game.md). The list imports no game;
`request_type` does, when one is asked.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from kibitz.core.errors import InputError

if TYPE_CHECKING:
    from kibitz.core.question import Request


class QuestionGroup(NamedTuple):
    """The questions about one thing: a line for the list of groups, and what their own help begins with."""

    line: str
    help: str
    default: str = ""
    """The question that is meant where none is named."""


class QuestionEntry(NamedTuple):
    """One question: where its request lives, and its title."""

    group: str
    name: str
    where: str
    title: str

    @property
    def path(self) -> str:
        """Its name in Python, links and schemas: ``jeopardy.final``."""
        return f"{self.group}.{self.name}"


GROUPS = {
    "parlour": QuestionGroup(
        "Small games: Final for two, n-card Kuhn poker, Weakest Link, 2x2.",
        "Small games with exact answers: Final for two, Kuhn poker, the last vote at the Weakest Link, any matrix "
        "game.",
    ),
    "jeopardy": QuestionGroup(
        "Jeopardy!: wagers, endgames and whole games, fitted to recorded shows.",
        "Jeopardy!: wagers, endgames and whole games, with contestants fitted to recorded shows.",
    ),
    "backgammon": QuestionGroup(
        "Backgammon: what a position is worth, plays, the cube, rollouts, matches reviewed.",
        "Backgammon: a network of our own values positions, ranks plays, answers the cube and reviews matches.",
    ),
    "sevens": QuestionGroup(
        "Seven-letter words: what to bid for a letter, tournaments of bidders.",
        "Seven-letter words: buy letters in sealed second-price auctions, spell one word a round.",
    ),
    "rules": QuestionGroup(
        "Decision lists that fit on a card: learn, check, print.",
        "Decision lists that fit on a card: learn, check, apply and print them.\n\n"
        "GAME is final-X-Y (two-player Final with scores X and Y, such as final-5-3), two-by-two, two-by-two-zero-sum, "
        "kuhn, weakest-link, hawk-dove, battle-of-the-sexes, inspection, tullock, penalty, diagonal or relance-N (N "
        "hands); a file game.toml with a game of your own; or jeopardy-final-YEAR, the lists shipped for Final "
        "Jeopardy of 1996 or 2015, for one "
        "place jeopardy-final-YEAR-a, -b or -c.",
    ),
    "rate": QuestionGroup(
        "Rate the decision-makers of any game from files of decisions, with intervals.",
        "Rate decision-makers of any game from files of decisions (JSON lines, CSV, parquet).\n\n"
        "A decision needs `utilities` (a list, any order) and `chosen` (an index from 0); `player`, `event`, `rating`, "
        "`weight`, `unit`, `perceived` and `provenance` are optional. `kibitz rate FILE` rates each player in it.",
        default="players",
    ),
    "chess": QuestionGroup(
        "Games of chess: what each move cost, ratings with intervals, an opponent of your strength.",
        "Games of chess: how hard each move was, what it cost, and how well it was played.\n\n"
        "Games come as PGN files, values from any UCI engine (Debian: apt-get install stockfish).",
    ),
}

PARLOUR = "kibitz.games.parlour.questions"
JEOPARDY = "kibitz.games.jeopardy.questions"
BACKGAMMON = "kibitz.games.backgammon.questions"
SEVENS = "kibitz.games.sevens.questions"
RULES = "kibitz.app.rule_questions.lists"
RATE = "kibitz.rate.questions"
CHESS = "kibitz.games.chess.questions"

ENTRIES = (
    QuestionEntry("parlour", "final", f"{PARLOUR}.final:FinalRequest", "How much to wager in Final, two players."),
    QuestionEntry(
        "parlour",
        "kuhn",
        f"{PARLOUR}.kuhn:KuhnRequest",
        "Kuhn poker with any number of cards, and what to do with a hand.",
    ),
    QuestionEntry(
        "parlour", "vote", f"{PARLOUR}.vote:VoteRequest", "Whom to vote off when three are left at the Weakest Link."
    ),
    QuestionEntry("parlour", "solve", f"{PARLOUR}.solve:SolveRequest", "Equilibria of any two-player matrix game."),
    QuestionEntry("jeopardy", "final", f"{JEOPARDY}.final:FinalRequest", "What to wager in Final Jeopardy, and why."),
    QuestionEntry(
        "jeopardy", "final-map", f"{JEOPARDY}.final_map:FinalMapRequest", "The best bet in Final over all standings."
    ),
    QuestionEntry(
        "jeopardy", "final-card", f"{JEOPARDY}.cards:FinalCardRequest", "Cheat sheets for Final Jeopardy, to print."
    ),
    QuestionEntry(
        "jeopardy", "double-card", f"{JEOPARDY}.cards:DoubleCardRequest", "A cheat sheet for Daily Doubles, to print."
    ),
    QuestionEntry(
        "jeopardy",
        "daily-double",
        f"{JEOPARDY}.daily_double:DailyDoubleRequest",
        "What to wager on the last Daily Double.",
    ),
    QuestionEntry(
        "jeopardy", "buzz", f"{JEOPARDY}.buzz:BuzzRequest", "How sure to be before buzzing, first and on rebounds."
    ),
    QuestionEntry(
        "jeopardy", "buzz-card", f"{JEOPARDY}.cards:BuzzCardRequest", "A cheat sheet for the buzzer, to print."
    ),
    QuestionEntry("jeopardy", "win", f"{JEOPARDY}.states:WinRequest", "Every player's chance to win from any state."),
    QuestionEntry("jeopardy", "select", f"{JEOPARDY}.states:SelectRequest", "Which square to pick, and why."),
    QuestionEntry(
        "jeopardy", "board", f"{JEOPARDY}.board:BoardRequest", "The board as a heat map of hidden Daily Doubles."
    ),
    QuestionEntry("jeopardy", "placement", f"{JEOPARDY}.placement:PlacementRequest", "Where the Daily Doubles hide."),
    QuestionEntry(
        "jeopardy", "chances", f"{JEOPARDY}.chances:ChancesRequest", "Every player's chance to win near the end."
    ),
    QuestionEntry(
        "jeopardy",
        "review",
        f"{JEOPARDY}.review:ReviewRequest",
        "A taped game reviewed: chances, wagers, luck and skill.",
    ),
    QuestionEntry(
        "jeopardy",
        "wagers",
        f"{JEOPARDY}.recorded_wagers:RecordedWagersRequest",
        "What recorded Final wagers lost, by standing.",
    ),
    QuestionEntry(
        "jeopardy", "simulate", f"{JEOPARDY}.simulation:SimulateRequest", "Play many games between three contestants."
    ),
    QuestionEntry(
        "jeopardy",
        "match",
        f"{JEOPARDY}.match:MatchRequest",
        "Play many matches of two games between three contestants.",
    ),
    QuestionEntry("jeopardy", "train", f"{JEOPARDY}.training:TrainRequest", "Learn the evaluator of states anew."),
    QuestionEntry("jeopardy", "fit", f"{JEOPARDY}.fits:FitRequest", "Fit the shipped tables anew from recorded games."),
    QuestionEntry(
        "backgammon", "move", f"{BACKGAMMON}.positions:BestMoveRequest", "What to play with a roll, and why."
    ),
    QuestionEntry(
        "backgammon", "cube", f"{BACKGAMMON}.positions:CubeRequest", "Whether to double, and whether to take."
    ),
    QuestionEntry(
        "backgammon", "evaluate", f"{BACKGAMMON}.positions:EvaluateRequest", "What a position is worth before the roll."
    ),
    QuestionEntry(
        "backgammon",
        "rollout",
        f"{BACKGAMMON}.positions:RolloutRequest",
        "A position played out many times, luck taken off.",
    ),
    QuestionEntry(
        "backgammon", "review", f"{BACKGAMMON}.matches:ReviewRequest", "A match reviewed: errors, PR, luck, blunders."
    ),
    QuestionEntry(
        "backgammon", "duel", f"{BACKGAMMON}.matches:DuelRequest", "Two players against each other, luck taken off."
    ),
    QuestionEntry(
        "backgammon",
        "train",
        f"{BACKGAMMON}.training:TrainRequest",
        "Train networks: self-play, labelled files, human plays.",
    ),
    QuestionEntry(
        "sevens",
        "bid",
        f"{SEVENS}:BidRequest",
        "What to bid for the letter on offer, what winning it is worth, and why.",
    ),
    QuestionEntry(
        "sevens", "tournament", f"{SEVENS}:TournamentRequest", "Play bidders against each other, with intervals."
    ),
    QuestionEntry("sevens", "report", f"{SEVENS}:ReportRequest", "The tournaments of the 2009 report, played again."),
    QuestionEntry(
        "sevens", "replay", f"{SEVENS}:ReplayRequest", "One round in full: every tile, every bid, and the words."
    ),
    QuestionEntry("sevens", "players", f"{SEVENS}:PlayersRequest", "The players that can take a seat."),
    QuestionEntry("sevens", "words", f"{SEVENS}:WordsRequest", "The word list in use, counted."),
    QuestionEntry("rules", "check", f"{RULES}:CheckRequest", "What lists cost in a game, measured and proved."),
    QuestionEntry("rules", "card", f"{RULES}:CardRequest", "The cheat sheet of a game, to print."),
    QuestionEntry(
        "rules", "prove", f"{RULES}:ProveRequest", "Prove what the lists of a game lose at most, for others to check."
    ),
    QuestionEntry(
        "rules",
        "sample",
        "kibitz.app.rule_questions.sampling:SampleRequest",
        "Play what is right at the nearest of k solved games.",
    ),
    QuestionEntry("rules", "map", f"{RULES}:MapRequest", "Where each line of a list fires, over two parameters."),
    QuestionEntry("rules", "apply", f"{RULES}:ApplyRequest", "What the lists of a game play at one point, and why."),
    QuestionEntry(
        "rules",
        "learn",
        "kibitz.app.rule_questions.learning:LearnRequest",
        "Learn the shortest lists for a game and prove what they cost.",
    ),
    QuestionEntry("rate", "players", f"{RATE}:RatePlayersRequest", "Rate each player in a file of decisions."),
    QuestionEntry("rate", "compare", f"{RATE}:CompareRequest", "Compare two files of decisions on one reference set."),
    QuestionEntry("rate", "over-time", f"{RATE}:OverTimeRequest", "One player over time, in periods of whole events."),
    QuestionEntry(
        "rate", "predict", f"{RATE}:PredictRequest", "What a player of some strength would choose, with all chances."
    ),
    QuestionEntry(
        "rate", "simulate", f"{RATE}:SimulateRequest", "The decisions of a file chosen anew by such a player."
    ),
    QuestionEntry(
        "rate", "exam", f"{RATE}:ExamRequest", "Shared items as an exam: difficulty, discrimination, ability."
    ),
    QuestionEntry(
        "rate", "screen", f"{RATE}:ScreenRequest", "Z-scores of choices against a claimed rating. Never a verdict."
    ),
    QuestionEntry(
        "rate", "fits", f"{RATE}:FitsRequest", "All fits of the decisions taken together, with their goodness."
    ),
    QuestionEntry(
        "rate", "calibrate", f"{RATE}:CalibrateRequest", "Fit a scale to decisions of players whose rating is known."
    ),
    QuestionEntry("chess", "analyse", f"{CHESS}:AnalyseRequest", "Value the moves of games and keep the values."),
    QuestionEntry("chess", "rate", f"{CHESS}:RateRequest", "Rate players by their moves, with intervals."),
    QuestionEntry("chess", "calibrate", f"{CHESS}:CalibrateRequest", "Fit the Elo scale of an engine and depth."),
    QuestionEntry("chess", "moves", f"{CHESS}:MovesRequest", "Go through one game move by move."),
    QuestionEntry(
        "chess", "position", f"{CHESS}:PositionRequest", "What players of a rating would play, with chances."
    ),
    QuestionEntry("chess", "trial", f"{CHESS}:TrialRequest", "How well a player's moves alone tell the strength."),
)
"""All questions, in the order in which they are listed."""

BY_PATH = {entry.path: entry for entry in ENTRIES}


def request_type(path: str) -> type[Request]:
    """The request of a question, ``jeopardy.final``, imported now."""
    entry = BY_PATH.get(path.replace(" ", "."))
    if entry is None:
        import difflib

        near = difflib.get_close_matches(path, BY_PATH, 3)
        raise InputError(f"{path[:60]}: no such question" + (f"; did you mean {' or '.join(near)}?" if near else ""))
    module, _, name = entry.where.partition(":")
    kind: type[Request] = getattr(import_module(module), name)
    return kind
