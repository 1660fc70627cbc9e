# make demo · test · test-long · bench · accuracy · method · check. Each installs what it lacks and can be run again.
# Tests: CONTRIBUTING.md says which suites there are; what is in `test` and what in a part of `test-long`: tests/parts.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
PYTHON := .venv/bin/python
RUST_STANDS := status-sqlite known-truth
# The service of the demo, which the wheel carries.
SAMPLE_SERVICE := stands/known-truth/target/release/known-truth
GO_STANDS := documents go-pgx otlp-sink
# Beside the stands in Go: the part of a service over PostgreSQL that documents and go-pgx share.
GO_MODULES := go-service $(GO_STANDS)
MAVEN_STANDS := book depot ktor-jdbc mall spring-mvc-jdbc spring-mvc-virtual-threads spring-webflux-r2dbc
# Beside the sources of a crate: what is built with another compiler or lock is another program.
RUST_STAND_SETTINGS := stands/Cargo.toml stands/Cargo.lock
# Clippy's driver is rustc with lints. `cargo clippy` checks all crates and what they need, and builds nothing that the
# tests could use; what is built with the driver is linted, and tested as it stands.
CLIPPY := RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-Dwarnings
# Debian's Rust may come without clippy: tests do without it then, `make check` does not.
LINTED = $(if $(shell PATH="$(PATH)" command -v clippy-driver),$(CLIPPY))
RUST_BINARIES := $(foreach stand,$(RUST_STANDS),stands/$(stand)/target/release/$(stand))
GO_BINARIES := $(foreach stand,$(GO_STANDS),stands/$(stand)/target/$(stand))
JARS := $(foreach stand,$(MAVEN_STANDS),stands/$(stand)/target/$(stand).jar)
AGENT := stands/jvm/agents/target/opentelemetry-javaagent.jar
STANDS := $(RUST_BINARIES) $(GO_BINARIES) $(JARS) $(AGENT)
CARGO_OF_STANDS := --manifest-path stands/Cargo.toml --release --locked --quiet
sources_of = $(shell find $(1:%=stands/%) -name target -prune -o -type f -print)
ENGINE := python/loadproof/_engine.abi3.so
RUST_SOURCES := $(shell find crates -name '*.rs' -o -name Cargo.toml) Cargo.toml Cargo.lock rust-toolchain.toml

# Bytecode that is not kept is made again by each of some thousand processes of the tests, a third of a second each.
unexport PYTHONDONTWRITEBYTECODE

# Where scripts/prepare_node.sh puts Node.js, and scripts/prepare_rust.sh Rust, on a machine without it.
export PATH := $(CURDIR)/.venv/bin:$(HOME)/.cargo/bin:$(PATH):/usr/local/go/bin
PAGE := python/loadproof/render/page/report.html
WEB_SOURCES := $(shell find web -name node_modules -prune -o -type f -print | grep -v /test-results/)

# Steps that may run side by side; what each says stays together. Three on two cores: one often waits for a download.
SIDE_BY_SIDE := $(MAKE) --no-print-directory --jobs 3 --output-sync=target
STEP := scripts/step.sh
# A worker that dies ends its suite: with another in its place some of its tests are waited for without end.
PYTEST = $(PYTHON) -m pytest --max-worker-restart 0 --durations-file target/test-durations/$(1).txt

# A suite by its name, its tests and its workers. What failed beside other tests runs once more by itself, up to the first
# that fails again. The table of the steps shows both; the test is mended at its cause.
FAILED_IN = -o cache_dir=target/failed/$(1)
define SUITE
$(STEP) $(1) $(call PYTEST,$(1)) $(FAILED_IN) --part short $(if $(3),$(3) --dist loadfile) $(2) || { test $$? -eq 1 && \
  $(STEP) $(1)-again $(call PYTEST,$(1)-again) $(FAILED_IN) --part short \
  --last-failed --last-failed-no-failures none --maxfail 1 $(2); }
endef

# RHEL 8 has this glibc, Debian 11 a newer one. Built with zig: the compiler of this machine links for its own.
PORTABLE := --zig --compatibility manylinux_2_28 --locked
WHEEL_TARGET ?= $(shell uname -m)-unknown-linux-gnu

# `make test ONLY=unit` runs one suite, ONLY="unit rust" two.
SUITES := rust stands unit contract web integration quiet accuracy
ONLY ?=
# `make test-long PART=3` runs one part, `make test-long` all.
PARTS = $(shell python3 -m tests.parts)
PART ?= $(shell seq $(PARTS))

.PHONY: help demo test $(SUITES:%=test-%) test-long check bench accuracy method
.PHONY: build stands stand-packages test-packages engine web web-packages generate prepare wheel sdist clean
.PHONY: check-python check-rust check-web check-go check-rust-stands check-generated
.DEFAULT_GOAL := help

help: ## Show the commands
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

demo: engine web $(SAMPLE_SERVICE) ## Run studies/demo.yaml: capacity, confirm, soak, report
	$(PYTHON) -m loadproof demo

test: ## Run the tests, but for the long ones; ONLY=unit (rust, stands, contract, ...) runs one suite
ifneq ($(filter-out $(SUITES),$(ONLY)),)
	$(error ONLY is "$(ONLY)". Cure: one or more of $(SUITES))
endif
ifeq ($(ONLY),)
	+$(SIDE_BY_SIDE) build test-rust test-stands
	+$(SIDE_BY_SIDE) test-unit test-contract test-web
	$(MAKE) --no-print-directory test-integration test-quiet test-accuracy
else
	$(MAKE) --no-print-directory $(ONLY:%=test-%)
endif

test-rust:
	$(STEP) rust-tests env $(LINTED) cargo test --workspace --locked --quiet

# Maven has run the tests of its stands when their jars are there.
test-stands: $(RUST_BINARIES) $(JARS) | stand-packages
	$(STEP) rust-stands-tests env $(LINTED) cargo test $(CARGO_OF_STANDS) $(RUST_STANDS:%=--package %)
	for stand in $(GO_MODULES); do $(STEP) $$stand-tests go -C stands/$$stand test -trimpath ./...; done

# What waits for no clock runs side by side, and so does what waits without judging how long it took.
test-unit: engine web
	$(call SUITE,unit,tests/unit tests/parts python/loadproof,--numprocesses 3)

test-contract: stands test-packages
	$(call SUITE,contract,-m 'not quiet_machine' tests/contract,--numprocesses 2)

test-integration: engine web stands test-packages
	$(call SUITE,integration,-m 'not (quiet_machine or alone)' tests/integration,--numprocesses 5)

# A test that measures carries the marker quiet_machine: one other of its kind runs beside it at most, the longest first.
# A test of what others do on the machine carries the marker alone: another test would be such another.
test-quiet: engine web stands test-packages
	$(call SUITE,quiet,-m quiet_machine tests/integration tests/contract,--numprocesses 2 --no-loadscope-reorder)
	$(call SUITE,alone,-m alone tests/integration)

test-accuracy: engine web $(SAMPLE_SERVICE)
	$(call SUITE,accuracy,tests/accuracy)

test-web: web engine test-packages
	$(STEP) web-tests npm --prefix web run --silent test

test-long: engine web stands test-packages ## Run the long tests; PART=3 runs one of their parts
	for part in $(PART); do for needed in $$(python3 -m tests.parts $$part); do $(MAKE) --no-print-directory $$needed; done; $(STEP) long-$$part $(call PYTEST,long-$$part) --part $$part tests; done

build: engine web stands test-packages

check: ## Lint, check types, formatting, generated files and the engine's stub
	+$(SIDE_BY_SIDE) engine check-rust check-web check-python check-go check-rust-stands check-generated $(JARS)

check-python: engine
	$(STEP) ruff .venv/bin/ruff check python tests bench scripts stands web/tests
	$(STEP) ruff-format .venv/bin/ruff format --check python tests bench scripts stands web/tests
	$(STEP) mypy .venv/bin/mypy
	$(STEP) stubtest .venv/bin/stubtest loadproof._engine

check-rust: prepare
	cargo fmt --all --check
	cargo fmt --manifest-path fuzz/Cargo.toml --check
	$(STEP) clippy env $(CLIPPY) cargo build --workspace --all-targets --locked --quiet

check-rust-stands: prepare
	cargo fmt --manifest-path stands/Cargo.toml --all --check
	$(STEP) rust-stands-clippy env $(CLIPPY) cargo build $(CARGO_OF_STANDS) --workspace --all-targets

check-go: stand-packages
	for stand in $(GO_MODULES); do test -z "$$(gofmt -l stands/$$stand | tee /dev/stderr)"; $(STEP) $$stand-vet go -C stands/$$stand vet -trimpath ./...; done

check-web: web-packages
	$(STEP) web-check npm --prefix web run --silent check

check-generated: engine web-packages
	$(STEP) generated scripts/generate.sh --check
	$(STEP) words $(PYTHON) scripts/check_words.py

bench: engine ## Compare with peers, side by side; fills docs/benchmarks.md
	scripts/prepare.sh nginx-light openssl wrk
	scripts/prepare_peers.sh
	$(PYTHON) -m bench

accuracy: engine $(SAMPLE_SERVICE) ## Load servers of known truth; fills docs/accuracy.md
	$(PYTHON) -m bench.accuracy

method: engine ## Compute the error tables of the method from their seeds; fills docs/method
	$(PYTHON) -m bench.method

stands: $(STANDS) ## Build the systems under test, and make the database template
	$(STEP) postgres-template stands/postgres/template
	$(STEP) documents-template stands/documents/template --size 64MiB

stand-packages: prepare
	@scripts/prepare_stands.sh

# One after the other: all of them may install packages of Debian.
test-packages: stand-packages web-packages
	@scripts/prepare_node.sh --chromium
	@scripts/prepare_servers.sh
	@scripts/prepare_depot.sh
	@scripts/prepare_promtool.sh
	@scripts/prepare_stress_ng.sh

# Built in one place, where they share their dependencies, and put where studies look for them. Each alone: the demo needs
# one of them, without the database of the other.
define rust_stand_rule
stands/$(1)/target/release/$(1): $$(call sources_of,$(1)) $$(RUST_STAND_SETTINGS) | prepare
	@$$(STEP) $(1) cargo build $$(CARGO_OF_STANDS) --package $(1)
	@install -D stands/target/release/$(1) $$@
endef
$(foreach stand,$(RUST_STANDS),$(eval $(call rust_stand_rule,$(stand))))

define go_stand_rule
stands/$(1)/target/$(1): $$(call sources_of,go-service $(1)) | stand-packages
	@$(STEP) $(1) go -C stands/$(1) build -trimpath -o target/$(1) .
	@touch $$@
endef
$(foreach stand,$(GO_STANDS),$(eval $(call go_stand_rule,$(stand))))

# All in one run, with their tests and the check of their formatting.
$(JARS) &: $(call sources_of,spring $(MAVEN_STANDS)) stands/pom.xml | stand-packages
	@$(STEP) maven-stands mvn -q -B -ntp -T 2 -f stands/pom.xml package
	@touch $(JARS)

# Agents that a Java VM of a stand can be given.
$(AGENT): stands/jvm/agents/pom.xml | stand-packages
	@$(STEP) agents mvn -q -B -ntp -f $< package
	@touch $@

engine: $(ENGINE) ## Build the engine into the Python package

$(ENGINE): $(RUST_SOURCES) pyproject.toml | prepare
	@VIRTUAL_ENV=$(CURDIR)/.venv PIP_QUIET=1 MATURIN_NO_MISSING_BUILD_BACKEND_WARNING=1 $(STEP) engine .venv/bin/maturin develop --release --locked --quiet
	@touch $@

web: $(PAGE) ## Build the page that draws a report

$(PAGE): $(WEB_SOURCES) scripts/prepare_node.sh | web-packages
	@$(STEP) page npm --prefix web run --silent build -- --logLevel warn
	@touch $@

web-packages: prepare
	@scripts/prepare_node.sh

generate: engine web-packages ## Make the files that are generated from others
	scripts/generate.sh

prepare:
	@scripts/prepare.sh

wheel: web ## Build the wheel for every Linux of this machine's kind; WHEEL_TARGET=aarch64-unknown-linux-gnu for another
	@scripts/prepare_wheel.sh $(WHEEL_TARGET)
	MATURIN_PEP517_ARGS="$(PORTABLE) --target $(WHEEL_TARGET)" $(STEP) wheel $(PYTHON) -m pip wheel --quiet --no-build-isolation --no-deps --wheel-dir dist .
	$(STEP) check-wheel scripts/check_wheel.py dist/loadproof-*_$(firstword $(subst -, ,$(WHEEL_TARGET))).whl

sdist: web ## Build the sdist: the page is in it, so that it needs Rust alone
	mkdir -p dist
	PYTHONPATH=scripts $(STEP) sdist $(PYTHON) -c 'import build_backend; build_backend.build_sdist("dist")'

clean: ## Remove what was built
	rm -rf target fuzz/target dist python/loadproof/_bin python/loadproof/render/page web/node_modules $(ENGINE) stands/target $(wildcard stands/*/target)
