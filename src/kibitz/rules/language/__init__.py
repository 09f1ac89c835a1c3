"""What lists are written in: expressions, conditions, domains, lists, their text and their reasons."""
