# make demo · test · bench · check. Each installs what it lacks and can be run again.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
PYTHON := .venv/bin/python
STANDS := status-sqlite known-truth
ENGINE := python/loadproof/_engine.abi3.so
RUST_SOURCES := $(shell find crates -name '*.rs' -o -name Cargo.toml) Cargo.toml Cargo.lock rust-toolchain.toml

.PHONY: help demo test check bench stands engine prepare wheel clean
.DEFAULT_GOAL := help

help: ## Show the commands
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

demo: engine stands/status-sqlite/target/release/status-sqlite ## Find and confirm the capacity of the sample service
	$(PYTHON) -m loadproof demo

test: engine stands ## Run all tests
	cargo test --workspace --quiet
	for stand in $(STANDS); do (cd stands/$$stand && cargo test --release --quiet); done
	$(PYTHON) -m pytest

check: engine ## Lint, check types, formatting and the engine's stub
	.venv/bin/ruff check python tests bench
	.venv/bin/ruff format --check python tests bench
	.venv/bin/mypy
	.venv/bin/stubtest loadproof._engine
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --quiet -- -D warnings
	for place in $(STANDS:%=stands/%) bench/bare-loop; do (cd $$place && cargo fmt --check && cargo clippy --release --locked --all-targets --quiet -- -D warnings); done

bench: engine ## Compare with peers, side by side; fills docs/benchmarks.md
	scripts/prepare.sh nginx-light wrk
	$(PYTHON) -m bench

stands: $(foreach stand,$(STANDS),stands/$(stand)/target/release/$(stand)) ## Build the systems under test

define stand_rule
stands/$(1)/target/release/$(1): $$(shell find stands/$(1)/src -name '*.rs') stands/$(1)/Cargo.toml stands/$(1)/Cargo.lock
	@echo "building stands/$(1)"
	cd stands/$(1) && cargo build --release --quiet --locked
	@touch $$@
endef
$(foreach stand,$(STANDS),$(eval $(call stand_rule,$(stand))))

engine: prepare $(ENGINE) ## Build the engine into the Python package

$(ENGINE): $(RUST_SOURCES) pyproject.toml
	@echo "building the engine"
	VIRTUAL_ENV=$(CURDIR)/.venv .venv/bin/maturin develop --release --locked --quiet
	@touch $@

prepare:
	@scripts/prepare.sh

wheel: engine stands/status-sqlite/target/release/status-sqlite ## Build a wheel that carries the sample service
	mkdir -p python/loadproof/_bin
	cp stands/status-sqlite/target/release/status-sqlite python/loadproof/_bin/
	.venv/bin/maturin build --release --locked --out dist

clean: ## Remove what was built
	rm -rf target dist python/loadproof/_bin $(ENGINE) $(foreach stand,$(STANDS),stands/$(stand)/target)
