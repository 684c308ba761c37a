"""The opponents of an analysis by name. Importing this loads no kernels."""

BELIEF = "weighed"
"""The name of the belief about the opponent's hand: `kernel_belief`."""
PLAYED = "played"
"""The name of that about the hands of several, `kernel_worlds`: as if improved by the base policy
for as many turns as they have had."""
PANEL = ("learnt", "learnt-eager", "learnt-hoarder", "simple")
"""Opponents unlike each other, by which a choice can be tried: the learnt policy in a mixture of
its styles, knocking at once, and never without gin; and a simple player who gives little thought to
discards."""
