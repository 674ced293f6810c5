"""A local port for whoever watches the server: /metrics, /health and /ready."""

import argparse
import asyncio
import json
import logging
from collections.abc import Callable
from typing import Any, TypeAlias

from server.config import whole
from server.declared import Parser, Section
from server.health import Lateness, ailments
from server.service import Service
from server.tiny_http import Page, TinyHttp
from tuicards.address import parse_address
from tuicards.errors import SetupError

log = logging.getLogger(__name__)

Reading: TypeAlias = Callable[[Callable[[str], Any]], Callable[[str], Any]]

LOOPBACK = "127.0.0.1"


def add_ops(parser: Parser, reading: Reading) -> None:
    """The settings. `reading` makes a reader of this project one of argparse's."""
    section = Section(parser, "ops", "for whoever watches the server; needs the extra tuicards[ops]")
    section.add("--metrics", type=reading(read_place), metavar="[HOST:]PORT", example="9110",
                help="/metrics in the text format of Prometheus, /health and /ready at this port, over HTTP; "
                "of this machine alone unless a host is given (default: nowhere)")  # fmt: skip


def read_place(text: str) -> str:
    """`port` or `host:port`, checked, with its host. Raises SetupError: `bad_number`, what `parse_address` raises."""
    if ":" not in text:
        return f"{LOOPBACK}:{whole(text.strip(), 0, 65535)}"
    place, _, port = text.strip().rpartition(":")
    if ":" in place and not place.startswith("["):
        raise SetupError("bad_host", host=text[:60])
    host, number = parse_address(place or "localhost").host, whole(port, 0, 65535)
    return f"[{host}]:{number}" if ":" in host else f"{host}:{number}"


def ops_port(options: argparse.Namespace) -> list["OpsPort"]:
    """The companion that is asked for, if one is."""
    return [OpsPort(options.metrics)] if options.metrics else []


class OpsPort:
    """The companion that answers there."""

    def __init__(self, place: str) -> None:
        """`place`: as `read_place` gives it."""
        host, _, port = place.rpartition(":")
        self._host, self._port = host.strip("[]"), int(port)
        self._lateness = Lateness()
        self._watch: asyncio.Task[None] | None = None
        self.http: TinyHttp | None = None

    async def start(self, service: Service) -> None:
        """Raises SetupError: `extra_needed`, `port_taken`, `unknown_host`, `cannot_listen`."""
        try:
            from server.metrics import MetricsPage
        except ImportError:
            raise SetupError("extra_needed", extra="ops") from None
        http = TinyHttp(
            {
                "/metrics": MetricsPage(service, self._lateness),
                "/health": lambda: _verdict(self._ailments(service)),
                "/ready": lambda: _verdict([*self._ailments(service), *_not_ready(service)]),
            }
        )
        http.start(self._host, self._port)
        self.http = http
        self._watch = asyncio.create_task(self._lateness.watch(), name="lateness")
        log.info("metrics are at http://%s:%d/metrics", self._host, http.port)

    async def stop(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
        if self.http is not None:
            await self.http.stop()

    def _ailments(self, service: Service) -> list[str]:
        return ailments(service.state(), self._lateness.lasting)


def _not_ready(service: Service) -> list[str]:
    """What keeps people from beginning something, though the server is well: no reason to start it anew."""
    state = service.state()
    away = state.cluster is not None and state.cluster.away
    return [*(["draining"] if state.draining else []), *(["cluster_away"] if away else [])]


def _verdict(reasons: list[str]) -> Page:
    if not reasons:
        return Page(200, b"ok\n")
    return Page(503, json.dumps({"reasons": reasons}).encode() + b"\n", "application/json")
