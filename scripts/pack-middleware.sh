#!/usr/bin/env bash
# Builds and packs the middleware as it is published: pack-middleware.sh <folder for the tarball>. Prints the path of the tarball.
# The compiler sees the client as a package, as users do. The frameworks are those of this checkout.
set -euo pipefail
destination=$1 source=clients/middleware checkout=$PWD
mkdir -p "$destination" .cache
folder=$(mktemp -d .cache/middleware-XXXXXX)
trap 'rm -rf "$folder"' EXIT
client=$folder/node_modules/@keyward/client
mkdir -p "$client"
node node_modules/typescript7/bin/tsc -p clients/typescript --outDir "$client/dist"
cp clients/typescript/package.json "$client"
cp -r "$source/src" "$source/package.json" "$source/README.md" LICENSE "$folder"
cat >"$folder/tsconfig.json" <<JSON
{
  "extends": "$checkout/clients/typescript/tsconfig.json",
  "compilerOptions": { "rootDir": "src", "outDir": "dist" },
  "include": ["src"]
}
JSON
node node_modules/typescript7/bin/tsc -p "$folder"
name=$(npm pack "./$folder" --silent --pack-destination "$destination")
echo "$(cd "$destination" && pwd)/$name"
