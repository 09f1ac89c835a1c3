"""The report on the auction of seven-letter words (2009)."""
