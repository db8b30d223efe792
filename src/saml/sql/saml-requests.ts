import { hash } from 'node:crypto';
import { sql, type Sql } from '../../lib/sql.ts';
import type { Tx } from '../../platform/tx.ts';

/** A request for a sign-in that waits for its response. */
export interface SamlRequestRow {
  id: string;
  serviceProviderId: string;
  /** Sealed. */
  asked: Buffer;
  createdAt: Date;
}

/** Longer than a sign-in lasts, and longer than a request may be old. So no request is taken twice. */
const minutesKept = 40;

type NewSamlRequest = Omit<SamlRequestRow, 'createdAt'> & { messageId: string };

/** Stores a request. @returns false if the service provider has sent it before */
export async function keepSamlRequest(tx: Tx, orgId: string, request: NewSamlRequest): Promise<boolean> {
  const kept = await tx.rows<{ id: string }>(keep(orgId, request));
  return kept.length > 0;
}

const keep = (orgId: string, { id, serviceProviderId, messageId, asked }: NewSamlRequest): Sql => sql`
insert into saml_requests (org_id, id, service_provider_id, message_hash, asked, expires_at)
values (${orgId}, ${id}, ${serviceProviderId}, ${hash('sha256', messageId, 'buffer')}, ${asked},
        now() + ${minutesKept} * interval '1 minute')
on conflict (org_id, service_provider_id, message_hash) do nothing
returning id`;

/** Finds a request that has no response yet, and locks it. */
export async function lockSamlRequest(
  tx: Tx,
  orgId: string,
  id: string,
): Promise<SamlRequestRow | undefined> {
  const row = await tx.row<Omit<SamlRequestRow, 'asked'> & { asked: string }>(lock(orgId, id));
  return row && { ...row, asked: Buffer.from(row.asked, 'base64'), createdAt: new Date(row.createdAt) };
}

const lock = (orgId: string, id: string): Sql => sql`
select id, service_provider_id as "serviceProviderId", encode(asked, 'base64') as asked, created_at as "createdAt"
  from saml_requests
 where org_id = ${orgId} and id = ${id} and answered_at is null and expires_at > now()
   for no key update`;

/** Notes that a request has its response. There is one response to a request. */
export async function noteSamlAnswer(tx: Tx, orgId: string, id: string): Promise<void> {
  await tx.run(sql`update saml_requests set answered_at = now() where org_id = ${orgId} and id = ${id}`);
}
