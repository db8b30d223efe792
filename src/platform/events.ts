import { eventTypes as declaredTypes } from '../../generated/event-types.ts';
import type { EventActor, Webhooks } from '../../generated/types/types.gen.ts';
import { tenancyOf } from './entities/owned.ts';
import { boundedChanges } from '../lib/field-change.ts';
import { newId } from '../lib/id.ts';
import { sql, type Sql } from '../lib/sql.ts';
import { type LastWrite, writeNow } from './last-writes.ts';
import type { Tx } from './tx.ts';

export type { FieldChange } from '../lib/field-change.ts';

export type Actor = EventActor;

/**
 * The events that webhooks receive, by the contract. A test call is sent to the caller that asks for it and is not an
 * event.
 */
type Sent = Exclude<Webhooks['body'], { type: 'webhook.test' }>;

/** Every event and its payload (decisions 6.14, openapi/events.yaml); `environment` is added to each. */
export type EventData = {
  [Type in Sent['type']]: Omit<Extract<Sent, { type: Type }>['data'], 'environment'>;
};

export type EventType = keyof EventData;

/** Every type of event that a change causes. */
export const eventTypes: readonly string[] = declaredTypes.filter((type) => type !== 'webhook.test');

/** One event of any type, with its own payload. */
export type NewEvent = { [Type in EventType]: { type: Type; data: EventData[Type] } }[EventType];

/** A delivery is at most 20 KB (decisions 6.14); this leaves room for what stands around the data. */
const mostBytes = 19_000;
/**
 * Lengths of a value of a change, in characters: the more was changed, the less of each value is shown. 4 are a
 * null.
 */
const lengths = [2_000, 500, 100, 4];

function bounded<Data extends NewEvent['data']>(data: Data): Data {
  if (!('changes' in data)) return data;
  const shortened = lengths.map((most) => ({ ...data, changes: boundedChanges(data.changes, most) }));
  return (
    shortened.find((one) => Buffer.byteLength(JSON.stringify(one)) <= mostBytes) ?? shortened.at(-1) ?? data
  );
}

/**
 * Writes events in the caller's transaction: they exist if and only if the change does.
 * The trigger `events_owe_deliveries` writes a delivery for every webhook that subscribes to an event.
 * The trigger `events_are_followed` copies an event into `governance_inbox` if risk or alerts depend on its type.
 */
export async function emit(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  await writeNow(tx, eventRows(tx, events), 'emit-events');
}

/** As {@link emit}, with the last statement of the transaction. */
export function eventRows(tx: Tx, events: readonly NewEvent[]): LastWrite {
  const { orgId, now, environment } = tenancyOf(tx);
  const rows = events.map(({ type, data }) => ({
    id: newId('evt'),
    type,
    data: { ...bounded(data), environment },
  }));
  return { parts: [['event_rows', insert(orgId, now, JSON.stringify(rows))]] };
}

const insert = (orgId: string, at: Date, rows: string): Sql => sql`
insert into events (org_id, id, type, data, created_at)
select ${orgId}, e.id, e.type, e.data, ${at.toISOString()}::timestamptz
  from jsonb_to_recordset(${rows}::jsonb) as e (id text, type text, data jsonb)`;
