// Users who must sign in by a connection to the identity provider of their company (docs/decisions/0067-control-of-connections.md).
import { type Origin, recordAudit } from '../audit/audit.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { emit } from '../platform/events.ts';
import type { Tx } from '../platform/tx.ts';
import { raiseAlerts } from '../risk/raising.ts';
import { findUser, nameOf } from '../users/directory/users.ts';
import type { EnforcedConnection, Enforcement } from '../users/enforcement.ts';
import { signInSettings } from '../users/passwords/settings.ts';
import { type Failing, recordFailure } from '../users/sessions/attempts.ts';
import { shown, userActor } from '../users/sessions/login-sessions.ts';
import { connectionOfLogin } from '../users/sessions/sql/logins.ts';
import type { SignIn } from './entities/sign-in.ts';
import type { HeldUser } from './sql/password-facts.ts';
import { type PendingLink, pendingLinkOf } from './pending-link.ts';
import { isProvedByPass } from './steps/proofs.ts';
import { upstreamOf } from './upstream.ts';

/** How a user may go on with what the user has proved. */
export type Verdict =
  | { kind: 'free' }
  /** An owner goes on with two factors of Keyward, and not with fewer. */
  | { kind: 'owner'; connection: EnforcedConnection }
  /** The user has signed in by the connection, and proves their identity here for the first link. */
  | { kind: 'link'; connection: EnforcedConnection; link: PendingLink }
  /** The user signs in by the connection, and in no other way. */
  | { kind: 'elsewhere'; connection: EnforcedConnection };

/** The method of accounts of other providers, which do not count as factors of Keyward. */
const ofOthers = 'fed';

/**
 * Returns the connection that the proofs of a sign-in rest on; undefined if the user proved everything here. A factor that is
 * added to a login rests on what the login rests on.
 */
export async function connectionOf(tx: Tx, signIn: SignIn): Promise<string | undefined> {
  const upstream = upstreamOf(signIn);
  if (upstream) return upstream.connectionId;
  const { loginId } = signIn.state;
  return typeof loginId === 'string' ? connectionOfLogin(tx, tenancyOf(tx).orgId, loginId) : undefined;
}

/** Judges a sign-in whose user has proved something. To decide, call it under the lock of the user. */
export async function verdictOn(
  tx: Tx,
  signIn: SignIn,
  connectionId: string | undefined,
  { facts, wired }: { facts?: HeldUser | undefined; wired: { enforcement: Enforcement } },
): Promise<Verdict> {
  const { userId, amr } = signIn;
  const isAsked = userId !== null && facts?.isEnforced !== false;
  const found = isAsked ? await wired.enforcement.ofUser(tx, userId) : undefined;
  if (!found) return { kind: 'free' };
  const { connections, isOwner } = found;
  if (connections.some(({ id }) => id === connectionId)) return { kind: 'free' };
  const [connection] = connections;
  const link = pendingLinkOf(signIn);
  const awaited = connections.find(({ id }) => id === link?.upstream.connectionId);
  // A pass is for enrolment only. It does not prove the account that is linked.
  const isLinking = link?.userId === userId && !isProvedByPass(signIn);
  if (isLinking && awaited) return { kind: 'link', connection: awaited, link };
  const isLocal = connectionId === undefined && !amr.includes(ofOthers);
  return { kind: isOwner && isLocal ? 'owner' : 'elsewhere', connection };
}

/** Tells whether a user signs in by a connection only, and so has no use for passwords and passkeys. Owners keep them. */
export async function isBarred(tx: Tx, { ofUser }: Enforcement, userId: string): Promise<boolean> {
  const found = await ofUser(tx, userId);
  return found !== undefined && !found.isOwner;
}

/**
 * Makes a sign-in ask an owner for a second factor that the owner has already. An owner without one must not set one up here:
 * the password alone would then be enough.
 */
export function demandOwnFactors(signIn: SignIn): void {
  signIn.multiFactor = true;
  signIn.state = { ...signIn.state, ownFactors: true };
}

export const demandsOwnFactors = ({ state }: SignIn): boolean => state['ownFactors'] === true;

/** Records that the user of a sign-in may not sign in in this way. */
export async function recordBarred(
  tx: Tx,
  { userId, clientId, serviceProviderId }: SignIn,
  reason: Extract<Failing, 'CONNECTION_ENFORCED' | 'CONNECTION_DISABLED' | 'ACCESS_BLOCKED'>,
  origin: Origin,
): Promise<void> {
  const person = userId === null ? undefined : nameOf(await findUser(tx, userId));
  const { userName = null } = person ?? {};
  const { limits } = await signInSettings(tx);
  const attempted = { userId, userName, clientId, serviceProviderId, origin };
  await recordFailure(tx, attempted, { reason, locks: false, limits });
}

/** A login of an owner with factors of Keyward. */
interface LocalLogin {
  loginId: string;
  userId: string;
  userName: string;
  amr: string[];
}

/** Records that an owner has signed in although a connection is enforced, and raises an alert. */
export async function recordLocalLogin(
  tx: Tx,
  { loginId: sessionId, userId, userName, amr }: LocalLogin,
  { id: connectionId, name: connectionName }: EnforcedConnection,
  origin: Origin,
): Promise<void> {
  const actor = userActor(userId, userName);
  const target = { targetId: userId, targetName: userName, result: 'SUCCESS' as const };
  const reason = `${connectionName} (${connectionId}) is enforced`;
  await recordAudit(tx, [{ action: 'user.local_login', actor, ...target, reason, ...origin }]);
  const from = { ipAddress: origin.ipAddress ?? null, userAgent: shown(origin.userAgent) };
  const data = { userId, userName, sessionId, amr, connectionId, connectionName, ...from };
  await emit(tx, [{ type: 'user.local_login', data }]);
  await raiseAlerts(tx, [
    {
      trigger: 'user.local_login',
      always: true,
      subject: `local-login:${userId}`,
      severity: 'HIGH',
      title: 'An owner signed in without the identity provider',
      description: `An owner signed in with factors of Keyward, although the connection ${connectionName} is enforced. Check that it was the owner.`,
      source: { type: 'USER', id: userId },
      identityId: null,
    },
  ]);
}
