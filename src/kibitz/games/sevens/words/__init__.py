"""Letters and words: tiles, word lists, the index of racks, chances that letters are drawn."""
