"""Training of backgammon networks: on labelled positions, by self-play alone, and on their own look-ahead."""
