import { invalid } from '../../../failure.ts';
import { isTimeZone, timeZoneRule } from '../../../lib/time-zone.ts';
import { type WeeklyHours, withinHours } from '../../../lib/weekly-hours.ts';
import type { PolicyKind } from '../types.ts';

export const timeWindow: PolicyKind<WeeklyHours> = {
  schema: 'TimeWindowParameters',
  operations: ['verifyCredential', 'authenticate'],
  normalize(parameters) {
    if (!isTimeZone(parameters.timezone)) throw invalid('parameters.timezone', timeZoneRule);
    if (parameters.from === parameters.to) throw invalid('parameters.to', 'must not be the same as from');
    return parameters;
  },
  compile: (hours) => {
    const isWithin = withinHours(hours);
    const { timezone, days, from, to } = hours;
    return ({ now }) =>
      isWithin(now)
        ? undefined
        : {
            reason: 'it is used outside the times that the policy allows',
            details: { timezone, days, from, to },
          };
  },
};
