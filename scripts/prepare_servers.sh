#!/usr/bin/env bash
# Installs what the tests against real servers lack: nginx, Go, Java, Node.js, openssl. Can be run again.
set -euo pipefail
cd "$(dirname "$0")/.."

export PATH="$PWD/.venv/bin:$PATH:/usr/local/go/bin:/usr/sbin"
packages=()
command -v nginx >/dev/null || packages+=(nginx-light)
command -v go >/dev/null || packages+=(golang-go)
command -v javac >/dev/null || packages+=(default-jdk-headless)
command -v node >/dev/null || packages+=(nodejs)
command -v openssl >/dev/null || packages+=(openssl)
if [ "${#packages[@]}" -gt 0 ]; then
  scripts/prepare.sh "${packages[@]}"
fi
