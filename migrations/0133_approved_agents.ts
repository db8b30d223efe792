import { Migration } from '@mikro-orm/migrations';

/**
 * Says which identity an administrator gave a client that no administrator made, and when that client last got tokens
 * (docs/governing-agents.md). Identities are marked as deleted and stay, so no foreign key is needed.
 */
export class Migration0133ApprovedAgents extends Migration {
  override up(): void {
    this.addSql(`
alter table oidc_clients
  add column identity_id text collate "C",
  add column last_used_at timestamptz(3);
`);
    this.addSql(`
alter table oidc_clients add constraint oidc_clients_identity_check check (identity_id is null or origin <> 'ADMINISTRATOR') not valid;
`);
  }
}
