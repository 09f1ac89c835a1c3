"""Networks that evaluate positions: inputs, weights, and the evaluator that joins them with bearoff tables."""
