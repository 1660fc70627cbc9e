#!/usr/bin/env bash
# Prints the table of the steps that have run since it was told to begin: seconds of the clock and of processors, name, how they ended.
# Usage: scripts/steps.sh begin | table
set -euo pipefail
cd "$(dirname "$0")/.."
noted=target/steps.tsv

case "${1:-}" in
  begin)
    mkdir -p target
    date +%s >target/steps.began
    : >"$noted"
    ;;
  table)
    echo
    echo "seconds  of processors  step (some run side by side)"
    awk -F '\t' '{ printf "%7d  %13d  %s%s\n", $1, $2, $3, $4 == "ok" ? "" : "  " $4; busy += $2 }
      END { printf "%7d  %13d  in all\n", all, busy }' all="$(($(date +%s) - $(cat target/steps.began)))" "$noted"
    ;;
  *)
    echo "usage: scripts/steps.sh begin | table" >&2
    exit 2
    ;;
esac
