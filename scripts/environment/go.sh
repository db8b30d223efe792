#!/usr/bin/env bash
# Prints the path of the Go that our tools are built with: go.sh <folder>. It fetches the toolchain into the folder, from the Go module
# proxy, with any Go of 1.19 or newer, and checks it by its checksum. GO names another Go than the one in the PATH.
set -euo pipefail
folder=$1
go=${GO:-$(command -v go || true)}
[ -n "$go" ] || { echo 'Go is missing (Debian: apt install golang-go); or set GO=<path of one>.' >&2; exit 1; }
go=$(readlink -f "$go")
release=1.26.8
case $(uname -m) in
  x86_64) machine=amd64 sum='h1:ZOmGe1OnfREDMIdb1Qi4G9JSuDPBLGExZMQ4nis1RXM=' ;;
  aarch64) machine=arm64 sum='h1:sYL/O6MqS68ML0kjsQ36WoYIpJqkw60TxizWUYUKQMc=' ;;
  *) echo "No toolchain is pinned for $(uname -m)." >&2; exit 1 ;;
esac

# A user's settings do not decide what is built.
unset GOROOT GOEXPERIMENT
export GOFLAGS='-mod=readonly -modcacherw' GOTOOLCHAIN=local GOWORK=off GO111MODULE=on GOPATH=$folder
found=$(cd / && "$go" mod download -json "golang.org/toolchain@v0.0.1-go$release.linux-$machine")
grep -qF "\"Sum\": \"$sum\"" <<<"$found" || { printf 'Another toolchain than the pinned one:\n%s\n' "$found" >&2; exit 1; }
toolchain=$(sed -n 's/^\t"Dir": "\(.*\)",\{0,1\}$/\1/p' <<<"$found")
# A module has no executable files.
chmod +x "$toolchain"/bin/* "$toolchain"/pkg/tool/*/*
echo "$toolchain/bin/go"
