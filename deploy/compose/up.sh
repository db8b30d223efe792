#!/usr/bin/env bash
# Builds the image, makes the secrets at the first time, and starts everything. Run it again after an upgrade.
set -euo pipefail
cd "$(dirname "$0")"
docker compose --project-name keyward build keyward-1
./secrets.sh secrets docker run --rm --network none keyward:local node scripts/key.ts
docker compose --project-name keyward up --detach --wait
echo "Keyward answers at ${BASE_URL:-https://localhost:8443}. Its keys are deploy/compose/secrets/live-key and test-key."
