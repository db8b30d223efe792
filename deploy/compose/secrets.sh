#!/usr/bin/env bash
# Makes each secret that is not there yet: secrets.sh FOLDER COMMAND… The command prints the bootstrap keys, as scripts/key.ts does.
# The folder is for its owner alone. The files in it are readable, because the accounts in the containers must read them.
set -euo pipefail
folder=$1
shift
mkdir -p "$folder"
chmod 0700 "$folder"
write() {
  if [ -e "$folder/$1" ]; then
    cat >/dev/null
  else
    cat >"$folder/$1.new"
    chmod 0444 "$folder/$1.new"
    mv "$folder/$1.new" "$folder/$1"
  fi
}
for name in superuser-password migrator-password app-password grafana-password; do
  openssl rand -hex 24 | write "$name"
done
openssl rand -base64 32 | write master-key
printf 'postgres://keyward_app:%s@postgres:5432/keyward\n' "$(cat "$folder/app-password")" | write database-url
printf 'postgres://keyward_migrator:%s@postgres:5432/keyward\n' "$(cat "$folder/migrator-password")" | write migration-database-url
if [ ! -e "$folder/live-key" ] || [ ! -e "$folder/test-key" ]; then
  keys=$("$@")
  grep -o 'kd_live_[0-9A-Za-z]*' <<<"$keys" | write live-key
  grep -o 'kd_test_[0-9A-Za-z]*' <<<"$keys" | write test-key
fi
# For a trial. Replace the file by a certificate that your clients trust: the chain, then the key.
if [ ! -e "$folder/tls" ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 365 -subj /CN=localhost \
    -addext 'subjectAltName=DNS:localhost,IP:127.0.0.1' -keyout "$folder/tls.key" -out "$folder/tls.crt" 2>/dev/null
  cat "$folder/tls.crt" "$folder/tls.key" | write tls
  rm "$folder/tls.key" "$folder/tls.crt"
fi
