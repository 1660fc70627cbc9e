#!/usr/bin/env bash
# Prints the table of the steps that have run since it was told to begin: seconds, name, how they ended.
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
    echo "seconds  step (some run side by side)"
    awk -F '\t' '{ printf "%7d  %s%s\n", $1, $2, $3 == "ok" ? "" : "  " $3 }' "$noted"
    printf '%7d  in all\n' "$(($(date +%s) - $(cat target/steps.began)))"
    ;;
  *)
    echo "usage: scripts/steps.sh begin | table" >&2
    exit 2
    ;;
esac
