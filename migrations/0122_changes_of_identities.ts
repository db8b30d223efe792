import { Migration } from '@mikro-orm/migrations';

/** Notes changes of identities for the streams of `0121`. A migration locks one table, so this is one of its own. */
export class Migration0122ChangesOfIdentities extends Migration {
  override up(): void {
    this.addSql(`
create trigger identities_note_change
  after update of name, type, status, tags, allowed_ips, expires_at, risk_score, deleted_at
  on identities for each row
  when (old.status = 'ACTIVE' and (old.expires_at is null or old.expires_at > now())
    and (old.name, old.type, old.status, old.tags, old.allowed_ips, old.expires_at, old.risk_score, old.deleted_at)
        is distinct from (new.name, new.type, new.status, new.tags, new.allowed_ips, new.expires_at, new.risk_score, new.deleted_at))
  execute function note_verification_change();
`);
  }
}
