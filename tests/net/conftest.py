"""Networks that several tests use."""

from collections.abc import Iterator

import pytest

from tests.net.machines import Machine, cable, machines, settled


@pytest.fixture(scope="session")
def pair() -> Iterator[tuple[Machine, Machine]]:
    """Two machines with a cable between them; tests leave it as it is."""
    with machines(2) as (here, there):
        cable(here, there, "eth0", ("10.1.0.1/24", "10.1.0.2/24"), ("fd01::1/64", "fd01::2/64"))
        for machine in (here, there):
            machine.ip("link set lo up")
        settled(here, there)
        yield here, there
