import { Migration } from '@mikro-orm/migrations';

/**
 * How the address of a user was proved (docs/decisions/0094): `BY_MAIL`, `BY_ISSUER` with the id of the provider or connection, or
 * `BY_ADMIN`. Nodes of the release before do not know the columns. So the triggers fill them, and every statement that only sets
 * `email_verified` stays right. Rows of before keep null: code takes the source of the user for it.
 */
export class Migration0090ProofsOfAddresses extends Migration {
  override up(): void {
    this.addSql(`
alter table users add column email_proof text, add column email_proved_by text collate "C";

create or replace function note_proved_address() returns trigger language plpgsql as $body$
begin
  if not new.email_verified then
    new.email_verified_at := null;
    new.email_proof := null;
    new.email_proved_by := null;
    return new;
  end if;
  new.email_verified_at := now();
  if new.email_proof is null then
    new.email_proof := case when tg_op = 'INSERT' and new.source = 'FEDERATION' then 'BY_ISSUER' else 'BY_MAIL' end;
  end if;
  if new.email_proof <> 'BY_ISSUER' then
    new.email_proved_by := null;
  elsif new.email_proved_by is null then
    new.email_proved_by := new.source_connection_id;
  end if;
  return new;
end
$body$;

drop trigger users_prove_address on users;
create trigger users_prove_address before update of email_verified, email_proof, email_proved_by on users
  for each row when (old.email_verified is distinct from new.email_verified
                  or old.email_proof is distinct from new.email_proof
                  or old.email_proved_by is distinct from new.email_proved_by)
  execute function note_proved_address();`);
  }
}
