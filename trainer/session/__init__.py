"""Answers from start to finish, and what strings them together. Knows nothing of screens."""
