"""Final Jeopardy: equities of every wager, people's bets, names, reasons, equilibria, cheat sheets."""
