"""Proofs of what lists cost: `search` finds them, `verification` checks them from scratch, `proved` reports bounds."""
