# `make page`, `make demo` and `make test` need Python 3.10 or newer and make alone; `make check` is a quick part of `make test`.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --disable-pip-version-check

# What `make check` runs: quick tests of what most changes touch. None reads recordings or trains.
FAST := tests/world tests/metrics/test_builds.py tests/test_fingerprint.py tests/eval/test_tables.py \
	tests/test_architecture.py tests/dialogue/test_second_sentence.py tests/dialogue/test_taking_back.py \
	tests/dialogue/test_follow_ups.py tests/dialogue/test_replies.py tests/dialogue/test_pointing_back.py
# Compiled modules are kept, whatever the environment says: tests start hundreds of processes.
PYTEST := PYTHONDONTWRITEBYTECODE= OMP_NUM_THREADS=1 $(BIN)/python -m pytest --numprocesses auto --maxprocesses 4 --dist worksteal

# LOCKED=1 installs only files whose digests stand in requirements.lock.
ifdef LOCKED
INSTALL := $(PIP) --require-hashes -r requirements.lock && $(PIP) --no-deps --no-build-isolation -e .
else
INSTALL := $(PIP) -c constraints.txt -e '.[demo,web]'
endif

# Types are checked beside the tests, which leave a core free while they begin. The tests' result follows mypy's.
WITH_TYPES = $(BIN)/python -m mypy & types=$$!; $(PYTEST) $(1); tests=$$?; wait $$types && exit $$tests

.PHONY: page demo lint style check test fuzz docs bench weights screenshots pictures clean

page: $(VENV)/.installed
	$(BIN)/cq serve

demo: $(VENV)/.installed
	$(BIN)/cq ask "Break the yellow one" --world cq/examples/towers.json

style: $(VENV)/.installed-dev
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/codespell .

lint: style
	$(BIN)/python -m mypy

check: style
	$(call WITH_TYPES,$(FAST))

test: style
	$(call WITH_TYPES)

# Draws hostile input from all generators, with a new seed, and prints how many inputs each has made.
MINUTES ?= 60
fuzz: $(VENV)/.installed-dev
	PYTHONPATH=.:tests OMP_NUM_THREADS=1 $(BIN)/python -W ignore -m fuzz --minutes $(MINUTES)

# The site, in build/site. Warnings and dead links are errors.
docs: $(VENV)/.installed-dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

# Fails if an alternative has come a fifth closer to cq's speed. For quiet nights, not for CI.
bench: $(VENV)/.installed-dev
	$(BIN)/python -m eval speed --against results/speed.json

# Retrain the bundled parts on the recordings (CQ_DATA, by default ../shared/data).
weights: $(VENV)/.installed-dev
	$(BIN)/cq train clarity --out cq/weights
	$(BIN)/cq train ranking --out cq/weights
	$(BIN)/cq train building --out cq/weights

# The pictures of docs/page.md. They need Chromium.
screenshots: $(VENV)/.installed-dev
	$(BIN)/python docs/screenshots.py docs/images

# The pictures of docs/language.md.
pictures: $(VENV)/.installed-dev
	$(BIN)/python docs/language_pictures.py docs/images

$(VENV)/bin/python:
	@echo "Making an environment in $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml constraints.txt $(if $(LOCKED),requirements.lock) | $(VENV)/bin/python
	@echo "Installing cq into $(VENV): most of the time goes into downloading and unpacking torch ..."
	@began=$$(date +%s); $(INSTALL) \
		&& echo "Installed in $$(( $$(date +%s) - began )) s. The next call of make skips this."
	@touch $@

$(VENV)/.installed-dev: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "Installing cq and all that its tests need into $(VENV); it takes some minutes ..."
	$(PIP) -c constraints.txt --quiet -e '.[dev]'
	@touch $@ $(VENV)/.installed

clean:
	rm -rf $(VENV) build dist *.egg-info
