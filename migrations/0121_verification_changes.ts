import { Migration } from '@mikro-orm/migrations';

/** Changes that end valid verifications, for the streams that caches read (docs/decisions/0144). */
export class Migration0121VerificationChanges extends Migration {
  override up(): void {
    this.addSql(`
-- A change after which a verification may have another result. A trigger writes it in the transaction of the change. The nodes read it for
-- their streams. \`sweep-requests\` removes it after ten minutes. A row without a credential and an identity is about the whole tenant.
create table verification_changes (
  org_id text collate "C" not null,
  -- The transaction that wrote it, because rows commit in another order than their times (ADR 0137).
  written_by xid8 not null default pg_current_xact_id(),
  credential_id text collate "C",
  identity_id text collate "C",
  -- Not the begin of the transaction: a long one would write rows that are removed soon.
  at timestamptz(3) not null default clock_timestamp()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
-- Finds the rows that a node has not read yet.
create index verification_changes_new on verification_changes (org_id, written_by);
-- Finds the rows that \`sweep-requests\` removes.
create index verification_changes_by_age on verification_changes (at);

create function note_verification_change() returns trigger language plpgsql as $body$
begin
  if tg_table_name = 'credentials' then
    insert into verification_changes (org_id, credential_id) values (new.org_id, new.id);
  elsif tg_table_name = 'identities' then
    insert into verification_changes (org_id, identity_id) values (new.org_id, new.id);
  else
    insert into verification_changes (org_id) values (new.id);
  end if;
  return null;
end $body$;

-- Notes what a verification shows or decides by. Clients keep only answers of working credentials without a cap, and none past its end.
-- So an end by time and an end by uses are not noted, and a use has nothing to judge but this condition.
create trigger credentials_note_change
  after update of identity_id, name, status, scopes, is_temporary, secret_hash, previous_secret_hash, max_usage_count, expires_at, allowed_ips, deleted_at
  on credentials for each row
  when (old.status = 'ACTIVE' and old.max_usage_count is null and (old.expires_at is null or old.expires_at > now())
    and (old.identity_id, old.name, old.status, old.scopes, old.is_temporary, old.secret_hash, old.previous_secret_hash,
         old.max_usage_count, old.expires_at, old.allowed_ips, old.deleted_at)
        is distinct from (new.identity_id, new.name, new.status, new.scopes, new.is_temporary, new.secret_hash, new.previous_secret_hash,
                          new.max_usage_count, new.expires_at, new.allowed_ips, new.deleted_at))
  execute function note_verification_change();
`);
  }
}
