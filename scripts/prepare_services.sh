#!/usr/bin/env bash
# Installs services that others wrote, pinned, into .cache/services: httpbin under gunicorn and Datasette under uvicorn
# from PyPI, http-server from npm. `python -m bench.real searches` loads them. Can be run again.
set -euo pipefail
cd "$(dirname "$0")/.."

PYTHON_PACKAGES=(httpbin==0.10.4 gunicorn==27.0.1 datasette==0.65.1 uvicorn==0.54.0)
NODE_PACKAGES=(http-server@14.1.1)
SERVICES=$PWD/.cache/services

mkdir -p "$SERVICES/site"
if [ ! -x "$SERVICES/venv/bin/python" ]; then
  python3 -m venv "$SERVICES/venv"
fi
"$SERVICES/venv/bin/pip" install --quiet --disable-pip-version-check "${PYTHON_PACKAGES[@]}"

command -v npm >/dev/null || scripts/prepare_node.sh
npm install --silent --no-audit --no-fund --prefix "$SERVICES" "${NODE_PACKAGES[@]}"

# What http-server serves: 5 kB.
for _ in $(seq 200); do printf '<p>a line of some words</p>\n'; done >"$SERVICES/site/index.html"
