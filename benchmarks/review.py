"""How long a review takes: `python -m benchmarks.review [DEALS]`.

Deals are played by the learnt policy (as the learner) against the opponent of practice games.
"""

import sys
import tempfile
from datetime import UTC, date, datetime
from pathlib import Path
from time import perf_counter

from trainer.game import Rules
from trainer.progress import Store
from trainer.session.play import MatchRun
from trainer.session.review import review
from trainer.session.sitting import Study
from trainer.solver.compile import load_kernel, warm_up
from trainer.solver.players import choose_learnt

DEALS = 10


def quantile(times: list[float], share: float) -> float:
    """A quantile of some times, in seconds."""
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


def report(what: str, times: list[float]) -> None:
    """One line of figures."""
    half, most = quantile(times, 0.5), quantile(times, 0.95)
    print(
        f"{what:<32} median {1000 * half:8.1f} ms   95 % {1000 * most:8.1f} ms   "
        f"longest {1000 * max(times):8.1f} ms   ({len(times)})"
    )


def main(deals: int) -> None:
    """Play and review, and print the times."""
    warm_up()
    load_kernel("kernel_account")
    reviews: list[float] = []
    seconds: list[float] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        Store(Path(folder) / "progress.sqlite3") as store,
    ):
        study = Study(store, lambda: datetime.now(UTC), date.today)
        for seed in range(deals):
            run = MatchRun.new(Rules(target=None), seed, study)
            while run.deal.phase != "over":
                if run.my_turn:
                    run.act(str(choose_learnt(run.position)))
                else:
                    run.reply()
            stored = store.deal(run.deal_id)
            for times in (reviews, seconds):
                start = perf_counter()
                review(study, stored)
                times.append(perf_counter() - start)
    report("review of a deal", reviews)
    report("second look", seconds)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else DEALS)
