import { invalid } from '../../failure.ts';
import { normalizeCidr } from '../../lib/address.ts';
import { isTimeZone, timeZoneRule } from '../../lib/time-zone.ts';
import type { Conditions, Requirement, Selection, SessionLimits } from '../judge/types.ts';
import { judgesMachines } from '../judge/compile.ts';

/** Conditions as callers send them: what is left out says nothing. */
export type ConditionInput = Partial<{
  [Field in keyof Conditions]: Conditions[Field] extends Selection ? Partial<Selection> : Conditions[Field];
}>;

function selected({ include = [], exclude = [], ...rest }: Partial<Selection> = {}): Selection {
  rest satisfies Record<string, never>;
  return { include, exclude };
}

/** Address ranges in their one spelling. @throws {Failure} VALIDATION_ERROR */
export const checkedRanges = (field: string, ranges: readonly string[]): string[] =>
  ranges.map((range, at) => {
    const normal = normalizeCidr(range);
    if (normal === undefined)
      throw invalid(`${field}.${at}`, 'must be an address or a CIDR range such as 203.0.113.0/24');
    return normal;
  });

/** Conditions in the one form that they are stored in. @throws {Failure} VALIDATION_ERROR */
export function checkedConditions(input: ConditionInput): Conditions {
  const { users, groups, identities, identityTypes, applications, locations, ...others } = input;
  const { ipRanges, countries, devicePlatforms, deviceTrust, riskLevels, clientTypes, ...more } = others;
  const { schedule = null, ...rest } = more;
  rest satisfies Record<string, never>;
  if (schedule && !isTimeZone(schedule.timezone))
    throw invalid('conditions.schedule.timezone', `"${schedule.timezone}" ${timeZoneRule}`);
  if (schedule && schedule.from === schedule.to)
    throw invalid('conditions.schedule.to', 'must not be the same as from');
  return {
    users: selected(users),
    groups: selected(groups),
    identities: selected(identities),
    identityTypes: selected(identityTypes),
    applications: selected(applications),
    locations: selected(locations),
    ipRanges: checkedRanges('conditions.ipRanges', ipRanges ?? []),
    countries: countries ?? [],
    devicePlatforms: devicePlatforms ?? [],
    deviceTrust: deviceTrust ?? [],
    riskLevels: riskLevels ?? [],
    clientTypes: clientTypes ?? [],
    schedule,
  };
}

interface Said {
  conditions: Conditions;
  decision: 'ALLOW' | 'BLOCK' | 'REQUIRE';
  requirements: readonly Requirement[];
}

/** Requires that a policy makes sense as a whole. @throws {Failure} VALIDATION_ERROR */
export function requireSense({ conditions, decision, requirements }: Said): void {
  if (decision === 'REQUIRE' && requirements.length === 0)
    throw invalid('requirements', 'must name what REQUIRE requires such as MFA');
  if (decision !== 'REQUIRE' && requirements.length > 0)
    throw invalid('requirements', `must be empty for the decision ${decision}`);
  if (decision === 'REQUIRE' && judgesMachines(conditions))
    throw invalid('decision', 'must be ALLOW or BLOCK for machines, which can prove nothing more');
}

export function checkedSession({
  maxAgeSeconds = null,
  persistent = null,
  ...rest
}: Partial<SessionLimits>): SessionLimits {
  rest satisfies Record<string, never>;
  return { maxAgeSeconds, persistent };
}
