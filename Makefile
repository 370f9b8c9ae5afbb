# Every target makes its own .venv from the pinned, hashed files in requirements/.
# ARGS goes to the program: make run ARGS="--config my.toml"; make test ARGS="-k journal".
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip install --quiet --disable-pip-version-check --require-hashes
UV ?= uv
COMPILE := $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header --no-config
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help demo run test trial check bench rules pins

help: ## what there is to make
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | sort

demo: $(VENV)/demo.stamp ## watch a game played on a simulated server; no token needed
	@$(PY) -m mafia_bot demo $(ARGS)

run: $(VENV)/run.stamp ## run the bot
	@$(PY) -m mafia_bot run $(ARGS)

test: $(VENV)/dev.stamp ## run the tests
	$(PY) -m pytest -n 2 $(ARGS)

trial: $(VENV)/dev.stamp ## run the long trials: a fault at every call, kill -9 in a real process
	$(PY) -m pytest -n 2 -m trial tests/trial $(ARGS)

check: $(VENV)/dev.stamp ## format, lint, types, layers
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy --strict mafia_bot cogs
	$(VENV)/bin/lint-imports

bench: $(VENV)/dev.stamp ## measure what the README promises
	@$(PY) -m benchmarks $(ARGS)

rules: $(VENV)/dev.stamp ## which clause of the rules is proved by which test
	@$(PY) -m tests.clauses $(ARGS)

pins: ## compile requirements/*.txt again from pyproject.toml (needs uv)
	$(COMPILE) pyproject.toml --extra demo --extra dev -o requirements/dev.txt
	$(COMPILE) pyproject.toml --extra demo -c requirements/dev.txt -o requirements/demo.txt --no-annotate
	$(COMPILE) pyproject.toml -c requirements/dev.txt -o requirements/run.txt --no-annotate

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed, this is " + sys.version.split()[0] + "; name another with PYTHON=")'
	@$(PYTHON) -m venv $(VENV)

$(VENV)/%.stamp: requirements/%.txt | $(PY)
	@echo "Installing $< into $(VENV)"
	@$(PIP) -r $<
	@touch $@
