"""The toolkit forgets widgets that are gone.

Textual remembers the colours under each widget together with what the widget last drew, for the last 1,024 of them:
some 40 MiB after enough dialogs (https://github.com/Textualize/textual/issues/6665).
"""

from functools import _lru_cache_wrapper, lru_cache, partial

from textual._styles_cache import StylesCache

NAME = "get_inner_outer"
MOST = 1024
"""Pairs of colours that are remembered."""


def forget_widgets() -> None:
    """Colours are remembered by themselves. Nothing happens the second time, or where the toolkit does so itself."""
    kept = vars(StylesCache).get(NAME)
    if isinstance(kept, _lru_cache_wrapper):
        colours = partial(kept.__wrapped__, StylesCache)
        setattr(StylesCache, NAME, staticmethod(lru_cache(MOST)(colours)))
