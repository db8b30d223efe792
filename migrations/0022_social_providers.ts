import { Migration } from '@mikro-orm/migrations';

/** Providers whose accounts people sign in with, and whose account is whose. */
export class Migration0022SocialProviders extends Migration {
  override up(): void {
    this.addSql(providers);
    this.addSql(links);
  }
}

// The issuer is part of what may be there once: two servers of one's own may call us by the same id.
const providers = `
create table social_providers (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  provider text not null check (provider in
    ('google', 'github', 'microsoft', 'apple', 'gitlab', 'linkedin', 'facebook', 'oidc')),
  name varchar(100) not null,
  client_id varchar(255) not null,
  client_secret bytea,
  issuer varchar(2048),
  scopes text[] not null,
  enabled boolean not null default true,
  allow_sign_up boolean not null default true,
  account_linking text not null default 'EXPLICIT' check (account_linking in ('NONE', 'EXPLICIT')),
  allowed_domains text[] not null default '{}',
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);
create unique index social_providers_client
  on social_providers (org_id, provider, client_id, issuer) nulls not distinct;`;

// An account is known by its subject and by nothing else: e-mail addresses change hands (nOAuth).
const links = `
create table social_links (
  org_id text collate "C" not null,
  provider_id text collate "C" not null,
  subject varchar(255) collate "C" not null,
  user_id text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  primary key (org_id, provider_id, subject),
  foreign key (org_id, provider_id) references social_providers (org_id, id) on delete cascade,
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create unique index social_links_of_user on social_links (org_id, user_id, provider_id);`;
