import { hash } from 'node:crypto';
import type { Origin } from '../../audit/audit.ts';
import { Failure } from '../../failure.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import type { Endings } from '../../users/endings.ts';
import { endLoginsByConnection, type LoginsOfConnection } from '../../users/sessions/login-sessions.ts';
import type { ProviderClient } from '../openid/provider-client.ts';
import { Connection } from './entities/connection.ts';
import { type Logout, mostAgeSeconds } from '../openid/logout-tokens.ts';
import { skewSeconds } from '../openid/upstream-jwts.ts';
import { keyClient } from './connection-client.ts';
import { isOfBefore, isReplayed, warnOfEndless } from './sql/logout-tokens.ts';

/** A connection whose identity provider may sign users out. */
export interface LoggedOutConnection {
  issuer: string;
  clientId: string;
  now: Date;
  /** Whether its logout tokens may lack `exp`, because it was made before Keyward demanded it. The next release ends this. */
  mayBeEndless: boolean;
  /** How the keys of the identity provider are read. It has no secret. */
  provider: ProviderClient;
}

/**
 * Finds a connection by OpenID Connect, of any status: logins may be left of a disabled one.
 * @throws {Failure} CONNECTION_NOT_FOUND
 */
export async function connectionToLogOut(tx: Tx, id: string): Promise<LoggedOutConnection> {
  const connection = await tx.findOne(Connection, { id, type: 'OIDC' });
  if (!connection) throw new Failure('CONNECTION_NOT_FOUND');
  const { orgId, issuer, clientId } = connection;
  if (issuer === null || clientId === null) throw new Error(`the connection ${id} has no issuer`);
  return {
    issuer,
    clientId,
    now: tenancyOf(tx).now,
    mayBeEndless: await isOfBefore(tx, orgId, id),
    provider: keyClient(connection),
  };
}

/** The parts that ending logins needs. */
export interface EndingSite {
  endings: Endings;
  origin: Origin;
}

const endless =
  'The identity provider sent a logout token without exp. The next release of Keyward refuses such tokens: have the provider add exp.';

/** Logins that one statement ends. A user has fewer. */
const most = 100;

/**
 * Ends the logins that a verified logout token names. If the token names both, a session of the user ends. A login whose session
 * is not known ends with its user.
 * @throws {Failure} VALIDATION_ERROR if the token was used before
 */
export async function endLoginsUpstream(
  tx: Tx,
  connectionId: string,
  { jti, issuedAt, subject, session, isEndless }: Logout,
  { endings, origin }: EndingSite,
): Promise<void> {
  const { orgId } = tenancyOf(tx);
  const expiresAt = new Date((issuedAt + mostAgeSeconds + skewSeconds) * 1000);
  const used = { connectionId, jti: hash('sha256', jti, 'buffer'), expiresAt };
  if (await isReplayed(tx, orgId, used))
    throw new Failure('VALIDATION_ERROR', { logout_token: 'was used before' });
  if (isEndless) await warnOfEndless(tx, orgId, connectionId, endless);
  await endAllLogins(tx, { connectionId, subject, session }, { endings, origin });
}

/** Ends the logins that an identity provider has signed out, however many they are. */
export async function endAllLogins(
  tx: Tx,
  which: Omit<LoginsOfConnection, 'most'>,
  { endings, origin }: EndingSite,
): Promise<void> {
  const ending = { reason: 'SIGNED_OUT_UPSTREAM', origin } as const;
  while ((await endLoginsByConnection(tx, { ...which, most }, ending, endings)) === most);
}
