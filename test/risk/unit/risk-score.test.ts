import { describe, expect, test } from 'vitest';
import { type RiskFacts, riskLevel, riskOf } from '../../../src/lib/risk-score.ts';
import { kilometresBetween } from '../../../src/conditional-access/judge/location.ts';
import { addressIn, networkOf } from '../../../src/risk/network.ts';

const nothing: RiskFacts = {
  ended: false,
  owned: true,
  neverExpiring: 0,
  old: 0,
  unused: 0,
  wildcard: 0,
  leaked: 0,
  lowAnomalies: 0,
  mediumAnomalies: 0,
  highAnomalies: 0,
  violated: false,
};

describe('riskOf', () => {
  test.for<[Partial<RiskFacts>, string, number]>([
    [{ owned: false }, 'NO_OWNER', 10],
    [{ neverExpiring: 2 }, 'NEVER_EXPIRES', 10],
    [{ old: 3 }, 'OLD_CREDENTIAL', 10],
    [{ unused: 1 }, 'UNUSED_CREDENTIAL', 15],
    [{ wildcard: 1 }, 'WILDCARD_SCOPE', 20],
    [{ lowAnomalies: 9 }, 'ANOMALY_LOW', 5],
    [{ mediumAnomalies: 9 }, 'ANOMALY_MEDIUM', 15],
    [{ highAnomalies: 9 }, 'ANOMALY_HIGH', 30],
    [{ violated: true }, 'POLICY_VIOLATED', 10],
    [{ leaked: 1 }, 'LEAKED_SECRET', 60],
  ])('counts %o once, as %s with %i', ([facts, factor, weight]) => {
    const { score, factors } = riskOf({ ...nothing, ...facts });
    expect(score).toBe(weight);
    expect(factors).toEqual([{ factor, weight, description: expect.any(String) }]);
  });

  test('is 0 without facts and for what has ended, and at most 100', () => {
    const all = { ...nothing, owned: false, leaked: 1, highAnomalies: 1, wildcard: 1 };
    expect(riskOf(nothing)).toEqual({ score: 0, factors: [] });
    expect(riskOf(all).score).toBe(100);
    expect(riskOf({ ...all, ended: true })).toEqual({ score: 0, factors: [] });
  });

  test('has levels', () => {
    const levels = [0, 24, 25, 49, 50, 74, 75, 100].map(riskLevel);
    expect(levels).toEqual(['LOW', 'LOW', 'MEDIUM', 'MEDIUM', 'HIGH', 'HIGH', 'CRITICAL', 'CRITICAL']);
  });
});

describe('places', () => {
  test('are as far apart as maps say', () => {
    const [berlin, tokyo] = [
      { latitude: 52.52, longitude: 13.405 },
      { latitude: 35.68, longitude: 139.69 },
    ];
    expect(kilometresBetween(berlin, tokyo)).toBeCloseTo(8918, -2);
    expect(kilometresBetween(berlin, berlin)).toBe(0);
    expect(
      kilometresBetween({ latitude: 0, longitude: 179.9 }, { latitude: 0, longitude: -179.9 }),
    ).toBeLessThan(30);
  });

  test('are an IPv4 address or the network of an IPv6 address', () => {
    expect(networkOf('192.0.2.1')).toBe('192.0.2.1');
    expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1');
    expect(networkOf('2001:db8:0:1:ffff::1')).toBe('2001:db8:0:1::/64');
    expect(networkOf('nowhere')).toBeUndefined();
    expect(addressIn('2001:db8:0:1::/64')).toBe('2001:db8:0:1::');
  });
});
