"""A trainer for Oklahoma Gin: lessons, puzzles and practice games judged by a solver."""

__version__ = "0.1.0"
