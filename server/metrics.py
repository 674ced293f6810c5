"""A server's counts in the text format of Prometheus. Needs the package prometheus-client."""

import platform
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import accumulate

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector

from server.health import Lateness
from server.service import Service
from server.state import ClusterState, State
from server.tally import Histogram
from server.tiny_http import Page


class ServerCollector(Collector):
    """Reads a service's counts whenever they are asked for."""

    def __init__(self, service: Service, lateness: Lateness) -> None:
        self._service, self._lateness = service, lateness

    def collect(self) -> Iterator[Metric]:
        state = self._service.state()
        yield _labelled(
            GaugeMetricFamily("tuicards_build", "what runs: always 1", labels=("version", "python")),
            {(state.version, platform.python_version()): 1},
        )
        yield from self._gauges(state)
        yield from _cluster(state.cluster)
        yield self._tables()
        yield from self._counters()
        yield from self._histograms()

    def _gauges(self, state: State) -> Iterator[Metric]:
        pool = self._service.thinkers.pool
        for name, about, value in (
            ("connections", "connections, greeted or not", state.connections),
            ("people", "people who are connected", state.people),
            ("people_over_ssh", "of these, people who came by the SSH door", state.people_over_ssh),
            ("parties_running", "parties with somebody there", state.parties_running),
            ("draining", "1 while no party may begin", int(state.draining)),
            ("record_kept", "1 while the record is kept on the disk", int(state.record == "kept")),
            ("records_waiting", "batches of records that wait for the disk", state.records_waiting),
            ("bot_workers", "processes in which bots think", len(pool.pids)),
            ("bot_questions_waiting", "questions to bots that no process has taken up", pool.waiting),
        ):
            yield GaugeMetricFamily(f"tuicards_{name}", about, value=value)

    def _tables(self) -> Metric:
        tables: Counter[tuple[str, ...]] = Counter()
        for listing in self._service.tables():
            tables[listing.line.game, listing.line.state] += 1
        return _labelled(GaugeMetricFamily("tuicards_tables", "tables", labels=("game", "state")), tables)

    def _counters(self) -> Iterator[Metric]:
        tally = self._service.tally
        for name, about, label, counts in (
            ("parties_begun", "parties that have begun", "game", tally.begun),
            ("parties_over", "parties that have come to their end", "game", tally.over),
            ("moves", "moves of people and bots", "game", tally.moves),
            ("refusals", "requests and greetings that were refused", "code", tally.refusals),
            ("bytes", "bytes of payload", "direction", {"in": tally.bytes_in, "out": tally.bytes_out}),
        ):
            family = CounterMetricFamily(f"tuicards_{name}", about, labels=(label,))
            yield _labelled(family, {(value,): count for value, count in dict(counts).items()})
        lost = "processes in which bots thought that ended by themselves or hung"
        yield CounterMetricFamily("tuicards_bot_workers_lost", lost, value=self._service.thinkers.pool.lost)

    def _histograms(self) -> Iterator[Metric]:
        for name, about, seen in (
            ("loop_late_seconds", "how much later than asked the loop comes to something", self._lateness.seen),
            ("commit_seconds", "how long it takes to keep records", self._service.commits),
        ):
            yield _histogram(f"tuicards_{name}", about, {(): seen})
        thinking: dict[tuple[str, ...], Histogram] = {
            (level,): seen for level, seen in self._service.tally.thinking.items()
        }
        yield _histogram("tuicards_bot_thinking_seconds", "how long a bot is waited for", thinking, "level")


def _cluster(cluster: ClusterState | None) -> Iterator[Metric]:
    """Of a node of a cluster only."""
    if cluster is None:
        return
    yield _labelled(GaugeMetricFamily("tuicards_node", "what this node is called: always 1", labels=("node",)),
                    {(cluster.node,): 1})  # fmt: skip
    for name, about, value in (
        ("nodes", "nodes of the cluster that are alive", len(cluster.nodes)),
        ("node_tables", "tables that this node owns", cluster.tables_here),
        ("cluster_reachable", "1 while Redis can be reached", int(not cluster.away)),
    ):
        yield GaugeMetricFamily(f"tuicards_{name}", about, value=value)


def _labelled(family: GaugeMetricFamily | CounterMetricFamily, values: Mapping[tuple[str, ...], int]) -> Metric:
    for labels, value in values.items():
        family.add_metric(labels, value)
    return family


def _histogram(name: str, about: str, values: Mapping[tuple[str, ...], Histogram], *labels: str) -> Metric:
    family = HistogramMetricFamily(name, about, labels=labels)
    for label, seen in values.items():
        counts = list(accumulate(seen.counts))
        bounds = [*map(str, seen.bounds), "+Inf"]
        buckets = list(zip(bounds, map(float, counts), strict=True))
        family.add_metric(label, buckets, sum_value=seen.total)
    return family


class MetricsPage:
    """The page of all counts, and of what the system knows of the process."""

    def __init__(self, service: Service, lateness: Lateness) -> None:
        self._registry = CollectorRegistry()
        self._registry.register(ServerCollector(service, lateness))
        ProcessCollector(registry=self._registry)

    def __call__(self) -> Page:
        return Page(200, generate_latest(self._registry), CONTENT_TYPE_LATEST)
