"""What the bid estimates of Rage were learned to be.

Made by `python -m tests.bench.rage_bids`: rounds between seats that play by the simulator's rules of thumb and bid
half the time at random. Each row holds the coefficients of one quantity in 1, m, l, m * l and l * l, where m is
log(seats / 4) and l log(hand size / 5).
"""

from collections.abc import Mapping

PROMISE: Mapping[str, tuple[float, ...]] = {
    "t_height": (0.950, -0.301, -0.558, -0.571, -0.309),
    "t_centre": (7.923, 4.965, 2.737, -1.926, 0.418),
    "t_width": (4.058, -4.900, -0.921, -1.235, 0.541),
    "t_base": (0.689, -0.513, -0.706, 0.955, 0.333),
    "p_height": (0.748, -0.683, -0.145, -0.694, 0.373),
    "p_centre": (8.465, 1.789, 1.907, -0.881, -1.491),
    "p_width": (3.743, -4.611, -2.843, -1.012, 1.653),
    "wild": (0.813, 0.446, -0.507, -0.051, 0.311),
    "change": (-0.052, 0.161, -0.102, 0.313, -0.192),
    "out": (-0.151, 0.295, -0.153, 0.448, -0.207),
    "start": (-0.866, -0.074, 0.426, 0.392, -0.171),
    "ruff": (-0.332, 0.344, 0.194, -0.587, 0.049),
    "lead": (0.073, -0.279, -0.331, -0.155, 0.084),
    "last": (0.032, 0.005, 0.122, -0.018, 0.020),
    "early": (-0.155, 0.152, -0.009, -0.015, -0.019),
    "top": (0.118, 1.263, 1.112, -1.164, -0.614),
    "top_b": (-1.494, -2.083, -2.971, 1.720, 0.817),
    "width": (1.497, -0.138, 0.664, -0.092, 0.172),
    "zero": (1.424, -0.024, -0.106, -0.325, -0.510),
    "zero_m": (0.967, -0.257, -0.624, 0.155, 0.122),
    "miss": (1.068, 0.180, 0.104, 0.198, -0.001),
    "miss_m": (0.684, -0.014, 0.151, 0.142, -0.148),
    "miss_b": (-0.117, -0.107, 0.248, -0.035, -0.105),
}
"""A hand's strength, and how often a bid is met by it.

A card's worth is a logistic curve over its number, for trumps (`t_`) and for the others (`p_`); `ruff` is what a void
adds beside trumps; `lead`, `last` and `early` come from the place and the earlier bids. `zero` and `zero_m` say how
often a bid of 0 is met, `top`, `top_b` and `width` how often another; `miss`, `miss_m` and `miss_b` how many tricks
are taken where the bid is missed.
"""

HABIT: Mapping[str, tuple[float, ...]] = {
    "t_height": (0.691, -0.297, 0.058, -0.760, -0.114),
    "t_centre": (9.775, 7.334, 5.079, -6.743, -3.771),
    "t_width": (4.103, -2.124, -0.146, -1.739, 1.169),
    "t_base": (0.343, -0.265, -0.424, 0.395, -0.010),
    "p_height": (0.606, -0.380, 0.032, 0.002, -0.045),
    "p_centre": (13.171, 8.751, 2.920, -0.515, -5.439),
    "p_width": (4.555, -0.613, -1.145, 0.556, -1.339),
    "wild": (0.485, -0.124, -0.274, -0.068, 0.158),
    "change": (-0.073, 0.117, -0.104, 0.192, 0.037),
    "out": (-0.108, 0.180, -0.136, 0.267, 0.038),
    "start": (0.078, 0.391, 0.352, 0.197, 0.087),
}
"""What bids are made for: bids of `rage_normal` and those that promise most, as a sum over the cards of the hand."""
