import { addressSet } from './address-set.ts';
import { withinHours } from '../../lib/weekly-hours.ts';
import type { Known } from './locations.ts';
import type { Conditions, Selection, Signals } from './types.ts';

/**
 * The outcome of one condition for an attempt. `not included`, `excluded` and `missing` keep the policy from
 * applying. `not exempt`: the signal that could exempt the attempt is missing. This outcome keeps only policies
 * with `ALLOW` from applying.
 */
export type Outcome = 'holds' | 'not included' | 'excluded' | 'missing' | 'not exempt';

/** The attempt that a condition judges, and a function that tells whether a location holds it. */
export interface Asked {
  signals: Signals;
  location: (id: string) => Known;
}

export interface Condition {
  readonly field: keyof Conditions;
  judge(asked: Asked): Outcome;
}

/** The conditions on who uses a key, and when. A request says all that the others ask. */
const beyondRequests: ReadonlySet<keyof Conditions> = new Set([
  'identityTypes',
  'riskLevels',
  'schedule',
  'identities',
]);

/** Whether the request of a verification decides a condition, for any credential. */
export const isOfRequest = ({ field }: Condition): boolean => !beyondRequests.has(field);

/** Tells what of a list holds: `unknown` only if nothing holds and something cannot be said. */
type Names = (asked: Asked, ids: ReadonlySet<string>) => Known;

/** The conditions of a policy that say something, the cheap ones first. */
export function compileConditions(conditions: Conditions): Condition[] {
  const { schedule } = conditions;
  return [
    ...ofClient(conditions.clientTypes),
    ...selection(
      'applications',
      conditions.applications,
      one(({ application }) => application),
    ),
    ...selection(
      'users',
      conditions.users,
      one(({ userId }) => userId),
    ),
    ...selection(
      'identities',
      conditions.identities,
      one(({ identityId }) => identityId),
    ),
    ...selection(
      'identityTypes',
      conditions.identityTypes,
      one(({ identityType }) => identityType),
    ),
    ...selection('groups', conditions.groups, someGroup),
    ...oneOf('devicePlatforms', conditions.devicePlatforms, ({ devicePlatform }) => devicePlatform),
    ...oneOf('deviceTrust', conditions.deviceTrust, ({ deviceTrust }) => deviceTrust),
    ...oneOf('riskLevels', conditions.riskLevels, ({ riskLevel }) => riskLevel),
    ...oneOf('countries', conditions.countries, ({ country }) => country),
    ...ranges(conditions.ipRanges),
    ...selection('locations', conditions.locations, someLocation),
    ...(schedule === null ? [] : [hours(schedule)]),
  ];
}

const one =
  (read: (signals: Signals) => string | undefined): Names =>
  ({ signals }, ids) => {
    const value = read(signals);
    return value === undefined ? 'unknown' : ids.has(value) ? 'yes' : 'no';
  };

const someGroup: Names = ({ signals: { groups } }, ids) =>
  groups === undefined ? 'unknown' : groups.some((id) => ids.has(id)) ? 'yes' : 'no';

const someLocation: Names = ({ location }, ids) => {
  let result: Known = 'no';
  for (const id of ids) {
    const known = location(id);
    if (known === 'yes') return 'yes';
    if (known === 'unknown') result = 'unknown';
  }
  return result;
};

function selection(field: keyof Conditions, { include, exclude }: Selection, names: Names): Condition[] {
  if (include.length + exclude.length === 0) return [];
  const [included, excluded] = [new Set(include), new Set(exclude)];
  return [
    {
      field,
      judge(asked) {
        if (included.size > 0) {
          const known = names(asked, included);
          if (known === 'no') return 'not included';
          if (known === 'unknown') return 'missing';
        }
        if (excluded.size === 0) return 'holds';
        const known = names(asked, excluded);
        return known === 'yes' ? 'excluded' : known === 'unknown' ? 'not exempt' : 'holds';
      },
    },
  ];
}

function oneOf(
  field: keyof Conditions,
  values: readonly string[],
  read: (signals: Signals) => string | undefined,
): Condition[] {
  if (values.length === 0) return [];
  const names = new Set(values);
  const judge = ({ signals }: Asked): Outcome => {
    const value = read(signals);
    return value === undefined ? 'missing' : names.has(value) ? 'holds' : 'not included';
  };
  return [{ field, judge }];
}

/** An agent has the type `agent` beside its other type, so that policies that name the other type go on to match. */
function ofClient(types: Conditions['clientTypes']): Condition[] {
  const byType = oneOf('clientTypes', types, ({ clientType }) => clientType);
  if (!types.includes('agent')) return byType;
  return byType.map((one) => ({
    field: one.field,
    judge: (asked) => (asked.signals.isAgent === true ? 'holds' : one.judge(asked)),
  }));
}

function ranges(cidrs: readonly string[]): Condition[] {
  if (cidrs.length === 0) return [];
  const set = addressSet(cidrs);
  const judge = ({ signals: { address } }: Asked): Outcome =>
    address === undefined ? 'missing' : set.has(address) ? 'holds' : 'not included';
  return [{ field: 'ipRanges', judge }];
}

function hours(schedule: NonNullable<Conditions['schedule']>): Condition {
  const isWithin = withinHours(schedule);
  return { field: 'schedule', judge: ({ signals }) => (isWithin(signals.now) ? 'holds' : 'not included') };
}
