#!/usr/bin/env bash
# Builds the image: deploy/container/build.sh [NAME]
# With docker or podman, it is built on the bases that the Containerfile names. With buildah alone (ENGINE=buildah), nothing is
# pulled: the base is made from the packages of Debian, and node and npm of this machine work in the build stage.
set -euo pipefail
cd "$(dirname "$0")/../.."
name=${1:-keyward}
engine=${ENGINE:-}
for one in docker podman buildah; do
  [ -n "$engine" ] || ! command -v "$one" >/dev/null || engine=$one
done
if [ "$engine" = docker ] && ! docker info >/dev/null 2>&1; then
  echo 'docker is installed, but its daemon does not answer. Start it, or choose another program: make image ENGINE=podman, or ENGINE=buildah.' >&2
  exit 2
fi
# The build sees no history of Git. The days on which the guides changed are a file of the context, only while it is built.
days=generated/docs/changed.json
trap 'rm -f "$days"' EXIT
node=node_modules/.bin/node
[ ! -x "$node" ] || "$node" scripts/changed-days.ts >"$days"
# With SOURCE_DATE_EPOCH, all files of the image and its history have this time.
timestamp=()
[ -z "${SOURCE_DATE_EPOCH:-}" ] || timestamp=(--timestamp "$SOURCE_DATE_EPOCH" --build-arg "SOURCE_DATE_EPOCH=$SOURCE_DATE_EPOCH")
# IMAGE_BUILD and IMAGE_BASE name other images than the Containerfile, such as node@sha256:… and debian@sha256:….
bases=()
[ -z "${IMAGE_BUILD:-}" ] || bases+=(--build-arg "BUILD=$IMAGE_BUILD")
[ -z "${IMAGE_BASE:-}" ] || bases+=(--build-arg "BASE=$IMAGE_BASE")
# npm opens more files at once than the 1,024 that podman and buildah allow a step of a build.
open_files=$(ulimit -Hn)
[ "$open_files" != unlimited ] || open_files=1048576
limits=(--ulimit "nofile=$open_files:$open_files")
case "$engine" in
  docker) docker build "${bases[@]}" -f deploy/container/Containerfile -t "$name" .; exit ;;
  podman) podman build --format docker "${limits[@]}" "${timestamp[@]}" "${bases[@]}" -f deploy/container/Containerfile -t "$name" .; exit ;;
  buildah) ;;
  *) echo 'Install docker, podman, or buildah and mmdebstrap.' >&2 && exit 2 ;;
esac

folder=$PWD/.cache/container
mkdir -p "$folder/root" "$folder/run"
# Containers without namespaces of the network or of users, and files instead of overlays: what every machine allows.
export BUILDAH_ISOLATION=chroot
buildah=(buildah --storage-driver vfs --root "$folder/root" --runroot "$folder/run")
policy=$folder/policy.json
echo '{"default":[{"type":"insecureAcceptAnything"}]}' >"$policy"

base=localhost/keyward-base
# With BASE_ARCHIVE=FILE, other checkouts use the base that one has made.
archive=${BASE_ARCHIVE:-}
# A base of last week lacks updates.
if [ -z "$(find "$folder/base" -mtime -7 2>/dev/null)" ]; then
  made=$("${buildah[@]}" from --signature-policy "$policy" scratch)
  root=$("${buildah[@]}" mount "$made")
  if [ -n "$archive" ] && [ -n "$(find "$archive" -mtime -7 2>/dev/null)" ]; then
    tar -xf "$archive" --numeric-owner -C "$root"
    touch -r "$archive" "$folder/made"
  else
    # As slim as Debian's own slim image: licences stay, manuals and translations do not.
    mmdebstrap --quiet --mode=root --variant=essential --include=libstdc++6 --dpkgopt=force-unsafe-io \
      --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
      --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
      --dpkgopt='path-exclude=/usr/share/info/*' --aptopt='Acquire::Languages "none"' \
      bookworm "$root"
    touch "$folder/made"
    # Under a name of its own first, because other checkouts read it.
    [ -z "$archive" ] || { tar -cf "$archive.$$" --numeric-owner -C "$root" . && mv "$archive.$$" "$archive"; }
  fi
  "${buildah[@]}" commit --quiet --rm --signature-policy "$policy" --format docker "$made" "$base" >/dev/null
  mv "$folder/made" "$folder/base"
fi

# The build stage sees node and npm of this machine, npm's cache, and the certificates that npm is told to trust.
npm_folder=$(npm root -g)/npm
if [ ! -d "$npm_folder/node_modules" ]; then
  # Debian spreads the parts of npm over the system; the package of npm has them all.
  [ -d "$folder/npm/package" ] || {
    mkdir -p "$folder/npm"
    npm pack --silent --pack-destination "$folder/npm" npm@11.19.1 >/dev/null
    tar -xzf "$folder"/npm/npm-*.tgz -C "$folder/npm"
  }
  npm_folder=$folder/npm/package
fi
printf '#!/bin/sh\nexec node /opt/npm/bin/npm-cli.js "$@"\n' >"$folder/npm-command"
chmod 0755 "$folder/npm-command"
cache=$(npm config get cache)
mkdir -p "$cache"
volumes=(--volume "$npm_folder:/opt/npm:ro" --volume "$folder/npm-command:/usr/local/bin/npm:ro"
  --volume "$(readlink -f node_modules/.bin/node):/usr/local/bin/node:ro" --volume "$cache:/root/.npm")
npmrc=$folder/npmrc
cat "$(npm config get userconfig)" >"$npmrc" 2>/dev/null || : >"$npmrc"
cafile=$(npm config get cafile)
if [ -f "$cafile" ]; then
  volumes+=(--volume "$cafile:/etc/npm-cafile.crt:ro")
  echo 'cafile=/etc/npm-cafile.crt' >>"$npmrc"
fi
"${buildah[@]}" build --format docker --pull-never --signature-policy "$policy" --layers=false "${limits[@]}" "${timestamp[@]}" \
  --build-arg BUILD="$base" --build-arg BASE="$base" --build-arg TARGETARCH="$(dpkg --print-architecture)" --secret id=npmrc,src="$npmrc" "${volumes[@]}" \
  -f deploy/container/Containerfile -t "$name" . >&2
rm -f "$npmrc"
echo "The image localhost/$name is in $folder/root (buildah --root … --storage-driver vfs)."
