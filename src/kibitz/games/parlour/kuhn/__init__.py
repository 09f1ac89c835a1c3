"""Kuhn poker with any number of cards: game tree, strategies, decision lists and their proof."""
