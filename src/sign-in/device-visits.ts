// The visit of the device origin, where the browser shows the certificate of its device (docs/conditional-access.md). The sign-in
// holds the state of the visit, so no request of a stranger leaves a row.
import { hash, randomBytes } from 'node:crypto';
import { type ClientCertificate, isCurrent } from '../lib/client-certificate.ts';
import { isId } from '../lib/id.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { type Locked, lockOne } from '../platform/locked.ts';
import { type Vault, VaultError } from '../platform/vault.ts';
import type { Tx } from '../platform/tx.ts';
import type { DeviceShown } from '../users/sessions/login-sessions.ts';
import { noteDevice } from '../users/sessions/sql/logins.ts';
import { SignIn } from './entities/sign-in.ts';
import { onlyLoginOf } from './steps/proofs.ts';

/** The user may have to choose a certificate first. */
const secondsOfChallenge = 300;
/** A redirect takes no longer. */
const secondsOfTicket = 60;

/** A user may reload a page during the visit. If the device origin cannot be reached, the user goes back this often. */
const mostVisits = 2;

/** Challenge and ticket are stored as hashes, with their end in milliseconds since 1970. `times` counts the visits of the sign-in. */
type Visit =
  /** The browser was sent to the device origin. */
  | { kind: 'away'; challenge: string; until: number; times: number }
  /** The device origin has sent the browser back with a ticket. */
  | { kind: 'seen'; ticket: string; until: number; times: number; certificate: ClientCertificate | null }
  /** The browser is back, or is not sent there again. */
  | { kind: 'over'; certificate: ClientCertificate | null };

const key = 'device';
const purpose = 'device-challenge';

const visitOf = ({ state }: SignIn): Visit | undefined => state[key] as Visit | undefined;

const withVisit = (visit: Visit): Record<string, unknown> => ({ [key]: visit });

function note(signIn: SignIn, visit: Visit): void {
  signIn.state = { ...signIn.state, ...withVisit(visit) };
}

/** Returns what a sign-in knows of the device. A certificate counts only after the same browser came back with the ticket. */
export function deviceOf(signIn: SignIn): DeviceShown {
  const visit = visitOf(signIn);
  return {
    isDeviceAsked: visit !== undefined,
    certificate: visit?.kind === 'over' ? visit.certificate : null,
  };
}

/** The state of a sign-in whose browser has shown its device already: for the login, or before the user must prove it all again. */
export const shownBefore = ({ isDeviceAsked, certificate }: DeviceShown): Record<string, unknown> =>
  isDeviceAsked ? withVisit({ kind: 'over', certificate }) : {};

const hashed = (text: string): string => hash('sha256', text, 'base64url');

/** Whether the browser can be sent to the device origin, for the first time or once more. */
export function mayVisit(signIn: SignIn): boolean {
  const visit = visitOf(signIn);
  return visit === undefined || (visit.kind !== 'over' && visit.times < mostVisits);
}

/** Ends the visit of a browser that brings no ticket that counts. The device is unknown. */
export const giveUpVisit = (signIn: Locked<SignIn>): void =>
  note(signIn, { kind: 'over', certificate: null });

/**
 * Begins a visit of a sign-in. The challenge and the ticket of the visit before do not count any more.
 * @returns the challenge. It is sealed, so that the device origin asks the database for no challenge that a stranger has made
 */
export function beginVisit(tx: Tx, signIn: Locked<SignIn>, vault: Pick<Vault, 'seal'>): string {
  const { orgId, now } = tenancyOf(tx);
  const until = now.getTime() + secondsOfChallenge * 1000;
  const text = `${signIn.id}.${randomBytes(32).toString('base64url')}`;
  const challenge = `${orgId}.${vault.seal(text, orgId, purpose).toString('base64url')}`;
  const before = visitOf(signIn);
  const times = before && before.kind !== 'over' ? before.times + 1 : 1;
  note(signIn, { kind: 'away', challenge: hashed(challenge), until, times });
  return challenge;
}

/** The sign-in that a challenge belongs to. */
export interface Challenged {
  orgId: string;
  signInId: string;
  challenge: string;
}

/** Longer than any challenge. */
const longest = 300;

/** Opens a challenge without the database. @returns undefined if it is not ours, or its master key has been removed */
export function openChallenge(vault: Pick<Vault, 'open'>, challenge: string): Challenged | undefined {
  const [orgId = '', sealed = ''] = challenge.split('.', 2);
  if (challenge.length > longest || !isId('org', orgId)) return undefined;
  try {
    const [signInId = ''] = vault.open(Buffer.from(sealed, 'base64url'), orgId, purpose).split('.', 1);
    return { orgId, signInId, challenge };
  } catch (error) {
    if (error instanceof VaultError) return undefined;
    throw error;
  }
}

/**
 * Takes a challenge, and notes the certificate that was shown for it. A challenge is good once. If many come at once, the lock lets
 * one find it.
 * @param shown a verified certificate; undefined if the browser has shown none
 * @returns the ticket that the browser carries back; undefined if the challenge was taken before, or is too old
 */
export async function answerChallenge(
  tx: Tx,
  { signInId, challenge }: Challenged,
  shown: ClientCertificate | undefined,
): Promise<string | undefined> {
  const { now } = tenancyOf(tx);
  const signIn = await lockOne(tx, SignIn, { id: signInId });
  const visit = signIn && visitOf(signIn);
  if (
    !signIn ||
    visit?.kind !== 'away' ||
    visit.challenge !== hashed(challenge) ||
    visit.until <= now.getTime()
  )
    return undefined;
  const ticket = randomBytes(32).toString('base64url');
  const until = now.getTime() + secondsOfTicket * 1000;
  // A certificate that has ended would make the login lead to the device origin again, and so on.
  const certificate = shown && isCurrent(shown, now) ? shown : null;
  note(signIn, { kind: 'seen', ticket: hashed(ticket), until, times: visit.times, certificate });
  return ticket;
}

/**
 * Ends a sign-in that was begun for a user who is signed in, and had to show the device alone. The login remembers the device. So
 * what led here judges the user again, and tells the application if the user is refused.
 * @returns where the browser goes on; undefined if the sign-in has other steps
 */
export async function endVisitOfLogin(tx: Tx, signIn: Locked<SignIn>): Promise<string | undefined> {
  const { orgId, now } = tenancyOf(tx);
  const loginId = onlyLoginOf(signIn);
  if (loginId === undefined) return undefined;
  await noteDevice(tx, orgId, loginId, deviceOf(signIn));
  signIn.completedAt = now;
  return signIn.returnTo;
}

/**
 * Takes a ticket that the browser of the sign-in brings. It is good once.
 * @returns whether it is the ticket of this visit, and came in time. The sign-in then knows the certificate
 */
export function takeTicket(tx: Tx, signIn: Locked<SignIn>, ticket: string): boolean {
  const visit = visitOf(signIn);
  if (visit?.kind !== 'seen' || visit.ticket !== hashed(ticket)) return false;
  if (visit.until <= tenancyOf(tx).now.getTime()) return false;
  note(signIn, { kind: 'over', certificate: visit.certificate });
  return true;
}
