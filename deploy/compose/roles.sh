#!/usr/bin/env bash
# The first start of the PostgreSQL container runs this: it creates the role that owns the schema and the role of the service.
set -euo pipefail
secrets=${SECRETS:-/run/secrets}
psql --set ON_ERROR_STOP=1 --no-psqlrc --quiet --username "${POSTGRES_USER:-postgres}" --dbname "$POSTGRES_DB" \
  --set migrator="$(cat "$secrets/migrator-password")" --set app="$(cat "$secrets/app-password")" <<'SQL'
create role keyward_migrator login password :'migrator';
create role keyward_app login password :'app';
alter database :"DBNAME" owner to keyward_migrator;
-- docs/deploying.md#log-of-the-database
alter role keyward_migrator set log_min_error_statement = 'panic';
alter role keyward_migrator set log_error_verbosity = 'terse';
alter role keyward_migrator set log_min_messages = 'fatal';
alter role keyward_app set log_min_error_statement = 'panic';
alter role keyward_app set log_error_verbosity = 'terse';
alter role keyward_app set log_min_messages = 'fatal';
SQL
