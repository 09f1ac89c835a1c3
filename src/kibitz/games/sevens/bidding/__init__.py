"""What a letter is worth: prospects, plans on the lattice of racks, prices, equities of bids, advice."""
