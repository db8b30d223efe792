import { Migration } from '@mikro-orm/migrations';

/** Whether anybody has ever signed in by a browser stands with it, so that the many by which nobody did are found at once. */
export class Migration0024KnownBrowsers extends Migration {
  override up(): void {
    this.addSql(known);
  }
}

// It never becomes false again: whoever was erased leaves a browser that is kept as long as its cookie.
const known = `
alter table browsers add column known boolean not null default false;
update browsers b set known = true where exists (select from known_browsers k where k.browser_id = b.id);
create index browsers_unknown on browsers (last_seen_at) where not known;`;
