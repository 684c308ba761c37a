"""Glicko-2 ratings: Mark Glickman, "Example of the Glicko-2 system", 2022,
http://www.glicko.net/glicko/glicko2.pdf. Steps are numbered as there.

Constants are Lichess's. Time enters as there too: a deviation grows with the days that have passed,
so that one game at a time can be rated.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt

from msgspec import Struct

SCALE = 173.7178
"""Points of a rating to one on the internal scale."""
TAU = 0.75
"""How readily the volatility changes."""
LEAST_DEVIATION, MOST_DEVIATION = 45.0, 500.0
PROVISIONAL_FROM = 110.0
"""A rating with this deviation or more says little yet."""
PERIODS_A_DAY = 0.21436
"""Rating periods."""
CONVERGED = 1e-6


class Rating(Struct, frozen=True):
    """How strong a player or a puzzle is, and how sure that is. The default is a newcomer's."""

    value: float = 1500.0
    deviation: float = MOST_DEVIATION
    volatility: float = 0.09

    @property
    def provisional(self) -> bool:
        """Whether it says little yet."""
        return self.deviation >= PROVISIONAL_FROM

    def after_days(self, days: float) -> Rating:
        """The same after a time without games: less sure."""
        spread = sqrt(self.deviation**2 + days * PERIODS_A_DAY * (SCALE * self.volatility) ** 2)
        return Rating(self.value, _bounded(spread), self.volatility)


def rated(
    rating: Rating,
    games: Sequence[tuple[Rating, float]],
    *,
    periods: float = 1.0,
    tau: float = TAU,
) -> Rating:
    """A rating after some games, each an opponent and a score from 0 to 1.

    `periods` is the time the games took, in rating periods; of 0 for games at one moment.
    """
    own, phi = (rating.value - 1500.0) / SCALE, rating.deviation / SCALE  # step 2
    information = surprise = 0.0
    for opponent, score in games:  # steps 3 and 4
        weight = 1 / sqrt(1 + 3 * (opponent.deviation / SCALE) ** 2 / pi**2)
        expected = 1 / (1 + exp(weight * ((opponent.value - 1500.0) / SCALE - own)))
        information += weight**2 * expected * (1 - expected)
        surprise += weight * (score - expected)
    volatility = _volatility(rating.volatility, phi, 1 / information, surprise / information, tau)
    before = phi**2 + periods * volatility**2  # step 6
    after = 1 / (1 / before + information)  # step 7
    value = 1500.0 + SCALE * (own + after * surprise)  # step 8
    return Rating(value, _bounded(SCALE * sqrt(after)), volatility)


def _volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """Step 5: the new volatility, by the Illinois algorithm."""
    a = log(sigma**2)

    def slope(x: float) -> float:
        total = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - total) / (2 * total**2) - (x - a) / tau**2

    low = a
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while slope(a - steps * tau) < 0:
            steps += 1
        high = a - steps * tau
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > CONVERGED:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)


def _bounded(deviation: float) -> float:
    return min(max(deviation, LEAST_DEVIATION), MOST_DEVIATION)
