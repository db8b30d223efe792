import { newId } from '../../lib/id.ts';
import { dateOf } from '../../lib/rows.ts';
import { sql, type Sql } from '../../lib/sql.ts';
import { byTime, type ListPage, pageOfRows, type Window } from '../../platform/sql/page-of-rows.ts';
import type { Tx } from '../../platform/tx.ts';
import type { TraceFacts } from '../trace-facts.ts';

export type TraceOutcome = 'ACCEPTED' | 'REFUSED';

/** A message of a service provider. */
export interface TraceRow {
  id: string;
  at: Date;
  /** Whether a known key or a signed-in user stands behind it. Others have little room, because strangers send them. */
  verified: boolean;
  outcome: TraceOutcome;
  facts: TraceFacts;
  userId: string | null;
  /** Deflated; null if the message could not be parsed. */
  message: Buffer | null;
}

/** A trace to store. */
interface NewTrace extends Omit<TraceRow, 'id' | 'at'> {
  /** Nothing is stored if a trace of the service provider has the same value. */
  once: Buffer | null;
}

/** Unverified messages of a service provider that are stored in one minute. */
const mostUnverified = 100;

/**
 * Stores a trace. It locks nothing that another sign-on needs; `sweep-requests` removes old traces. So a count of the last
 * minute bounds what strangers store between two runs.
 */
export async function writeTrace(
  tx: Tx,
  orgId: string,
  serviceProviderId: string,
  trace: NewTrace,
): Promise<void> {
  await tx.run(insert(orgId, serviceProviderId, trace));
}

const insert = (orgId: string, serviceProviderId: string, trace: NewTrace): Sql => {
  // Postgres takes no U+0000.
  const facts = JSON.stringify(trace.facts).replaceAll('\\u0000', '\\ufffd');
  return sql`
insert into saml_traces (org_id, id, service_provider_id, verified, outcome, facts, user_id, message, once)
select ${orgId}, ${newId('trc')}, ${serviceProviderId}, ${trace.verified}::boolean, ${trace.outcome}, ${facts}::jsonb,
       ${trace.userId}, decode(${trace.message?.toString('base64') ?? null}, 'base64'),
       decode(${trace.once?.toString('base64') ?? null}, 'base64')
 where ${trace.verified}::boolean
    or (select count(*) from (
          select from saml_traces
           where org_id = ${orgId} and service_provider_id = ${serviceProviderId} and ring = 0
             and at > now() - interval '1 minute'
           limit ${mostUnverified}) recent) < ${mostUnverified}
on conflict (org_id, service_provider_id, once) do nothing`;
};

/** Lists the traces of a service provider, the newest first. */
export function listTraces(
  tx: Tx,
  orgId: string,
  serviceProviderId: string,
  { outcome }: { outcome?: TraceOutcome },
  window: Window,
): Promise<ListPage<TraceRow>> {
  const isWanted = outcome === undefined ? sql.empty : sql` and outcome = ${outcome}`;
  const from = sql`from saml_traces where org_id = ${orgId} and service_provider_id = ${serviceProviderId}
    and at > now() - interval '7 days'${isWanted}`;
  return pageOfRows<RawRow, TraceRow>(tx, { from, columns, order: byTime('at', 'id', '-at'), toRow }, window);
}

const columns = `id, at, verified, outcome, facts, user_id as "userId", encode(message, 'base64') as message`;

type RawRow = Omit<TraceRow, 'at' | 'message'> & { at: string; message: string | null };

const toRow = (row: RawRow): TraceRow => ({
  ...row,
  at: dateOf(row.at),
  message: row.message === null ? null : Buffer.from(row.message, 'base64'),
});

/** Erases what was exchanged about a user. Other traces hold no values about persons. */
export async function eraseTraces(tx: Tx, orgId: string, userId: string): Promise<void> {
  await tx.run(sql`delete from saml_traces where org_id = ${orgId} and user_id = ${userId}`);
}
