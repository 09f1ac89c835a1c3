"""The one list of questions of all games: command, batch, link, page, tour and Python are skins over it.

A new question is a request in some ``questions.py`` and one entry here (docs/add-a-game.md). The list imports no game;
`question` does, when one is asked.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from kibitz.core.errors import InputError

if TYPE_CHECKING:
    from kibitz.core.question import Request


class Group(NamedTuple):
    """The questions about one thing: a line for the list of groups, and what their own help begins with."""

    line: str
    help: str
    default: str = ""
    """The question that is meant where none is named."""


class Entry(NamedTuple):
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
    "parlour": Group(
        "Small games: Final for two, n-card Kuhn poker, Weakest Link, 2x2.",
        "Small games with exact answers: Final for two, Kuhn poker, the last vote at the Weakest Link, any matrix "
        "game.",
    ),
    "jeopardy": Group(
        "Jeopardy!: wagers, endgames and whole games, fitted to recorded shows.",
        "Jeopardy!: wagers, endgames and whole games, with contestants fitted to recorded shows.",
    ),
    "backgammon": Group(
        "Backgammon: what a position is worth, plays, the cube, rollouts, matches reviewed.",
        "Backgammon: a network of our own values positions, ranks plays, answers the cube and reviews matches.",
    ),
    "sevens": Group(
        "Seven-letter words: what to bid for a letter, tournaments of bidders.",
        "Seven-letter words: buy letters in sealed second-price auctions, spell one word a round.",
    ),
    "rules": Group(
        "Decision lists that fit on a card: learn, check, print.",
        "Decision lists that fit on a card: learn, check, apply and print them.\n\n"
        "GAME is final-X-Y (two-player Final with scores X and Y, such as final-5-3), two-by-two, two-by-two-zero-sum, "
        "kuhn, weakest-link, hawk-dove, battle-of-the-sexes, inspection, tullock, penalty, diagonal or relance-N (N "
        "hands); a file game.toml with a game of your own; or jeopardy-final-YEAR, the lists shipped for Final "
        "Jeopardy of 1996 or 2015, for one "
        "place jeopardy-final-YEAR-a, -b or -c.",
    ),
    "rate": Group(
        "Rate the decision-makers of any game from files of decisions, with intervals.",
        "Rate decision-makers of any game from files of decisions (JSON lines, CSV, parquet).\n\n"
        "A decision needs `utilities` (a list, any order) and `chosen` (an index from 0); `player`, `event`, `rating`, "
        "`weight`, `unit`, `perceived` and `provenance` are optional. `kibitz rate FILE` rates each player in it.",
        default="players",
    ),
    "chess": Group(
        "Games of chess: what each move cost, ratings with intervals, an opponent of your strength.",
        "Games of chess: how hard each move was, what it cost, and how well it was played.\n\n"
        "Games come as PGN files, values from any UCI engine (Debian: apt-get install stockfish).",
    ),
}

PARLOUR = "kibitz.games.parlour.questions"
JEOPARDY = "kibitz.games.jeopardy.questions"
BACKGAMMON = "kibitz.games.backgammon.questions"
SEVENS = "kibitz.games.sevens.questions"
RULES = "kibitz.app.rules"
RATE = "kibitz.rate.questions"
CHESS = "kibitz.games.chess.questions"

ENTRIES = (
    Entry("parlour", "final", f"{PARLOUR}.final:Final", "How much to wager in Final, two players."),
    Entry(
        "parlour", "kuhn", f"{PARLOUR}.kuhn:Kuhn", "Kuhn poker with any number of cards, and what to do with a hand."
    ),
    Entry("parlour", "vote", f"{PARLOUR}.vote:Vote", "Whom to vote off when three are left at the Weakest Link."),
    Entry("parlour", "solve", f"{PARLOUR}.solve:Solve", "Equilibria of any two-player matrix game."),
    Entry("jeopardy", "final", f"{JEOPARDY}.final:Final", "What to wager in Final Jeopardy, and why."),
    Entry("jeopardy", "final-map", f"{JEOPARDY}.final_map:FinalMap", "The best bet in Final over all standings."),
    Entry("jeopardy", "final-card", f"{JEOPARDY}.cards:FinalCard", "Cheat sheets for Final Jeopardy, to print."),
    Entry("jeopardy", "double-card", f"{JEOPARDY}.cards:DoubleCard", "A cheat sheet for Daily Doubles, to print."),
    Entry(
        "jeopardy",
        "daily-double",
        f"{JEOPARDY}.daily_double:DailyDouble",
        "What to wager on the last Daily Double.",
    ),
    Entry("jeopardy", "buzz", f"{JEOPARDY}.buzz:Buzz", "How sure to be before buzzing, first and on rebounds."),
    Entry("jeopardy", "buzz-card", f"{JEOPARDY}.cards:BuzzCard", "A cheat sheet for the buzzer, to print."),
    Entry("jeopardy", "win", f"{JEOPARDY}.states:Win", "Every player's chance to win from any state."),
    Entry("jeopardy", "select", f"{JEOPARDY}.states:Select", "Which square to pick, and why."),
    Entry("jeopardy", "board", f"{JEOPARDY}.board:Board", "The board as a heat map of hidden Daily Doubles."),
    Entry("jeopardy", "placement", f"{JEOPARDY}.placement:Placement", "Where the Daily Doubles hide."),
    Entry("jeopardy", "chances", f"{JEOPARDY}.chances:Chances", "Every player's chance to win near the end."),
    Entry("jeopardy", "review", f"{JEOPARDY}.review:Review", "A taped game reviewed: chances, wagers, luck and skill."),
    Entry("jeopardy", "wagers", f"{JEOPARDY}.recorded:Wagers", "What recorded Final wagers lost, by standing."),
    Entry("jeopardy", "simulate", f"{JEOPARDY}.simulation:Simulate", "Play many games between three contestants."),
    Entry("jeopardy", "match", f"{JEOPARDY}.match:Match", "Play many matches of two games between three contestants."),
    Entry("jeopardy", "train", f"{JEOPARDY}.training:Train", "Learn the evaluator of states anew."),
    Entry("jeopardy", "fit", f"{JEOPARDY}.fits:Fit", "Fit the shipped tables anew from recorded games."),
    Entry("backgammon", "move", f"{BACKGAMMON}.positions:BestMove", "What to play with a roll, and why."),
    Entry("backgammon", "cube", f"{BACKGAMMON}.positions:Cube", "Whether to double, and whether to take."),
    Entry("backgammon", "evaluate", f"{BACKGAMMON}.positions:Evaluate", "What a position is worth before the roll."),
    Entry(
        "backgammon", "rollout", f"{BACKGAMMON}.positions:Rollout", "A position played out many times, luck taken off."
    ),
    Entry("backgammon", "review", f"{BACKGAMMON}.matches:Review", "A match reviewed: errors, PR, luck, blunders."),
    Entry("backgammon", "duel", f"{BACKGAMMON}.matches:Duel", "Two players against each other, luck taken off."),
    Entry(
        "backgammon", "train", f"{BACKGAMMON}.training:Train", "Train networks: self-play, labelled files, human plays."
    ),
    Entry("sevens", "bid", f"{SEVENS}:Bid", "What to bid for the letter on offer, what winning it is worth, and why."),
    Entry("sevens", "tournament", f"{SEVENS}:Tournament", "Play bidders against each other, with intervals."),
    Entry("sevens", "report", f"{SEVENS}:Report", "The tournaments of the 2009 report, played again."),
    Entry("sevens", "replay", f"{SEVENS}:Replay", "One round in full: every tile, every bid, and the words."),
    Entry("sevens", "players", f"{SEVENS}:Players", "The players that can take a seat."),
    Entry("sevens", "words", f"{SEVENS}:Words", "The word list in use, counted."),
    Entry("rules", "check", f"{RULES}:Check", "What lists cost in a game, measured and proved."),
    Entry("rules", "card", f"{RULES}:Card", "The cheat sheet of a game, to print."),
    Entry("rules", "prove", f"{RULES}:Prove", "Prove what the lists of a game lose at most, for others to check."),
    Entry("rules", "sample", "kibitz.app.samples:Sample", "Play what is right at the nearest of k solved games."),
    Entry("rules", "map", f"{RULES}:Map", "Where each line of a list fires, over two parameters."),
    Entry("rules", "apply", f"{RULES}:Apply", "What the lists of a game play at one point, and why."),
    Entry(
        "rules", "learn", "kibitz.app.learning:Learn", "Learn the shortest lists for a game and prove what they cost."
    ),
    Entry("rate", "players", f"{RATE}:Players", "Rate each player in a file of decisions."),
    Entry("rate", "compare", f"{RATE}:Compare", "Compare two files of decisions on one reference set."),
    Entry("rate", "over-time", f"{RATE}:OverTime", "One player over time, in periods of whole events."),
    Entry("rate", "predict", f"{RATE}:Predict", "What a player of some strength would choose, with all chances."),
    Entry("rate", "simulate", f"{RATE}:Simulate", "The decisions of a file chosen anew by such a player."),
    Entry("rate", "exam", f"{RATE}:Exam", "Shared items as an exam: difficulty, discrimination, ability."),
    Entry("rate", "screen", f"{RATE}:Screen", "Z-scores of choices against a claimed rating. Never a verdict."),
    Entry("rate", "fits", f"{RATE}:Fits", "All fits of the decisions taken together, with their goodness."),
    Entry("rate", "calibrate", f"{RATE}:Calibrate", "Fit a scale to decisions of players whose rating is known."),
    Entry("chess", "analyse", f"{CHESS}:Analyse", "Value the moves of games and keep the values."),
    Entry("chess", "rate", f"{CHESS}:Rate", "Rate players by their moves, with intervals."),
    Entry("chess", "calibrate", f"{CHESS}:Calibrate", "Fit the Elo scale of an engine and depth."),
    Entry("chess", "moves", f"{CHESS}:Moves", "Go through one game move by move."),
    Entry("chess", "position", f"{CHESS}:Position", "What players of a rating would play, with chances."),
    Entry("chess", "trial", f"{CHESS}:Trial", "How well a player's moves alone tell the strength."),
)
"""All questions, in the order in which they are listed."""

BY_PATH = {entry.path: entry for entry in ENTRIES}


def question(path: str) -> type[Request]:
    """The request of a question, ``jeopardy.final``, imported now."""
    entry = BY_PATH.get(path.replace(" ", "."))
    if entry is None:
        import difflib

        near = difflib.get_close_matches(path, BY_PATH, 3)
        raise InputError(f"{path[:60]}: no such question" + (f"; did you mean {' or '.join(near)}?" if near else ""))
    module, _, name = entry.where.partition(":")
    kind: type[Request] = getattr(import_module(module), name)
    return kind
