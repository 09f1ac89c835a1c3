"""Chess as people play it: what players of a rating choose, phases of a game, and games annotated for reading."""
