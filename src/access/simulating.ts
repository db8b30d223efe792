import type { EntityManager } from '@mikro-orm/postgresql';
import { compileAccess, type Explanation, type Subject } from '../conditions/compile.ts';
import type { Outcome } from '../conditions/condition.ts';
import type { GeoIp } from '../conditions/geoip.ts';
import { placeOf } from '../conditions/place.ts';
import { loadAccessIn } from '../conditions/sql/access-policies.ts';
import type {
  AccessDecision,
  AccessPolicySource,
  ClientType,
  Conditions,
  DeviceTrust,
  Requirement,
  RiskLevel,
  Signals,
} from '../conditions/types.ts';
import { findIdentity } from '../credentials/identities.ts';
import { invalid } from '../failure.ts';
import { riskLevel } from '../lib/risk-score.ts';
import { holds } from '../lib/scope.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { timeOf } from '../platform/fields.ts';
import { findUser } from '../users/directory/users.ts';
import { groupsOfUser } from './sql/groups-of-user.ts';

/** An attempt that is judged and not made. A field that is left out is a missing signal. */
export interface Simulation {
  application?: string;
  ipAddress?: string;
  deviceTrust?: DeviceTrust;
  userId?: string;
  identityId?: string;
  groups?: string[];
  country?: string;
  devicePlatform?: string;
  riskLevel?: RiskLevel;
  clientType?: ClientType;
  at?: string;
}

export interface Simulated {
  subject: Subject;
  decisive: AccessPolicySource | undefined;
  decision: AccessDecision;
  requirements: readonly Requirement[];
  reason: string;
  explanations: Explanation[];
}

/**
 * Judges an attempt by the evaluator that judges real ones.
 * @param draft asked as if it were enabled
 * @throws {Failure} USER_NOT_FOUND, IDENTITY_NOT_FOUND, VALIDATION_ERROR
 */
export async function simulateAccess(
  em: EntityManager,
  input: Simulation,
  draft: AccessPolicySource | undefined,
  geoIp: GeoIp | undefined,
): Promise<Simulated> {
  const { subject, signals } = await signalsOf(em, input, geoIp);
  const { version, policies, locations } = await loadAccessIn(em, tenancyOf(em).orgId);
  const taken = draft && policies.find(({ priority }) => priority === draft.priority);
  if (taken)
    throw invalid(
      'includeDraft.priority',
      `must not be that of another policy: "${taken.name}" has ${taken.priority}`,
    );
  const access = compileAccess(version, draft ? [...policies, draft] : policies, locations);
  const explanations = access.explain(subject, signals);
  const { decisive } = access.judge(subject, signals);
  return {
    subject,
    decisive,
    decision: decisive?.decision ?? 'ALLOW',
    requirements: decisive?.requirements ?? [],
    reason: decisive ? `The policy "${decisive.name}" applies` : 'No policy matched; default allow',
    explanations,
  };
}

async function signalsOf(
  em: EntityManager,
  input: Simulation,
  geoIp: GeoIp | undefined,
): Promise<{ subject: Subject; signals: Signals }> {
  const { userId, identityId } = input;
  if (userId !== undefined && identityId !== undefined)
    throw invalid(
      'identityId',
      'must be left out beside userId: an attempt is that of a user or of an identity',
    );
  const isMachine = identityId !== undefined || input.clientType === 'machine';
  if (userId !== undefined && isMachine) throw invalid('clientType', 'must be browser or native for a user');
  const identity = identityId === undefined ? undefined : await findIdentity(em, identityId);
  if (userId !== undefined) await findUser(em, userId);
  const { address, country } = placeOf(input.ipAddress, geoIp);
  const known = userId === undefined ? undefined : await groupsOfUser(em, tenancyOf(em).orgId, userId);
  return {
    subject: isMachine ? 'machine' : 'user',
    signals: {
      now: input.at === undefined ? tenancyOf(em).now : timeOf('at', input.at),
      userId,
      groups: input.groups ?? known,
      identityId,
      identityType: identity?.type,
      application: input.application,
      address,
      country: input.country ?? country,
      devicePlatform: input.devicePlatform,
      deviceTrust: input.deviceTrust,
      riskLevel: input.riskLevel ?? (identity && riskLevel(identity.riskScore)),
      clientType: input.clientType ?? (isMachine ? 'machine' : undefined),
    },
  };
}

/** The noun for each condition in the reasons, and its verb. */
const subjects: Record<keyof Conditions, readonly [noun: string, is: 'is' | 'are']> = {
  users: ['the user', 'is'],
  groups: ['the groups of the user', 'are'],
  identities: ['the identity', 'is'],
  identityTypes: ['the type of the identity', 'is'],
  applications: ['the application', 'is'],
  locations: ['the location', 'is'],
  ipRanges: ['the address', 'is'],
  countries: ['the country', 'is'],
  devicePlatforms: ['the platform of the device', 'is'],
  deviceTrust: ['the trust in the device', 'is'],
  riskLevels: ['the risk', 'is'],
  clientTypes: ['the type of the client', 'is'],
  schedule: ['the time', 'is'],
};

const sentences: Record<Outcome, (noun: string, is: string, decision: AccessDecision) => string> = {
  holds: () => 'the condition holds',
  'not included': (noun, is) => `${noun} ${is} not included`,
  excluded: (noun, is) => `${noun} ${is} excluded`,
  missing: (noun, is) => `${noun} ${is} not known, so the policy does not apply`,
  'not exempt': (noun, is, decision) =>
    decision === 'ALLOW'
      ? `${noun} ${is} not known and may be excluded, so the policy does not apply`
      : `${noun} ${is} not known, so there is no exemption`,
};

const unasked: Readonly<Record<Subject, string>> = {
  user: 'the policy does not judge users: add browser or native to clientTypes, or name users or groups',
  machine: 'the policy does not judge machines: add machine to clientTypes, or name identities',
};

/** The conditions whose reasons tell of groups, devices and risk, and the scope that reads about them. */
const guarded: Readonly<Record<Subject, ReadonlySet<keyof Conditions>>> = {
  user: new Set(['groups', 'devicePlatforms', 'deviceTrust', 'riskLevels']),
  machine: new Set(['identityTypes', 'riskLevels']),
};
const readers = { user: 'directory.read', machine: 'identities.read' } as const;

/**
 * Returns why a policy applies or not, condition by condition.
 * @param scopes of the caller. Reasons that the caller may not read about are left out
 */
export function reasonsOf(
  { policy, isAsked, outcomes }: Explanation,
  subject: Subject,
  scopes: readonly string[],
): string[] {
  if (!isAsked) return [unasked[subject]];
  if (outcomes.length === 0) return ['the policy has no conditions, so it applies to every user'];
  const reader = readers[subject];
  const told = holds(scopes, reader)
    ? outcomes
    : outcomes.filter(({ field }) => !guarded[subject].has(field));
  const reasons = told.map(
    ({ field, outcome }) => `${field}: ${sentences[outcome](...subjects[field], policy.decision)}`,
  );
  return told.length === outcomes.length
    ? reasons
    : [...reasons, `other reasons require the scope ${reader}`];
}
