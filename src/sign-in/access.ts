// The requirements of conditional access for a sign-in (docs/conditional-access.md).
import type { Origin } from '../audit/audit.ts';
import type { ClientCertificate } from '../lib/client-certificate.ts';
import { platformOf } from '../lib/device-platform.ts';
import { readAccessVersion } from '../conditional-access/resources/sql/access-version.ts';
import {
  accountApplication,
  adminApplication,
  decideOn,
  type Demand,
  judgeUser,
  recordVerdict,
  mayEnrolFactor,
  type ProvableRequirement,
  type UserAttempt,
  type UserVerdict,
} from '../conditional-access/resources/user-attempts.ts';
import type { AccessGuard } from '../conditional-access/judge/machines.ts';
import type { Proved } from '../conditional-access/judge/requirements.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { Tx } from '../platform/tx.ts';
import { certainTime } from '../lib/proof-time.ts';
import type { FrontChannel } from '../lib/front-channel.ts';
import type { DeviceShown, Login } from '../users/sessions/login-sessions.ts';
import { deviceOf } from './device-visits.ts';
import type { SignIn } from './entities/sign-in.ts';
import type { HeldUser } from './sql/password-facts.ts';
import { isTimeKnown } from './steps/proofs.ts';

/** Applications that are judged at each request. */
const judgedOften: ReadonlySet<string> = new Set([accountApplication, adminApplication]);

/** The parts of the call that the judgement of a sign-in needs. */
export interface AccessSite {
  access: AccessGuard;
  origin: Origin;
  clientCertificate: () => ClientCertificate | undefined;
  /** The facts that were read under the lock of the user, in this transaction and for it. */
  facts?: HeldUser | undefined;
}

/** Judges the user of a sign-in who has proved something. @param kind given where the sign-in ends */
export async function judgeSignIn(
  tx: Tx,
  signIn: SignIn,
  site: AccessSite,
  kind?: 'sign-in',
): Promise<UserVerdict | undefined> {
  const { orgId, now } = tenancyOf(tx);
  const attempt = attemptOf(signIn, site, now);
  if (!attempt) return undefined;
  const asked = { ...attempt, ...(kind ? { kind } : {}) };
  return judgeUser(tx, site.access, await versionAt(tx, orgId, site), asked);
}

const versionAt = async (tx: Tx, orgId: string, { facts }: AccessSite): Promise<number> =>
  facts?.accessVersion ?? readAccessVersion(tx, orgId);

function attemptOf(signIn: SignIn, site: AccessSite, now: Date): UserAttempt | undefined {
  const { userId, amr, authTime, clientId, serviceProviderId, browserId, state } = signIn;
  if (userId === null) return undefined;
  const time = { authTime: authTime ?? now, isTimeKnown: isTimeKnown(signIn) };
  return {
    userId,
    application: clientId ?? serviceProviderId ?? ownApplicationOf(state),
    clientType: state['isNative'] === true ? 'native' : 'browser',
    isAgent: state['isAgent'] === true,
    ...fromBrowser(site, { amr, authTime: certainTime(time) }, deviceOf(signIn)),
    browserId,
    requestId: site.origin.requestId ?? null,
    groups: site.facts?.groups,
    ...(state['breached'] === true ? { breached: true } : {}),
  };
}

/** Returns the application of Keyward that a sign-in is for. */
const ownApplicationOf = ({ ownApplication }: SignIn['state']): string =>
  ownApplication === adminApplication ? adminApplication : accountApplication;

/** Tells whether a sign-in leads to the dashboard. */
export const isForDashboard = ({ state }: Pick<SignIn, 'state'>): boolean =>
  ownApplicationOf(state) === adminApplication;

/** Returns where a request of a browser came from, as far as the request says. */
export const frontOf = ({ origin, clientCertificate }: Omit<AccessSite, 'access'>): FrontChannel => ({
  address: origin.ipAddress,
  platform: platformOf(origin.userAgent),
  certificate: clientCertificate(),
});

/** The certificate that a proxy tells of now counts more than the certificate that the device origin has seen. */
const fromBrowser = (
  site: Omit<AccessSite, 'access'>,
  { amr, authTime }: Proved,
  { isDeviceAsked, certificate }: DeviceShown,
): Pick<UserAttempt, 'front' | 'proved' | 'canShowDevice'> => {
  const front = frontOf(site);
  return {
    front: { ...front, certificate: front.certificate ?? certificate ?? undefined },
    proved: { amr, authTime, isDeviceAsked },
    canShowDevice: true,
  };
};

/**
 * Judges a user who is signed in and goes to an application in the browser, and records the verdict.
 * @param how.groups the ids of the groups of the user, if they were read with the request
 * @param how.isQuiet whether the application wants an answer without a page
 */
export const decideOnLogin = (
  tx: Tx,
  site: AccessSite,
  login: Login,
  application: string,
  { isQuiet = false, groups }: { isQuiet?: boolean; groups?: readonly string[] } = {},
): Promise<UserVerdict> =>
  decideOn(tx, site.access, login.accessVersion, {
    ...attemptBy(login, site, application),
    isQuiet,
    groups,
    ...(judgedOften.has(application) ? { kind: 'page' as const } : {}),
  });

/**
 * Judges a user who calls by the command line, and records the verdict. The command line may run on another device than the browser in which
 * the user allowed it, so the certificate that the browser has shown does not count.
 */
export const decideOnCommandLine = (
  tx: Tx,
  site: AccessSite,
  login: Login,
  application: string,
  groups: readonly string[],
): Promise<UserVerdict> =>
  decideOn(tx, site.access, login.accessVersion, {
    userId: login.userId,
    application,
    clientType: 'native',
    front: frontOf(site),
    // Without the login: a policy about native clients does not shorten the session of the browser.
    proved: { amr: login.amr, authTime: certainTime(login) },
    requestId: site.origin.requestId ?? null,
    isQuiet: true,
    groups,
    kind: 'page',
  });

/** Records that a signed-in user is denied, who has no way to prove what is asked for. */
export async function recordDenied(
  tx: Tx,
  site: AccessSite,
  login: Login,
  application: string,
): Promise<void> {
  const attempt = attemptBy(login, site, application);
  const { judged } = await judgeUser(tx, site.access, login.accessVersion, attempt);
  if (judged) await recordVerdict(tx, site.access, attempt, { kind: 'blocked', judged });
}

const attemptBy = (login: Login, site: AccessSite, application: string): UserAttempt => ({
  userId: login.userId,
  application,
  clientType: 'browser',
  ...fromBrowser(site, { amr: login.amr, authTime: certainTime(login) }, login),
  loginId: login.id,
  browserId: login.browserId,
  requestId: site.origin.requestId ?? null,
});

/** Whether a signed-in user may set a factor up on the account page. */
export const mayEnrolBy = (tx: Tx, site: AccessSite, login: Login): Promise<boolean> =>
  mayEnrolFactor(tx, site.access, login.accessVersion, attemptBy(login, site, accountApplication));

/** The proof that a sign-in must still give for the application. */
type Kept = Pick<Demand, 'missing' | 'mayEnrol'>;

/** Notes what is missing, so that the steps of the sign-in ask for it; nothing if nothing is. */
export function noteDemand(signIn: SignIn, demand: Kept | undefined): void {
  const { access: _before, ...state } = signIn.state;
  signIn.state = demand ? { ...state, ...demandState(demand) } : state;
  if (demand && needsSecond(demand)) signIn.multiFactor = true;
}

export const demandState = ({ missing, mayEnrol }: Kept): { access: Kept } => ({
  access: { missing, mayEnrol },
});

/** Returns what a sign-in is asked for. The proof is added to the login, unless the user must prove everything again. */
export const demanding = (demand: Demand): { demand: Demand; prompt?: 'login' } => ({
  demand,
  ...(demand.missing.includes('REAUTHENTICATION') ? { prompt: 'login' } : {}),
});

/** A passkey beside another factor makes two. */
export const needsSecond = ({ missing }: Kept): boolean =>
  missing.includes('MFA') || missing.includes('PASSKEY');

const demandOf = ({ state }: SignIn): Kept | undefined => state['access'] as Kept | undefined;

/** Returns whether conditional access has asked a sign-in for more. The device is asked for before the user is judged. */
export const isAsked = (signIn: SignIn): boolean =>
  demandOf(signIn)?.missing.some((one) => one !== 'DEVICE') === true;

/** Returns whether a sign-in waits for this proof. */
export const isDemanded = (signIn: SignIn, requirement: ProvableRequirement): boolean =>
  demandOf(signIn)?.missing.includes(requirement) === true;

/**
 * Returns whether the user may set a factor up in this sign-in. A thief who knows the password could set up their own, so a
 * factor that conditional access demands is set up only at low risk and from a trusted location. This holds also if the
 * application of the sign-in demands none, and another one does.
 */
export async function mayEnrol(tx: Tx, signIn: SignIn, site: AccessSite): Promise<boolean> {
  const demand = demandOf(signIn);
  if (demand && needsSecond(demand) && !demand.mayEnrol) return false;
  const { orgId, now } = tenancyOf(tx);
  const attempt = attemptOf(signIn, site, now);
  return !attempt || mayEnrolFactor(tx, site.access, await versionAt(tx, orgId, site), attempt);
}
