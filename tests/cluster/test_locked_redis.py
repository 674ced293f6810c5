"""A Redis behind TLS and a password: nodes get in with the right ones, and say what is wrong with others."""

import datetime
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme

from server.cli import main
from server.cluster.keys import Keys
from server.ops import OpsPort
from server.orders import Status
from tests.cluster.club import ClubHouse, open_club
from tests.cluster.links import linked
from tests.cluster.redis_process import MISSING, PROGRAM, RedisProcess
from tests.cluster.test_going_on import a_party, ends
from tests.server.test_ops import Watcher
from tuicards.wire.messages import Said

RIGHTS = ("~tuicards-*", "+@all", "-@admin", "-@dangerous", "+info")
"""As docs/cluster.md names them."""


def speaks_tls() -> bool:
    """Asked for it without a certificate, a Redis that was built with it says what is missing, and ends."""
    assert PROGRAM is not None
    asked = [PROGRAM, "--port", "0", "--tls-port", "1", "--tls-cert-file", "/no/such", "--tls-key-file", "/no/such"]
    try:
        told = subprocess.run(asked, capture_output=True, check=False, timeout=5)
    except subprocess.TimeoutExpired:
        return False
    return b"Failed to configure TLS" in told.stdout + told.stderr


class Locked:
    """A Redis that speaks TLS as `localhost`, has an authority of its own, and knows two users."""

    def __init__(self, folder: Path) -> None:
        self.folder, authority = folder, trustme.CA()
        self.redis = RedisProcess(folder / "redis")
        authority.cert_pem.write_to_path(str(folder / "ca.pem"))
        trustme.CA().cert_pem.write_to_path(str(folder / "other.pem"))
        self._certify("good", authority.issue_cert("localhost"))
        then = datetime.datetime(2020, 1, 1)
        late = authority.issue_cert("localhost", not_before=then, not_after=then + datetime.timedelta(days=90))
        self._certify("late", late)
        users = {"nodes": RIGHTS, "poor": ("~*", "+@all", "-@scripting"), "boss": ("~*", "+@all")}
        lines = [f"user {name} on >sesame {' '.join(rights)}" for name, rights in users.items()]
        (folder / "users.acl").write_text("\n".join(["user default off", *lines, ""]))

    def _certify(self, name: str, certificate: trustme.LeafCert) -> None:
        certificate.private_key_and_cert_chain_pem.write_to_path(str(self.folder / f"{name}.pem"))

    def start(self, certificate: str = "good") -> None:
        """With this certificate."""
        port, pem = str(self.redis.port), str(self.folder / f"{certificate}.pem")
        self.redis.kill()
        self.redis.start(
            *("--port", "0", "--tls-port", port, "--tls-cert-file", pem, "--tls-key-file", pem),
            *("--tls-auth-clients", "no", "--aclfile", str(self.folder / "users.acl")),
        )  # fmt: skip

    def url(self, user: str = "nodes:sesame", host: str = "localhost", authority: str = "ca.pem") -> str:
        """Where it is, as a node is told."""
        return f"rediss://{user}@{host}:{self.redis.port}/0?ssl_ca_certs={self.folder / authority}"


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Locked]:
    if PROGRAM is None:
        pytest.skip(MISSING)
    if not speaks_tls():
        pytest.skip(f"{PROGRAM} was built without TLS")
    locked = Locked(tmp_path_factory.mktemp("locked"))
    locked.start()
    yield locked
    locked.redis.kill()


def start_with(url: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Exit code and last words of a server that is to be a node there."""
    (folder / "url").write_text(f"{url}\n")
    node = ("--cluster-file", str(folder / "url"), "--node", "n1", "--host", "127.0.0.1", "--port", "0")
    code = main((*node, "--memory", "--no-announce", "--control", str(folder / "control")), {})
    said = capsys.readouterr()
    assert "sesame" not in said.out + said.err
    return code, said.err


async def test_a_club_plays_behind_tls_and_a_password_that_nobody_is_told(
    locked: Locked, keys: Keys, caplog: pytest.LogCaptureFixture
) -> None:
    """Two nodes with no more rights than they need."""
    caplog.set_level("DEBUG")
    async with open_club(locked.url(), f"tuicards-{keys.prefix}") as club:
        one, two = await club.open("one"), await club.open("two")
        mine, others = await ends(*await a_party(one, two))
        assert mine.view["outcome"] == others.view["outcome"]
        told = await everything_told(one)
    assert "sesame" not in caplog.text + told


@pytest.mark.thorough
async def test_nodes_that_are_locked_out_for_a_while_wait(
    locked: Locked, keys: Keys, caplog: pytest.LogCaptureFixture
) -> None:
    """As for a Redis that is away; the log says why, and play goes on when they are let in again."""
    async with open_club(locked.url(), f"tuicards-{keys.prefix}") as club:
        one = await club.open("one")
        ann, bo = await a_party(one, one)
        async with linked(locked.url("boss:sesame")) as boss:
            await boss.ask("ACL", "SETUSER", "nodes", "off")
            await boss.ask("CLIENT", "KILL", "USER", "nodes")
            await ann.until(Said, lambda said: said.code == "cluster_waits")
            told = await everything_told(one)
            await boss.ask("ACL", "SETUSER", "nodes", "on")
            await ann.until(Said, lambda said: said.code == "cluster_back")
        mine, others = await ends(ann, bo)
    assert mine.view["outcome"] == others.view["outcome"]
    assert "invalid username-password" in caplog.text
    assert "sesame" not in caplog.text + told


async def everything_told(house: ClubHouse) -> str:
    """What a node says of itself to its operator and to who watches."""
    status = await house.service.operator().do(Status())
    ops = OpsPort("127.0.0.1:0")
    await ops.start(house.service)
    try:
        watcher = Watcher(house, ops)
        pages = [(await watcher.get(page))[2].decode() for page in ("/metrics", "/ready", "/health")]
    finally:
        await ops.stop()
    return "".join([repr(status), repr(house.node), *pages])


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ({"user": "nodes:sesame1"}, "does not let this server in: invalid username-password pair"),
        ({"user": "poor:sesame"}, "forbids what a node has to do there: this user has no permissions"),
        ({"authority": "other.pem"}, "cannot prove that it is the cluster's Redis: "),
        ({"host": "127.0.0.1"}, "cannot prove that it is the cluster's Redis: IP address mismatch"),
    ],
    ids=["wrong password", "few rights", "another authority", "another host"],
)
def test_what_keeps_a_node_out_is_told(
    how: dict[str, str], told: str, locked: Locked, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one sentence and with what to do; a supervisor may try again, for all of it can be mended at Redis."""
    code, said = start_with(locked.url(**how), tmp_path, capsys)
    assert (code, said.count("\n")) == (1, 1)
    assert told in said


def test_a_certificate_that_has_run_out_is_told(
    locked: Locked, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As any other that proves nothing."""
    locked.start("late")
    try:
        code, said = start_with(locked.url(), tmp_path, capsys)
    finally:
        locked.start()
    assert code == 1
    assert "certificate has expired" in said


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("&ssl_certfile=/no/such/file", "/no/such/file cannot be read"),
        ("&ssl_cert_reqs=perhaps", "has no such value"),
    ],
)
def test_what_is_wrong_with_the_address_itself_stays_wrong(
    more: str, told: str, locked: Locked, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is tried, and a supervisor need not try again."""
    code, said = start_with(locked.url() + more, tmp_path, capsys)
    assert code == 2
    assert told in said


def test_a_port_that_speaks_no_tls_is_guessed_at(
    locked: Locked, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where one side speaks it and the other does not, neither can say so."""
    code, said = start_with(f"redis://nodes:sesame@localhost:{locked.redis.port}/0", tmp_path, capsys)
    assert code == 1
    assert "write rediss://" in said
