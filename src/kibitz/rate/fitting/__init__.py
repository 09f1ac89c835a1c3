"""Sensitivity and consistency fitted to choices: seven methods, their goodness, and what bounds them."""
