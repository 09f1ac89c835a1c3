"""Exact algebra of the parameters: polynomials, quotients, factors, sure bounds, systems of inequalities."""
