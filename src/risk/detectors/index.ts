import { dormantReuse } from './dormant-reuse.ts';
import { failureBurst } from './failure-burst.ts';
import type { Detector } from './finding.ts';
import { geoVelocity } from './geo-velocity.ts';
import { newCountry } from './new-country.ts';
import { newIp } from './new-ip.ts';
import { newScope } from './new-scope.ts';
import { offHours } from './off-hours.ts';
import { usageSpike } from './usage-spike.ts';

/**
 * The detectors that judge the uses of a credential (docs/risk.md). LEAKED_SECRET comes from an event
 * (leaked-secret.ts).
 */
export const detectors: readonly Detector[] = [
  newIp,
  newCountry,
  geoVelocity,
  usageSpike,
  dormantReuse,
  offHours,
  failureBurst,
  newScope,
];
