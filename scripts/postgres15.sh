#!/usr/bin/env bash
# Runs a command with TEST_DATABASE_URL at a throw-away PostgreSQL 15 from Debian's packages. If it is not installed, the command runs
# without that variable, which is on the embedded Postgres. In CI it must be installed.
set -euo pipefail

bin=${POSTGRES15_BIN:-/usr/lib/postgresql/15/bin}
if [ ! -x "$bin/initdb" ]; then
  echo 'PostgreSQL 15 is not installed, so the embedded Postgres takes its place; on Debian 12: apt-get install postgresql-15'
  [ "${CI:-}" = true ] && exit 1
  exec "$@"
fi

# The server refuses to run as root; Debian's package brings the account postgres.
as_server=()
[ "$(id -u)" != 0 ] || as_server=(runuser -u postgres --)

# The path is short because a socket's name may have no more than 107 bytes.
folder=$("${as_server[@]}" mktemp -d /tmp/keyward-pg15.XXXXXX)
stop() {
  "${as_server[@]}" "$bin/pg_ctl" -D "$folder/data" -m immediate -s stop 2>/dev/null || true
  rm -rf "$folder"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

free_port='const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
port=$(node -e "$free_port")
password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
"${as_server[@]}" bash -c 'umask 077; cat > "$1"' - "$folder/password" <<<"$password"
(
  cd "$folder" # the account postgres may not enter the caller's folder
  "${as_server[@]}" "$bin/initdb" -D "$folder/data" -U postgres -E UTF8 --locale=C.UTF-8 --no-sync \
    --auth=scram-sha-256 --pwfile="$folder/password" >/dev/null
  # A database that lives for one test run needs to survive nothing. The service turns jit off for its own connections, and so does the
  # embedded Postgres. Connections of tests would compile the plan of a claim for seconds.
  "${as_server[@]}" "$bin/pg_ctl" -D "$folder/data" -l "$folder/log" -s -w start -o \
    "-p $port -h 127.0.0.1 -k $folder -c max_connections=200 -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c jit=off"
)
echo "PostgreSQL $("$bin/postgres" --version | cut -d' ' -f3) on port $port"
TEST_DATABASE_URL="postgres://postgres:$password@127.0.0.1:$port/postgres" "$@"
