import { Migration } from '@mikro-orm/migrations';

/** Browsers, who is signed in by them, attempts to sign in, and how often those failed. */
export class Migration0017SignIn extends Migration {
  override up(): void {
    this.addSql(browsers);
    this.addSql(sessions);
    this.addSql(signIns);
    this.addSql(failures);
  }
}

// Outside tenancy: one browser holds a login of each tenant (decisions 6.18). The id stays; the token, of which only the
// hash is here, is another one after every sign-in.
const browsers = `
create table browsers (
  id uuid primary key,
  token_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now()
);
create unique index browsers_token on browsers (token_hash);
create index browsers_seen on browsers (last_seen_at);`;

// One login per tenant and browser. The browser leads its index, because it is what a request brings.
const sessions = `
create table login_sessions (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  browser_id uuid not null references browsers (id) on delete cascade,
  user_id text collate "C" not null,
  amr text[] not null,
  auth_time timestamptz(3) not null,
  address text,
  user_agent varchar(512),
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (org_id, id),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create unique index login_sessions_of_browser on login_sessions (browser_id, org_id);
create index login_sessions_of_user on login_sessions (org_id, user_id, created_at desc);
create index login_sessions_seen on login_sessions (last_seen_at);
create index login_sessions_ending on login_sessions (expires_at);

-- Who signed in by a browser before is not locked out by what others do with their name elsewhere.
create table known_browsers (
  org_id text collate "C" not null,
  user_id text collate "C" not null,
  browser_id uuid not null references browsers (id) on delete cascade,
  last_login_at timestamptz(3) not null default now(),
  primary key (org_id, user_id, browser_id),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create index known_browsers_of_browser on known_browsers (browser_id);`;

// One attempt, and all that its pages know of each other. A completed one stays until its end, so that whoever sends the
// last form twice is led on and not turned away.
const signIns = `
create table sign_ins (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  browser_id uuid not null references browsers (id) on delete cascade,
  user_id text collate "C",
  identifier varchar(256),
  amr text[] not null default '{}',
  auth_time timestamptz(3),
  multi_factor boolean not null default false,
  return_to varchar(4096) not null,
  client_id text collate "C",
  locale varchar(35),
  state jsonb not null default '{}',
  completed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (org_id, id),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create index sign_ins_of_browser on sign_ins (browser_id);
create index sign_ins_of_user on sign_ins (org_id, user_id) where user_id is not null;
create index sign_ins_ending on sign_ins (expires_at);`;

// By the hash of the name that was typed, whether somebody has it or not: what is counted of people alone would tell who
// there is. The browser is the one that is known for that person, or none.
const failures = `
create table sign_in_failures (
  org_id text collate "C" not null references tenants (id),
  name_hash bytea not null,
  browser text collate "C" not null default '',
  window_started_at timestamptz(3) not null,
  failures integer not null,
  locked_until timestamptz(3),
  primary key (org_id, name_hash, browser)
);
create index sign_in_failures_started on sign_in_failures (window_started_at);`;
