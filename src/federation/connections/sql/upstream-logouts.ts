import type { Tx } from '../../../platform/tx.ts';

/** A browser that has signed out here, and signs out at an identity provider. */
export interface UpstreamLogout {
  connectionId: string;
  browserId: string;
  /** What the identity provider knows the login by, sealed. */
  hint: Buffer | null;
  /** Where the browser goes then; null for the page that says so. */
  nextUrl: string | null;
}

/** What names a logout: the hash of a token that only the browser has. */
export interface LogoutKey extends Pick<UpstreamLogout, 'connectionId' | 'browserId'> {
  tokenHash: Buffer;
}

/** Keeps a logout, if the connection signs users out upstream. @returns whether it does */
export async function keepUpstreamLogout(
  tx: Tx,
  orgId: string,
  { tokenHash, hint, ...logout }: UpstreamLogout & { tokenHash: Buffer },
): Promise<boolean> {
  const rows = await tx.execute<object[]>(keep, {
    orgId,
    ...logout,
    tokenHash: tokenHash.toString('hex'),
    hint: hint?.toString('hex') ?? null,
  });
  return rows.length > 0;
}

const keep = `
insert into federation_logouts (org_id, token_hash, connection_id, browser_id, hint, next_url, expires_at)
select org_id, decode(:tokenHash, 'hex'), id, :browserId::uuid, decode(:hint::text, 'hex'), :nextUrl, now() + interval '10 minutes'
  from federation_connections
 where org_id = :orgId and id = :connectionId and status = 'ACTIVE' and logout_upstream
returning org_id`;

/** Finds a logout whose browser has not gone to the identity provider yet. */
export async function findUpstreamLogout(
  tx: Tx,
  orgId: string,
  key: LogoutKey,
): Promise<Pick<UpstreamLogout, 'hint'> | undefined> {
  const [row] = await tx.execute<Pick<UpstreamLogout, 'hint'>[]>(find, values(orgId, key));
  return row;
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
  const rows = await tx.execute<object[]>(send, {
    ...values(orgId, key),
    nextHash: key.nextHash.toString('hex'),
  });
  return rows.length > 0;
}

/**
 * Notes that the response has come, and the hash of what the browser goes on with.
 * @returns whether a logout waited for it: of many requests at once, one finds it
 */
export async function noteLogoutAnswered(
  tx: Tx,
  orgId: string,
  { connectionId, tokenHash, nextHash }: Omit<LogoutKey, 'browserId'> & { nextHash: Buffer },
): Promise<boolean> {
  const rows = await tx.execute<object[]>(answered, {
    orgId,
    connectionId,
    tokenHash: tokenHash.toString('hex'),
    nextHash: nextHash.toString('hex'),
  });
  return rows.length > 0;
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
  const [row] = await tx.execute<Pick<UpstreamLogout, 'nextUrl'>[]>(take, {
    ...values(orgId, key),
    isSent: key.isSent,
  });
  return row;
}

const isNamed = `
 where org_id = :orgId and token_hash = decode(:tokenHash, 'hex') and connection_id = :connectionId
   and browser_id = :browserId::uuid and expires_at > now()`;

const find = `select hint from federation_logouts ${isNamed} and not is_sent`;

const take = `delete from federation_logouts ${isNamed} and is_sent = :isSent returning next_url as "nextUrl"`;

// The hint has served.
const send = `
update federation_logouts set token_hash = decode(:nextHash, 'hex'), is_sent = true, hint = null
 ${isNamed} and not is_sent returning org_id`;

const answered = `
update federation_logouts set token_hash = decode(:nextHash, 'hex')
 where org_id = :orgId and token_hash = decode(:tokenHash, 'hex') and connection_id = :connectionId
   and is_sent and expires_at > now()
returning org_id`;

const values = (orgId: string, { tokenHash, connectionId, browserId }: LogoutKey) => ({
  orgId,
  tokenHash: tokenHash.toString('hex'),
  connectionId,
  browserId,
});
