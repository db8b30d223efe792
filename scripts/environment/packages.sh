#!/usr/bin/env bash
# Installs the packages of Debian that this machine lacks, as root or with sudo. packages.txt lists them.
#   packages.sh tools           what the other scripts of this folder need
#   packages.sh gate            what each run of .ci/run needs
#   packages.sh night           all of packages.txt
#   packages.sh <test file>…    what these files need
# With --missing before these words, it prints the packages instead, one on a line.
set -euo pipefail
cd "$(dirname "$0")"

print=
[ "${1:-}" != --missing ] || { print=yes; shift; }
if [ "${1:-}" = tools ]; then
  wanted=()
  command -v npm >/dev/null || wanted+=(nodejs npm)
  command -v make >/dev/null || wanted+=(make)
  python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null ||
    wanted+=(python3 python3-venv)
else
  mapfile -t wanted < <(awk -v of=" $* " '
    !/^#/ && (of == " night " || index(of, " " $1 " ")) { for (at = 2; at <= NF; at++) print $at }' packages.txt | sort -u)
fi

missing=()
for name in "${wanted[@]}"; do
  # Any Go builds Helm and OpenTofu.
  [ "$name" != golang-go ] || ! command -v go >/dev/null || continue
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null || true)" = installed ] || missing+=("$name")
done
[ ${#missing[@]} -gt 0 ] || exit 0
[ -z "$print" ] || { printf '%s\n' "${missing[@]}"; exit; }

as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo -E)
export DEBIAN_FRONTEND=noninteractive
# Only the programs are wanted, not a cluster that Debian makes and starts.
"${as_root[@]}" mkdir -p /etc/postgresql-common
[ -e /etc/postgresql-common/createcluster.conf ] ||
  "${as_root[@]}" tee /etc/postgresql-common/createcluster.conf <<<'create_main_cluster = false' >/dev/null
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" apt-get install -y -qq --no-install-recommends -o Dpkg::Options::=--force-confold "${missing[@]}"
