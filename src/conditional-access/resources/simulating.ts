import { compileAccess, type Explanation, type Subject } from '../judge/compile.ts';
import type { GeoIp } from '../judge/geoip.ts';
import { placeOf } from '../judge/place.ts';
import { loadAccessIn } from '../judge/sql/access-policies.ts';
import type {
  AccessDecision,
  AccessPolicySource,
  ClientType,
  DeviceTrust,
  Requirement,
  RiskLevel,
  Signals,
} from '../judge/types.ts';
import { findIdentity } from '../../credentials/identities.ts';
import { invalid } from '../../failure.ts';
import { riskLevel } from '../../lib/risk-score.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { timeOf } from '../../platform/fields.ts';
import type { Tx } from '../../platform/tx.ts';
import { findUser } from '../../users/directory/users.ts';
import { requireFreePriority } from './drafts.ts';
import { readJudgedUser } from './sql/judged-user.ts';

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
  isAgent?: boolean;
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
  tx: Tx,
  input: Simulation,
  draft: AccessPolicySource | undefined,
  geoIp: GeoIp | undefined,
): Promise<Simulated> {
  const { subject, signals } = await signalsOf(tx, input, geoIp);
  const { version, policies, locations } = await loadAccessIn(tx, tenancyOf(tx).orgId);
  if (draft) requireFreePriority('includeDraft.priority', draft, policies);
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
  tx: Tx,
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
  if (input.isAgent === true && isMachine)
    throw invalid('isAgent', 'must be left out: an agent acts for a user');
  const identity = identityId === undefined ? undefined : await findIdentity(tx, identityId);
  if (userId !== undefined) await findUser(tx, userId);
  const { address, country } = placeOf(input.ipAddress, geoIp);
  const known = userId === undefined ? undefined : await readJudgedUser(tx, tenancyOf(tx).orgId, { userId });
  return {
    subject: isMachine ? 'machine' : 'user',
    signals: {
      now: input.at === undefined ? tenancyOf(tx).now : timeOf('at', input.at),
      userId,
      groups: input.groups ?? known?.groups,
      identityId,
      identityType: identity?.type,
      application: input.application,
      address,
      country: input.country ?? country,
      devicePlatform: input.devicePlatform,
      deviceTrust: input.deviceTrust,
      riskLevel: input.riskLevel ?? (identity && riskLevel(identity.riskScore)),
      clientType: input.clientType ?? (isMachine ? 'machine' : undefined),
      isAgent: input.isAgent,
    },
  };
}
