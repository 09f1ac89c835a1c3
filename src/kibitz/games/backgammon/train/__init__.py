"""Training of backgammon networks: from labelled positions, from self-play alone, and from own look-ahead."""
