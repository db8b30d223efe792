#!/usr/bin/env bash
# Builds and packs the TypeScript client as it is published: pack-typescript.sh <folder for the tarball>.
# Prints the path of the tarball. Building aside keeps the checkout clean and lets two run at once.
set -euo pipefail
destination=$1 source=clients/typescript
compiler=node_modules/typescript7/bin/tsc
test -e "$compiler" || compiler=$source/node_modules/typescript/bin/tsc
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$destination"
node "$compiler" -p "$source" --outDir "$folder/dist"
cp "$source/package.json" "$source/README.md" LICENSE "$folder"
name=$(npm pack "$folder" --silent --pack-destination "$destination")
echo "$(cd "$destination" && pwd)/$name"
