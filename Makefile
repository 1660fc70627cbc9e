# make demo · test · bench · accuracy · method · check. Each installs what it lacks and can be run again.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
PYTHON := .venv/bin/python
RUST_STANDS := status-sqlite known-truth
# The service of the demo, which the wheel carries.
SAMPLE_SERVICE := stands/known-truth/target/release/known-truth
GO_STANDS := go-pgx
MAVEN_STANDS := ktor-jdbc spring-mvc-jdbc spring-mvc-virtual-threads spring-webflux-r2dbc
# Folders whose sources a stand takes besides its own.
SHARED_BY_spring-mvc-jdbc := spring
SHARED_BY_spring-mvc-virtual-threads := spring spring-mvc-jdbc
SHARED_BY_spring-webflux-r2dbc := spring
STANDS := $(foreach stand,$(RUST_STANDS),stands/$(stand)/target/release/$(stand)) \
	$(foreach stand,$(GO_STANDS),stands/$(stand)/target/$(stand)) \
	$(foreach stand,$(MAVEN_STANDS),stands/$(stand)/target/$(stand).jar)
# Maven takes seconds to say that nothing has changed: what it found well formatted is noted.
FORMATTED := $(patsubst %,stands/%/target/formatted,spring $(MAVEN_STANDS))
MVN := mvn -q -B -ntp
sources_of = $(shell find $(1:%=stands/%) -name target -prune -o -type f -print)
ENGINE := python/loadproof/_engine.abi3.so
RUST_SOURCES := $(shell find crates -name '*.rs' -o -name Cargo.toml) Cargo.toml Cargo.lock rust-toolchain.toml

# Where scripts/prepare_node.sh puts Node.js on a machine without it.
export PATH := $(CURDIR)/.venv/bin:$(PATH):/usr/local/go/bin
PAGE := python/loadproof/report/page/report.html
WEB_SOURCES := $(shell find web -name node_modules -prune -o -type f -print | grep -v /test-results/)

.PHONY: help demo test check bench accuracy method stands stand-packages engine web web-packages generate prepare wheel clean
.DEFAULT_GOAL := help

help: ## Show the commands
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

demo: engine web $(SAMPLE_SERVICE) ## Run studies/demo.yaml: capacity, confirm, soak, report
	$(PYTHON) -m loadproof demo

test: engine web stands ## Run all tests
	scripts/prepare_node.sh --chromium
	scripts/prepare_servers.sh
	cargo test --workspace --quiet
	scripts/fuzz.sh 10
	for stand in $(RUST_STANDS); do (cd stands/$$stand && cargo test --release --quiet); done
	for stand in $(GO_STANDS); do (cd stands/$$stand && go test ./...); done
	for stand in $(MAVEN_STANDS); do (cd stands/$$stand && $(MVN) test); done
	# What waits for no clock runs side by side; what measures real time has the machine for itself.
	$(PYTHON) -m pytest --numprocesses 2 --dist loadfile tests/unit python/loadproof
	$(PYTHON) -m pytest tests/contract
	$(PYTHON) -m pytest tests/accuracy tests/integration
	npm --prefix web run --silent test

check: engine web-packages stand-packages $(FORMATTED) ## Lint, check types, formatting, generated files and the engine's stub
	.venv/bin/ruff check python tests bench scripts stands web/tests
	.venv/bin/ruff format --check python tests bench scripts stands web/tests
	.venv/bin/mypy
	.venv/bin/stubtest loadproof._engine
	cargo fmt --all --check
	cargo fmt --manifest-path fuzz/Cargo.toml --check
	cargo clippy --workspace --all-targets --quiet -- -D warnings
	scripts/generate.sh --check
	npm --prefix web run --silent check
	for stand in $(GO_STANDS); do (cd stands/$$stand && test -z "$$(gofmt -l . | tee /dev/stderr)" && go vet ./...); done
	for place in $(RUST_STANDS:%=stands/%) bench/bare-loop; do (cd $$place && cargo fmt --check && cargo clippy --release --locked --all-targets --quiet -- -D warnings); done

bench: engine ## Compare with peers, side by side; fills docs/benchmarks.md
	scripts/prepare.sh nginx-light openssl wrk
	scripts/prepare_peers.sh
	$(PYTHON) -m bench

accuracy: engine stands/known-truth/target/release/known-truth ## Load servers of known truth; fills docs/accuracy.md
	$(PYTHON) -m bench.accuracy

method: engine ## Compute the error tables of the method from their seeds; fills docs/method.md
	$(PYTHON) -m bench.method

stands: $(STANDS) ## Build the systems under test, and make the database template
	stands/postgres/template

stand-packages:
	@scripts/prepare_stands.sh

define rust_stand_rule
stands/$(1)/target/release/$(1): $$(call sources_of,$(1))
	@echo "building stands/$(1)"
	cd stands/$(1) && cargo build --release --quiet --locked
	@touch $$@
endef
$(foreach stand,$(RUST_STANDS),$(eval $(call rust_stand_rule,$(stand))))

define go_stand_rule
stands/$(1)/target/$(1): $$(call sources_of,$(1)) | stand-packages
	@echo "building stands/$(1)"
	cd stands/$(1) && go build -trimpath -o target/$(1) .
	@touch $$@
endef
$(foreach stand,$(GO_STANDS),$(eval $(call go_stand_rule,$(stand))))

define maven_stand_rule
stands/$(1)/target/$(1).jar: $$(call sources_of,$(1) $$(SHARED_BY_$(1))) | stand-packages
	@echo "building stands/$(1)"
	cd stands/$(1) && $(MVN) -DskipTests package
	@touch $$@
endef
$(foreach stand,$(MAVEN_STANDS),$(eval $(call maven_stand_rule,$(stand))))

define formatted_rule
stands/$(1)/target/formatted: $$(call sources_of,$(1)) | stand-packages
	cd stands/$(1) && $(MVN) spotless:check
	@mkdir -p $$(@D) && touch $$@
endef
$(foreach stand,spring $(MAVEN_STANDS),$(eval $(call formatted_rule,$(stand))))

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

wheel: engine web $(SAMPLE_SERVICE) ## Build a wheel that carries the sample service
	mkdir -p python/loadproof/_bin
	rm -rf python/loadproof/_bin/*
	cp $(SAMPLE_SERVICE) python/loadproof/_bin/
	.venv/bin/maturin build --release --locked --out dist

clean: ## Remove what was built
	rm -rf target fuzz/target dist python/loadproof/_bin python/loadproof/report/page web/node_modules $(ENGINE) $(wildcard stands/*/target)
