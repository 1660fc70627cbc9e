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
library="$(rustc --print sysroot)/lib/rustlib/$target/lib"
if [ ! -d "$library" ] && command -v rustup >/dev/null; then
  say "installing Rust's standard library for $target"
  rustup --quiet target add "$target" || true
fi
if [ ! -d "$library" ]; then
  say "Rust has no standard library for $target. Cure: rustup target add $target, or the package of your distribution" >&2
  exit 2
fi
