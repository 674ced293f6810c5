"""Everybody whom a server knows: by name, by its look, by token and by key. Changes go into the record."""

from collections.abc import Callable, Iterator
from itertools import count

from server.clock import Clock
from server.keys import Keys
from server.limits import Limits
from server.lookalikes import looks
from server.names import name_key
from server.people import Person
from server.records import KeyBound, PersonForgotten, PersonKept
from server.secret_hash import secret_hash
from server.store import Journal
from tuicards.errors import Refused

PEOPLE_KEPT = 2000


class Register:
    """The people, those least lately here first. Who is in use (`in_use` tells) is never forgotten."""

    def __init__(self, store: Journal, limits: Limits, clock: Clock, in_use: Callable[[Person], bool]) -> None:
        self._store, self._limits, self._clock, self._in_use = store, limits, clock, in_use
        self.keys = Keys(store)
        self._people: dict[str, Person] = {}
        """By key of the name."""
        self._by_token: dict[bytes, Person] = {}
        self._by_look: dict[str, list[Person]] = {}

    def __iter__(self) -> Iterator[Person]:
        return iter(self._people.values())

    def limit(self, limits: Limits) -> None:
        """Other limits from now on, for everybody who is known, too."""
        self._limits = limits
        for person in self:
            person.limit(limits)

    def named(self, name: str) -> Person | None:
        return self._people.get(name_key(name))

    def holder(self, token: str) -> Person | None:
        """Whose token it is."""
        return self._by_token.get(secret_hash(token)) if token else None

    def guest_name(self) -> str:
        """A name that nobody has, here or by a key, and that looks like nobody's."""
        return next(name for name in map("Guest {}".format, count(1)) if self._is_free(name))

    def _is_free(self, name: str) -> bool:
        return self.named(name) is None and looks(name) not in self._by_look and not self.keys.holder(name)

    def add(self, name: str, token: str, key: str = "") -> Person:
        """Somebody new, whose name is bound to their key if they have one.

        Who had the name, or one that looks the same, has no key and does not use it, is forgotten.
        Raises Refused: `name_of_key`, `name_taken`.
        """
        self.keys.check_free(name)
        same = self.named(name)
        alike = self._by_look.get(looks(name), [])
        before = alike if same is None or same in alike else [same, *alike]
        if any(map(self._in_use, before)):
            raise Refused("name_taken", name=name)
        for known in tuple(before):
            self._forget(known)
        if key:
            self.keys.bind(key, name)
        return self._know(name, secret_hash(token), key)

    def by_key(self, bound: KeyBound, token: str) -> Person:
        """Whose key it is; from now on this token is theirs, and no other."""
        person = self.named(bound.name)
        if person is None:
            return self._know(bound.name, secret_hash(token), bound.fingerprint)
        self._give_token(person, secret_hash(token))
        return person

    def _give_token(self, person: Person, token_hash: bytes) -> None:
        del self._by_token[person.token_hash]
        person.token_hash = token_hash
        self._by_token[token_hash] = person

    def restore(self, kept: PersonKept) -> None:
        """Somebody of the record, after all keys; who is known already has this token from now on."""
        person = self._people.pop(name_key(kept.name), None)
        if person is None:
            bound = self.keys.named(kept.name)
            self._know(kept.name, kept.token_hash, bound.fingerprint if bound is not None else "")
        else:
            self._people[name_key(kept.name)] = person
            self._give_token(person, kept.token_hash)

    def _know(self, name: str, token_hash: bytes, key: str = "") -> Person:
        person = Person(name, token_hash, self._limits, self._clock)
        person.key = key
        self._people[name_key(name)] = person
        self._by_token[token_hash] = person
        self._by_look.setdefault(person.look, []).append(person)
        return person

    def came(self, person: Person) -> None:
        """The person is here: the latest of all. Where there are too many to remember, another is forgotten."""
        self._people[name_key(person.name)] = self._people.pop(name_key(person.name))
        self.seen(person)
        if len(self._people) > PEOPLE_KEPT:
            idle = next((other for other in self if other is not person and not self._in_use(other)), None)
            if idle is not None:
                self._forget(idle)
        surplus = self.keys.surplus(lambda name: name == person.name or self._name_in_use(name))
        if surplus is not None:
            self.forget_key(surplus)

    def _name_in_use(self, name: str) -> bool:
        person = self.named(name)
        return person is not None and self._in_use(person)

    def seen(self, person: Person) -> None:
        """Keep that the person was here just now."""
        self._store.put([PersonKept(person.name, person.token_hash)])
        self.keys.seen(person.key)

    def forget_key(self, bound: KeyBound) -> None:
        """The key opens nothing any more; its person is one as any other, whose name others get when it is unused."""
        self.keys.forget(bound.fingerprint)
        self.unbind(bound)

    def bind(self, bound: KeyBound) -> None:
        """The key is this person's."""
        person = self.named(bound.name)
        if person is not None:
            person.key = bound.fingerprint

    def unbind(self, bound: KeyBound) -> None:
        """The key is not this person's any more."""
        person = self.named(bound.name)
        if person is not None:
            person.key = ""

    def _forget(self, person: Person) -> None:
        self.drop(person)
        self._store.put([PersonForgotten(person.name)])

    def drop(self, person: Person) -> None:
        """Somebody whom the record does not know any more."""
        del self._people[name_key(person.name)]
        del self._by_token[person.token_hash]
        alike = self._by_look[person.look]
        alike.remove(person)
        if not alike:
            del self._by_look[person.look]
