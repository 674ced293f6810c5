"""Who a greeting is from: the holder of a token, a guest of the SSH door, or somebody new."""

import secrets

from server.doors import Doors
from server.names import clean_name
from server.people import Peer, Person
from server.register import Register
from server.tickets import Guest, Tickets
from tuicards.wire.messages import Hello


class Admission:
    """Lets greetings in. Whatever they claim besides, the token or the ticket says who it is."""

    def __init__(self, people: Register, doors: Doors, tickets: Tickets) -> None:
        self._people, self._doors, self._tickets = people, doors, tickets

    def admit(self, hello: Hello, peer: Peer) -> tuple[Person, str]:
        """Who that is, and the token that says so from now on.

        Raises Refused: `bad_ticket`, `bad_name`, `name_taken`, `name_of_key`, what the doors raise, and
        `too_many_here` or `too_fast` for the place that a guest of the SSH door really comes from.
        """
        if hello.ticket:
            return self._with_ticket(hello, peer)
        person = self._people.holder(hello.token)
        if person is None:
            self._doors.check(hello, peer.host, peer.origin.place, known=False)
            return self._newcomer(hello.name, "")
        if peer.origin.here and person.beyond_door:
            peer.comes_from(person.beyond_door)
        else:
            person.beyond_door = ""
        self._check(person, hello, peer)
        return person, hello.token

    def _check(self, person: Person, hello: Hello, peer: Peer) -> None:
        """A key stands for the password that was asked for when it came first, and so does its person's token."""
        if person.key:
            self._doors.bans.check_address(peer.host)
        else:
            self._doors.check(hello, peer.host, peer.origin.place, known=True)
        self._doors.bans.check_name(person.name)

    def _with_ticket(self, hello: Hello, peer: Peer) -> tuple[Person, str]:
        """A ticket is used up by the greeting that succeeds: who is refused may try again, with another name."""
        guest = self._tickets.guest(hello.ticket)
        peer.comes_from(guest.address)
        person, token = self._guest(guest, hello, peer)
        person.beyond_door = guest.address
        self._tickets.use(hello.ticket)
        return person, token

    def _guest(self, guest: Guest, hello: Hello, peer: Peer) -> tuple[Person, str]:
        bound = self._people.keys.bound(guest.key)
        if bound is None:
            self._doors.check(hello, peer.host, peer.origin.place or _guesser(guest), known=False)
            return self._newcomer(hello.name.strip() or guest.name, guest.key)
        self._doors.bans.check_address(peer.host)
        self._doors.bans.check_name(bound.name)
        token = _new_token()
        return self._people.by_key(bound, token), token

    def _newcomer(self, name: str, key: str) -> tuple[Person, str]:
        """Who has no key may go without a name, and is given one."""
        name = clean_name(name) if key or name.strip() else self._people.guest_name()
        self._doors.bans.check_name(name)
        token = _new_token()
        return self._people.add(name, token, key), token


def _guesser(guest: Guest) -> str:
    """Guests on this machine are not held to account for each other."""
    return f"key {guest.key}" if guest.key else ""


def _new_token() -> str:
    return secrets.token_urlsafe(16)
