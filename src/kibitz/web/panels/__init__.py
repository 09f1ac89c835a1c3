"""From the exhibits of an answer to the panels of its page: parts, layout and tables."""
