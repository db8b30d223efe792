#!/usr/bin/env bash
# Installs the packages of a folder for development: node-modules.sh <folder>. A copy for each lock file is kept outside the
# checkout, because a copy takes two seconds where npm takes 40. The copy shares no file with the checkouts, so a program that
# writes into node_modules spoils no other checkout.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$1

# The same lock file gives other files with another npm, and on another system.
made_of() {
  cat package.json package-lock.json
  npm --version
}
kept=
if cache=$(scripts/environment/cache.sh node-modules); then
  # shellcheck disable=SC2016 # The expression is JavaScript.
  key=$(cd "$folder" && made_of | node -p 'const { header } = process.report.getReport();
    const system = [process.platform, process.arch, process.version, header.glibcVersionRuntime].join();
    crypto.createHash("sha256").update(system).update(fs.readFileSync(0)).digest("hex").slice(0, 24)')
  kept=$cache/$key
fi

if [ -n "$kept" ] && [ -d "$kept" ]; then
  touch "$kept"
  rm -rf "$folder/node_modules"
  cp -a "$kept" "$folder/node_modules" && exit 0
fi
npm ci --prefix "$folder" --include=dev --loglevel=error
[ -n "$kept" ] || exit 0

# A copy that ended too early must not be taken for a whole one, so the copy gets its name last. If another checkout was faster,
# or if the disk is full, nothing is kept.
part=$(mktemp -d "$cache/part.XXXXXX")
trap 'rm -rf "$part"' EXIT
cp -a "$folder/node_modules" "$part/" 2>/dev/null &&
  node -e 'fs.renameSync(...process.argv.slice(1))' "$part/node_modules" "$kept" 2>/dev/null || true
