import { Migration } from '@mikro-orm/migrations';

/** What grows with sign-ins is found at once: browsers by which nobody signed in, sessions of a login. */
export class Migration0024SignInGrowth extends Migration {
  override up(): void {
    this.addSql(knownBrowsers);
    this.addSql(ofLogin);
  }
}

// It never becomes false again: whoever was erased leaves a browser that is kept as long as its cookie.
const knownBrowsers = `
alter table browsers add column known boolean not null default false;
update browsers b set known = true where exists (select from known_browsers k where k.browser_id = b.id);
create index browsers_unknown on browsers (last_seen_at) where not known;`;

const ofLogin =
  "create index oidc_artifacts_of_login on oidc_artifacts (org_id, login_id) where model = 'Session';";
