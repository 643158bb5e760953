"""Rules and searches compiled by numba: the only package that knows the compiler."""
