import type {
  AccessConditionClientType,
  AccessConditions,
  AccessDecision,
  AccessPolicy,
  AccessPolicyFields,
  AccessPolicyStatus,
  AccessRequirement,
  AccessRiskLevel,
  DevicePlatform,
  DeviceTrust,
  IdentityType,
  PolicyDay,
} from '../../generated/types.gen.ts';
import { texts } from '../../texts/access.ts';

/** The values in the form of a policy. */
export interface PolicyValues extends Record<string, unknown> {
  name: string;
  description: string;
  priority: number | string;
  status: AccessPolicyStatus;
  decision: AccessDecision;
  requirements: AccessRequirement[];
  users: string[];
  usersExcept: string[];
  groups: string[];
  groupsExcept: string[];
  identities: string[];
  identitiesExcept: string[];
  identityTypes: IdentityType[];
  identityTypesExcept: IdentityType[];
  applications: string[];
  applicationsExcept: string[];
  locations: string[];
  locationsExcept: string[];
  ipRanges: string[];
  countries: string[];
  devicePlatforms: DevicePlatform[];
  deviceTrust: DeviceTrust[];
  riskLevels: AccessRiskLevel[];
  clientTypes: AccessConditionClientType[];
  scheduled: boolean;
  timezone: string;
  days: PolicyDay[];
  from: string;
  to: string;
  maxAgeSeconds: number | string;
  endsIdle: boolean;
}

export const platforms: readonly DevicePlatform[] = ['android', 'ios', 'linux', 'macos', 'windows', 'other'];
/** The platforms by their names. */
export const platformChoices = platforms.map((value) => ({ value, label: texts.platforms[value] ?? value }));
export const trusts: readonly DeviceTrust[] = ['compliant', 'managed', 'unmanaged', 'unknown'];
export const risks: readonly AccessRiskLevel[] = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];
export const clientTypes: readonly AccessConditionClientType[] = ['browser', 'native', 'machine', 'agent'];
export const identityTypes: readonly IdentityType[] = ['SERVICE_ACCOUNT', 'API_KEY', 'CI_CD', 'AI_AGENT'];
export const days: readonly PolicyDay[] = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];

/** The values of a policy; without one, those of a new one. */
export function valuesOf(policy: AccessPolicy | undefined): PolicyValues {
  const { conditions, session } = policy ?? {};
  const { schedule } = conditions ?? {};
  return {
    name: policy?.name ?? '',
    description: policy?.description ?? '',
    priority: policy?.priority ?? '',
    status: policy?.status ?? 'REPORT_ONLY',
    decision: policy?.decision ?? 'REQUIRE',
    requirements: policy?.requirements ?? ['MFA'],
    users: conditions?.users.include ?? [],
    usersExcept: conditions?.users.exclude ?? [],
    groups: conditions?.groups.include ?? [],
    groupsExcept: conditions?.groups.exclude ?? [],
    identities: conditions?.identities.include ?? [],
    identitiesExcept: conditions?.identities.exclude ?? [],
    identityTypes: conditions?.identityTypes.include ?? [],
    identityTypesExcept: conditions?.identityTypes.exclude ?? [],
    applications: conditions?.applications.include ?? [],
    applicationsExcept: conditions?.applications.exclude ?? [],
    locations: conditions?.locations.include ?? [],
    locationsExcept: conditions?.locations.exclude ?? [],
    ipRanges: conditions?.ipRanges ?? [],
    countries: conditions?.countries ?? [],
    devicePlatforms: conditions?.devicePlatforms ?? [],
    deviceTrust: conditions?.deviceTrust ?? [],
    riskLevels: conditions?.riskLevels ?? [],
    clientTypes: conditions?.clientTypes ?? [],
    scheduled: Boolean(schedule),
    timezone: schedule?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    days: schedule?.days ?? days.slice(0, 5),
    from: schedule?.from ?? '08:00',
    to: schedule?.to ?? '18:00',
    maxAgeSeconds: session?.maxAgeSeconds ?? '',
    endsIdle: session?.persistent === false,
  };
}

const selection = <One extends string>(include: One[], exclude: One[]) => ({ include, exclude });

const conditionsOf = (values: PolicyValues): AccessConditions => ({
  users: selection(values.users, values.usersExcept),
  groups: selection(values.groups, values.groupsExcept),
  identities: selection(values.identities, values.identitiesExcept),
  identityTypes: selection(values.identityTypes, values.identityTypesExcept),
  applications: selection(values.applications, values.applicationsExcept),
  locations: selection(values.locations, values.locationsExcept),
  ipRanges: values.ipRanges,
  countries: values.countries,
  devicePlatforms: values.devicePlatforms,
  deviceTrust: values.deviceTrust,
  riskLevels: values.riskLevels,
  clientTypes: values.clientTypes,
  schedule: values.scheduled
    ? { timezone: values.timezone, days: values.days, from: values.from, to: values.to }
    : null,
});

const isSaid = ([, value]: [string, unknown]): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** Only what was chosen, so that the call says no more than the policy. */
const saidOf = (conditions: AccessConditions): AccessConditions =>
  Object.fromEntries(
    Object.entries(conditions)
      .map(([name, value]: [string, unknown]): [string, unknown] => {
        const isSelection = typeof value === 'object' && value !== null && 'include' in value;
        return [name, isSelection ? Object.fromEntries(Object.entries(value).filter(isSaid)) : value];
      })
      .filter(isSaid),
  );

/** The policy of a form as a change: the API merges, so what was emptied is sent as empty. */
export function changeOf(values: PolicyValues): AccessPolicyFields {
  const { name, description, priority, status, decision, requirements, maxAgeSeconds, endsIdle } = values;
  return {
    name,
    description: description === '' ? null : description,
    priority: Number(priority),
    status,
    decision,
    requirements: decision === 'REQUIRE' ? requirements : [],
    conditions: conditionsOf(values),
    session: {
      maxAgeSeconds: typeof maxAgeSeconds === 'number' ? maxAgeSeconds : null,
      persistent: endsIdle ? false : null,
    },
  };
}

/** The policy of a form as a new one. */
export const policyOf = (values: PolicyValues): AccessPolicyFields => ({
  ...changeOf(values),
  conditions: saidOf(conditionsOf(values)),
});
