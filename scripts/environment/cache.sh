#!/usr/bin/env bash
# Prints the folder outside the checkout in which a kind of installed things is kept for other checkouts: cache.sh <kind>.
# That is in KEYWARD_CACHE, or ~/.cache/keyward. It fails if KEYWARD_CACHE is empty, or if the folder cannot be written.
set -euo pipefail
kind=$1
home=${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}
root=${KEYWARD_CACHE-${home:+$home/keyward}}
[ -n "$root" ] && mkdir -p "$root/$kind" 2>/dev/null && [ -w "$root/$kind" ] || exit 1
# Every use touches the folder of a thing. Things that no checkout has used for a month are removed.
find "$root/$kind" -mindepth 1 -maxdepth 1 -mtime +30 -exec rm -rf {} + 2>/dev/null || true
cd "$root/$kind" && pwd
