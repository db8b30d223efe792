import { type Origin, recordAudit } from '../../audit/audit.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { ClientCertificate } from '../../lib/client-certificate.ts';
import type { Locked } from '../../platform/locked.ts';
import { type Actor, emit, type NewEvent } from '../../platform/events.ts';
import type { FrontChannel } from '../../lib/front-channel.ts';
import { hashBrowserToken, isBrowserToken, newBrowserToken } from './browser-token.ts';
import type { Browser } from './browsers.ts';
import { newId } from '../../lib/id.ts';
import {
  type EndedLogin,
  endLoginRows,
  findLoginRow,
  type LoginRow,
  upstreamOfLogin,
  type WhichLogins,
} from './sql/logins.ts';
import {
  type NewLogin,
  noteLogin,
  type PersonToSignIn,
  renewAndSaveLogin,
  saveLogin,
} from './sql/start-login.ts';
import { systemActor } from '../../platform/grants.ts';
import type { Tx } from '../../platform/tx.ts';
import type { Endings } from '../endings.ts';

/** The certificate of the device of a login. */
export interface DeviceShown {
  /** Whether the browser was sent to the device origin. For a login, not any more once the certificate has ended. */
  isDeviceAsked: boolean;
  /** The certificate that the browser showed there; null if it showed none that counts. */
  certificate: ClientCertificate | null;
}

const notShown: DeviceShown = { isDeviceAsked: false, certificate: null };

/** A user who is signed in to the tenant by a browser. */
export interface Login extends DeviceShown {
  id: string;
  userId: string;
  browserId: string;
  /** How they proved themselves (RFC 8176). */
  amr: string[];
  authTime: Date;
  /** Whether the user proved their identity at `authTime`. An identity provider may have asked the user before it. */
  isTimeKnown: boolean;
  /** When all tokens that come of it end; null if they last as long as those of others. */
  tokensEndAt: Date | null;
  /** The seconds until then. */
  tokenSecondsLeft: number | null;
  /** The connection that the user signed in by; null for a sign-in with factors of Keyward. */
  connectionId: string | null;
  /** access_version of the tenant: 0 if no policy of conditional access is live. */
  accessVersion: number;
}

/** The statement of an identity provider about a user who signed in by a connection to it. */
export interface Upstream {
  connectionId: string;
  /** The protocol of the connection. */
  type: 'OIDC' | 'SAML';
  /** How the identity provider names the user: `sub`, or the text of a NameID. */
  subject: string;
  /** How it names its own session (`sid` or `SessionIndex`); null if it does not. */
  session: string | null;
  /** The sealed hint of the login at the provider, as base64; null if users are not signed out there. */
  hint: string | null;
  /** How many seconds the login lasts at most, with all its tokens; null for as long as others. */
  mostSeconds: number | null;
  /** When it ends at the latest, in milliseconds since 1970; null if the identity provider does not say. */
  endsAt: number | null;
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
  | 'ENDED_BY_ADMINISTRATOR'
  | 'PASSWORD_CHANGED'
  | 'USER_SUSPENDED'
  | 'USER_DEPROVISIONED'
  | 'USER_DELETED'
  | 'USER_RECLAIMED'
  | 'FACTORS_RESET'
  | 'CONNECTION_DISABLED'
  | 'SIGNED_OUT_UPSTREAM';

/** Absolute end of a login (decisions 6.7); without use it ends after twelve hours (users/sessions/sql/logins.ts). */
const daysOfLogin = 7;

/** The subjects of events about people: how they are called is in them. */
export const userActor = (id: string, name: string): Actor => ({ type: 'USER', id, name });

/**
 * Finds the user who is signed in to the tenant of `tx`, if there is one and the user still may be.
 * @param browserToken the content of the browser's cookie, unchecked
 * @param front where the request came from, if the user opens an application or the account page with it
 */
export async function findLogin(
  tx: Tx,
  browserToken: string | undefined,
  front?: FrontChannel,
): Promise<Login | undefined> {
  return findLoginOf(tx, tenancyOf(tx).orgId, browserToken, front);
}

/** As {@link findLogin}, for a {@link Tx} that knows no tenant. */
export async function findLoginOf(
  tx: Tx,
  orgId: string,
  browserToken: string | undefined,
  front?: FrontChannel,
): Promise<Login | undefined> {
  if (!isBrowserToken(browserToken)) return undefined;
  const row = await findLoginRow(tx, orgId, hashBrowserToken(browserToken), front);
  return row && loginOf(row);
}

export const loginOf = ({ authTime, tokensEndAt, ...rest }: LoginRow): Login => ({
  ...rest,
  authTime: new Date(authTime),
  tokensEndAt: tokensEndAt === null ? null : new Date(tokensEndAt),
});

/** How a login begins. */
export interface Beginning extends Pick<Login, 'amr' | 'authTime' | 'isTimeKnown'> {
  origin: Origin;
  front: FrontChannel;
  /** Absent if the user proved their identity here. */
  upstream?: Upstream | undefined;
  /** Whether a factor is added to the login that the browser has. Its end stays, and where it came from. */
  addsFactor: boolean;
  /** Whether 30 minutes without use end the login. */
  isBrief?: boolean;
  /**
   * If the browser was not at the device origin now, the login keeps what it knows of its device. If the browser has shown no
   * certificate, a new sign-in forgets that, so that the user can choose one.
   */
  device?: DeviceShown;
}

/** A login that has begun or goes on. The caller emits the events with those of the sign-in. */
export interface StartedLogin {
  id: string;
  events: NewEvent[];
}

/**
 * Signs a user in by a browser, and signs out the user before. If the same user signs in, the login goes on with its
 * id. So a second factor does not end what was begun with the login.
 */
export async function startLogin(
  tx: Tx,
  browserId: string,
  person: Locked<PersonToSignIn>,
  beginning: Beginning,
  endings: Endings,
): Promise<StartedLogin> {
  const { orgId } = tenancyOf(tx);
  const { origin } = beginning;
  await endLogins(tx, { browserId, besidesUser: person.id }, { reason: 'REPLACED', origin }, endings);
  const login = newLogin(tx, browserId, person.id, beginning);
  const id = await saveLogin(tx, orgId, login);
  await noteLogin(tx, orgId, { userId: person.id, browserId });
  return { id, events: beginningOf(login, id, person) };
}

/**
 * As {@link startLogin}, for a browser that no other user is signed in with in this tenant. The same statement gives the browser
 * another token.
 * @returns undefined if the browser has another token already
 */
export async function renewAndStartLogin(
  tx: Tx,
  browser: Pick<Browser, 'id' | 'token'>,
  person: Locked<PersonToSignIn>,
  beginning: Beginning,
): Promise<(StartedLogin & { browser: Browser }) | undefined> {
  const login = newLogin(tx, browser.id, person.id, beginning);
  const token = newBrowserToken();
  const hashes = { from: hashBrowserToken(browser.token), to: hashBrowserToken(token) };
  const id = await renewAndSaveLogin(tx, tenancyOf(tx).orgId, login, hashes);
  if (id === undefined) return undefined;
  return { id, events: beginningOf(login, id, person), browser: { id: browser.id, token, isNew: true } };
}

function newLogin(
  tx: Tx,
  browserId: string,
  userId: string,
  {
    amr,
    authTime,
    isTimeKnown,
    origin,
    front,
    upstream,
    addsFactor,
    isBrief = false,
    device = notShown,
  }: Beginning,
): NewLogin {
  const { now } = tenancyOf(tx);
  const address = origin.ipAddress ?? null;
  const userAgent = origin.userAgent?.slice(0, 512) ?? null;
  // An identity provider may have asked the user long ago.
  const begins = (upstream ? now : authTime).getTime();
  const seconds = daysOfLogin * 86_400;
  const mostSeconds = upstream?.mostSeconds ?? null;
  const endsAt = upstream?.endsAt ?? null;
  const longest = begins + Math.min(seconds, mostSeconds ?? seconds) * 1000;
  const expiresAt = new Date(Math.min(longest, endsAt ?? longest));
  return {
    id: newId('ses'),
    browserId,
    userId,
    amr,
    authTime,
    isTimeKnown,
    expiresAt,
    address,
    userAgent,
    connectionId: upstream?.connectionId ?? null,
    upstreamSubject: upstream?.subject ?? null,
    upstreamSession: upstream?.session ?? null,
    upstreamHint: upstream?.hint ?? null,
    tokensEndAt: mostSeconds === null && endsAt === null ? null : expiresAt,
    addsFactor,
    isBrief,
    front,
    ...device,
  };
}

/** The event of a login that is new. One that went on with its id has none. */
function beginningOf(
  { id: fresh, userId, amr, expiresAt, address, userAgent }: NewLogin,
  id: string,
  { name }: PersonToSignIn,
): NewEvent[] {
  if (id !== fresh) return [];
  const data = { userId, userName: name, sessionId: id, amr, expiresAt: expiresAt.toISOString() };
  return [{ type: 'session.created', data: { ...data, ipAddress: address, userAgent: shown(userAgent) } }];
}

/** As much of it as an event carries. */
export const shown = (userAgent: string | null | undefined): string | null =>
  userAgent?.slice(0, 256) ?? null;

/** Ends one login. A login that has ended before does not fail. @returns whether there was one */
export async function endLogin(tx: Tx, id: string, endings: Endings, ending?: Ending): Promise<boolean> {
  return (await endLogins(tx, { id }, ending ?? { reason: 'SIGNED_OUT' }, endings)).length > 0;
}

/**
 * Ends the login of a browser that signs out.
 * @param nextUrl where the browser goes then; null for the page that says so
 * @param end ends the login, and maybe others of the user
 * @returns the path that the browser goes to first, if there is anything left to do in the browser
 */
export async function signOut(
  tx: Tx,
  { loginId, nextUrl }: { loginId: string; nextUrl: string | null },
  { onSignedOut }: Endings,
  end: () => Promise<unknown>,
): Promise<string | undefined> {
  const { orgId } = tenancyOf(tx);
  // The row of the login is gone afterwards.
  const upstream = await upstreamOfLogin(tx, orgId, loginId);
  await end();
  return onSignedOut(tx, orgId, { id: loginId, upstream }, nextUrl);
}

/**
 * The reasons after which an attacker may be signed in. They also end the tokens that applications hold for the
 * user's absence (`offline_access`, RFC 9700 section 4.14.2).
 */
const alarming: ReadonlySet<LoginEnd> = new Set(['PASSWORD_CHANGED', 'FACTORS_RESET', 'USER_RECLAIMED']);

/** Ends every login of a person, or all but one. @returns how many */
export async function endLoginsOf(
  tx: Tx,
  userId: string,
  endings: Endings,
  { except = null, ...ending }: Partial<Ending> & { except?: string | null } = {},
): Promise<number> {
  const ended = await endLogins(tx, { userId, except }, { reason: 'ENDED_BY_USER', ...ending }, endings);
  if (ending.reason && alarming.has(ending.reason)) {
    const { orgId } = tenancyOf(tx);
    for (const alarm of endings.onUserAlarmed) await alarm(tx, { orgId, id: userId });
  }
  return ended.length;
}

/** The logins that came by a connection; `subject` and `session` choose those of one user or one session there. */
export type LoginsOfConnection = Extract<WhichLogins, { connectionId: string }>;

/** Ends logins that came by a connection. @returns how many; as many as `most` if there may be more */
export async function endLoginsByConnection(
  tx: Tx,
  which: LoginsOfConnection,
  ending: Ending,
  endings: Endings,
): Promise<number> {
  return (await endLogins(tx, which, ending, endings)).length;
}

/** Each is on record with the person it was of, so that what is erased of them is erased there as well. */
async function endLogins(
  tx: Tx,
  which: WhichLogins,
  { reason, actor, origin = {} }: Ending,
  { onLoginsEnded }: Endings,
): Promise<EndedLogin[]> {
  const { orgId, now } = tenancyOf(tx);
  const ended = await endLoginRows(tx, orgId, which);
  for (const follow of onLoginsEnded) await follow(tx, orgId, ended);
  const by = ({ userId, userName }: EndedLogin): Actor =>
    actor ??
    (reason === 'SIGNED_OUT' || reason === 'ENDED_BY_USER' ? userActor(userId, userName) : systemActor);
  await recordAudit(
    tx,
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
    tx,
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
