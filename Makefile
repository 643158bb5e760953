# Two commands do everything: `make play` and `make test`. Both set up what is missing and are safe to repeat.
# While working: `make quick`, under a minute. CONTRIBUTING.md describes the rest.
PYTHON ?= python3
BIN := $(if $(filter Windows_NT,$(OS)),.venv/Scripts,.venv/bin)
PLAY_READY := .venv/.ready-play
READY := .venv/.ready
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

CLIENT := joute/server/http/static/index.html
CATALOGUE := joute/i18n/locale/fr/LC_MESSAGES/joute
SOURCES := $(shell find web \( -path web/node_modules -o -path web/tests \) -prune -o -type f -print)

.PHONY: play test quick check check-client client docs bench lock clean

play: $(CLIENT) $(CATALOGUE).mo
	@$(BIN)/joute

test: check
	@tools/postgres
	@tools/chromium
	$(BIN)/pytest -n 2 -m "not slow" --cov
	$(BIN)/pytest -n 2 -m slow

quick: $(READY) $(CLIENT) $(CATALOGUE).mo
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -n 2 --quick

check: $(READY) $(CLIENT) $(CATALOGUE).mo check-client
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -q tests/test_imports.py
	$(BIN)/python tools/catalogue.py --check

check-client: $(READY) $(CLIENT)
	@PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web run --silent check

client: $(CLIENT)

docs: $(READY)
	NO_MKDOCS_2_WARNING=1 PYTHONPATH=. $(BIN)/mkdocs build --strict

bench: $(READY)
	$(BIN)/joute bench --peers

lock: $(READY)
	@$(INSTALL) uv
	PATH="$(CURDIR)/$(BIN):$$PATH" tools/lock

$(PLAY_READY): requirements/server.txt
	@echo "Setting up the virtual environment in .venv"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(INSTALL) --require-hashes -r requirements/server.txt
	@touch $@

# The lock is complete but for PyTorch, which some of it needs: pip must not look for that with a hash.
$(READY): $(PLAY_READY) requirements/dev.txt requirements/torch.txt
	@echo "Installing what the tests need"
	@$(INSTALL) --no-deps --require-hashes -r requirements/dev.txt
	@$(INSTALL) -r requirements/torch.txt
	@touch $@

$(CLIENT): $(PLAY_READY) $(SOURCES) hatch_build.py pyproject.toml
	@echo "Building the table in the browser"
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(CATALOGUE).mo: $(CATALOGUE).po $(PLAY_READY)
	@$(BIN)/python tools/catalogue.py --compile

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache
