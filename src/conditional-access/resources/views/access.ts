import type {
  AccessDevice as AccessDeviceBody,
  AccessPolicy as AccessPolicyBody,
  AccessSimulation,
  NamedLocation as NamedLocationBody,
  ShownAccessConditions,
} from '../../../../generated/types/types.gen.ts';
import type { ListedDevice } from '../sql/access-devices.ts';
import type { AccessPolicy } from '../entities/access-policy.ts';
import type { NamedLocation } from '../entities/named-location.ts';
import { reasonsOf } from '../reasons.ts';
import type { Simulated } from '../simulating.ts';

export const viewAccessPolicy = (policy: AccessPolicy): AccessPolicyBody => ({
  id: policy.id,
  name: policy.name,
  description: policy.description,
  priority: policy.priority,
  status: policy.status,
  // The column holds only values that requests may contain.
  conditions: policy.conditions as ShownAccessConditions,
  decision: policy.decision,
  requirements: policy.requirements,
  session: policy.session,
  matchCount: policy.matchCount,
  lastMatchedAt: policy.lastMatchedAt?.toISOString() ?? null,
  createdBy: policy.createdBy,
  createdAt: policy.createdAt.toISOString(),
  updatedAt: policy.updatedAt.toISOString(),
});

export const viewNamedLocation = (location: NamedLocation): NamedLocationBody => ({
  id: location.id,
  name: location.name,
  type: location.type,
  ipRanges: location.ipRanges,
  countries: location.countries,
  isTrusted: location.isTrusted,
  includeUnknown: location.includeUnknown,
  createdBy: location.createdBy,
  createdAt: location.createdAt.toISOString(),
  updatedAt: location.updatedAt.toISOString(),
});

export const viewAccessDevice = (device: ListedDevice): AccessDeviceBody => ({
  id: device.id,
  userId: device.userId,
  platform: device.platform,
  trust: device.trust,
  trustExpiresAt: device.trustExpiresAt?.toISOString() ?? null,
  certificateThumbprints: device.certificateThumbprints,
  createdBy: device.createdBy,
  createdAt: device.createdAt.toISOString(),
  updatedAt: device.updatedAt.toISOString(),
});

/** @param scopes of the caller, which decide what reasons may tell */
export const viewSimulation = (simulated: Simulated, scopes: readonly string[]): AccessSimulation => ({
  policyId: simulated.decisive?.id ?? null,
  policyName: simulated.decisive?.name ?? null,
  reason: simulated.reason,
  decision: simulated.decision,
  requirements: [...simulated.requirements],
  evaluated: simulated.explanations.map((one) => ({
    policyId: one.policy.id,
    policyName: one.policy.name,
    applies: one.applies,
    status: one.policy.status,
    analysisReasons: reasonsOf(one, simulated.subject, scopes),
  })),
});
