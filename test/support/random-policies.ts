import fc from 'fast-check';
import { anAccessPolicy, withoutAccessPolicies } from './access.ts';
import type { Client } from './client.ts';

// Random policies of conditional access. Some of them decide, and most conditions hold sometimes.

/** Some of these, which may be none. */
export const some = <Value>(...values: Value[]) =>
  fc.subarray(values, { maxLength: Math.min(2, values.length) });

export const selection = <Value>(...values: Value[]) =>
  fc.record({ include: some(...values), exclude: some(...values) });

export const none = { include: [], exclude: [] };

const rarely =
  (weight: number) =>
  <Value, Usual>(arbitrary: fc.Arbitrary<Value>, usual: Usual) =>
    fc.oneof({ weight: 1, arbitrary }, { weight, arbitrary: fc.constant(usual) });
export const [often, sometimes, seldom] = [rarely(1), rarely(3), rarely(15)];

/** The places of the GeoIP database that tests of random policies have. */
export const places = {
  '203.0.113.0/24': { country: 'DE', latitude: 52.52, longitude: 13.4 },
  '2001:db8::/32': { country: 'FR', latitude: 48.86, longitude: 2.35 },
};

/** Addresses in Germany, Germany again, no known country, and France. */
export const addresses = ['203.0.113.7', '::ffff:203.0.113.7', '198.51.100.1', '2001:db8::1'];

/** A time zone where it is about noon, so that no day ends between two decisions. Etc/GMT-3 is three hours ahead of UTC. */
const aboutNoon = (): string => {
  const ahead = 12 - new Date().getUTCHours();
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
};

const days = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];

/** Conditions that judge users and keys alike. */
export const placesAndTimes = (locations: readonly string[]) => ({
  locations: often(selection(...locations), none),
  ipRanges: sometimes(some('203.0.113.0/25', '2001:db8::/33', '::/0'), []),
  countries: sometimes(some('DE', 'FR'), []),
  riskLevels: sometimes(some('LOW', 'MEDIUM', 'HIGH', 'CRITICAL'), []),
  schedule: sometimes(
    fc
      .subarray(days, { minLength: 1 })
      .map((on) => ({ timezone: aboutNoon(), days: on, from: '00:00', to: '24:00' })),
    null,
  ),
});

export const statuses = fc.constantFrom('ENABLED', 'ENABLED', 'REPORT_ONLY', 'DISABLED');

/** Replaces the policies of a tenant. @returns the ids, in the order of the policies */
export async function replacePolicies(
  client: Client,
  policies: readonly Record<string, unknown>[],
): Promise<string[]> {
  await withoutAccessPolicies(client);
  const ids: string[] = [];
  for (const [at, policy] of policies.entries())
    ids.push(await anAccessPolicy(client, { ...policy, priority: 100 - at }));
  return ids;
}
