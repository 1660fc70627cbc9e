#!/usr/bin/env bash
# Installs Rust where cargo is missing or too old: by rustup into ~/.cargo, else, as root, Debian's packages. Can be run again.
# RUSTUP_UPDATE_ROOT names another server of rustup, as rustup itself reads it.
set -euo pipefail

OLDEST=1.85
say() { printf 'prepare: %s\n' "$*"; }
new_enough() { [ "$(printf '%s\n' "$OLDEST" "$1" | sort -V | head -n 1)" = "$OLDEST" ]; }

export PATH="$HOME/.cargo/bin:$PATH"
installed=$(cargo --version 2>/dev/null | cut -d ' ' -f 2) || installed=""
if [ -n "$installed" ] && new_enough "$installed"; then
  exit 0
fi
say "cargo is ${installed:-missing}, $OLDEST or newer is needed"

# The installer of rustup for this machine, its checksum held; nothing is written to the profile of the shell.
by_rustup() {
  local from place
  from=${RUSTUP_UPDATE_ROOT:-https://static.rust-lang.org/rustup}/dist/$(uname -m)-unknown-linux-gnu/rustup-init
  place=$(mktemp -d)
  say "installing Rust by rustup into ~/.cargo ($from)"
  python3 - "$from" "$place/rustup-init" <<'PYTHON' &&
import hashlib, sys, urllib.request
source, target = sys.argv[1:]
try:
    installer, checksum = (urllib.request.urlopen(source + end, timeout=30).read() for end in ("", ".sha256"))
except OSError as fault:
    sys.exit(f"prepare: rustup cannot be fetched: {fault}")
if hashlib.sha256(installer).hexdigest() != checksum.split()[0].decode():
    sys.exit("prepare: rustup-init does not have its checksum")
open(target, "wb").write(installer)
PYTHON
    chmod +x "$place/rustup-init" &&
    "$place/rustup-init" -y --quiet --no-modify-path --profile minimal --component clippy --component rustfmt
  local status=$?
  rm -rf "$place"
  return "$status"
}

# Bookworm has a Rust of today under other names, for its browsers; it comes without clippy, which only `make check` needs.
by_debian() {
  [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null || return 1
  apt-get update -qq
  local suffix version
  for suffix in "" -web; do
    version=$(apt-cache policy "cargo$suffix" 2>/dev/null | sed -n 's/^  Candidate: \([0-9.]*\).*/\1/p')
    # Debian counted cargo from 0 until 1.85: 0.66 is that of Rust 1.65.
    if [ -n "$version" ] && new_enough "$version"; then
      say "installing Debian packages: cargo$suffix rustc$suffix rustfmt$suffix"
      DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "cargo$suffix" "rustc$suffix" "rustfmt$suffix" >/dev/null
      return
    fi
  done
  return 1
}

by_rustup || by_debian || {
  say "Rust cannot be installed here. Cure: install Rust $OLDEST or newer (rustup.rs, or your distribution), or use a wheel (docs/guides/install.md)" >&2
  exit 2
}
