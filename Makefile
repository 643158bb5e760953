# Two commands do everything: `make play` and `make test`. Both set up what is missing and are safe to repeat.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
BENCH_READY := .venv/.ready-bench

CLIENT := joute/server/http/static/index.html
CATALOGUE := joute/i18n/locale/fr/LC_MESSAGES/joute
SOURCES := $(shell find web -path web/node_modules -prune -o -type f -print)

.PHONY: play test check client bench clean

play: $(CLIENT) $(CATALOGUE).mo
	@$(BIN)/joute

test: check $(BENCH_READY)
	@tools/postgres
	@tools/chromium
	$(BIN)/pytest -n 2

check: $(CLIENT) $(CATALOGUE).mo
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	@PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web run --silent check
	$(BIN)/pytest -q tests/test_imports.py
	$(BIN)/python tools/catalogue.py --check

client: $(CLIENT)

$(CLIENT): $(READY) $(SOURCES) hatch_build.py
	@echo "Building the table in the browser"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch $@

$(CATALOGUE).mo: $(CATALOGUE).po $(READY)
	@$(BIN)/python tools/catalogue.py --compile

bench: $(BENCH_READY)
	$(BIN)/joute bench --peers

$(READY): pyproject.toml
	@echo "Setting up the virtual environment in .venv"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

$(BENCH_READY): $(READY)
	@echo "Installing the peers that the benchmarks measure against"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@touch $@

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache
