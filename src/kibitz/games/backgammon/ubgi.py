"""The Universal Backgammon Interface (draft): a line protocol, as UCI is for chess.

`UbgiConversation.answer(line)` returns the lines to print; the command reads standard input until ``quit``. Commands:
``ubgi``, ``isready``, ``newsession``, ``newgame``, ``setoption name Plies value N``, ``position gnubgid ID`` or
``position xgid ID``, ``dice A B``, ``go role chequer`` and ``go role cube``, ``quit``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kibitz.core.errors import InputError
from kibitz.games.backgammon.advice import move_advice, position_value
from kibitz.games.backgammon.board.position import START
from kibitz.games.backgammon.moves.dice import parse_dice
from kibitz.games.backgammon.notation.situation import Situation, parse_situation
from kibitz.games.backgammon.search.searcher import MAX_PLIES, Searcher, shipped_searcher


def start_conversation() -> UbgiConversation:
    """A conversation with the shipped weights, for the command; nothing is compiled until plies are set."""
    return UbgiConversation(shipped_searcher(compiled=False))


@dataclass(slots=True)
class UbgiConversation:
    """State of a conversation: situation, plies, and whether it is over."""

    searcher: Searcher
    situation: Situation = Situation(START)  # noqa: RUF009 - a frozen value
    plies: int = 0
    over: bool = False

    def answer(self, line: str) -> list[str]:
        """Lines to send back; a line that cannot be read gets one ``error`` line."""
        words = line.split()
        if not words:
            return []
        try:
            return self._answer(words[0].lower(), words[1:])
        except InputError as error:
            return [f"error {error}"]

    def _answer(self, command: str, words: list[str]) -> list[str]:
        match command:
            case "ubgi":
                options = [f"option name Plies type spin default 0 min 0 max {MAX_PLIES}"]
                return ["id name kibitz", "id author kibitz", *options, "ubgiok"]
            case "isready":
                return ["readyok"]
            case "newsession" | "newgame":
                self.situation = Situation(START)
                return []
            case "setoption":
                self._option(words)
                return []
            case "position":
                if len(words) != 2 or words[0].lower() not in ("gnubgid", "xgid"):
                    raise InputError("position: give gnubgid or xgid, then an ID")
                self.situation = parse_situation(words[1])
                return []
            case "dice":
                self.situation = replace(self.situation, dice=parse_dice(" ".join(words)))
                return []
            case "go":
                return self._go(words)
            case "quit":
                self.over = True
                return []
            case _:
                raise InputError(
                    f"unknown command {command!r}; use ubgi, isready, setoption, position, dice, go or quit"
                )

    def _option(self, words: list[str]) -> None:
        if len(words) != 4 or words[1].lower() != "plies" or not words[3].isdigit() or int(words[3]) > MAX_PLIES:
            raise InputError(f"setoption: write name Plies value N, with N from 0 to {MAX_PLIES}")
        self.plies = int(words[3])
        if self.plies and not self.searcher.compiled:
            self.searcher = Searcher(self.searcher.weights)

    def _go(self, words: list[str]) -> list[str]:
        role = words[1].lower() if len(words) > 1 and words[0].lower() == "role" else "chequer"
        here = self.situation
        if role in ("chequer", "checker"):
            if here.dice is None:
                raise InputError("dice: send the dice before go")
            advice = move_advice(self.searcher, here.position, here.dice, here.state, self.plies)
            return [f"info equity {advice.best.equity:.4f}", f"bestmove {advice.best.notation}"]
        if role == "cube":
            decision = position_value(self.searcher, here.position, here.state, self.plies).cube
            doubles = decision.should_double
            equities = (decision.no_double, decision.double_take, decision.double_pass)
            info = "info nodouble {:.4f} take {:.4f} pass {:.4f}".format(*equities)
            return [info, f"bestmove {'double' if doubles else 'roll'} {'take' if decision.should_take else 'pass'}"]
        raise InputError("go: write role chequer or role cube")
