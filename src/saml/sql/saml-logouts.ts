import { hash } from 'node:crypto';
import { sql, type Sql } from '../../lib/sql.ts';
import type { Tx } from '../../platform/tx.ts';

/** `ASKED` waits for the user, because the request is not signed. */
export type LogoutState = 'ASKED' | 'BEGUN' | 'REFUSED';

/** A logout that goes on in a browser. */
export interface SamlLogoutRow {
  id: string;
  /**
   * The service provider that asked for the logout, and its request, sealed. Both are null if the user signed
   * out at Keyward.
   */
  serviceProviderId: string | null;
  asked: Buffer | null;
  /** Where the browser goes in the end. */
  nextUrl: string | null;
  state: LogoutState;
  /** When the browser got the frames. */
  shownAt: Date | null;
}

/** Longer than a request may be old, so that no request is taken twice, and longer than users hesitate. */
const minutesKept = 30;

interface AskedLogout {
  id: string;
  serviceProviderId: string;
  messageId: string;
  asked: Buffer;
  state: LogoutState;
}

/** Stores what a service provider asked for. @returns false if the service provider has sent this request before */
export async function keepAskedLogout(tx: Tx, orgId: string, logout: AskedLogout): Promise<boolean> {
  const kept = await tx.rows<{ id: string }>(keepAsked(orgId, logout));
  return kept.length > 0;
}

const keepAsked = (
  orgId: string,
  { id, serviceProviderId, messageId, asked, state }: AskedLogout,
): Sql => sql`
insert into saml_logouts (org_id, id, service_provider_id, message_hash, asked, state, expires_at)
values (${orgId}, ${id}, ${serviceProviderId}, ${hash('sha256', messageId, 'buffer')}, ${asked}, ${state},
        now() + ${minutesKept} * interval '1 minute')
on conflict (org_id, service_provider_id, message_hash) do nothing
returning id`;

/** Stores that a user has signed out here. @param nextUrl where the browser goes in the end; null for a page of ours */
export async function keepOwnLogout(
  tx: Tx,
  orgId: string,
  id: string,
  nextUrl: string | null,
): Promise<void> {
  await tx.run(keepOwn(orgId, id, nextUrl));
}

const keepOwn = (orgId: string, id: string, nextUrl: string | null): Sql => sql`
insert into saml_logouts (org_id, id, next_url, state, expires_at)
values (${orgId}, ${id}, ${nextUrl}, 'BEGUN', now() + ${minutesKept} * interval '1 minute')`;

/** A row as Postgres gives it. */
type Given = Omit<SamlLogoutRow, 'asked'> & { asked: string | null };

/** Finds a logout, and locks it. */
export async function lockSamlLogout(tx: Tx, orgId: string, id: string): Promise<SamlLogoutRow | undefined> {
  const row = await tx.row<Given>(lock(orgId, id));
  if (!row) return undefined;
  const asked = row.asked === null ? null : Buffer.from(row.asked, 'base64');
  return { ...row, asked, shownAt: row.shownAt && new Date(row.shownAt) };
}

const lock = (orgId: string, id: string): Sql => sql`
select id, service_provider_id as "serviceProviderId", encode(asked, 'base64') as asked, next_url as "nextUrl", state, shown_at as "shownAt"
  from saml_logouts where org_id = ${orgId} and id = ${id} and expires_at > now()
   for no key update`;

/** Notes that the browser gets the frames. It gets them once. */
export async function noteLogoutShown(tx: Tx, orgId: string, id: string): Promise<void> {
  await tx.run(sql`update saml_logouts set shown_at = now() where org_id = ${orgId} and id = ${id}`);
}

/** Notes what the user decided. */
export async function noteLogoutDecision(
  tx: Tx,
  orgId: string,
  id: string,
  state: LogoutState,
): Promise<void> {
  await tx.run(sql`update saml_logouts set state = ${state} where org_id = ${orgId} and id = ${id}`);
}
