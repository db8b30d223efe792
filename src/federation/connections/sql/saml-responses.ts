import { hash } from 'node:crypto';
import { type Sql, sql } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

/** A verified response that waits for its browser. */
interface ResponseRow {
  connectionId: string;
  assertionId: string;
  /** The name that the browser fetches it with; null if it was refused. */
  handle: string | null;
  /** Sealed; null if it responds to no request. */
  kept: Buffer | null;
}

/** The browser comes at once. */
const secondsKept = 120;
/** Longer than an assertion may be old, or from the future, with clocks that differ by 180 seconds. */
const secondsRemembered = 720;

const hashed = (text: string): Buffer => hash('sha256', text, 'buffer');

/** Stores a response. @returns false if its assertion came before; of many requests with one assertion, one stores it */
export async function keepResponse(tx: Tx, orgId: string, response: ResponseRow): Promise<boolean> {
  return tx.has(keep(orgId, response));
}

const keep = (orgId: string, { connectionId, assertionId, handle, kept }: ResponseRow): Sql => sql`
insert into federation_responses (org_id, connection_id, assertion, handle, kept, expires_at, forget_at)
values (${orgId}, ${connectionId}, ${hashed(assertionId)}, ${handle === null ? null : hashed(handle)}, ${kept},
       now() + ${secondsKept} * interval '1 second', now() + ${secondsRemembered} * interval '1 second')
on conflict (org_id, connection_id, assertion) do nothing
returning connection_id`;

/** Fetches a response, once. @returns undefined if there is none; of many requests one gets it */
export async function takeResponse(
  tx: Tx,
  orgId: string,
  { connectionId, handle }: { connectionId: string; handle: string },
): Promise<{ kept: Buffer | null } | undefined> {
  const row = await tx.row<{ kept: string | null }>(take(orgId, connectionId, hashed(handle)));
  return row && { kept: row.kept === null ? null : Buffer.from(row.kept, 'base64') };
}

const take = (orgId: string, connectionId: string, handle: Buffer): Sql => sql`
with found as materialized (
  select org_id, connection_id, assertion, kept from federation_responses
   where org_id = ${orgId} and connection_id = ${connectionId} and handle = ${handle} and expires_at > now() for update
)
update federation_responses r set handle = null, kept = null
  from found f where r.org_id = f.org_id and r.connection_id = f.connection_id and r.assertion = f.assertion
returning encode(f.kept, 'base64') as kept`;
