# make run    sets everything up and serves Plyground on http://127.0.0.1:5000 (HOST and PORT change that)
# make test   sets everything up, headless Chromium included, and runs every check

export HOST ?= 127.0.0.1
export PORT ?= 5000
PYTHON ?= python3
BIN := .venv/bin

.PHONY: run test check scripts bench clean

run: .venv/ready
	@$(BIN)/python app.py

test: .venv/ready
	@tools/set-up browser
	@tools/set-up sandbox
	@$(MAKE) --no-print-directory check

check: .venv/ready scripts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@mkdir -p .cache/types && ln -sfn ../../game .cache/types/plyground
	$(BIN)/mypy
	$(BIN)/python -m game warm
	$(BIN)/python -m pytest -n 2 --dist loadgroup

# The pages' scripts: their types, the linter, and the tests that need no browser; takes seconds.
scripts: tools/web/node_modules/.package-lock.json
	$(BIN)/node tools/web/types.js
	$(BIN)/node tools/web/node_modules/eslint/bin/eslint.js --max-warnings 0 -c tools/web/eslint.config.js static/js tests tools/web
	$(BIN)/node --import ./tools/web/names.js --test "tests/js/**/*.test.js"

tools/web/node_modules/.package-lock.json: tools/web/package-lock.json .venv/ready
	@tools/set-up scripts

bench: .venv/ready
	$(BIN)/python -m game bench --write

.venv/ready: requirements.txt pyproject.toml setup.py tools/set-up
	@tools/set-up python $(PYTHON)
	@tools/set-up sandbox optional
	@touch .venv/ready

clean:
	rm -rf *.egg-info build .venv tools/web/node_modules .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis
