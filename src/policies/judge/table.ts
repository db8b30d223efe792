import type { PolicyType } from './entities/policy.ts';
import { credentialLifetime } from './checks/credential-lifetime.ts';
import { inactivity } from './checks/inactivity.ts';
import { ipAllowlist } from './checks/ip-allowlist.ts';
import { ownerRequired } from './checks/owner-required.ts';
import { rotationAge } from './checks/rotation-age.ts';
import { scopeRestriction } from './checks/scope-restriction.ts';
import { timeWindow } from './checks/time-window.ts';
import { usageRate } from './checks/usage-rate.ts';
import type { PolicyKind } from './types.ts';

/** Every type of policy: the schema of its parameters, where it bites, and its check. */
const kinds = {
  CREDENTIAL_LIFETIME: credentialLifetime,
  ROTATION_AGE: rotationAge,
  SCOPE_RESTRICTION: scopeRestriction,
  IP_ALLOWLIST: ipAllowlist,
  TIME_WINDOW: timeWindow,
  INACTIVITY: inactivity,
  OWNER_REQUIRED: ownerRequired,
  USAGE_RATE: usageRate,
} satisfies Record<PolicyType, unknown>;

/** Stored parameters were checked against the schema of their type, so each kind gets its own parameters. */
export const policyKinds = kinds as Readonly<Record<PolicyType, PolicyKind<object>>>;
