import { isCurrent } from '../../lib/client-certificate.ts';
import { type CompiledAccess, type Judgement, noAccessPolicies } from '../judge/compile.ts';
import type { Judged, UserDecision } from '../judge/decisions.ts';
import type { Denial } from '../judge/denials.ts';
import { readAccess } from '../judge/cache.ts';
import type { AccessGuard } from '../judge/machines.ts';
import { placeOf } from '../judge/place.ts';
import { effectOf, isMet, missingOf, type Proved, usualMaxAgeSeconds } from '../judge/requirements.ts';
import type {
  AccessPolicySource,
  AttemptOutcome,
  Requirement,
  RiskFinding,
  Signals,
} from '../judge/types.ts';
import { atEnd } from '../../platform/at-end.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import type { FrontChannel } from '../../lib/front-channel.ts';
import { shortenLogin } from '../../users/sessions/sql/logins.ts';
import { decisionOfUser, recordDecision, recordDecisionLast } from './decisions.ts';
import { knownDevice } from './known-device.ts';
import { noteSignIn, type RiskySignIn, signInRisk } from './sign-in-risk.ts';
import { readJudgedUser } from './sql/judged-user.ts';

/** The application of the pages where users see and change their own account. */
export const accountApplication = 'keyward:account';
/** The API, called by a user who is signed in (docs/conditional-access.md). */
export const adminApplication = 'keyward:admin';

/** A user who wants to use an application. */
export interface UserAttempt {
  userId: string;
  /** A client id, the id of a service provider, or {@link accountApplication}. */
  application: string;
  clientType: 'browser' | 'native';
  /** Whether no administrator has made the client. */
  isAgent?: boolean | undefined;
  front: FrontChannel;
  /** For a request of an application: the login whose last request of the browser counts in place of `front`, if it is kept. */
  frontOf?: string | undefined;
  proved: Proved;
  /** The login that the user has already. */
  loginId?: string;
  /** The browser of the request; absent for a request of an application. */
  browserId?: string;
  /** Whether the browser can be led through the device origin. A request of an application cannot be led there. */
  canShowDevice?: boolean;
  /** Whether the application wants an answer without a page, so that a policy which only reports does not ask for the device. */
  isQuiet?: boolean;
  /** Whether the typed password is in the list of breached ones; absent if that is not known. */
  breached?: boolean;
  requestId: string | null;
  /** The ids of the groups of the user, if they were read with the request. */
  groups?: readonly string[] | undefined;
  /**
   * `page`: the user is signed in, and opens a page of ours. Each request of a page is an attempt. `sign-in`: the end of a sign-in,
   * which is on record in every tenant, so that even the first draft of a policy can be back-tested.
   */
  kind?: 'page' | 'sign-in';
}

/** The judgement on a user that a verdict was made of. */
type JudgedUser = Judged & Pick<UserDecision, 'risk' | 'proved'>;

/** The verdict of the policies of a tenant on an attempt. */
export type UserVerdict = {
  /** Absent if nothing is recorded. */
  judged?: JudgedUser;
} & (
  | {
      kind: 'allowed';
      /** Whether 30 minutes without use end the login. */
      isBrief: boolean;
      /** A policy that allows the user only because it excludes the user by id. */
      excluding?: AccessPolicySource | undefined;
    }
  /** No proof helps. */
  | { kind: 'blocked' }
  | ({ kind: 'asked' } & Demand)
);

/** The requirements that a user must still meet for an application. */
export interface Demand {
  missing: ProvableRequirement[];
  /** Whether a factor counts that the user sets up in the sign-in that asks for it. */
  mayEnrol: boolean;
  /** For `REAUTHENTICATION`: how old a sign-in may be. */
  maxAgeSeconds: number;
}

/**
 * A requirement that a user can meet in a sign-in. `DEVICE` is asked for by no policy: the browser shows the
 * certificate of the device.
 */
export type ProvableRequirement = Exclude<Requirement, 'COMPLIANT_DEVICE'> | 'DEVICE';

const nothing: UserVerdict = { kind: 'allowed', isBrief: false };

/**
 * Judges a user by the policies of the tenant. It records nothing: see {@link recordVerdict}.
 * @param version access_version of the tenant, read by a statement after the request had come; 0 if no policy is live
 */
export async function judgeUser(
  tx: Tx,
  guard: Pick<AccessGuard, 'cache' | 'geoIp' | 'anonymousNetworks' | 'deviceOrigin'>,
  version: number,
  attempt: UserAttempt,
): Promise<UserVerdict> {
  const isKept = attempt.kind === 'sign-in';
  if (version === 0 && !isKept) return nothing;
  const { orgId } = tenancyOf(tx);
  const access =
    version === 0 ? noAccessPolicies : await guard.cache.at(orgId, version, () => readAccess(tx, orgId));
  if (!access.judges('user') && !isKept) return nothing;
  const { signals, risk } = await signalsOf(tx, guard, access, attempt);
  if (isDeviceNeeded(access, guard, attempt, signals)) return deviceDemand;
  return verdictOf(access, signals, risk, attempt.proved);
}

/**
 * Whether a user may set a factor up. A stolen password must not enrol the factor of a thief, also not in an application without a
 * policy. So if a policy demands a factor of the user anywhere, a user who has proved one factor may do it at low risk and from a
 * trusted location only.
 */
export async function mayEnrolFactor(
  tx: Tx,
  guard: Pick<AccessGuard, 'cache' | 'geoIp' | 'anonymousNetworks'>,
  version: number,
  attempt: UserAttempt,
): Promise<boolean> {
  if (version === 0 || attempt.proved.amr.includes('mfa')) return true;
  const { orgId } = tenancyOf(tx);
  const access = await guard.cache.at(orgId, version, () => readAccess(tx, orgId));
  if (!access.judges('user')) return true;
  const { signals } = await signalsOf(tx, guard, access, attempt);
  return !access.demandsFactor(signals) || (signals.riskLevel === 'LOW' && isTrusted(access, signals));
}

async function signalsOf(
  tx: Tx,
  guard: Pick<AccessGuard, 'geoIp' | 'anonymousNetworks'>,
  access: CompiledAccess,
  attempt: UserAttempt,
): Promise<{ signals: Signals; risk: RiskFinding | undefined }> {
  const { orgId, now } = tenancyOf(tx);
  const { groups, front } = attempt.groups
    ? { groups: attempt.groups, front: undefined }
    : await readJudgedUser(tx, orgId, attempt);
  const known = { ...attempt, groups, front: front ?? attempt.front };
  const about = userSignals(known, now, guard.geoIp);
  const signals = { ...about, ...(await deviceSignals(tx, known, now)) };
  const risk = asksForRisk(access) ? await signInRisk(tx, riskyAttempt(guard, attempt, signals)) : undefined;
  return { signals: { ...signals, riskLevel: risk?.level }, risk };
}

/** Judges a user, and records the verdict. */
export async function decideOn(
  tx: Tx,
  guard: AccessGuard,
  version: number,
  attempt: UserAttempt,
): Promise<UserVerdict> {
  const verdict = await judgeUser(tx, guard, version, attempt);
  await recordVerdict(tx, guard, attempt, verdict);
  return verdict;
}

/** The device is shown before the user is judged, so there is no judgement yet. */
const deviceDemand: UserVerdict = {
  kind: 'asked',
  missing: ['DEVICE'],
  mayEnrol: false,
  maxAgeSeconds: usualMaxAgeSeconds,
};

export const isDeviceNeeded = (
  access: CompiledAccess,
  { deviceOrigin }: Pick<AccessGuard, 'deviceOrigin'>,
  { front, proved, canShowDevice = false, isQuiet = false }: UserAttempt,
  signals: Signals,
): boolean =>
  deviceOrigin !== undefined &&
  canShowDevice &&
  !isCurrent(front.certificate, signals.now) &&
  proved.isDeviceAsked !== true &&
  access.asksForDevice(signals, { isQuiet });

/**
 * Returns what is known of the device of a user. A device without a certificate is unknown, also from the end of the certificate
 * on that it has shown.
 */
async function deviceSignals(
  tx: Tx,
  { userId, front: { certificate } }: UserAttempt,
  now: Date,
): Promise<Pick<Signals, 'deviceTrust' | 'devicePlatform'>> {
  if (!certificate || !isCurrent(certificate, now)) return {};
  const device = await knownDevice(tx, { userId, thumbprint: certificate.thumbprint, now });
  return device ? { deviceTrust: device.trust, devicePlatform: device.platform } : {};
}

/** Whether a policy has conditions on the risk, or may let a user set a factor up if the risk is low. */
const asksForRisk = ({ policies }: CompiledAccess): boolean =>
  policies.some(({ conditions, decision }) => conditions.riskLevels.length > 0 || decision === 'REQUIRE');

/** Returns what the risk of an attempt is judged by. */
export const riskyAttempt = (
  { geoIp, anonymousNetworks }: Pick<AccessGuard, 'geoIp' | 'anonymousNetworks'>,
  { userId, browserId, breached }: UserAttempt,
  { address, country, now }: Signals,
): RiskySignIn => {
  const { point } = placeOf(address, geoIp);
  return { userId, address, country, point, browserId, now, password: { breached }, anonymousNetworks };
};

/** Remembers where a user has signed in, for the risk of later sign-ins. Call it under the lock of the user. */
export async function noteSignInFrom(
  tx: Tx,
  { geoIp }: Pick<AccessGuard, 'geoIp'>,
  { userId, address }: { userId: string; address: string | undefined },
): Promise<void> {
  const { country, point } = placeOf(address, geoIp);
  await noteSignIn(tx, { userId, country, point, now: tenancyOf(tx).now });
}

/** Returns what is known of an attempt. Without a GeoIP database, the country is a missing signal. */
export function userSignals(
  {
    userId,
    groups,
    application,
    clientType,
    isAgent,
    front,
  }: Omit<UserAttempt, 'proved' | 'requestId'> & { groups: readonly string[] },
  now: Date,
  geoIp: AccessGuard['geoIp'],
): Signals {
  const { address, country } = placeOf(front.address, geoIp);
  return {
    now,
    userId,
    groups,
    application,
    clientType,
    isAgent,
    address,
    country,
    devicePlatform: front.platform,
    deviceTrust: 'unknown',
  };
}

/** Returns what policies say of an attempt, and of what the user has proved. */
export function verdictOf(
  access: CompiledAccess,
  signals: Signals,
  risk: RiskFinding | undefined,
  proved: Proved,
): UserVerdict {
  const judgement = access.judge('user', signals);
  const judged = { access, signals, risk, proved, judgement };
  const { decisive } = judgement;
  const isBrief = decisive?.session.persistent === false;
  const excluding = usedExclusion(judgement, signals, proved);
  const effect = effectOf(decisive, signals, proved);
  if (effect.kind === 'allowed') return { kind: 'allowed', isBrief, excluding, judged };
  if (effect.kind === 'blocked') return { kind: 'blocked', judged };
  const mayEnrol = signals.riskLevel === 'LOW' && isTrusted(access, signals);
  return { ...effect, mayEnrol, judged };
}

/** The exclusion of a policy whose requirements the user meets is not used. */
const usedExclusion = (
  { excluding }: Judgement,
  signals: Signals,
  proved: Proved,
): AccessPolicySource | undefined =>
  excluding?.decision === 'REQUIRE' && missingOf(excluding, signals, proved).length === 0
    ? undefined
    : excluding;

/** Returns whether a proof meets what was asked for. */
export const meets = (proved: Proved, { missing, maxAgeSeconds }: Demand, now: Date): boolean =>
  missing.every((requirement) => isMet[requirement](proved, { now }, maxAgeSeconds));

const isTrusted = ({ locations }: CompiledAccess, signals: Signals): boolean =>
  [...locations.values()].some((place) => place.source.isTrusted && place.holds(signals) === 'yes');

const outcomes: Readonly<Record<UserVerdict['kind'], AttemptOutcome>> = {
  allowed: 'ALLOWED',
  blocked: 'DENIED',
  asked: 'ASKED',
};

/**
 * Records a verdict: counts the policies that matched, keeps the decision, tells of a denial, and shortens the login that it
 * allows if the policies say so. The decision commits with the transaction. A page of a user who is signed in is judged at each
 * request, so its decisions share a row for each minute, and none is kept if it was simply allowed.
 * @param how.isLast whether the last statement of the transaction keeps the decision. Then it must be the only one
 */
export async function recordVerdict(
  tx: Tx,
  { matches, decisions }: Pick<AccessGuard, 'matches' | 'decisions'>,
  { loginId, requestId, kind }: Pick<UserAttempt, 'loginId' | 'requestId' | 'kind'>,
  { judged, ...verdict }: UserVerdict,
  { isLast = false }: { isLast?: boolean } = {},
): Promise<void> {
  if (!judged) return;
  const { orgId, environment } = tenancyOf(tx);
  const { judgement } = judged;
  const outcome = outcomes[verdict.kind];
  const decision = { ...judged, outcome, requestId };
  const denial = denialOf(decision, verdict.kind === 'allowed' ? verdict.excluding : undefined);
  const tenant = { orgId, environment };
  if (judged.access.judges('user'))
    atEnd(tx, () => matches.note(tenant, { subject: 'user', judgement, outcome, denial }));
  if (kind === 'page') atEnd(tx, () => decisions.noteUser(tenant, decision));
  else if (isLast) recordDecisionLast(tx, decisionOfUser(decision));
  else await recordDecision(tx, decisionOfUser(decision));
  if (verdict.kind === 'allowed' && verdict.isBrief && loginId !== undefined)
    await shortenLogin(tx, orgId, loginId);
}

function denialOf(
  { outcome, signals, judgement, requestId }: UserDecision,
  excluding: AccessPolicySource | undefined,
): Denial | undefined {
  const isDenied = outcome === 'DENIED';
  const { id = null, name = '' } = (isDenied ? judgement.decisive : excluding) ?? {};
  if (id === null) return undefined;
  return {
    policyId: id,
    policyName: name,
    outcome: isDenied ? 'DENIED' : 'EXCLUDED',
    subject: 'USER',
    userId: signals.userId,
    identityId: undefined,
    credentialId: null,
    application: signals.application ?? null,
    requestId,
  };
}
