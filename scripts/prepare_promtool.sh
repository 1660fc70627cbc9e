#!/usr/bin/env bash
# Unpacks promtool of Debian's package prometheus into .cache/prometheus, for the tests of alarms. Installs and starts
# nothing. Can be run again.
set -euo pipefail
cd "$(dirname "$0")/.."

PLACE=$PWD/.cache/prometheus
say() { printf 'prepare: %s\n' "$*"; }

if [ -x "$PLACE/promtool" ]; then exit 0; fi
if ! command -v apt-get >/dev/null; then
  say "promtool is missing. Cure: put promtool 2.42 or newer (prometheus.io/download) into .cache/prometheus" >&2
  exit 2
fi
say "unpacking promtool of Debian's package prometheus into .cache/prometheus"
unpacked=$(mktemp -d)
trap 'rm -rf "$unpacked"' EXIT
# apt downloads as a user of its own, who must be able to write here.
chmod 0777 "$unpacked"
if [ "$(id -u)" -eq 0 ]; then apt-get update -qq; fi
(cd "$unpacked" && apt-get download -qq prometheus && dpkg-deb -x prometheus_*.deb .)
mkdir -p "$PLACE"
mv "$unpacked/usr/bin/promtool" "$PLACE/promtool"
