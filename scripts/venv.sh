#!/usr/bin/env bash
# Makes a virtual environment from a file of exact versions: venv.sh <folder> <requirements>.
# PYTHON names another interpreter than python3; it must be 3.10 or newer.
set -euo pipefail
folder=$1 requirements=$2
python=${PYTHON:-python3}
"$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' 2>/dev/null ||
  { echo "This needs Python 3.10 or newer with venv (Debian: apt-get install python3-venv), or PYTHON=<path of one>." >&2; exit 1; }
rm -rf "$folder"
"$python" -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check --no-deps -r "$requirements"
touch "$folder/.installed"
