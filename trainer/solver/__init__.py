"""The solver: what every action of a position is worth. It knows nothing of lessons or screens."""

from trainer.solver.analyse import DEFAULT_PLAYOUTS, VERSION, analyse, default_seed
from trainer.solver.analysis import ActionValue, Analysis, is_accepted
from trainer.solver.compile import ready, warm_up
from trainer.solver.errors import Cancelled, SolverError
from trainer.solver.policy import choose

__all__ = [
    "DEFAULT_PLAYOUTS",
    "VERSION",
    "ActionValue",
    "Analysis",
    "Cancelled",
    "SolverError",
    "analyse",
    "choose",
    "default_seed",
    "is_accepted",
    "ready",
    "warm_up",
]
