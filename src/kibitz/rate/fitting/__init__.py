"""Fits of sensitivity and consistency to choices: seven methods, goodness of fit, and bounds."""
