"""Values that hold secrets, told without them: what ends up in a log, a traceback or a crash file says nothing."""

import msgspec

HIDDEN = "***"


def told_without(value: msgspec.Struct, *secret: str) -> str:
    """The value's repr, with HIDDEN in place of these fields where they hold anything."""
    fields = (
        f"{name}={HIDDEN if name in secret and field else repr(field)}"
        for name in value.__struct_fields__
        for field in [getattr(value, name)]
    )
    return f"{type(value).__name__}({', '.join(fields)})"
