import { isDeepStrictEqual } from 'node:util';
import { type AuditEntry, type Origin, recordAudit } from '../audit/audit.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { User } from '../users/directory/entities/user.ts';
import { type Actor, emit } from '../platform/events.ts';
import type { Tx } from '../platform/tx.ts';
import { type Granted, nothingGranted, scopesOf, widened } from './granted.ts';
import { commandLineName, isCommandLine } from '../lib/command-line-id.ts';
import { endCommandLine } from './command-line-grants.ts';
import { endConsent, readConsent, saveConsent } from './sql/oidc-consents.ts';
import { userActor } from '../users/sessions/login-sessions.ts';
import { lockUser, nameOf } from '../users/directory/users.ts';

interface Application {
  id: string;
  name: string;
}

/** The answer of a user to the request of an application. */
interface Answer {
  userId: string;
  client: Application;
  asked: Granted;
}

/**
 * Lets an application have what it asks for, beside what it was allowed before. It is told only where that is more.
 * @returns false when the person may not act any more, or the application is gone
 * @throws {Failure} USER_NOT_FOUND
 */
export async function allowApplication(
  tx: Tx,
  { userId, client, asked }: Answer,
  origin: Origin,
): Promise<boolean> {
  const { now } = tenancyOf(tx);
  const { scopes, claims, resources } = asked;
  const wanted = { scopes, claims, resources };
  const user = await lockUser(tx, userId);
  if (user.statusAt(now) !== 'ACTIVE') return false;
  // The command line asks at each sign-in, and gets a grant that the user can end. There is no consent to keep.
  if (isCommandLine(client.id)) {
    await tellGrant(tx, user, client, { from: null, to: wanted }, origin);
    return true;
  }
  const before = await readConsent(tx, user, client.id);
  const granted = widened(before ?? nothingGranted, wanted);
  if (isDeepStrictEqual(before, granted)) return true;
  if (!(await saveConsent(tx, user, client.id, granted))) return false;
  await tellGrant(tx, user, client, { from: before ?? null, to: granted }, origin);
  return true;
}

/** Puts on record that a person refused an application; what it was allowed before stays. @throws {Failure} USER_NOT_FOUND */
export async function refuseApplication(
  tx: Tx,
  { userId, client, asked: { scopes, claims, resources } }: Answer,
  origin: Origin,
): Promise<void> {
  const user = await lockUser(tx, userId);
  const refused = { from: null, to: { scopes, claims, resources } };
  await record(tx, 'oidc_consent.refuse', user, client, refused, origin);
}

/**
 * Withdraws the consent of a user to a client. All tokens that the client holds for the user die, and the client has to
 * ask again. A repeated call is not an error, and neither is a client without consent.
 * @param by the caller, if it is not the user
 * @returns whether the user had allowed the client anything
 * @throws {Failure} USER_NOT_FOUND
 */
export async function withdrawConsent(
  tx: Tx,
  { userId, clientId }: { userId: string; clientId: string },
  origin: Origin,
  by?: Actor,
): Promise<boolean> {
  const user = await lockUser(tx, userId);
  if (isCommandLine(clientId)) {
    const granted = await endCommandLine(tx, user);
    const client = { id: clientId, name: commandLineName };
    if (granted) await tellWithdrawal(tx, user, client, granted, { origin, by });
    return granted !== undefined;
  }
  const ended = await endConsent(tx, user, clientId);
  if (!ended) return false;
  const client = { id: clientId, name: ended.clientName };
  await tellWithdrawal(tx, user, client, ended.granted, { origin, by });
  return true;
}

/** Records what a user allowed a client, and emits the event. */
async function tellGrant(
  tx: Tx,
  user: User,
  client: Application,
  { from, to }: { from: Granted | null; to: Granted },
  origin: Origin,
): Promise<void> {
  await record(tx, 'oidc_consent.grant', user, client, { from, to }, origin);
  const data = { ...aboutConsent(user, client), scopes: scopesOf(to), grantedBy: actorOf(user) };
  await emit(tx, [{ type: 'oidc_consent.granted', data }]);
}

/** Records what a user, or an administrator in their place, took back from a client, and emits the event. */
async function tellWithdrawal(
  tx: Tx,
  user: User,
  client: Application,
  granted: Granted,
  { origin, by = actorOf(user) }: { origin: Origin; by: Actor | undefined },
): Promise<void> {
  await record(tx, 'oidc_consent.withdraw', user, client, { from: granted, to: null }, origin, by);
  const data = { ...aboutConsent(user, client), scopes: scopesOf(granted), withdrawnBy: by };
  await emit(tx, [{ type: 'oidc_consent.withdrawn', data }]);
}

const actorOf = (user: User) => userActor(user.id, nameOf(user).userName);

const aboutConsent = (user: User, { id: clientId, name: clientName }: Application) => ({
  ...nameOf(user),
  clientId,
  clientName,
});

/** With the person, so that it is erased with them. */
async function record(
  tx: Tx,
  action: 'oidc_consent.grant' | 'oidc_consent.refuse' | 'oidc_consent.withdraw',
  user: User,
  { id, name }: Application,
  { from, to }: { from: Granted | null; to: Granted | null },
  origin: Origin,
  actor: Actor = actorOf(user),
): Promise<void> {
  const entry: AuditEntry = {
    action,
    actor,
    targetType: 'user',
    targetId: user.id,
    targetName: nameOf(user).userName,
    result: 'SUCCESS',
    reason: `${name} (${id})`,
    changes: [{ field: 'granted', from, to }],
    ...origin,
  };
  await recordAudit(tx, [entry]);
}
