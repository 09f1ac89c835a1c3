"""Final Jeopardy: equities of every wager, people's bets, named wagers, reasons, equilibria, cards."""
