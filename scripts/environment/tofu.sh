#!/usr/bin/env bash
# Builds OpenTofu from the Go module proxy and prints its path. A copy is kept outside the checkout, so a second checkout builds nothing.
# Every byte is checked: the toolchain by its checksum in go.sh, the module by the checksum below, and its modules by its go.sum.
# Its go.mod replaces a module, which `go install` refuses. So it is built in a copy of the folder of the module. A second run waits for the first.
set -euo pipefail
cd "$(dirname "$0")/../.."
version=v1.12.6
sum='h1:0VT4P8pMmGcCUnQ9JDrJ+Qg2d35Vzm4FFd/9+H7oF98='
folder=$PWD/.cache/tofu
mkdir -p "$folder"
exec 9>"$folder/lock"
flock 9
wanted=$(cat scripts/environment/tofu.sh scripts/environment/go.sh | sha256sum)
kept=$folder
if cache=$(scripts/environment/cache.sh tofu); then kept=$cache/$version-$(uname -m)-${wanted:0:24}; fi
if [ -x "$kept/tofu" ]; then
  touch "$kept"
  echo "$kept/tofu"
  exit
fi

go=$(scripts/environment/go.sh "$folder/go")
# A user's settings do not decide what is built.
unset GOROOT GOEXPERIMENT
export GOFLAGS="-mod=readonly -modcacherw -p=${JOBS:-1}" GOTOOLCHAIN=local GOWORK=off GO111MODULE=on
export CGO_ENABLED=0 GOPATH=$folder/go GOCACHE=$folder/build
found=$(cd / && "$go" mod download -json "github.com/opentofu/opentofu@$version")
grep -qF "\"Sum\": \"$sum\"" <<<"$found" || { printf 'Another module than the pinned one:\n%s\n' "$found" >&2; exit 1; }
source=$(sed -n 's/^\t"Dir": "\(.*\)",\{0,1\}$/\1/p' <<<"$found")
mkdir -p "$kept"
# Tests keep states in files. The clients of clouds, where others keep them, are a third of the build.
rm -rf "$folder/source"
cp -r --no-preserve=mode "$source" "$folder/source"
sed -i -E '/backend(Azure|Consul|Cos|GCS|Kubernetes|OSS|Pg|S3)\b/d' "$folder/source/internal/backend/init/init.go"
(cd "$folder/source" && nice -n 10 "$go" build -trimpath -ldflags='-s -w -X github.com/opentofu/opentofu/version.dev=no' -o "$kept/tofu.$$" ./cmd/tofu)
mv "$kept/tofu.$$" "$kept/tofu"
rm -rf "$folder/go" "$folder/build" "$folder/source"
echo "$kept/tofu"
