"""What the solver raises: one sentence for a person, like the game room's errors."""

from __future__ import annotations


class SolverError(RuntimeError):
    """The solver cannot answer; ``sentence`` says why and what to do next."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Cancelled(SolverError):
    """The analysis was stopped on request before it had an answer."""

    def __init__(self) -> None:
        super().__init__("the analysis was stopped before it was done: ask again to start it anew")
