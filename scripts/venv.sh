#!/usr/bin/env bash
# Makes a virtual environment from a file of exact versions: venv.sh <folder> <requirements>.
# PYTHON names another interpreter than python3; it must be 3.10 or newer.
set -euo pipefail
folder=$1 requirements=$2
python=${PYTHON:-python3}
"$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' 2>/dev/null ||
  { echo "This needs Python 3.10 or newer with venv (Debian: apt-get install python3-venv), or PYTHON=<path of one>." >&2; exit 1; }

# Test files that run at once may ask for the same one. The first makes it. A lock of a process that is gone counts for nothing.
lock=$folder.lock
mkdir -p "$(dirname "$folder")"
until (set -o noclobber; echo $$ >"$lock") 2>/dev/null; do
  kill -0 "$(cat "$lock" 2>/dev/null)" 2>/dev/null || rm -f "$lock"
  sleep 0.2
done
trap 'rm -f "$lock"' EXIT
[ "$folder/.installed" -nt "$requirements" ] && exit 0

rm -rf "$folder"
"$python" -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check --no-deps -r "$requirements"
touch "$folder/.installed"
