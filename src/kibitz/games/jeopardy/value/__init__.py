"""What any state of a game is worth: inputs, networks, and Daily Double wagers priced by them (section 3.1)."""
