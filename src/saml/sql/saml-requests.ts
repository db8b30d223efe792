import { hash } from 'node:crypto';
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

/** Stores a request. @returns false if the service provider has sent it before */
export async function keepSamlRequest(
  tx: Tx,
  orgId: string,
  { id, serviceProviderId, messageId, asked }: Omit<SamlRequestRow, 'createdAt'> & { messageId: string },
): Promise<boolean> {
  const kept = await tx.execute<{ id: string }[]>(keep, [
    orgId,
    id,
    serviceProviderId,
    hash('sha256', messageId, 'buffer'),
    asked,
    minutesKept,
  ]);
  return kept.length > 0;
}

const keep = `
insert into saml_requests (org_id, id, service_provider_id, message_hash, asked, expires_at)
values (?, ?, ?, ?, ?, now() + ? * interval '1 minute')
on conflict (org_id, service_provider_id, message_hash) do nothing
returning id`;

/** Finds a request that has no response yet, and locks it. */
export async function lockSamlRequest(
  tx: Tx,
  orgId: string,
  id: string,
): Promise<SamlRequestRow | undefined> {
  const [row] = await tx.execute<(Omit<SamlRequestRow, 'asked'> & { asked: string })[]>(lock, [orgId, id]);
  return row && { ...row, asked: Buffer.from(row.asked, 'base64'), createdAt: new Date(row.createdAt) };
}

const lock = `
select id, service_provider_id as "serviceProviderId", encode(asked, 'base64') as asked, created_at as "createdAt"
  from saml_requests
 where org_id = ? and id = ? and answered_at is null and expires_at > now()
   for no key update`;

/** Notes that a request has its response. There is one response to a request. */
export async function noteSamlAnswer(tx: Tx, orgId: string, id: string): Promise<void> {
  await tx.execute(`update saml_requests set answered_at = now() where org_id = ? and id = ?`, [orgId, id]);
}
