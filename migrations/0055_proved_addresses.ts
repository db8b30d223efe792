import { Migration } from '@mikro-orm/migrations';

/**
 * When the address of a user was proved. A first link with an identity provider removes what was made before. For users of the
 * releases before, the time is unknown: `created_at` stands for it, so that nothing is removed.
 */
export class Migration0055ProvedAddresses extends Migration {
  override up(): void {
    this.addSql(`
alter table users add column email_verified_at timestamptz(3);

create function note_proved_address() returns trigger language plpgsql as $body$
begin
  new.email_verified_at := case when new.email_verified then now() end;
  return new;
end
$body$;

create trigger users_prove_address_new before insert on users
  for each row when (new.email_verified) execute function note_proved_address();
create trigger users_prove_address before update of email_verified on users
  for each row when (old.email_verified is distinct from new.email_verified) execute function note_proved_address();`);
  }
}
