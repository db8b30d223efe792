// Signing out at the identity provider that a user signed in by (`logoutUpstream`, docs/decisions/0071-logout-upstream.md).
import { hash, randomBytes } from 'node:crypto';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { type Vault, VaultError } from '../../platform/vault.ts';
import type { Tx } from '../../platform/tx.ts';
import type { LoginUpstream } from '../../users/sessions/sql/logins.ts';
import { findBrowser } from '../../users/sessions/browsers.ts';
import { Connection } from './entities/connection.ts';
import {
  findUpstreamLogout,
  keepUpstreamLogout,
  type LogoutKey,
  noteLogoutAnswered,
  noteLogoutSent,
  takeUpstreamLogout,
} from './sql/upstream-logouts.ts';

/** As long as the address of the identity provider may get by it. Longer hints are left out. */
const longestHint = 4096;
/** Longer addresses are not kept (decision 0039). */
const longestNextUrl = 4096;

const purposeOf = (connectionId: string): string => `upstream-hint:${connectionId}`;

/**
 * Seals what the identity provider knows a login by, and wants back at the logout. It stays sealed, so that no backup has it.
 * ID tokens are kept only for connections that sign users out upstream. The login has the NameID anyway.
 * @returns as base64; null if nothing is kept
 */
export function sealHint(
  { orgId, id, type, logoutUpstream }: Pick<Connection, 'orgId' | 'id' | 'type' | 'logoutUpstream'>,
  hint: string | null,
  vault: Vault,
): string | null {
  if ((type === 'OIDC' && !logoutUpstream) || hint === null || hint.length > longestHint) return null;
  return vault.seal(hint, orgId, purposeOf(id)).toString('base64');
}

/** @returns null if there is none, or its master key has been removed */
function openHint({ orgId, id }: Connection, hint: Buffer | null, vault: Vault): string | null {
  if (hint === null) return null;
  try {
    return vault.open(Buffer.from(hint), orgId, purposeOf(id));
  } catch (error) {
    if (error instanceof VaultError) return null;
    throw error;
  }
}

const newToken = (): string => randomBytes(32).toString('base64url');

/**
 * The name of a logout: a token that its browser brings, or the ID of a LogoutRequest. A signed response brings
 * that ID. No token has the hash of an ID.
 */
export type LogoutName = { token: string } | { requestId: string };
const hashOf = (name: LogoutName): Buffer => hash('sha256', JSON.stringify(name), 'buffer');

/** The path that takes a browser to the identity provider. */
const logoutPath = (connectionId: string, token: string): string =>
  `/api/v1/federation/${connectionId}/logout?state=${token}`;

/**
 * Begins to sign a browser out at the identity provider that its login came by. The login has ended before.
 * @param nextUrl where the browser goes in the end; null for the page that says so
 * @returns the path that the browser goes to; undefined if it need not go to the identity provider
 */
export async function beginUpstreamLogout(
  tx: Tx,
  orgId: string,
  upstream: LoginUpstream | undefined,
  nextUrl: string | null,
): Promise<string | undefined> {
  if (!upstream || (nextUrl !== null && nextUrl.length > longestNextUrl)) return undefined;
  const token = newToken();
  const kept = await keepUpstreamLogout(tx, orgId, { ...upstream, nextUrl, tokenHash: hashOf({ token }) });
  return kept ? logoutPath(upstream.connectionId, token) : undefined;
}

/** A browser that brings the token or the state of a logout. */
export interface Bringing {
  connectionId: string;
  /** The token of the path, or the state. */
  token: string;
  /** The cookie of the browser, unchecked. The addresses are worth nothing in another browser. */
  browserToken: string | undefined;
}

async function keyOf(
  tx: Tx,
  { connectionId, token, browserToken }: Bringing,
): Promise<LogoutKey | undefined> {
  const browser = await findBrowser(tx, browserToken);
  return browser && { connectionId, browserId: browser.id, tokenHash: hashOf({ token }) };
}

/** @returns undefined if this browser need not go to the identity provider; the hint is null if there is none */
export async function openUpstreamLogout(
  tx: Tx,
  bringing: Bringing,
  vault: Vault,
): Promise<{ connection: Connection; hint: string | null } | undefined> {
  const key = await keyOf(tx, bringing);
  const found = key && (await findUpstreamLogout(tx, tenancyOf(tx).orgId, key));
  if (!found) return undefined;
  const chosen = { id: bringing.connectionId, status: 'ACTIVE', logoutUpstream: true } as const;
  const connection = await tx.findOne(Connection, chosen);
  return connection ? { connection, hint: openHint(connection, found.hint, vault) } : undefined;
}

/** A new state, which names the logout from now on when `noteSent` has noted it. */
export const newLogoutState = newToken;

/** Notes that the browser goes to the identity provider, and how the logout is named when it is back. @returns whether it goes */
export async function noteSent(tx: Tx, bringing: Bringing, name: LogoutName): Promise<boolean> {
  const key = await keyOf(tx, bringing);
  return key !== undefined && noteLogoutSent(tx, tenancyOf(tx).orgId, { ...key, nextHash: hashOf(name) });
}

/**
 * Notes that the verified response to a request has come, once. A form of another site brings it without a cookie, so the browser
 * is not known yet.
 * @returns the path that the browser goes on to with its cookie; undefined if no logout waits for the response
 */
export async function noteAnswered(
  tx: Tx,
  connectionId: string,
  requestId: string,
): Promise<string | undefined> {
  const token = newToken();
  const answered = await noteLogoutAnswered(tx, tenancyOf(tx).orgId, {
    connectionId,
    tokenHash: hashOf({ requestId }),
    nextHash: hashOf({ token }),
  });
  return answered ? `/api/v1/federation/saml/${connectionId}/logged-out?state=${token}` : undefined;
}

/**
 * Ends a logout, once. The address to go to was kept when the user signed out, so that nothing in a request chooses it.
 * @param isSent whether the browser is back from the identity provider with the state; false if it could not go there
 * @returns where the browser goes
 */
export async function endUpstreamLogout(tx: Tx, bringing: Bringing & { isSent: boolean }): Promise<string> {
  const { orgId } = tenancyOf(tx);
  const key = await keyOf(tx, bringing);
  const taken = key && (await takeUpstreamLogout(tx, orgId, { ...key, isSent: bringing.isSent }));
  return taken?.nextUrl ?? `/login/${orgId}/signed-out`;
}
