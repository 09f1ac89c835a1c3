"""From the exhibits of an answer to the panels of its page: what they become, where they stand, how they are told."""
