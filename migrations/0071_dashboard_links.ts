import { Migration } from '@mikro-orm/migrations';

/** Links that lead an owner to the dashboard: the first owner, or one who makes a new start. */
export class Migration0071DashboardLinks extends Migration {
  override up(): void {
    this.addSql(links);
  }
}

// A tenant has one at most. Without a user, the link is for the first owner. A used one stays until the next one, for the sign-in that
// it began.
const links = `
create table dashboard_links (
  org_id text collate "C" not null primary key,
  id text collate "C" not null,
  token_hash bytea not null,
  user_id text collate "C",
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);`;
