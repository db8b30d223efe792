import {
  isImpossibleTravel,
  kilometresBetween,
  type Location,
  mostKmPerHour,
  type Point,
} from '../../conditional-access/judge/location.ts';
import { addressIn } from '../network.ts';
import type { GeoIp } from '../../conditional-access/judge/geoip.ts';
import type { Seen } from '../sql/profiles.ts';
import { type Detector, type Finding, hourMs, round } from './finding.ts';

interface Stop {
  network: string;
  country: string | null;
  point: Point;
  from: number;
  to: number;
}

/**
 * GEO_VELOCITY: two uses one after the other that are too far apart for the time between them. Machines of one credential
 * may stand in several places: what is usual for it, both addresses being known, is not found. Needs a GeoIP file with
 * coordinates.
 */
export const geoVelocity: Detector = ({ profile, uses, geoIp }) => {
  if (!geoIp) return [];
  const known = new Set(profile.addresses.filter((seen) => seen.known).map(({ name }) => name));
  const found = new Map<string, Finding>();
  let last = profile.lastPlace ? stopBefore(profile.lastPlace) : lastSeen(profile.addresses, geoIp);
  for (const { network, firstAt, lastAt } of uses) {
    const place: Location | undefined = network === undefined ? undefined : geoIp.locate(addressIn(network));
    if (network === undefined || !place?.point) continue;
    const next = {
      network,
      country: place.country,
      point: place.point,
      from: firstAt.getTime(),
      to: lastAt.getTime(),
    };
    if (last && last.network !== network && !(known.has(last.network) && known.has(network))) {
      const finding = tooFast(last, next);
      if (finding && !found.has(finding.subject)) found.set(finding.subject, finding);
    }
    last = next;
  }
  return [...found.values()];
};

/** Finds the last place of a credential that was last used before the operator gave a GeoIP file. */
function lastSeen(addresses: readonly Seen[], geoIp: GeoIp): Stop | undefined {
  const [latest] = addresses.toSorted((one, other) => other.lastSeenAt.getTime() - one.lastSeenAt.getTime());
  const place = latest && geoIp.locate(addressIn(latest.name));
  if (!latest || !place?.point) return undefined;
  const at = latest.lastSeenAt.getTime();
  return { network: latest.name, country: place.country, point: place.point, from: at, to: at };
}

const stopBefore = ({
  address,
  country,
  latitude,
  longitude,
  at,
}: {
  address: string;
  country: string | null;
  latitude: number;
  longitude: number;
  at: string;
}): Stop => ({
  network: address,
  country,
  point: { latitude, longitude },
  from: Date.parse(at),
  to: Date.parse(at),
});

function tooFast(from: Stop, to: Stop): Finding | undefined {
  // Minutes that overlap count as zero time.
  const hours = Math.max(0, to.from - from.to) / hourMs;
  if (!isImpossibleTravel(from.point, to.point, hours)) return undefined;
  const kilometres = kilometresBetween(from.point, to.point);
  const at = (time: number): string => new Date(time).toISOString();
  return {
    type: 'GEO_VELOCITY',
    severity: 'HIGH',
    score: 80,
    subject: to.network,
    description: `Used from ${from.network} and ${round(hours * 60)} minutes later from ${to.network}, ${Math.round(kilometres)} km away`,
    evidence: {
      from: { address: from.network, country: from.country, at: at(from.to) },
      to: { address: to.network, country: to.country, at: at(to.from) },
      kilometres: Math.round(kilometres),
      hours: round(hours, 2),
      kilometresPerHour: hours === 0 ? null : Math.round(kilometres / hours),
      mostKilometresPerHour: mostKmPerHour,
    },
  };
}
