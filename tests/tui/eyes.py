"""How colours look to others: the three kinds of colour blindness, distances and contrast.

The matrices are those of Machado, Oliveira and Fernandes (2009) for full dichromacy, on linear RGB. Distances are
Euclidean in OKLab (Ottosson 2020); contrast is that of WCAG 2.
"""

from math import dist
from typing import TypeAlias

Triple: TypeAlias = tuple[float, float, float]

EYES: dict[str, tuple[Triple, Triple, Triple]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
CONES = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
OKLAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)


def parsed(colour: str) -> Triple:
    """Red, green and blue from 0 to 1 of `#rrggbb`."""
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return red, green, blue


def _linear(colour: str) -> Triple:
    red, green, blue = (_without_gamma(part) for part in parsed(colour))
    return red, green, blue


def _without_gamma(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _times(matrix: tuple[Triple, Triple, Triple], vector: Triple) -> Triple:
    first, second, third = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return first, second, third


def _lab(colour: str, eye: str) -> Triple:
    red, green, blue = (min(1.0, max(0.0, part)) for part in _times(EYES[eye], _linear(colour)))
    cones = _times(CONES, (red, green, blue))
    return _times(OKLAB, (cones[0] ** (1 / 3), cones[1] ** (1 / 3), cones[2] ** (1 / 3)))


def distance(one: str, other: str, eye: str) -> float:
    """How far apart two colours are for an eye."""
    return dist(_lab(one, eye), _lab(other, eye))


def contrast(one: str, other: str) -> float:
    """Ratio of their lightness, 1 to 21."""
    dark, light = sorted((_lightness(one), _lightness(other)))
    return (light + 0.05) / (dark + 0.05)


def _lightness(colour: str) -> float:
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
