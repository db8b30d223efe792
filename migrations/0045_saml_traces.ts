import { Migration } from '@mikro-orm/migrations';

/** The last messages of each service provider, for administrators who look for a fault. */
export class Migration0045SamlTraces extends Migration {
  override up(): void {
    this.addSql(traces);
    // A trace of the LogoutRequest is erased with its user.
    this.addSql('alter table saml_logout_parts add column user_id text collate "C";');
  }
}

// Requests without a key make these rows, so each has less than 8 KB. message: texts and values about persons in turns, as
// deflated JSON, without any secret; null if the message could not be parsed. once: a hash of the ID of a verified
// message that was received, because anybody may send it again. `sweep-requests` trims them to the newest ones.
// ring: 0 for unverified messages, 1 for verified AuthnRequests, 2 for the others. Each ring is trimmed by itself: a page of the
// service provider hands a signed AuthnRequest to every stranger.
const traces = `
create table saml_traces (
  org_id text collate "C" not null,
  id text collate "C" not null,
  service_provider_id text collate "C" not null,
  at timestamptz(3) not null default now(),
  verified boolean not null,
  outcome text not null,
  facts jsonb not null,
  user_id text collate "C",
  once bytea,
  message bytea,
  ring smallint not null generated always as (case when not verified then 0
    when facts ->> 'direction' = 'RECEIVED' and facts ->> 'messageType' = 'AuthnRequest' then 1 else 2 end) stored,
  primary key (org_id, id),
  unique (org_id, service_provider_id, once),
  foreign key (org_id, service_provider_id) references saml_service_providers (org_id, id) on delete cascade
);
create index saml_traces_of_provider on saml_traces (org_id, service_provider_id, ring, at desc, id);
create index saml_traces_of_user on saml_traces (org_id, user_id) where user_id is not null;
create index saml_traces_at on saml_traces (at);`;
