"""Charts and boards as SVG, without scripts or external resources."""
