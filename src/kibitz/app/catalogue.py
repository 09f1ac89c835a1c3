"""The catalogue: all questions of all games. Command, batch, link, page, tour and Python all read it.

A new question is a request in some ``questions.py`` and one entry here, or in a plugin (docs/add-a-game.md). The
catalogue imports no game; `request_type` imports one when it is needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.app.entries import QuestionEntry as QuestionEntry
from kibitz.app.entries import QuestionGroup as QuestionGroup
from kibitz.app.entries import SampleDecision as SampleDecision
from kibitz.app.forms import BoardForm, ClickBoardForm, DuelForm, MatrixForm, PodiumForm, RackForm, TournamentForm
from kibitz.app.plugins import fitting_plugins
from kibitz.core.errors import InputError

if TYPE_CHECKING:
    from kibitz.core.question import Request


GROUPS = {
    "parlour": QuestionGroup(
        "Small games: two-player Final, n-card Kuhn poker, Weakest Link.",
        "Small games with exact answers: two-player Final, Kuhn poker, the last Weakest Link vote.",
        title="Parlour",
        tabs={"final": "Two-player Final", "kuhn": "Kuhn poker", "vote": "Weakest Link"},
        sign="M8 1.5L14 8l-6 6.5L2 8zM8 5l3 3-3 3-3-3z",
        key="p",
    ),
    "jeopardy": QuestionGroup(
        "Jeopardy!: wagers, endgames and whole games, fitted to recorded games.",
        "Jeopardy!: wagers, endgames and whole games, with contestants fitted to recorded games.",
        title="Jeopardy!",
        tabs={
            "final": "Final",
            "daily-double": "Daily Double",
            "board": "Board",
            "buzz": "Buzz",
            "live": "Live",
            "review": "Review",
            "final-card": "Cards",
            "select": "Square",
            "win": "Win chances",
        },
        sign="M2 3h12v10H2zM2 6.3h12M2 9.6h12M6 3v10M10 3v10",
        key="j",
    ),
    "backgammon": QuestionGroup(
        "Backgammon: equity, checker plays, cube actions, rollouts, match reviews.",
        "Backgammon: evaluate positions, rank plays, decide cube actions and review matches with kibitz's own network.",
        title="Backgammon",
        tabs={"move": "Position", "cube": "Cube", "play": "Play", "review": "Review", "rollout": "Rollout"},
        sign="M3 14L5.5 2 8 14zM8 14l2.5-12L13 14z",
        key="b",
    ),
    "sevens": QuestionGroup(
        "Sevens: what to bid for a letter, tournaments of bidders.",
        "Sevens: buy letters in sealed second-price auctions and spell one word of seven letters per round.",
        title="Sevens",
        tabs={"bid": "Bid", "play": "Play", "tournament": "Tournament", "replay": "Replay"},
        sign="M3 2.5h10v11H3zM6 5.5h4L7.5 11",
        key="s",
    ),
    "theory": QuestionGroup(
        "Game theory: equilibria of any game, decision lists that fit on a card.",
        "Game theory: solve any small game; learn, prove, check and print decision lists that fit on a card.\n\n"
        "GAME is one of final-X-Y, two-by-two, two-by-two-zero-sum, kuhn, weakest-link, hawk-dove, "
        "battle-of-the-sexes, inspection, tullock, penalty, diagonal and relance-N. Here final-5-3 is the two-player "
        "Final with scores 5 and 3, and N is the number of hands. GAME can also be a file game.toml with your own "
        "game. For the lists shipped for Final Jeopardy, use jeopardy-final-1996 or jeopardy-final-2015. Add -a, -b "
        "or -c for one place.",
        title="Game theory",
        tabs={"solve": "Solve", "learn": "Learn", "prove": "Prove", "card": "Card", "map": "Map", "sample": "Sample"},
        sign="M2 4h2M6 4h8M2 8h2M6 8h8M2 12h2M6 12h8",
        key="t",
    ),
    "rate": QuestionGroup(
        "Ratings: rate the players of any game from files of decisions, with intervals.",
        "Rate the players of any game from files of decisions (JSON lines, CSV, parquet).\n\n"
        "A decision needs `utilities` (a list in any order) and `chosen` (an index from 0). The fields `player`, "
        "`event`, `rating`, `weight`, `unit`, `perceived` and `provenance` are optional. `kibitz rate FILE` rates each "
        "player in the file.",
        title="Ratings",
        tabs={"players": "Players", "me": "Rate me", "compare": "Compare", "exam": "Exam", "screen": "Screen"},
        sign="M2 5v6M14 5v6M2 8h12M8 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4z",
        default="players",
    ),
    "chess": QuestionGroup(
        "Chess: the loss of each move, ratings with intervals, an opponent of your strength.",
        "Chess: how hard each move was, what it cost, and how strong the players are.\n\n"
        "kibitz reads games from PGN files and gets values from any UCI engine (Debian: apt-get install stockfish).",
        title="Chess",
        tabs={
            "review": "Review",
            "rate": "Rate",
            "moves": "Game",
            "position": "Position",
            "play": "Play",
            "solitaire": "Solitaire",
        },
        sign="M8 2.2a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM6.6 6.2L6 11h4l-.6-4.8M4 14h8l-1.4-3H5.4z",
        key="c",
    ),
}
PAGE_ORDER: tuple[str, ...] = ("jeopardy", "backgammon", "chess", "sevens", "parlour", "theory", "rate")
"""The groups in the order of the header of pages."""
FIRST_QUESTION, FIRST_SAMPLE = "jeopardy.final", ("backgammon.review", "Review a sample match")
"""What an empty library offers to try: a question, and the sample file of another."""

PARLOUR = "kibitz.games.parlour.questions"
JEOPARDY = "kibitz.games.jeopardy.questions"
BACKGAMMON = "kibitz.games.backgammon.questions"
SEVENS = "kibitz.games.sevens.questions"
RULES = "kibitz.app.rule_questions.lists"
RATE = "kibitz.rate.questions"
CHESS = "kibitz.games.chess.questions"

CLASSIC_GAMES = (
    (
        "Prisoner's dilemma",
        '{"row": [["3,3", "0,5"], ["5,0", "1,1"]], "rows": ["cooperate", "defect"], '
        '"columns": ["cooperate", "defect"]}',
    ),
    (
        "Battle of the sexes",
        '{"row": [["2,1", "0,0"], ["0,0", "1,2"]], "rows": ["opera", "match"], "columns": ["opera", "match"]}',
    ),
    (
        "Chicken",
        '{"row": [["0,0", "-1,1"], ["1,-1", "-10,-10"]], "rows": ["swerve", "straight"], '
        '"columns": ["swerve", "straight"]}',
    ),
    (
        "Stag hunt",
        '{"row": [["4,4", "0,3"], ["3,0", "3,3"]], "rows": ["stag", "hare"], "columns": ["stag", "hare"]}',
    ),
    (
        "Matching pennies",
        '{"row": [["1", "-1"], ["-1", "1"]], "rows": ["heads", "tails"], "columns": ["heads", "tails"]}',
    ),
    (
        "Rock, paper, scissors",
        '{"row": [["0", "-1", "1"], ["1", "0", "-1"], ["-1", "1", "0"]], "rows": ["rock", "paper", "scissors"], '
        '"columns": ["rock", "paper", "scissors"]}',
    ),
    (
        "Penalty kick",
        '{"row": [["0.6", "0.95"], ["0.9", "0.7"]], "rows": ["shoot left", "shoot right"], '
        '"columns": ["dive left", "dive right"]}',
    ),
    (
        "Hawk and dove",
        '{"row": [["-1,-1", "4,0"], ["0,4", "2,2"]], "rows": ["hawk", "dove"], "columns": ["hawk", "dove"]}',
    ),
)
"""Games of the textbooks to pick on the page that solves matrix games."""

ENTRIES: tuple[QuestionEntry, ...] = (
    QuestionEntry(
        "parlour",
        "final",
        f"{PARLOUR}.final:FinalRequest",
        "What to wager in a two-player Final.",
        DuelForm(("p", "observed")),
    ),
    QuestionEntry(
        "parlour",
        "kuhn",
        f"{PARLOUR}.kuhn:KuhnRequest",
        "How to play a hand of Kuhn poker with any number of cards.",
    ),
    QuestionEntry(
        "parlour",
        "vote",
        f"{PARLOUR}.vote:VoteRequest",
        "Whom to vote off when three players are left in The Weakest Link.",
    ),
    QuestionEntry(
        "jeopardy",
        "final",
        f"{JEOPARDY}.final:FinalRequest",
        "What to wager in Final Jeopardy, and why.",
        PodiumForm(("confidence", "opponents", "era", "ties", "wager"), by_place=True),
    ),
    QuestionEntry(
        "jeopardy", "final-map", f"{JEOPARDY}.final_map:FinalMapRequest", "Map of the best Final wager over all scores."
    ),
    QuestionEntry(
        "jeopardy",
        "cases",
        f"{JEOPARDY}.case_book:CaseBookRequest",
        "Famous Finals: the known bet, the best one, and why.",
    ),
    QuestionEntry(
        "jeopardy", "final-card", f"{JEOPARDY}.cards:FinalCardRequest", "Printable card of rules for Final Jeopardy."
    ),
    QuestionEntry(
        "jeopardy", "double-card", f"{JEOPARDY}.cards:DoubleCardRequest", "Printable card of rules for Daily Doubles."
    ),
    QuestionEntry(
        "jeopardy",
        "daily-double",
        f"{JEOPARDY}.daily_double:DailyDoubleRequest",
        "What to wager on the last Daily Double.",
        PodiumForm(("left", "confidence", "opponents", "era", "wager"), slider_fields=("confidence", "wager")),
    ),
    QuestionEntry(
        "jeopardy",
        "buzz",
        f"{JEOPARDY}.buzz:BuzzRequest",
        "How confident to be before you buzz, first or on a rebound.",
        PodiumForm(("value", "left", "confidence", "opponents", "era", "choice")),
    ),
    QuestionEntry(
        "jeopardy",
        "buzz-map",
        f"{JEOPARDY}.buzz_map:BuzzMapRequest",
        "Buzz threshold on the last clue over your score.",
    ),
    QuestionEntry(
        "jeopardy", "buzz-card", f"{JEOPARDY}.cards:BuzzCardRequest", "Printable card of rules for the buzzer."
    ),
    QuestionEntry(
        "jeopardy",
        "win",
        f"{JEOPARDY}.states:WinRequest",
        "Every player's win chance from any state.",
        ClickBoardForm(),
    ),
    QuestionEntry(
        "jeopardy", "select", f"{JEOPARDY}.states:SelectRequest", "Which square to pick, and why.", ClickBoardForm()
    ),
    QuestionEntry(
        "jeopardy",
        "board",
        f"{JEOPARDY}.board:BoardRequest",
        "Board with the chance of a Daily Double on each square, and the wager.",
        ClickBoardForm(("confidence", "wager")),
    ),
    QuestionEntry(
        "jeopardy", "profile", f"{JEOPARDY}.profile:ProfileRequest", "A player's rates, from a record of games."
    ),
    QuestionEntry(
        "jeopardy",
        "forecast",
        f"{JEOPARDY}.forecast:ForecastRequest",
        "Who will win: a game, a champion's streak, a tournament.",
    ),
    QuestionEntry(
        "jeopardy",
        "people",
        f"{JEOPARDY}.people:PeopleRequest",
        "How people play: bets, Daily Doubles and clues, then and now.",
    ),
    QuestionEntry("jeopardy", "placement", f"{JEOPARDY}.placement:PlacementRequest", "Where the Daily Doubles are."),
    QuestionEntry(
        "jeopardy", "chances", f"{JEOPARDY}.chances:ChancesRequest", "Every player's win chance near the end of a game."
    ),
    QuestionEntry(
        "jeopardy",
        "review",
        f"{JEOPARDY}.review:ReviewRequest",
        "Review a recorded game: win chances, wagers, luck and skill.",
    ),
    QuestionEntry(
        "jeopardy",
        "wagers",
        f"{JEOPARDY}.recorded_wagers:RecordedWagersRequest",
        "Mean loss of recorded Final wagers, by situation.",
    ),
    QuestionEntry(
        "jeopardy", "simulate", f"{JEOPARDY}.simulation:SimulateRequest", "Simulate games between three contestants."
    ),
    QuestionEntry(
        "jeopardy",
        "match",
        f"{JEOPARDY}.match:MatchRequest",
        "Simulate two-game matches between three contestants.",
    ),
    QuestionEntry("jeopardy", "train", f"{JEOPARDY}.training:TrainRequest", "Train the evaluator of states."),
    QuestionEntry("jeopardy", "fit", f"{JEOPARDY}.fits:FitRequest", "Fit the shipped tables to recorded games."),
    QuestionEntry(
        "backgammon", "move", f"{BACKGAMMON}.positions:BestMoveRequest", "The best play for a roll, and why."
    ),
    QuestionEntry(
        "backgammon", "cube", f"{BACKGAMMON}.positions:CubeRequest", "Whether to double, and whether to take."
    ),
    QuestionEntry(
        "backgammon",
        "evaluate",
        f"{BACKGAMMON}.positions:EvaluateRequest",
        "Equity and outcome chances of a position before the roll.",
    ),
    QuestionEntry(
        "backgammon",
        "rollout",
        f"{BACKGAMMON}.positions:RolloutRequest",
        "Luck-adjusted rollout of a position.",
    ),
    QuestionEntry(
        "backgammon",
        "scores",
        f"{BACKGAMMON}.tools:ScoresRequest",
        "The cube action of a position at every match score.",
    ),
    QuestionEntry("backgammon", "race", f"{BACKGAMMON}.tools:RaceRequest", "Race counts and the cube they advise."),
    QuestionEntry("backgammon", "rolls", f"{BACKGAMMON}.tools:RollsRequest", "What each of the 21 rolls is worth."),
    QuestionEntry(
        "backgammon", "neurogammon", f"{BACKGAMMON}.tools:NeurogammonRequest", "What Neurogammon 1.0 plays, and why."
    ),
    QuestionEntry(
        "backgammon", "review", f"{BACKGAMMON}.matches:ReviewRequest", "Review a match: errors, PR, luck and blunders."
    ),
    QuestionEntry("backgammon", "duel", f"{BACKGAMMON}.matches:DuelRequest", "Luck-adjusted duel of two players."),
    QuestionEntry(
        "backgammon",
        "olympiad",
        f"{BACKGAMMON}.matches:OlympiadRequest",
        "Round robin of programs, as in London in 1989.",
    ),
    QuestionEntry(
        "backgammon",
        "train",
        f"{BACKGAMMON}.training:TrainRequest",
        "Train networks by self-play, on labelled files or on human plays.",
    ),
    QuestionEntry(
        "sevens",
        "bid",
        f"{SEVENS}:BidRequest",
        "What to bid for the letter on offer, and why.",
        RackForm(("rack", "tile", "left", "players", "score", "taken", "bid")),
    ),
    QuestionEntry(
        "sevens",
        "tournament",
        f"{SEVENS}:TournamentRequest",
        "Tournament of bidders, with intervals.",
        TournamentForm(
            "players",
            (("In pairs", "pairs"), ("All at once", ""), ("Self-play", "self-play")),
            ("rounds", "hidden", "deals"),
            "seed",
            "/sevens/players",
        ),
    ),
    QuestionEntry("sevens", "report", f"{SEVENS}:ReportRequest", "Repeat the tournaments of the 2009 report."),
    QuestionEntry(
        "sevens", "replay", f"{SEVENS}:ReplayRequest", "Replay a round: every tile, every bid, and the words."
    ),
    QuestionEntry("sevens", "players", f"{SEVENS}:PlayersRequest", "List the players that you can enter."),
    QuestionEntry("sevens", "words", f"{SEVENS}:WordsRequest", "Words of a rack, and the word list in use."),
    QuestionEntry(
        "theory",
        "solve",
        f"{PARLOUR}.solve:SolveRequest",
        "Equilibria of any two-player matrix game.",
        MatrixForm(CLASSIC_GAMES),
    ),
    QuestionEntry(
        "theory",
        "learn",
        "kibitz.app.rule_questions.learning:LearnRequest",
        "Learn the shortest lists for a game and prove their loss.",
    ),
    QuestionEntry(
        "theory", "prove", f"{RULES}:ProveRequest", "Write a proof of the largest loss of the lists of a game."
    ),
    QuestionEntry("theory", "card", f"{RULES}:CardRequest", "Printable card of the lists of a game."),
    QuestionEntry("theory", "map", f"{RULES}:MapRequest", "Map of the rule that fires, over two parameters."),
    QuestionEntry(
        "theory",
        "sample",
        "kibitz.app.rule_questions.sampling:SampleRequest",
        "Play the solution of the nearest of k solved games.",
    ),
    QuestionEntry("theory", "check", f"{RULES}:CheckRequest", "Measure and prove the loss of the lists of a game."),
    QuestionEntry("theory", "apply", f"{RULES}:ApplyRequest", "What the lists of a game play at one point, and why."),
    QuestionEntry("rate", "players", f"{RATE}:RatePlayersRequest", "Rate each player in a file of decisions."),
    QuestionEntry("rate", "compare", f"{RATE}:CompareRequest", "Compare two files of decisions on one reference set."),
    QuestionEntry(
        "rate", "over-time", f"{RATE}:OverTimeRequest", "Rate one player over time, in periods of whole events."
    ),
    QuestionEntry("rate", "predict", f"{RATE}:PredictRequest", "Predict the choices of a player of given strength."),
    QuestionEntry(
        "rate", "simulate", f"{RATE}:SimulateRequest", "Simulate a player of given strength on the decisions of a file."
    ),
    QuestionEntry(
        "rate",
        "exam",
        f"{RATE}:ExamRequest",
        "Analyse shared decisions as an exam: difficulty, discrimination, ability.",
    ),
    QuestionEntry(
        "rate",
        "screen",
        f"{RATE}:ScreenRequest",
        "Z-scores of choices against a claimed rating. Not proof of cheating.",
    ),
    QuestionEntry(
        "rate", "fits", f"{RATE}:FitsRequest", "Fit every choice model to all decisions, with goodness of fit."
    ),
    QuestionEntry(
        "rate",
        "calibrate",
        f"{RATE}:CalibrateRequest",
        "Fit a rating scale to decisions of players with known ratings.",
    ),
    QuestionEntry(
        "chess", "analyse", f"{CHESS}:AnalyseRequest", "Analyse the moves of games with an engine and save the values."
    ),
    QuestionEntry("chess", "rate", f"{CHESS}:RateRequest", "Rate players by their moves, with intervals."),
    QuestionEntry("chess", "screen", f"{CHESS}:ScreenRequest", "Screen the players of an event. Never a verdict."),
    QuestionEntry("chess", "calibrate", f"{CHESS}:CalibrateRequest", "Fit the rating scale for an engine and depth."),
    QuestionEntry("chess", "moves", f"{CHESS}:MovesRequest", "Review one game move by move."),
    QuestionEntry(
        "chess", "review", f"{CHESS}:ReviewRequest", "Review analysed games from lichess, without an engine."
    ),
    QuestionEntry(
        "chess",
        "position",
        f"{CHESS}:PositionRequest",
        "What players of a given rating would play, with chances.",
        BoardForm("chess", "fen"),
    ),
    QuestionEntry("chess", "trial", f"{CHESS}:TrialRequest", "Simulate a player of known strength and rate the moves."),
)
"""All questions, in the order of the lists."""

FORMER_GROUPS = {"rules": "theory"}
"""Groups that were renamed: their questions still answer under the former name."""
FORMER_PATHS = {
    "parlour.solve": "theory.solve",
    **{f"rules.{entry.name}": entry.path for entry in ENTRIES if entry.group == "theory" and entry.name != "solve"},
}
"""Former paths of questions, with the current ones. Commands, links, stored results and programs may use both."""

PLUGINS = fitting_plugins({*GROUPS, *FORMER_GROUPS}, {entry.path for entry in ENTRIES})
"""Packages that add games; their groups and questions come after those of kibitz."""
for _plugin in PLUGINS:
    _keys = {group.key for group in GROUPS.values()}
    GROUPS |= {name: group._replace(key="") if group.key in _keys else group for name, group in _plugin.groups.items()}
    PAGE_ORDER = (*PAGE_ORDER, *_plugin.groups)
    ENTRIES = (*ENTRIES, *_plugin.entries)

BY_PATH = {entry.path: entry for entry in ENTRIES}
BY_PATH |= {former: BY_PATH[path] for former, path in FORMER_PATHS.items()}


WARM_UP: tuple[str, dict[str, object]] = ("jeopardy.final", {"scores": [3, 2, 1], "me": 1})
"""A quick question that imports what most answers need."""


def request_type(path: str) -> type[Request]:
    """The request type of a question, such as ``jeopardy.final``; imports its module."""
    entry = BY_PATH.get(path.replace(" ", "."))
    if entry is None:
        import difflib

        near = difflib.get_close_matches(path, BY_PATH, 3)
        raise InputError(f"{path[:60]}: unknown question" + (f"; did you mean {' or '.join(near)}?" if near else ""))
    kind: type[Request] = entry.load()
    return kind
