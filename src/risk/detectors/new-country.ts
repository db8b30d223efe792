import { addressIn } from '../network.ts';
import { type Detector, type Finding, dayMs, isLearned } from './finding.ts';
import { learningDays } from './new-ip.ts';

/** After so many days without a use from there a country is news again (decisions 6.4). */
const forgottenDays = 180;

/** NEW_COUNTRY: a use from a country from which the credential was not used for 180 days. Needs a GeoIP file. */
export const newCountry: Detector = ({ profile, uses, geoIp }) => {
  if (!geoIp) return [];
  const countryOf = (network: string): string | null => geoIp.locate(addressIn(network))?.country ?? null;
  const known = new Map<string, number>();
  const learn = (country: string | null, at: Date): void => {
    if (country !== null) known.set(country, Math.max(known.get(country) ?? 0, at.getTime()));
  };
  for (const seen of profile.countries) if (seen.known) learn(seen.name, seen.lastSeenAt);
  for (const seen of profile.addresses) if (seen.known) learn(countryOf(seen.name), seen.lastSeenAt);
  if (known.size === 0) return [];

  const found = new Map<string, Finding>();
  for (const { network, firstAt } of uses) {
    if (network === undefined || !isLearned(profile, firstAt, learningDays)) continue;
    const country = countryOf(network);
    if (country === null || found.has(country)) continue;
    const last = known.get(country);
    if (last !== undefined && last > firstAt.getTime() - forgottenDays * dayMs) continue;
    found.set(country, {
      type: 'NEW_COUNTRY',
      severity: 'HIGH',
      score: 70,
      subject: country,
      description: `Used from ${country}, a country without a use in the last ${forgottenDays} days`,
      evidence: {
        country,
        address: network,
        knownCountries: [...known.keys()].sort().slice(0, 20),
        lastSeenThereAt: last === undefined ? null : new Date(last).toISOString(),
        at: firstAt.toISOString(),
      },
    });
  }
  return [...found.values()];
};
