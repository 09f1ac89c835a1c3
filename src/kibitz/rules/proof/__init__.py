"""Proofs of bounds on the loss of lists: `search` finds them, `verification` checks them, `bounds` reports bounds."""
