# make demo · test · bench · accuracy · method · check. Each installs what it lacks and can be run again.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
PYTHON := .venv/bin/python
STANDS := status-sqlite known-truth
ENGINE := python/loadproof/_engine.abi3.so
RUST_SOURCES := $(shell find crates -name '*.rs' -o -name Cargo.toml) Cargo.toml Cargo.lock rust-toolchain.toml

# Where scripts/prepare_node.sh puts Node.js on a machine without it.
export PATH := $(CURDIR)/.venv/bin:$(PATH)
PAGE := python/loadproof/report/page/report.html
WEB_SOURCES := $(shell find web -name node_modules -prune -o -type f -print | grep -v /test-results/)

.PHONY: help demo test check bench accuracy method stands engine web web-packages generate prepare wheel clean
.DEFAULT_GOAL := help

help: ## Show the commands
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

demo: engine web stands/status-sqlite/target/release/status-sqlite ## Run studies/demo.yaml: capacity, confirm, soak, report
	$(PYTHON) -m loadproof demo

test: engine web stands ## Run all tests
	scripts/prepare_node.sh --chromium
	scripts/prepare_servers.sh
	cargo test --workspace --quiet
	scripts/fuzz.sh 10
	for stand in $(STANDS); do (cd stands/$$stand && cargo test --release --quiet); done
	# What waits for no clock runs side by side; what measures real time has the machine for itself.
	$(PYTHON) -m pytest --numprocesses 2 --dist loadfile tests/unit python/loadproof
	$(PYTHON) -m pytest tests/contract tests/accuracy tests/integration
	npm --prefix web run --silent test

check: engine web-packages ## Lint, check types, formatting, generated files and the engine's stub
	.venv/bin/ruff check python tests bench scripts web/tests
	.venv/bin/ruff format --check python tests bench scripts web/tests
	.venv/bin/mypy
	.venv/bin/stubtest loadproof._engine
	cargo fmt --all --check
	cargo fmt --manifest-path fuzz/Cargo.toml --check
	cargo clippy --workspace --all-targets --quiet -- -D warnings
	scripts/generate.sh --check
	npm --prefix web run --silent check
	for place in $(STANDS:%=stands/%) bench/bare-loop; do (cd $$place && cargo fmt --check && cargo clippy --release --locked --all-targets --quiet -- -D warnings); done

bench: engine ## Compare with peers, side by side; fills docs/benchmarks.md
	scripts/prepare.sh nginx-light openssl wrk
	scripts/prepare_peers.sh
	$(PYTHON) -m bench

accuracy: engine stands/known-truth/target/release/known-truth ## Load servers of known truth; fills docs/accuracy.md
	$(PYTHON) -m bench.accuracy

method: engine ## Compute the error tables of the method from their seeds; fills docs/method.md
	$(PYTHON) -m bench.method

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

web: $(PAGE) ## Build the page that draws a report

$(PAGE): $(WEB_SOURCES) scripts/prepare_node.sh
	@scripts/prepare_node.sh
	@echo "building the page of the report"
	npm --prefix web run --silent build -- --logLevel warn
	@touch $@

web-packages:
	@scripts/prepare_node.sh

generate: engine web-packages ## Make the files that are generated from others
	scripts/generate.sh

prepare:
	@scripts/prepare.sh

wheel: engine web stands/status-sqlite/target/release/status-sqlite ## Build a wheel that carries the sample service
	mkdir -p python/loadproof/_bin
	cp stands/status-sqlite/target/release/status-sqlite python/loadproof/_bin/
	.venv/bin/maturin build --release --locked --out dist

clean: ## Remove what was built
	rm -rf target fuzz/target dist python/loadproof/_bin python/loadproof/report/page web/node_modules $(ENGINE) $(foreach stand,$(STANDS),stands/$(stand)/target)
