#!/usr/bin/env bash
# Runs one step of a build or of the tests, says how long it took, and notes it for the table (scripts/steps.sh).
# Usage: scripts/step.sh NAME COMMAND [ARGUMENT...]
set -uo pipefail
name=$1
shift

began=$(date +%s%N)
echo "== $name"
"$@"
status=$?
seconds=$(((($(date +%s%N) - began) / 100000000 + 5) / 10))
mkdir -p target
if [ "$status" -eq 0 ]; then
  echo "== $name: $seconds s"
  printf '%s\t%s\tok\n' "$seconds" "$name" >>target/steps.tsv
else
  echo "== $name FAILED after $seconds s (exit code $status): $*"
  printf '%s\t%s\tFAILED\n' "$seconds" "$name" >>target/steps.tsv
fi
exit "$status"
