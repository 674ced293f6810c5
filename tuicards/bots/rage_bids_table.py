"""What the bid estimates of Rage were learned to be.

Made by `python -m tests.bench.rage_bids`: rounds between seats that play by the simulator's policy and bid
half the time at random. Each row holds the coefficients of one quantity in 1, m, l, m * l and l * l, where m is
log(seats / 4) and l log(hand size / 5).
"""

from collections.abc import Mapping

PROMISE: Mapping[str, tuple[float, ...]] = {
    "t_height": (1.222, -0.033, -0.229, -0.479, -0.307),
    "t_centre": (7.870, 5.047, 2.738, -2.087, 0.337),
    "t_width": (4.802, -3.469, -0.902, -0.917, -0.404),
    "t_base": (0.602, -0.653, -0.727, 0.856, 0.301),
    "p_height": (0.915, -1.309, 0.182, -0.793, 0.460),
    "p_centre": (10.610, -0.092, 3.828, -4.985, -0.914),
    "p_width": (4.019, -7.424, -1.799, -0.534, 2.380),
    "wild": (0.868, 0.144, -0.619, -0.029, 0.147),
    "change": (-0.042, -0.038, -0.158, 0.373, -0.270),
    "out": (-0.174, 0.147, -0.201, 0.409, -0.224),
    "start": (-0.769, 0.672, 0.444, 0.598, -0.114),
    "ruff": (-0.310, 0.315, 0.211, -0.383, 0.056),
    "lead": (0.057, -0.251, -0.294, -0.120, 0.096),
    "last": (-0.033, 0.066, 0.070, 0.051, 0.030),
    "early": (-0.126, 0.138, 0.024, -0.016, -0.001),
    "top": (0.382, 0.966, 1.367, -1.431, -0.671),
    "top_b": (-1.505, -1.775, -3.163, 1.968, 0.874),
    "width": (1.466, -0.215, 0.605, -0.172, 0.125),
    "zero": (1.750, -0.472, 0.217, -0.552, -0.374),
    "zero_m": (1.093, -0.212, -0.592, 0.333, 0.146),
    "miss": (0.991, 0.162, -0.018, 0.185, -0.043),
    "miss_m": (0.717, -0.026, 0.249, 0.136, -0.094),
    "miss_b": (-0.148, -0.078, 0.193, -0.034, -0.137),
}
"""A hand's strength, and how often a bid is met by it.

A card's worth is a logistic curve over its number, for trumps (`t_`) and for the others (`p_`); `ruff` is what a void
adds beside trumps; `lead`, `last` and `early` come from the place and the earlier bids. `zero` and `zero_m` say how
often a bid of 0 is met, `top`, `top_b` and `width` how often another; `miss`, `miss_m` and `miss_b` how many tricks
are taken where the bid is missed.
"""

HABIT: Mapping[str, tuple[float, ...]] = {
    "t_height": (0.776, -0.397, -0.031, -0.446, -0.045),
    "t_centre": (11.235, 7.604, 6.392, -4.386, -8.378),
    "t_width": (4.016, -2.255, 0.273, -3.868, 0.348),
    "t_base": (0.253, -0.096, -0.259, 0.200, -0.116),
    "p_height": (0.657, -0.351, 0.085, 0.013, -0.068),
    "p_centre": (13.271, 10.464, 3.127, -2.794, -5.536),
    "p_width": (5.543, 0.554, -2.458, -2.318, -2.050),
    "wild": (0.530, -0.129, -0.291, -0.062, 0.084),
    "change": (-0.052, 0.094, -0.107, 0.188, -0.022),
    "out": (-0.086, 0.180, -0.132, 0.240, -0.035),
    "start": (-0.023, 0.432, 0.435, 0.239, 0.249),
}
"""What bids are made for: bids of `rage_normal` and those that promise most, as a sum over the cards of the hand."""
