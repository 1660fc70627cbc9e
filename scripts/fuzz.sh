#!/usr/bin/env bash
# Runs each fuzz target for a while, on a copy of its corpus, so that the repository stays as it is. Installs cargo-fuzz when it is missing.
# Usage: scripts/fuzz.sh [SECONDS [TARGET...]]   (default: 10 seconds, all targets; exits 1 on a crash and names the input)
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf 'fuzz: %s\n' "$*"; }

seconds="${1:-10}"
shift || true
if ! [[ "$seconds" =~ ^[1-9][0-9]*$ ]]; then
  say "SECONDS is $seconds. Usage: scripts/fuzz.sh [SECONDS [TARGET...]]" >&2
  exit 2
fi
# Cargo's own folder of programs, which is not in the path of every machine with a Rust of its distribution.
export PATH="$PATH:${CARGO_HOME:-$HOME/.cargo}/bin"
if ! command -v cargo-fuzz >/dev/null; then
  say "installing cargo-fuzz (about a minute and a half, once)"
  cargo install --quiet --locked cargo-fuzz
fi

if [ "$#" -gt 0 ]; then
  targets=("$@")
else
  mapfile -t targets < <(cargo fuzz list)
fi

scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
failed=0
for target in "${targets[@]}"; do
  # Without a sanitizer the pinned stable toolchain builds the targets; they hold no unsafe code that one could watch.
  cargo fuzz build --sanitizer none "$target" >"$scratch/build" 2>&1 || {
    cat "$scratch/build" >&2
    exit 1
  }
  mkdir -p "$scratch/$target"
  if [ -d "fuzz/corpus/$target" ]; then
    cp -r "fuzz/corpus/$target/." "$scratch/$target"
  fi
  log="$scratch/$target.log"
  if nice cargo fuzz run --sanitizer none "$target" "$scratch/$target" -- \
    -max_total_time="$seconds" -timeout=10 -rss_limit_mb=1024 -print_final_stats=1 >"$log" 2>&1; then
    say "$target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs in $seconds s, no fault"
  else
    failed=1
    tail -n 40 "$log" >&2
    input="$(sed -n 's/^.*Test unit written to //p' "$log" | tail -n 1)"
    say "$target: failed on ${input:-an input that was not written; see above}. Again: cargo fuzz run --sanitizer none $target ${input:-INPUT}" >&2
  fi
done
exit "$failed"
