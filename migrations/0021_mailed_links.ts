import { Migration } from '@mikro-orm/migrations';

/** Links that people are sent by mail: to sign in, to choose another password, to prove that an address is theirs. */
export class Migration0021MailedLinks extends Migration {
  override up(): void {
    this.addSql(mailedLinks);
  }
}

// A row is written for every request, whether somebody has the name or not, so that nobody can tell; what was typed stays
// only until the mail is sent, or until it is clear that none will be. The token is in the mail alone. Invitations have a
// table of their own (0002): of them there is one for each person, and it waits.
const mailedLinks = `
create table mailed_links (
  org_id text collate "C" not null references tenants (id),
  id uuid not null,
  purpose text collate "C" not null check (purpose in ('SIGN_IN', 'RESET_PASSWORD', 'VERIFY_EMAIL')),
  asked_for varchar(256),
  asked_hash bytea not null,
  user_id text collate "C",
  email varchar(254),
  token_hash bytea,
  browser_id uuid references browsers (id) on delete cascade,
  sign_in_id text collate "C",
  locale varchar(35),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  check (token_hash is null or email is not null),
  primary key (org_id, id),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create unique index mailed_links_token on mailed_links (token_hash);
create index mailed_links_asked on mailed_links (org_id, asked_hash, created_at);
create index mailed_links_of_user on mailed_links (org_id, user_id, created_at) where user_id is not null;
create index mailed_links_to on mailed_links (org_id, lower(email), created_at) where email is not null;
create index mailed_links_of_browser on mailed_links (browser_id) where browser_id is not null;
create index mailed_links_ending on mailed_links (expires_at);`;
