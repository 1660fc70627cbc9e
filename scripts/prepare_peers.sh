#!/usr/bin/env bash
# Installs peers of the benchmarks that Debian does not carry, pinned, into .peers/bin: oha, k6 and hprof-analyzer;
# GCToolkit with our program around it, shark and the programs that `python -m bench.dominators` dumps, each below its
# folder of bench. Can be run again.
# A peer that cannot be had is named and left out: its lines of the table then say "not installed".
# wrk2 has no releases; the bench uses one that is on PATH or in .peers/bin.
set -euo pipefail
cd "$(dirname "$0")/.."

OHA=1.16.0
K6=v1.8.1
HPROF_ANALYZER=0.3.2
PEERS=$PWD/.peers
export PATH="$PEERS/bin:$PATH"

say() { printf 'prepare: %s\n' "$*"; }

# Says why a peer is left out; the last lines of a log are its reason.
leave_out() {
  say "$1 is left out: $2" >&2
  if [ $# -gt 2 ]; then tail -n 5 "$3" >&2; fi
}

install_oha() {
  if [ "$(oha --version 2>/dev/null)" = "oha $OHA" ]; then return; fi
  if ! command -v cargo >/dev/null; then leave_out oha "cargo is missing (rustup.rs)"; return; fi
  say "installing oha $OHA into .peers, which takes some minutes"
  cargo install --quiet --locked oha --version "$OHA" --root "$PEERS" >"$PEERS/oha.log" 2>&1 \
    || leave_out oha "cargo install failed ($PEERS/oha.log)" "$PEERS/oha.log"
}

install_k6() {
  if k6 version 2>/dev/null | grep -q "^k6 $K6 "; then return; fi
  if ! command -v go >/dev/null; then leave_out k6 "go is missing (Go 1.25 or newer, go.dev/dl)"; return; fi
  say "installing k6 $K6 into .peers, which takes some minutes"
  GOBIN="$PEERS/bin" go install "go.k6.io/k6@$K6" >"$PEERS/k6.log" 2>&1 \
    || leave_out k6 "go install failed ($PEERS/k6.log)" "$PEERS/k6.log"
}

install_hprof_analyzer() {
  if [ "$(hprof-analyzer --version 2>/dev/null)" = "hprof-analyzer $HPROF_ANALYZER" ]; then return; fi
  if ! command -v cargo >/dev/null; then leave_out hprof-analyzer "cargo is missing (rustup.rs)"; return; fi
  say "installing hprof-analyzer $HPROF_ANALYZER into .peers, which takes some minutes"
  cargo install --quiet --locked hprof-analyzer --version "$HPROF_ANALYZER" --root "$PEERS" >"$PEERS/hprof-analyzer.log" 2>&1 \
    || leave_out hprof-analyzer "cargo install failed ($PEERS/hprof-analyzer.log)" "$PEERS/hprof-analyzer.log"
}

# Versions stand in bench/NAME/pom.xml.
install_with_maven() {
  local name=$1 place=bench/$1 jar=bench/$1/target/$2
  if [ -f "$jar" ] && [ -z "$(find "$place/pom.xml" "$place/src" -newer "$jar")" ]; then return; fi
  if ! command -v mvn >/dev/null; then leave_out "$name" "mvn is missing (Debian package maven)"; return; fi
  say "building $place with what it needs from Maven Central"
  mvn -q -B -ntp -f "$place/pom.xml" package >"$PEERS/$name.log" 2>&1 \
    || leave_out "$name" "mvn failed ($PEERS/$name.log)" "$PEERS/$name.log"
}

mkdir -p "$PEERS/bin"
install_oha
install_k6
install_hprof_analyzer
install_with_maven gctoolkit gctoolkit.jar
install_with_maven shark-dominators shark-dominators.jar
if ! command -v wrk2 >/dev/null; then
  say "wrk2 is not installed; to compare with it, build github.com/giltene/wrk2 and put its wrk as wrk2 into .peers/bin"
fi
