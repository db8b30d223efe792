#!/usr/bin/env bash
# Builds Helm into .cache/helm/helm from the Go module proxy, with any Go of 1.19 or newer. Prints nothing if it is there.
# Every byte is checked: the toolchain by its checksum below, and the modules by go.sum.
# GO names another Go than the one in the PATH. A second run waits for the first. A copy is kept outside the checkout.
set -euo pipefail
cd "$(dirname "$0")/../.."
self=deploy/helm/tools.sh source=deploy/helm/tools
folder=$PWD/.cache/helm
mkdir -p "$folder"
exec 9>"$folder/lock"
flock 9
wanted=$(cat "$source/go.mod" "$source/go.sum" "$self" | sha256sum)
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

go=${GO:-$(command -v go || true)}
[ -n "$go" ] || { echo 'Helm is built with Go (Debian: apt install golang-go), or GO=<path of one>.' >&2; exit 1; }
go=$(readlink -f "$go")
release=1.26.8
case $(uname -m) in
  x86_64) machine=amd64 sum='h1:ZOmGe1OnfREDMIdb1Qi4G9JSuDPBLGExZMQ4nis1RXM=' ;;
  aarch64) machine=arm64 sum='h1:sYL/O6MqS68ML0kjsQ36WoYIpJqkw60TxizWUYUKQMc=' ;;
  *) echo "No toolchain is pinned for $(uname -m)." >&2; exit 1 ;;
esac

# A user's settings do not decide what is built.
unset GOROOT GOEXPERIMENT
export GOFLAGS='-mod=readonly -modcacherw' GOTOOLCHAIN=local GOWORK=off GO111MODULE=on
export CGO_ENABLED=0 GOPATH=$folder/go GOCACHE=$folder/build
found=$(cd / && "$go" mod download -json "golang.org/toolchain@v0.0.1-go$release.linux-$machine")
grep -qF "\"Sum\": \"$sum\"" <<<"$found" || { printf 'Another toolchain than the pinned one:\n%s\n' "$found" >&2; exit 1; }
toolchain=$(sed -n 's/^\t"Dir": "\(.*\)",\{0,1\}$/\1/p' <<<"$found")
# A module has no executable files.
chmod +x "$toolchain"/bin/* "$toolchain"/pkg/tool/*/*

# Without optimization, the build takes two thirds of the time. Helm runs for a second here.
(cd "$source" && "$toolchain/bin/go" build -trimpath -gcflags='all=-N -l -dwarf=false' -ldflags='-s -w' -o "$folder/helm.part" helm.sh/helm/v4/cmd/helm)
# If the copy ends too early, it has not got its name. Helm works without the copy, so a full disk fails nothing.
if [ -n "$kept" ]; then
  { cp "$folder/helm.part" "$kept.$$" && mv "$kept.$$" "$kept"; } 2>/dev/null || rm -f "$kept.$$"
fi
finish
rm -rf "$folder/go" "$folder/build"
