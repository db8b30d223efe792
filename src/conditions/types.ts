import type { WeeklyHours } from '../lib/weekly-hours.ts';

export const clientTypes = ['browser', 'native', 'machine'] as const;
export type ClientType = (typeof clientTypes)[number];
export const deviceTrusts = ['compliant', 'managed', 'unmanaged', 'unknown'] as const;
export type DeviceTrust = (typeof deviceTrusts)[number];
export const requirements = ['MFA', 'PASSKEY', 'COMPLIANT_DEVICE', 'REAUTHENTICATION'] as const;
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
  clientTypes: readonly ClientType[];
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
}
