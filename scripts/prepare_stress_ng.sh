#!/usr/bin/env bash
# Unpacks stress-ng of Debian's package into .cache/stress-ng, with the libraries that the machine lacks, for the tests of
# injections. Installs and starts nothing. Can be run again.
set -euo pipefail
cd "$(dirname "$0")/.."

PLACE=$PWD/.cache/stress-ng
say() { printf 'prepare: %s\n' "$*"; }

if [ -x "$PLACE/stress-ng" ]; then exit 0; fi
if ! command -v apt-get >/dev/null; then
  say "stress-ng is missing. Cure: put a stress-ng that runs here into .cache/stress-ng" >&2
  exit 2
fi
say "unpacking stress-ng of Debian's package into .cache/stress-ng"
unpacked=$(mktemp -d)
trap 'rm -rf "$unpacked"' EXIT
# apt downloads as a user of its own, who must be able to write here.
chmod 0777 "$unpacked"
if [ "$(id -u)" -eq 0 ]; then apt-get update -qq; fi
# Its libraries, too: a machine without a desktop lacks some of them.
packages=$(apt-cache depends --no-recommends --no-suggests stress-ng | sed -n 's/^ *Depends: \(lib[^ ]*\)$/\1/p' | grep -v '^libc6$')
# shellcheck disable=SC2086 # one word a package
(cd "$unpacked" && apt-get download -qq stress-ng $packages && for file in *.deb; do dpkg-deb -x "$file" .; done)
mkdir -p "$PLACE/lib"
find "$unpacked" -name '*.so.*' -exec cp -d {} "$PLACE/lib/" \;
mv "$unpacked/usr/bin/stress-ng" "$PLACE/stress-ng.bin"
if LD_LIBRARY_PATH=$PLACE/lib ldd "$PLACE/stress-ng.bin" | grep -q 'not found'; then
  say "libraries of stress-ng are missing. Cure: apt-get install stress-ng" >&2
  exit 2
fi
cat >"$PLACE/stress-ng" <<'WRAPPER'
#!/bin/sh
place=$(dirname "$(readlink -f "$0")")
LD_LIBRARY_PATH=$place/lib exec "$place/stress-ng.bin" "$@"
WRAPPER
chmod +x "$PLACE/stress-ng"
