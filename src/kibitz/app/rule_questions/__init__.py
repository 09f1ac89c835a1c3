"""Questions about decision lists of any parametrized game: learn, check, prove, apply, sample, draw."""
