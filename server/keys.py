"""Whose key is whose: each SSH key that has been here has a name, which nobody else can have, here or not."""

import logging
import time
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from server.lookalikes import looks
from server.names import name_key
from server.records import KeyBound, KeyForgotten
from server.store import Journal
from tuicards.errors import Refused

log = logging.getLogger(__name__)

KEYS_KEPT = 10_000

SETTINGS_SIZE = 4096
"""Bytes of the settings of one key, as JSON."""

MOST_UNBOUND = 1000
"""So many keys without a name yet may have settings that wait for one."""


class Keys:
    """The keys that have a name, those least lately here first. Changes go into the record."""

    def __init__(self, store: Journal) -> None:
        self._store = store
        self._bound: dict[str, KeyBound] = {}
        self._by_name: dict[str, str] = {}
        self._by_look: dict[str, list[str]] = {}
        """More than one where names were bound before they were known to look the same."""
        self._unbound: dict[str, dict[str, str]] = {}
        """Settings of keys that are still to have a name."""

    def restore(self, kept: KeyBound) -> None:
        """A key of the record, or what is known of it by now.

        One whose name belongs to another one stays in the record and opens nothing.
        """
        if kept.fingerprint in self._bound:
            self._bound[kept.fingerprint] = kept
        elif self.named(kept.name):
            log.error("the key %s stays in the record, but %s belongs to another key", kept.fingerprint, kept.name)
        else:
            self._take(kept)

    def all(self) -> list[KeyBound]:
        return list(self._bound.values())

    def bound(self, key: str) -> KeyBound | None:
        """What is known of a key; None where it has no name."""
        return self._bound.get(key)

    def named(self, name: str) -> KeyBound | None:
        """What is known of the key of this name."""
        return self._bound.get(self._by_name.get(name_key(name), ""))

    def holder(self, name: str) -> str:
        """The key whose name it is, or looks like; empty: nobody's."""
        return self._by_name.get(name_key(name)) or self._by_look.get(looks(name), [""])[0]

    def check_free(self, name: str) -> None:
        """Raises Refused `name_of_key` where the name is a key's."""
        if self.holder(name):
            raise Refused("name_of_key", name=name)

    def bind(self, key: str, name: str) -> None:
        """From now on the name is this key's."""
        now = int(time.time())
        bound = KeyBound(key, name, now, now, self._unbound.pop(key, None))
        self._take(bound)
        self._store.put([bound])

    def surplus(self, in_use: Callable[[str], bool]) -> KeyBound | None:
        """Where there are too many, the one least lately here whose name is not in use."""
        if len(self._bound) <= KEYS_KEPT:
            return None
        return next((known for known in self._bound.values() if not in_use(known.name)), None)

    def seen(self, key: str) -> None:
        """Its person is here just now."""
        if key in self._bound:
            self._bound[key] = self._bound.pop(key)
            self._change(key)

    def settings(self, key: str) -> dict[str, str] | None:
        """What is remembered with a key; None: nothing yet."""
        known = self._bound.get(key)
        return known.settings if known is not None else self._unbound.get(key)

    def keep_settings(self, key: str, settings: Mapping[str, str]) -> None:
        """Remember them in place of the ones before. What is no plain text, or too much, is left out."""
        clean = {name: value for name, value in settings.items() if name.isprintable() and value.isprintable()}
        if not key or len(msgspec.json.encode(clean)) > SETTINGS_SIZE:
            log.warning("the settings of %s are not kept", key or "a guest without a key")
        elif key in self._bound:
            self._change(key, settings=clean)
        else:
            self._unbound[key] = clean
            if len(self._unbound) > MOST_UNBOUND:
                del self._unbound[next(iter(self._unbound))]

    def forget(self, key: str) -> None:
        """The key and its name are nobody's again."""
        self.drop(key)
        self._store.put([KeyForgotten(key)])

    def drop(self, key: str) -> None:
        """A key that the record does not know any more."""
        known = self._bound.pop(key)
        del self._by_name[name_key(known.name)]
        alike = self._by_look[looks(known.name)]
        alike.remove(key)
        if not alike:
            del self._by_look[looks(known.name)]

    def _change(self, key: str, **fields: Any) -> None:
        """Something new of a key whose person, or their client, is here just now."""
        self._bound[key] = msgspec.structs.replace(self._bound[key], seen=int(time.time()), **fields)
        self._store.put([self._bound[key]])

    def _take(self, bound: KeyBound) -> None:
        self._bound[bound.fingerprint] = bound
        self._by_name[name_key(bound.name)] = bound.fingerprint
        self._by_look.setdefault(looks(bound.name), []).append(bound.fingerprint)
