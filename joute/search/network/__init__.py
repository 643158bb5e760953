"""Neural networks at play: inference in compiled code, the network agent, priors for searches."""
