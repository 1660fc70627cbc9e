#!/usr/bin/env bash
# Installs the clients of the tests of the depot, pinned, into .cache/depot: twine and createrepo_c from PyPI,
# nuget.exe from npm with Debian's Mono. Maven, npm, pip and curl are there already. Can be run again.
set -euo pipefail
cd "$(dirname "$0")/.."

PYTHON_PACKAGES=(twine==7.0.0 createrepo-c==1.2.5)
NODE_PACKAGES=(nuget-exe@5.8.0)
CLIENTS=$PWD/.cache/depot
export PATH="$PWD/.venv/bin:$PATH"

# The libraries that nuget.exe loads; all of Mono would be a hundred packages more.
packages=()
command -v curl >/dev/null || packages+=(curl)
for library in core xml-linq io-compression io-compression-filesystem net-http net-http-webrequest security \
  componentmodel-composition componentmodel-dataannotations data-services-client runtime runtime-serialization \
  web-extensions identitymodel; do
  packages+=("libmono-system-${library}4.0-cil")
done
packages+=(mono-runtime libmono-system-servicemodel4.0a-cil libmono-windowsbase4.0-cil libmono-microsoft-csharp4.0-cil)
packages+=(libmono-microsoft-build{,-engine,-framework}4.0-cil libmono-microsoft-build-{tasks,utilities}-v4.0-4.0-cil)
scripts/prepare.sh "${packages[@]}"

installed="${PYTHON_PACKAGES[*]} ${NODE_PACKAGES[*]}"
if [ "$(cat "$CLIENTS/.installed" 2>/dev/null)" != "$installed" ]; then
  mkdir -p "$CLIENTS"
  [ -x "$CLIENTS/venv/bin/python" ] || python3 -m venv "$CLIENTS/venv"
  "$CLIENTS/venv/bin/pip" install --quiet --disable-pip-version-check "${PYTHON_PACKAGES[@]}"
  npm install --silent --no-audit --no-fund --prefix "$CLIENTS" "${NODE_PACKAGES[@]}"
  echo "$installed" >"$CLIENTS/.installed"
fi
