import { Migration } from '@mikro-orm/migrations';

/** Puts events of used exclusions into the inbox, for an alert. */
export class Migration0063ExclusionsFollowed extends Migration {
  override up(): void {
    this.addSql(followed);
  }
}

// As in 0011_risk.ts, with access.exclusion_used.
const followed = `
drop trigger events_are_followed on events;
create trigger events_are_followed after insert on events for each row
  when (new.type = any (array[
    'identity.created', 'identity.updated', 'identity.suspended', 'identity.revoked',
    'credential.created', 'credential.updated', 'credential.rotated', 'credential.expired', 'credential.revoked',
    'credential.suspended', 'credential.reactivated', 'credential.leaked', 'credential.expiring',
    'policy.violated', 'anomaly.detected', 'user.deprovisioned', 'access.exclusion_used']))
  execute function follow_event();`;
