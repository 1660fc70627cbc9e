#!/usr/bin/env bash
# Installs what the stands of studies lack: PostgreSQL, MariaDB, Redis, a JDK, Maven, Go. Can be run again.
set -euo pipefail
cd "$(dirname "$0")/.."

export PATH="$PATH:/usr/local/go/bin:/usr/sbin"
say() { printf 'prepare_stands: %s\n' "$*"; }

packages=()
compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null || command -v postgres >/dev/null || packages+=(postgresql)
# The programs alone: the packages of the servers would start one of their own now and at every boot.
{ command -v mariadbd && command -v mariadb-install-db && command -v mariadb; } >/dev/null ||
  packages+=(mariadb-server-core mariadb-client-core)
command -v redis-cli >/dev/null || packages+=(redis-tools)
command -v javac >/dev/null || packages+=(default-jdk-headless)
command -v mvn >/dev/null || packages+=(maven)
command -v go >/dev/null || packages+=(golang-go)
command -v setpriv >/dev/null || packages+=(util-linux)

if [ "${#packages[@]}" -gt 0 ]; then
  own_cluster=/etc/postgresql-common/createcluster.d/loadproof.conf
  if [[ " ${packages[*]} " == *" postgresql "* && $(id -u) -eq 0 ]]; then
    # Debian would make a database cluster of its own and start it now and at every boot; the stand needs none.
    say "PostgreSQL gets no cluster of its own from Debian; make one with pg_createcluster if you want it"
    mkdir -p "${own_cluster%/*}"
    echo 'create_main_cluster = false' >"$own_cluster"
    trap 'rm -f "$own_cluster"' EXIT
  fi
  scripts/prepare.sh "${packages[@]}"
fi

# From 1.21 on Go fetches the version that a module asks for.
version=$(go env GOVERSION)
if ! printf '%s\n' go1.21 "$version" | sort -V -C; then
  say "go is $version. Cure: install Go 1.21 or newer (go.dev/dl)" >&2
  exit 2
fi
