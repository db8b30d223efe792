import type { EntityManager } from '@mikro-orm/postgresql';
import { compileAccess, type Explanation, type Subject } from '../conditions/compile.ts';
import type { Outcome } from '../conditions/condition.ts';
import type { GeoIp } from '../conditions/geoip.ts';
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
import { normalizeAddress } from '../lib/address.ts';
import { riskLevel } from '../lib/risk-score.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { timeOf } from '../platform/fields.ts';
import { findUser } from '../users/directory/users.ts';
import { groupsOfUser } from './sql/groups-of-user.ts';

/** An attempt that is judged and not made. What is left out is a missing signal. */
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
  const address = input.ipAddress === undefined ? undefined : normalizeAddress(input.ipAddress);
  const located = address === undefined ? undefined : (geoIp?.locate(address)?.country ?? undefined);
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
      country: input.country ?? located,
      devicePlatform: input.devicePlatform,
      deviceTrust: input.deviceTrust,
      riskLevel: input.riskLevel ?? (identity && riskLevel(identity.riskScore)),
      clientType: input.clientType ?? (isMachine ? 'machine' : undefined),
    },
  };
}

/** What the attempt is called in the sentences about a condition. */
const subjects: Record<keyof Conditions, string> = {
  users: 'the user',
  groups: 'the groups of the user',
  identities: 'the identity',
  identityTypes: 'the type of the identity',
  applications: 'the application',
  locations: 'the location',
  ipRanges: 'the address',
  countries: 'the country',
  devicePlatforms: 'the platform of the device',
  deviceTrust: 'the trust in the device',
  riskLevels: 'the risk',
  clientTypes: 'the type of the client',
  schedule: 'the time',
};

const sentences: Record<Outcome, (subject: string, decision: AccessDecision) => string> = {
  holds: (subject) => `${subject} matches`,
  'not included': (subject) => `${subject} is not included`,
  excluded: (subject) => `${subject} is excluded`,
  missing: (subject) => `${subject} is not known, so it is not included`,
  'not exempt': (subject, decision) =>
    decision === 'ALLOW'
      ? `${subject} is not known, so it may be excluded`
      : `${subject} is not known, so it is not exempt`,
};

/** Why a policy applies or not, condition by condition. */
export function reasonsOf({ policy, isAsked, outcomes }: Explanation): string[] {
  if (!isAsked) return ['The policy judges no machines: name machine in clientTypes, or identities'];
  if (outcomes.length === 0) return ['The policy has no conditions, so it applies to everyone'];
  return outcomes.map(
    ({ field, outcome }) => `${field}: ${sentences[outcome](subjects[field], policy.decision)}`,
  );
}
