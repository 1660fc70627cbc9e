#!/usr/bin/env bash
# Installs what a fresh machine lacks: Debian packages (when root), Rust, and the Python virtual environment. Can be run again.
# Usage: scripts/prepare.sh [DEBIAN_PACKAGE...]
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf 'prepare: %s\n' "$*"; }

case "${1:-}" in
  -*)
    say "usage: scripts/prepare.sh [DEBIAN_PACKAGE...]" >&2
    exit 2
    ;;
esac

missing=()
command -v cc >/dev/null || missing+=(build-essential)
python3 -c 'import venv, ensurepip' 2>/dev/null || missing+=(python3-venv)
for package in "$@"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
if [ "${#missing[@]}" -gt 0 ]; then
  if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    say "missing: ${missing[*]}. Cure: install them as root (apt-get install ${missing[*]})" >&2
    exit 2
  fi
  say "installing Debian packages: ${missing[*]}"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
  say "python3 is $(python3 -V 2>&1). Cure: install Python 3.11 or newer" >&2
  exit 2
fi

scripts/prepare_rust.sh
if [ ! -e .venv/bin/python ]; then
  say "making the virtual environment .venv"
  python3 -m venv .venv
fi
if [ ! -e .venv/.installed ] || [ requirements-dev.txt -nt .venv/.installed ]; then
  say "installing Python packages (requirements-dev.txt)"
  .venv/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
  touch .venv/.installed
fi
