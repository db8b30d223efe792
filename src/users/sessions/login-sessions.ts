import type { EntityManager } from '@mikro-orm/postgresql';
import { type Origin, recordAudit } from '../../audit/audit.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Locked } from '../../platform/locked.ts';
import { type Actor, emit, type NewEvent } from '../../platform/events.ts';
import { hashBrowserToken, isBrowserToken } from './browser-token.ts';
import { newId } from '../../lib/id.ts';
import { type EndedLogin, endLoginRows, findLoginRow, type WhichLogins } from './sql/logins.ts';
import { noteLogin, type PersonToSignIn, saveLogin } from './sql/start-login.ts';
import { systemActor } from '../../platform/grants.ts';
import type { Endings } from '../endings.ts';

/** A user who is signed in to the tenant by a browser. */
export interface Login {
  id: string;
  userId: string;
  /** How they proved themselves (RFC 8176). */
  amr: string[];
  authTime: Date;
}

/** Why a login ended, and who ended it. */
export interface Ending {
  reason: LoginEnd;
  actor?: Actor;
  origin?: Origin;
}

export type LoginEnd =
  | 'SIGNED_OUT'
  | 'REPLACED'
  | 'ENDED_BY_USER'
  | 'PASSWORD_CHANGED'
  | 'USER_SUSPENDED'
  | 'USER_DEPROVISIONED'
  | 'USER_DELETED'
  | 'FACTORS_RESET';

/** Absolute end of a login (decisions 6.7); without use it ends after twelve hours (users/sessions/sql/logins.ts). */
const daysOfLogin = 7;

/** The subjects of events about people: how they are called is in them. */
export const userActor = (id: string, name: string): Actor => ({ type: 'USER', id, name });

/**
 * Finds the user who is signed in to the tenant of `em`, if there is one and the user still may be.
 * @param browserToken the content of the browser's cookie, unchecked
 */
export async function findLogin(
  em: EntityManager,
  browserToken: string | undefined,
): Promise<Login | undefined> {
  if (!isBrowserToken(browserToken)) return undefined;
  const row = await findLoginRow(em, tenancyOf(em).orgId, hashBrowserToken(browserToken));
  return row && { id: row.id, userId: row.userId, amr: row.amr, authTime: new Date(row.authTime) };
}

/**
 * Signs a user in by a browser, and signs out the user before. If the same user signs in, the login goes on with its
 * id. So a second factor does not end what was begun with the login.
 */
export async function startLogin(
  em: EntityManager,
  browserId: string,
  { id: userId, name }: Locked<PersonToSignIn>,
  { amr, authTime, origin }: Pick<Login, 'amr' | 'authTime'> & { origin: Origin },
  endings: Endings,
): Promise<Login> {
  const { orgId } = tenancyOf(em);
  await endLogins(em, { browserId, besidesUser: userId }, { reason: 'REPLACED', origin }, endings);
  const fresh = newId('ses');
  const address = origin.ipAddress ?? null;
  const userAgent = origin.userAgent?.slice(0, 512) ?? null;
  const expiresAt = new Date(authTime.getTime() + daysOfLogin * 86_400_000);
  const id = await saveLogin(em, orgId, {
    id: fresh,
    browserId,
    userId,
    amr,
    authTime,
    expiresAt,
    address,
    userAgent,
  });
  await noteLogin(em, orgId, { userId, browserId });
  if (id === fresh) {
    const data = { userId, userName: name, sessionId: id, amr, expiresAt: expiresAt.toISOString() };
    await emit(em, [
      { type: 'session.created', data: { ...data, ipAddress: address, userAgent: shown(userAgent) } },
    ]);
  }
  return { id, userId, amr, authTime };
}

/** As much of it as an event carries. */
export const shown = (userAgent: string | null | undefined): string | null =>
  userAgent?.slice(0, 256) ?? null;

/** Ends one login. A login that has ended before does not fail. @returns whether there was one */
export async function endLogin(
  em: EntityManager,
  id: string,
  endings: Endings,
  ending?: Ending,
): Promise<boolean> {
  return (await endLogins(em, { id }, ending ?? { reason: 'SIGNED_OUT' }, endings)).length > 0;
}

/**
 * The reasons after which an attacker may be signed in. They also end the tokens that applications hold for the
 * user's absence (`offline_access`, RFC 9700 section 4.14.2).
 */
const alarming: ReadonlySet<LoginEnd> = new Set(['PASSWORD_CHANGED', 'FACTORS_RESET']);

/** Ends every login of a person, or all but one. @returns how many */
export async function endLoginsOf(
  em: EntityManager,
  userId: string,
  endings: Endings,
  { except = null, ...ending }: Partial<Ending> & { except?: string | null } = {},
): Promise<number> {
  const ended = await endLogins(em, { userId, except }, { reason: 'ENDED_BY_USER', ...ending }, endings);
  if (ending.reason && alarming.has(ending.reason)) {
    const { orgId } = tenancyOf(em);
    for (const alarm of endings.onUserAlarmed) await alarm(em, { orgId, id: userId });
  }
  return ended.length;
}

/** Each is on record with the person it was of, so that what is erased of them is erased there as well. */
async function endLogins(
  em: EntityManager,
  which: WhichLogins,
  { reason, actor, origin = {} }: Ending,
  { onLoginsEnded }: Endings,
): Promise<EndedLogin[]> {
  const { orgId, now } = tenancyOf(em);
  const ended = await endLoginRows(em, orgId, which);
  for (const follow of onLoginsEnded) await follow(em, orgId, ended);
  const by = ({ userId, userName }: EndedLogin): Actor =>
    actor ??
    (reason === 'SIGNED_OUT' || reason === 'ENDED_BY_USER' ? userActor(userId, userName) : systemActor);
  await recordAudit(
    em,
    ended.map((login) => ({
      action: 'session.revoked',
      actor: by(login),
      targetType: 'user',
      targetId: login.userId,
      targetName: login.userName,
      result: 'SUCCESS',
      reason: `${reason} ${login.id}`,
      ...origin,
    })),
  );
  const revokedAt = now.toISOString();
  await emit(
    em,
    ended.map(
      (login): NewEvent => ({
        type: 'session.revoked',
        data: {
          userId: login.userId,
          userName: login.userName,
          sessionId: login.id,
          reason,
          revokedBy: by(login),
          revokedAt,
        },
      }),
    ),
  );
  return ended;
}
