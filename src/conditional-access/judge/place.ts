import { normalizeAddress } from '../../lib/address.ts';
import { isUnreadableAddress } from '../../lib/unreadable-address.ts';
import type { GeoIp } from './geoip.ts';
import type { Point } from './location.ts';

/** Where an attempt comes from. A field that is undefined is a missing signal. */
export interface Place {
  /** As {@link normalizeAddress} writes it. */
  address: string | undefined;
  /** ISO 3166-1 alpha-2. */
  country: string | undefined;
  point: Point | undefined;
}

const nowhere: Place = { address: undefined, country: undefined, point: undefined };

/** Returns the country of a normalized address. Without a GeoIP database, no country is known. */
export const countryOf = (address: string | undefined, geoIp: GeoIp | undefined): string | undefined =>
  address === undefined ? undefined : (geoIp?.locate(address)?.country ?? undefined);

/** Returns an address as conditions compare it; undefined for an address that stands for an unreadable one, which is a missing signal. */
export function knownAddress(text: string): string | undefined {
  const address = normalizeAddress(text);
  return isUnreadableAddress(address) ? undefined : address;
}

/** Returns where an address is. Without a GeoIP database, only the address is known. */
export function placeOf(text: string | null | undefined, geoIp: GeoIp | undefined): Place {
  if (text === null || text === undefined) return nowhere;
  const address = knownAddress(text);
  if (address === undefined) return nowhere;
  const { country, point } = geoIp?.locate(address) ?? {};
  return { address, country: country ?? undefined, point: point ?? undefined };
}
