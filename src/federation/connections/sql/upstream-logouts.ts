import { type Sql, sql } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

/** A browser that has signed out here, and signs out at an identity provider. */
export interface UpstreamLogout {
  connectionId: string;
  browserId: string;
  /** The ID token or the NameID that names the login at the identity provider, sealed. */
  hint: Buffer | null;
  /** Where the browser goes then; null for the page that says so. */
  nextUrl: string | null;
}

/**
 * The key of a logout. `tokenHash` is the hash of a token that the browser brings, or of the ID of a
 * LogoutRequest.
 */
export interface LogoutKey extends Pick<UpstreamLogout, 'connectionId' | 'browserId'> {
  tokenHash: Buffer;
}

/** Keeps a logout, if the connection signs users out upstream. @returns whether it does */
export async function keepUpstreamLogout(
  tx: Tx,
  orgId: string,
  logout: UpstreamLogout & { tokenHash: Buffer },
): Promise<boolean> {
  return tx.has(keep(orgId, logout));
}

const keep = (
  orgId: string,
  { tokenHash, connectionId, browserId, hint, nextUrl }: UpstreamLogout & { tokenHash: Buffer },
): Sql => sql`
insert into federation_logouts (org_id, token_hash, connection_id, browser_id, hint, next_url, expires_at)
select org_id, decode(${tokenHash.toString('hex')}, 'hex'), id, ${browserId}::uuid, decode(${hint?.toString('hex') ?? null}::text, 'hex'), ${nextUrl},
       now() + interval '10 minutes'
  from federation_connections
 where org_id = ${orgId} and id = ${connectionId} and status = 'ACTIVE' and logout_upstream
returning org_id`;

/** Finds a logout whose browser has not gone to the identity provider yet. */
export async function findUpstreamLogout(
  tx: Tx,
  orgId: string,
  key: LogoutKey,
): Promise<Pick<UpstreamLogout, 'hint'> | undefined> {
  return tx.row<Pick<UpstreamLogout, 'hint'>>(
    sql`select hint from federation_logouts ${isNamed(orgId, key)} and not is_sent`,
  );
}

/**
 * Notes that the browser goes, and the hash of what it comes back with.
 * @returns whether it goes: of many requests at once, one does
 */
export async function noteLogoutSent(
  tx: Tx,
  orgId: string,
  key: LogoutKey & { nextHash: Buffer },
): Promise<boolean> {
  return tx.has(send(orgId, key));
}

/**
 * Notes that the response has come, and the hash of what the browser goes on with.
 * @returns whether a logout waited for it: of many requests at once, one finds it
 */
export async function noteLogoutAnswered(
  tx: Tx,
  orgId: string,
  key: Omit<LogoutKey, 'browserId'> & { nextHash: Buffer },
): Promise<boolean> {
  return tx.has(answered(orgId, key));
}

/**
 * Takes a logout: of many requests at once, one gets it.
 * @param isSent whether the browser is back from the identity provider, or never went there
 */
export async function takeUpstreamLogout(
  tx: Tx,
  orgId: string,
  key: LogoutKey & { isSent: boolean },
): Promise<Pick<UpstreamLogout, 'nextUrl'> | undefined> {
  return tx.row<Pick<UpstreamLogout, 'nextUrl'>>(
    sql`delete from federation_logouts ${isNamed(orgId, key)} and is_sent = ${key.isSent} returning next_url as "nextUrl"`,
  );
}

const isNamed = (orgId: string, { tokenHash, connectionId, browserId }: LogoutKey): Sql => sql`
 where org_id = ${orgId} and token_hash = decode(${tokenHash.toString('hex')}, 'hex') and connection_id = ${connectionId}
   and browser_id = ${browserId}::uuid and expires_at > now()`;

// The hint has served.
const send = (orgId: string, key: LogoutKey & { nextHash: Buffer }): Sql => sql`
update federation_logouts set token_hash = decode(${key.nextHash.toString('hex')}, 'hex'), is_sent = true, hint = null
 ${isNamed(orgId, key)} and not is_sent returning org_id`;

const answered = (
  orgId: string,
  { connectionId, tokenHash, nextHash }: Omit<LogoutKey, 'browserId'> & { nextHash: Buffer },
): Sql => sql`
update federation_logouts set token_hash = decode(${nextHash.toString('hex')}, 'hex')
 where org_id = ${orgId} and token_hash = decode(${tokenHash.toString('hex')}, 'hex') and connection_id = ${connectionId}
   and is_sent and expires_at > now()
returning org_id`;
