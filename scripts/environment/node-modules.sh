#!/usr/bin/env bash
# Installs the packages of a folder for development: node-modules.sh <folder>. A copy for each lock file is kept outside the
# checkout, because a copy takes two seconds where npm takes 40. The copy shares no file with the checkouts, so a program that
# writes into node_modules spoils no other checkout.
# node-modules.sh <folder> start installs only the packages that the service needs.
# A service may run from the packages that are there. If they are those of the lock file, no file is removed or replaced.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$1
kind=${2:-development}
modules=$folder/node_modules

# The same lock file gives other files with another npm, and on another system.
made_of() {
  cat package.json package-lock.json
  npm --version
}
# shellcheck disable=SC2016 # The expression is JavaScript.
key=$(cd "$folder" && made_of | node -p 'const { header } = process.report.getReport();
  const system = [process.platform, process.arch, process.version, header.glibcVersionRuntime].join();
  crypto.createHash("sha256").update(system).update(fs.readFileSync(0)).digest("hex").slice(0, 24)')

# The marks are newer than the lock file, and say from which lock file the packages came.
has() { [ "$(cat "$modules/$1" 2>/dev/null)" = "$key" ]; }
mark() {
  local name
  for name; do echo "$key" >"$modules/$name"; done
  exit 0
}
has .installed && mark .installed .installed-start
if [ "$kind" = start ]; then
  has .installed-start || (cd "$folder" && npm ci --omit=dev --loglevel=error)
  mark .installed-start
fi

kept=
cache=$(scripts/environment/cache.sh node-modules) && kept=$cache/$key

# Adds the packages of another folder that are missing here.
add() {
  node - "$1" "$modules" <<'JS'
const { cpSync, existsSync, lstatSync, readdirSync } = require('node:fs');
const { join } = require('node:path');
const [from, to] = process.argv.slice(2);
(function add(from, to) {
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), join(to, name)];
    const there = lstatSync(target, { throwIfNoEntry: false });
    if (!there) cpSync(source, target, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    else if (there.isDirectory() && lstatSync(source).isDirectory()) add(source, target);
  }
})(from, to);
// npm reads it to learn what is installed.
const list = '.package-lock.json';
if (existsSync(join(from, list))) cpSync(join(from, list), join(to, list));
JS
}
# Puts packages into the folder: beside those of the service, or instead of all.
put() {
  if has .installed-start; then add "$1"; return; fi
  rm -rf "$modules"
  cp -a "$1" "$modules"
}

if [ -n "$kept" ] && [ -d "$kept" ]; then
  touch "$kept"
  put "$kept" && mark .installed .installed-start
fi

# A copy that ended too early must not be taken for a whole one, so the copy gets its name last. If another checkout was faster,
# or if the disk is full, nothing is kept.
part=$(mktemp -d "${cache:-$PWD/$folder}/part.XXXXXX")
trap 'rm -rf "$part"' EXIT
if has .installed-start; then
  (cd "$folder" && cp -a package.json package-lock.json "$part/" && { [ ! -e .npmrc ] || cp -a .npmrc "$part/"; })
  npm ci --prefix "$part" --include=dev --loglevel=error
  add "$part/node_modules"
else
  npm ci --prefix "$folder" --include=dev --loglevel=error
  [ -z "$kept" ] || cp -a "$modules" "$part/" 2>/dev/null || kept=
fi
[ -z "$kept" ] || node -e 'fs.renameSync(...process.argv.slice(1))' "$part/node_modules" "$kept" 2>/dev/null || true
mark .installed .installed-start
