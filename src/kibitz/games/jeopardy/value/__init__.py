"""Values of any state of a game: inputs, networks, and Daily Double wagers priced by them (section 3.1)."""
