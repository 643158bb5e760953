# Two commands do everything: `make play` and `make test`. Both set up what is missing and are safe to repeat.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
BENCH_READY := .venv/.ready-bench

.PHONY: play test check bench warm clean

play: $(READY)
	@$(BIN)/joute warm morpion --agent alpha_beta
	@$(BIN)/joute play morpion

test: check $(BENCH_READY)
	@tools/postgres
	$(BIN)/pytest -n 2

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -q tests/test_arrows.py

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
