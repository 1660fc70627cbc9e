#!/usr/bin/env bash
# Plays a new user's first hour from the wheel alone, step by step: demo, a broken demo, one-line capacity, drafts of an
# OpenAPI document and of a HAR, a study that is edited and run, what a CI and others read of it, runs and their pages.
# About fifteen minutes; the steps are those of tests/integration/test_new_user.py, which pytest can be told to choose
# from: scripts/new_user.sh -k curl
set -euo pipefail
cd "$(dirname "$0")/.."
make --no-print-directory engine web wheel test-packages
exec .venv/bin/python -m pytest -v tests/integration/test_new_user.py "$@"
