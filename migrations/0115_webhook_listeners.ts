import { Migration } from '@mikro-orm/migrations';

/** Temporary webhooks, whose deliveries their callers read from a stream (docs/decisions/0134). */
export class Migration0115WebhookListeners extends Migration {
  override up(): void {
    this.addSql(`
-- A temporary webhook without a URL. Its caller reads the deliveries from a stream of any node, and only that caller. The node with the
-- stream notes that it is open. The task \`sweep-requests\` removes the row when no stream was open for a minute.
create table webhook_listeners (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  events text[] not null,
  -- The vault seals it.
  secret bytea not null,
  -- Seals the ids of the lines of the stream, so that a place in the stream is one that a node gave.
  place_key bytea not null,
  -- The transactions that had ended when the listener was made, and a time before all others began. Their events are not shown.
  started text not null,
  started_floor double precision not null,
  created_by text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  -- The stream that may send. A newer stream replaces it.
  stream_id text collate "C",
  -- When a stream was last known to be open.
  seen_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);
-- Finds those without a stream.
create index webhook_listeners_seen on webhook_listeners (seen_at);
-- Each verification asks whether a listener wants its event. The index is mostly empty.
create index webhook_listeners_of_uses on webhook_listeners (org_id) where events && array['credential.used', '*'];
`);
  }
}
