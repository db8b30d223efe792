import { invalid } from '../failure.ts';
import { normalizeCidr } from '../lib/address.ts';
import { isTimeZone, timeZoneRule } from '../lib/time-zone.ts';
import type { Conditions, Requirement, Selection, SessionLimits } from '../conditions/types.ts';
import { judgesMachines } from '../conditions/compile.ts';

/** Conditions as callers send them: what is left out says nothing. */
export type ConditionInput = Partial<{
  [Field in keyof Conditions]: Conditions[Field] extends Selection ? Partial<Selection> : Conditions[Field];
}>;

const selected = ({ include = [], exclude = [] }: Partial<Selection> = {}): Selection => ({
  include,
  exclude,
});

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
  const { schedule = null } = input;
  if (schedule && !isTimeZone(schedule.timezone))
    throw invalid('conditions.schedule.timezone', `"${schedule.timezone}" ${timeZoneRule}`);
  if (schedule && schedule.from === schedule.to)
    throw invalid('conditions.schedule.to', 'must not be the same as from');
  return {
    users: selected(input.users),
    groups: selected(input.groups),
    identities: selected(input.identities),
    identityTypes: selected(input.identityTypes),
    applications: selected(input.applications),
    locations: selected(input.locations),
    ipRanges: checkedRanges('conditions.ipRanges', input.ipRanges ?? []),
    countries: input.countries ?? [],
    devicePlatforms: input.devicePlatforms ?? [],
    deviceTrust: input.deviceTrust ?? [],
    riskLevels: input.riskLevels ?? [],
    clientTypes: input.clientTypes ?? [],
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

export const checkedSession = ({
  maxAgeSeconds = null,
  persistent = null,
}: Partial<SessionLimits>): SessionLimits => ({
  maxAgeSeconds,
  persistent,
});
