import type { WeeklyHours } from '../../lib/weekly-hours.ts';

const clientTypes = ['browser', 'native', 'machine'] as const;
/** The type of a client. Each attempt has one of them. */
export type ClientType = (typeof clientTypes)[number];
/** A type that a policy names. `agent` is beside the others: an agent is `browser` or `native`, too. */
export type NamedClientType = ClientType | 'agent';
const deviceTrusts = ['compliant', 'managed', 'unmanaged', 'unknown'] as const;
export type DeviceTrust = (typeof deviceTrusts)[number];
const requirements = ['MFA', 'PASSKEY', 'COMPLIANT_DEVICE', 'REAUTHENTICATION'] as const;
export type Requirement = (typeof requirements)[number];
export type AccessDecision = 'ALLOW' | 'BLOCK' | 'REQUIRE';
export type AccessStatus = 'ENABLED' | 'REPORT_ONLY' | 'DISABLED';
export type RiskLevel = 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';

/** An empty `include` names all. */
export interface Selection {
  include: readonly string[];
  exclude: readonly string[];
}

/** The attempts that a policy is about. An empty list, and null, say nothing. */
export interface Conditions {
  users: Selection;
  groups: Selection;
  identities: Selection;
  identityTypes: Selection;
  applications: Selection;
  /** Ids of named locations. */
  locations: Selection;
  ipRanges: readonly string[];
  /** ISO 3166-1 alpha-2. */
  countries: readonly string[];
  devicePlatforms: readonly string[];
  deviceTrust: readonly DeviceTrust[];
  riskLevels: readonly RiskLevel[];
  clientTypes: readonly NamedClientType[];
  schedule: WeeklyHours | null;
}

export interface SessionLimits {
  maxAgeSeconds: number | null;
  persistent: boolean | null;
}

/** A policy as it is judged by. The id of a draft is null. */
export interface AccessPolicySource {
  id: string | null;
  name: string;
  priority: number;
  status: AccessStatus;
  conditions: Conditions;
  decision: AccessDecision;
  requirements: readonly Requirement[];
  session: SessionLimits;
}

export interface NamedLocationSource {
  id: string;
  name: string;
  type: 'IP' | 'COUNTRY';
  ipRanges: readonly string[];
  countries: readonly string[];
  isTrusted: boolean;
  /** Whether a place whose country is not known counts as one of it. */
  includeUnknown: boolean;
}

/** A use of a key or of a client without a user. */
export interface MachineUse {
  now: Date;
  /** Undefined for a client, which has no identity. */
  identityId: string | undefined;
  identityType: string | undefined;
  /** Undefined for a client, which has no score. */
  riskScore: number | undefined;
  credentialId: string | null;
  application: string | undefined;
  /** Null when the caller did not give it. */
  address: string | null;
  requestId: string | null;
}

/** The risk of a sign-in, with the reasons for it. */
export interface RiskFinding {
  /** The sum of the weights, at most 100. */
  score: number;
  level: RiskLevel;
  /** In the order of the table of docs/conditional-access.md. */
  reasons: readonly { kind: string; weight: number }[];
}

/** The outcome of an attempt. `ASKED`: the user was asked for more proof. */
export type AttemptOutcome = 'ALLOWED' | 'DENIED' | 'ASKED';

/** The known facts of an attempt. A field that is undefined is a missing signal. */
export interface Signals {
  now: Date;
  userId?: string | undefined;
  /** Ids of the groups of the user. */
  groups?: readonly string[] | undefined;
  identityId?: string | undefined;
  identityType?: string | undefined;
  application?: string | undefined;
  /** As {@link normalizeAddress} writes it. */
  address?: string | undefined;
  country?: string | undefined;
  devicePlatform?: string | undefined;
  deviceTrust?: DeviceTrust | undefined;
  riskLevel?: RiskLevel | undefined;
  clientType?: ClientType | undefined;
  /** Whether no administrator has made the client; absent for clients that one has made. */
  isAgent?: boolean | undefined;
}
