# Each target sets up what it needs in .venv; only Python 3.11 or later, git and make must be there.
PYTHON ?= $(shell for name in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	"$$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$name" && break; done)
BIN := .venv/bin
TOO_OLD := tuicards needs Python 3.11 or later: install it, or name it with 'make PYTHON=/path/to/python3'

.PHONY: play test check tests thorough bench soak chaos coverage mutants packages pictures catalogues clean

play: .venv/.play  ## a table of Rage with three bots
	@$(BIN)/tuicards play rage

test: check tests  ## everything that must hold

check: .venv/.dev  ## style, types, import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Compiled modules are kept: dozens of the tests start the program.
tests: export PYTHONDONTWRITEBYTECODE =
tests: .venv/.dev
	$(BIN)/pytest -n 3 --dist loadfile --no-loadscope-reorder

thorough: .venv/.dev  ## every picture, every hostile text on every screen: some minutes
	$(BIN)/pytest -n 2 --dist loadfile --thorough

bench: .venv/.dev  ## what things cost, each beside an anchor of the same run
	$(BIN)/python -m tests.bench --json bench.json
	$(BIN)/python -m tests.bench.crowd

# One test stands in for a module that the measuring itself imports.
coverage: .venv/.dev  ## lines and branches of games, wire and server that the tests reach
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -q -k "not still_being_loaded" tests/games tests/wire tests/server tests/fuzz
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

MINUTES ?= 10

soak: .venv/.dev  ## 200 tables for MINUTES, people who drop out, nuisances, and a server that is killed again and again
	$(BIN)/python -m tests.soak --minutes $(MINUTES)

chaos: .venv/.dev  ## three nodes and 60 tables for five minutes: nodes and Redis are killed, stopped and cut off (needs redis-server)
	$(BIN)/python -m tests.cluster.chaos

mutants: .venv/.dev  ## put small faults into the rules and see whether the tests notice: a sample, some minutes
	$(BIN)/python -m tests.mutation

packages: .venv/.dev  ## build wheel and source, install them by pip, pipx and uv with oldest and newest dependencies: minutes
	$(BIN)/python -m tests.install

pictures: .venv/.dev  ## draw screenshots/ anew from real play
	$(BIN)/pytest tests/tui tests/web tests/terminal/test_ssh_door.py --update-pictures

catalogues: .venv/.dev  ## bring the translations' files up to the English phrases
	$(BIN)/python -m tests.locale.catalogues

.venv/.python:
	@test -n "$(PYTHON)" && "$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "$(TOO_OLD)"; exit 1; }
	@"$(PYTHON)" -m venv .venv || { rm -rf .venv; echo "Python came without venv: on Debian and Ubuntu, 'apt install python3-venv', then make again"; exit 1; }
	@touch $@

.venv/.play: .venv/.python pyproject.toml
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/.dev: .venv/.python pyproject.toml
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ .venv/.play

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
