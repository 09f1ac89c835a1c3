"""Value of a letter: prospects, plans on the lattice of racks, prices, equities of bids, recommendations."""
