"""Learning lists: templates behind guards, constants on boxes, and the paper's parameter sampling."""
