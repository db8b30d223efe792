import { cut } from '../../../lib/cut.ts';
import { newId } from '../../../lib/id.ts';
import { dateOf } from '../../../lib/rows.ts';
import { type Sql, sql } from '../../../lib/sql.ts';
import { byTime, type ListPage, pageOfRows, type Window } from '../../../platform/sql/page-of-rows.ts';
import type { Tx } from '../../../platform/tx.ts';

export type ConnectionTraceOutcome = 'SUCCESS' | 'FAILED';

/** Where a sign-in by a connection failed. */
export type ConnectionTraceStep =
  | 'DISCOVERY'
  | 'RESPONSE'
  | 'TOKEN'
  | 'CLAIMS'
  | 'LINKING'
  | 'PROVISIONING'
  | 'ACCESS'
  | 'LOGOUT';

/** A claim, and its value as text; null for one that is not stored. */
export interface TracedClaim {
  name: string;
  value: string | null;
}

/** A sign-in by a connection. */
export interface ConnectionTraceRow {
  id: string;
  at: Date;
  /** Whether the identity provider vouched for the user. Others have little room, because strangers cause them. */
  verified: boolean;
  outcome: ConnectionTraceOutcome;
  step: ConnectionTraceStep | null;
  reason: string | null;
  requestId: string | null;
  userId: string | null;
  claims: TracedClaim[];
  truncated: boolean;
  /** A redacted message, compressed. */
  message: Buffer | null;
  /** Whether it was a test, which begins no session. */
  test: boolean;
}

/** Unverified sign-ins by a connection that are stored in one minute. */
const mostUnverified = 100;

/**
 * Stores a trace. It locks nothing that another sign-in needs; `sweep-requests` removes old traces. So a count of the last minute
 * bounds what strangers store between two runs.
 */
export async function writeConnectionTrace(
  tx: Tx,
  orgId: string,
  connectionId: string,
  { reason, claims, message, ...trace }: Omit<ConnectionTraceRow, 'id' | 'at'>,
): Promise<void> {
  await tx.run(
    insert({
      ...trace,
      orgId,
      id: newId('trc'),
      connectionId,
      reason: reason === null ? null : cut(reason, 500),
      // Postgres takes no U+0000.
      claims: JSON.stringify(claims).replaceAll('\\u0000', '\\ufffd'),
      message: message?.toString('hex') ?? null,
    }),
  );
}

/** A trace as it is sent: its claims in JSON, its message in hexadecimal digits. */
interface SentTrace extends Omit<ConnectionTraceRow, 'at' | 'claims' | 'message'> {
  orgId: string;
  connectionId: string;
  claims: string;
  message: string | null;
}

const insert = ({
  orgId,
  id,
  connectionId,
  verified,
  outcome,
  step,
  reason,
  requestId,
  userId,
  claims,
  truncated,
  message,
  test,
}: SentTrace): Sql => sql`
insert into federation_traces (org_id, id, connection_id, verified, outcome, step, reason, request_id, user_id, claims, truncated, message, test)
select ${orgId}, ${id}, ${connectionId}, ${verified}::boolean, ${outcome}, ${step}, ${reason}, ${requestId}, ${userId}, ${claims}::jsonb,
       ${truncated}::boolean, decode(${message}, 'hex'), ${test}::boolean
 where ${verified}::boolean
    or (select count(*) from (
          select from federation_traces
           where org_id = ${orgId} and connection_id = ${connectionId} and not verified and at > now() - interval '1 minute'
           limit ${mostUnverified}) recent) < ${mostUnverified}`;

/** Lists the traces of a connection, the newest first. */
export function listConnectionTraces(
  tx: Tx,
  orgId: string,
  connectionId: string,
  { outcome, reference }: { outcome?: ConnectionTraceOutcome; reference?: string },
  window: Window,
): Promise<ListPage<ConnectionTraceRow>> {
  const conditions = [
    sql`org_id = ${orgId}`,
    sql`connection_id = ${connectionId}`,
    ...(outcome === undefined ? [] : [sql`outcome = ${outcome}`]),
    ...(reference === undefined ? [] : [sql`request_id = ${reference}`]),
    sql`at > now() - interval '7 days'`,
  ];
  return pageOfRows<RawRow, ConnectionTraceRow>(
    tx,
    {
      from: sql`from federation_traces where ${sql.join(conditions, ' and ')}`,
      columns,
      order: byTime('at', 'id', '-at'),
      toRow: (row) => ({
        ...row,
        at: dateOf(row.at),
        message: row.message === null ? null : Buffer.from(row.message, 'base64'),
      }),
    },
    window,
  );
}

const columns = `id, at, verified, outcome, step, reason, request_id as "requestId", user_id as "userId", claims, truncated, test,
  encode(message, 'base64') as message`;

type RawRow = Omit<ConnectionTraceRow, 'at' | 'message'> & { at: string; message: string | null };

/** Erases what an identity provider said of a user. Other traces hold no values about persons. */
export async function eraseConnectionTraces(tx: Tx, orgId: string, userId: string): Promise<void> {
  await tx.run(sql`delete from federation_traces where org_id = ${orgId} and user_id = ${userId}`);
}
