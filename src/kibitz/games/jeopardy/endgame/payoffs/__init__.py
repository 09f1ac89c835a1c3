"""Values of scores before Final where more than winning counts: places, a wild card, a series or money."""
