# make run    sets everything up and serves Plyground on http://127.0.0.1:5000 (HOST and PORT change that)
# make test   sets everything up, headless Chromium included, and runs every check
# make check  the same without setting up what only root may install
# make quick  the cheapest tests of everything, in two minutes
# make messages  brings the catalogues of other languages up to date with the texts of today
# make soak   the long forms: fuzzing, kills, loads, re-proofs, slow pages, a real installation; may take hours
#
# ORDER=random, or ORDER=random:SEED, shuffles the tests (check, quick); the seed is printed.
#
# PYTHON names the interpreter and VENV the environment: make test PYTHON=python3.12 VENV=.venv-3.12

export HOST ?= 127.0.0.1
export PORT ?= 5000
PYTHON ?= python3
export VENV ?= .venv
# What Python has made of the sources is kept, whatever the environment says: a start without it takes half as long again.
export PYTHONDONTWRITEBYTECODE :=
BIN := $(VENV)/bin

# With ORDER, the options that shuffle, and the seed said first: every process of the run must have the same.
SEED := $(or $(word 2,$(subst :, ,$(ORDER))),$(shell date +%s))
SHUFFLED := $(if $(ORDER),--random-order --random-order-seed=$(SEED))

.PHONY: run test check kernels rewritten types quick soak scripts messages bench dist clean

run: $(VENV)/ready
	@$(BIN)/plyground serve

test: $(VENV)/ready-for-tests
	@tools/set-up browser
	@tools/set-up sandbox
	@tools/set-up postgresql
	@tools/set-up redis
	@tools/set-up proxies
	@tools/set-up clocks
	@tools/set-up languages
	@$(MAKE) --no-print-directory check

# Four processes on two cores: the tests that start servers and browsers wait for much of their time.
check: $(VENV)/ready-for-tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@$(MAKE) --no-print-directory --jobs=2 kernels types scripts rewritten
	$(BIN)/python -m pytest -n 4 --dist loadscope --no-loadscope-reorder $(SHUFFLED) --junitxml=.cache/tests.xml

# Kernels are compiled for a minute where there are none yet: the types are checked meanwhile.
kernels: $(VENV)/ready-for-tests
	$(BIN)/plyground warm

# The tests' modules as pytest rewrites them are kept: made once here where they are new, rather than by each process of
# a run.
rewritten: .cache/rewritten

.cache/rewritten: $(VENV)/ready-for-tests $(shell find tests -name "*.py")
	@$(BIN)/python -m pytest --collect-only -qq >/dev/null || true  # what cannot be collected is told by the run itself
	@mkdir -p .cache && touch $@

types: $(VENV)/ready-for-tests
	@mkdir -p .cache/types && ln -sfn ../../game .cache/types/plyground
	$(BIN)/mypy

quick: $(VENV)/ready-for-tests scripts
	$(BIN)/ruff check .
	$(BIN)/python -m pytest -n 2 --dist loadscope --no-loadscope-reorder $(SHUFFLED) -m quick

soak: $(VENV)/ready-for-tests
	$(BIN)/plyground warm
	SOAK=1 $(BIN)/python -m pytest -n 2 --dist loadscope --no-loadscope-reorder -m "soak or long"
	SLOW_PAGES=1 $(BIN)/python -m pytest -n 2 --dist loadscope --no-loadscope-reorder tests/browser

# The pages' scripts: their types, the linter, and the tests that need no browser; takes seconds.
scripts: tools/web/node_modules/.package-lock.json
	$(BIN)/node tools/web/node_modules/typescript/bin/tsc -p tools/web
	$(BIN)/node tools/web/node_modules/eslint/bin/eslint.js --max-warnings 0 -c tools/web/eslint.config.js static/js tests tools/web
	$(BIN)/node --import ./tools/web/names.js --test --test-force-exit --test-timeout=60000 "tests/js/**/*.test.js"

tools/web/node_modules/.package-lock.json: tools/web/package-lock.json $(VENV)/ready-for-tests
	@tools/set-up scripts

messages: $(VENV)/ready-for-tests
	$(BIN)/python -m tools.messages update

bench: $(VENV)/ready-for-tests
	$(BIN)/plyground bench --write

dist: $(VENV)/ready
	@rm -rf build dist
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .

$(VENV)/ready: requirements.txt pyproject.toml setup.py tools/set-up
	@tools/set-up python $(PYTHON)
	@tools/set-up sandbox optional
	@touch $@

$(VENV)/ready-for-tests: $(VENV)/ready requirements-test.txt
	@tools/set-up tests
	@touch $@

clean:
	rm -rf *.egg-info build dist .venv tools/web/node_modules .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis
