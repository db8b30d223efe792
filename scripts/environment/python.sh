#!/usr/bin/env bash
# Makes a Python environment and links to it: python.sh [<requirements> <link>]. Without arguments, it is that of the tests, the generator of
# the Python client and fuzzing, at .cache/python. Each has exact versions and is kept outside the checkout for others, by these versions
# and by its Python.
# PYTHON names another interpreter than python3. It must be 3.10 or newer. Most of the packages need 3.11.
set -euo pipefail
cd "$(dirname "$0")/../.."
requirements=${1:-scripts/environment/requirements.txt}
link=${2:-.cache/python}
python=${PYTHON:-python3}
key=$("$python" - "$requirements" 2>/dev/null <<'PYTHON'
import ensurepip, hashlib, sys, venv
assert sys.version_info >= (3, 10)
made_of = [sys.version, sys.base_prefix, open(sys.argv[1], encoding="utf-8").read()]
print(hashlib.sha256("\n".join(made_of).encode()).hexdigest()[:24])
PYTHON
) || { echo "This needs Python 3.10 or newer with venv (Debian: apt-get install python3-venv), or PYTHON=<path of one>." >&2; exit 1; }

cache=$(scripts/environment/cache.sh python) || { cache=$PWD/.cache/environments; mkdir -p "$cache"; }
folder=$cache/$key
# Test files that run at once may ask for it. The first makes it. A lock of a process that is gone counts for nothing.
lock=$folder.lock
until (set -o noclobber; echo $$ >"$lock") 2>/dev/null; do
  kill -0 "$(cat "$lock" 2>/dev/null)" 2>/dev/null || rm -f "$lock"
  sleep 0.2
done
trap 'rm -f "$lock"' EXIT

# Programs of an environment know their own folder, so it is made where it stays. The mark says that it is whole.
if [ ! -e "$folder/.installed" ]; then
  rm -rf "$folder"
  "$python" -m venv "$folder"
  "$folder/bin/pip" install --quiet --disable-pip-version-check --no-deps -r "$requirements"
  touch "$folder/.installed"
fi
touch "$folder"
mkdir -p "$(dirname "$link")"
[ "$(readlink "$link")" = "$folder" ] || ln -sfn "$folder" "$link"
