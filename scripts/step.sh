#!/usr/bin/env bash
# Runs one step of a build or of the tests, says how long it took, and notes it for the table (scripts/steps.sh).
# Usage: scripts/step.sh NAME COMMAND [ARGUMENT...]
set -uo pipefail
name=$1
shift

echo "== $name"
noted=$(mktemp)
trap 'rm -f "$noted"' EXIT
# Of the clock, and of processors: on a machine that others share the second says more.
TIMEFORMAT='%0R %0U %0S'
{ time "$@" 2>&3; } 3>&2 2>"$noted"
status=$?
read -r seconds user system < <(tail -n 1 "$noted")
busy=$((user + system))

if [ "$status" -eq 0 ]; then
  ended=ok
  echo "== $name: $seconds s ($busy s of processors)"
else
  ended=FAILED
  echo "== $name FAILED after $seconds s (exit code $status): $*"
fi
mkdir -p target
printf '%s\t%s\t%s\t%s\n' "$seconds" "$busy" "$name" "$ended" >>target/steps.tsv
exit "$status"
