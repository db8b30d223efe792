#!/usr/bin/env bash
# Builds Helm into .cache/helm/helm from the Go module proxy, with any Go of 1.19 or newer. Prints nothing if it is there.
# Every byte is checked: the toolchain by its checksum in scripts/environment/go.sh, and the modules by go.sum. A second run waits for the first. A copy is kept outside the checkout.
set -euo pipefail
cd "$(dirname "$0")/../.."
self=deploy/helm/tools.sh source=deploy/helm/tools
folder=$PWD/.cache/helm
mkdir -p "$folder"
exec 9>"$folder/lock"
flock 9
wanted=$(cat "$source/go.mod" "$source/go.sum" "$self" scripts/environment/go.sh | sha256sum)
[ -x "$folder/helm" ] && [ "$(cat "$folder/made-of" 2>/dev/null)" = "$wanted" ] && exit 0
finish() {
  mv "$folder/helm.part" "$folder/helm"
  echo "$wanted" >"$folder/made-of"
}
kept=
if cache=$(scripts/environment/cache.sh helm); then
  kept=$cache/$(uname -m)-${wanted:0:24}
  if [ -x "$kept" ]; then
    touch "$kept"
    cp "$kept" "$folder/helm.part"
    finish
    exit
  fi
fi

go=$(scripts/environment/go.sh "$folder/go")

# A user's settings do not decide what is built.
unset GOROOT GOEXPERIMENT
export GOFLAGS='-mod=readonly -modcacherw' GOTOOLCHAIN=local GOWORK=off GO111MODULE=on
export CGO_ENABLED=0 GOPATH=$folder/go GOCACHE=$folder/build
# Without optimization, the build takes two thirds of the time. Helm runs for a second here.
(cd "$source" && "$go" build -trimpath -gcflags='all=-N -l -dwarf=false' -ldflags='-s -w' -o "$folder/helm.part" helm.sh/helm/v4/cmd/helm)
# If the copy ends too early, it has not got its name. Helm works without the copy, so a full disk fails nothing.
if [ -n "$kept" ]; then
  { cp "$folder/helm.part" "$kept.$$" && mv "$kept.$$" "$kept"; } 2>/dev/null || rm -f "$kept.$$"
fi
finish
rm -rf "$folder/go" "$folder/build"
