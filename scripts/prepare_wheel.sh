#!/usr/bin/env bash
# Installs what a wheel for other machines than this one is built with: zig, which links for an older glibc. Can be run again.
# Usage: scripts/prepare_wheel.sh TARGET   (a target of Rust: x86_64-unknown-linux-gnu, aarch64-unknown-linux-gnu)
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf 'prepare: %s\n' "$*"; }

# Not among the packages of requirements-dev.txt: they are large, and only wheels need them.
PACKAGES=(ziglang==0.17.1 cargo-zigbuild==0.24.1)

target=${1:?usage: scripts/prepare_wheel.sh TARGET}
if ! .venv/bin/python -m pip freeze --all | grep -cxF "$(printf '%s\n' "${PACKAGES[@]}")" | grep -qx "${#PACKAGES[@]}"; then
  say "installing ${PACKAGES[*]}"
  .venv/bin/python -m pip install --quiet --disable-pip-version-check "${PACKAGES[@]}"
fi
command -v readelf >/dev/null || scripts/prepare.sh binutils
if [ ! -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ]; then
  say "Rust has no standard library for $target. Cure: rustup target add $target, or your distribution's package" >&2
  exit 2
fi
