import type { Detector } from './finding.ts';

export const burstMinutes = 5;
const leastFailures = 20;
const graveFailures = 100;

/** FAILURE_BURST: many refused uses of one credential within five minutes. */
export const failureBurst: Detector = ({ burst }) => {
  if (!burst || burst.failures < leastFailures) return [];
  const { failures, codes, addresses, from, to } = burst;
  const grave = failures >= graveFailures;
  return [
    {
      type: 'FAILURE_BURST',
      severity: grave ? 'HIGH' : 'MEDIUM',
      score: grave ? 70 : 50,
      subject: '',
      description: `Rejected ${failures} times within ${burstMinutes} minutes`,
      evidence: {
        failures,
        leastFailures,
        minutes: burstMinutes,
        codes,
        addresses,
        from: from.toISOString(),
        to: to.toISOString(),
      },
    },
  ];
};
