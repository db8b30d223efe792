// Where addresses are, by a file that the operator brings along (GEOIP_FILE). Only workers read it.
import { readFileSync } from 'node:fs';
import { type CityResponse, Reader } from 'mmdb-lib';
import { errorCode } from '../../lib/error-code.ts';
import type { Location } from './location.ts';

/** ISO 3166-1 alpha-2. Any other text would pass for a country that is known. */
const code = /^[A-Z]{2}$/;

export interface GeoIp {
  /** Undefined for an address that the file does not know. */
  locate: (address: string) => Location | undefined;
}

/**
 * Reads a database in the MaxMind format (.mmdb), whole, into memory. Returns undefined without a file.
 * @throws with a sentence when the file cannot be read or has another format
 */
export function openGeoIp(path: string | undefined): GeoIp | undefined {
  if (path === undefined) return undefined;
  const reader = open(path);
  return {
    locate(address) {
      const found = find(reader, address);
      if (!found) return undefined;
      const { country, location } = found;
      const { latitude, longitude } = location ?? {};
      return {
        country:
          typeof country?.iso_code === 'string' && code.test(country.iso_code) ? country.iso_code : null,
        point: typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : null,
      };
    },
  };
}

/** A part of the file that is damaged says nothing, and does not keep detectors from the rest of their work. */
function find(reader: Reader<CityResponse>, address: string): CityResponse | null {
  try {
    return reader.get(address);
  } catch {
    return null;
  }
}

function open(path: string): Reader<CityResponse> {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new Error(`the file of GEOIP_FILE cannot be read (${errorCode(error) ?? 'unknown reason'})`, {
      cause: error,
    });
  }
  try {
    const reader = new Reader<CityResponse>(bytes);
    // A file that is cut off is found out here and not by the first anomaly.
    reader.get('192.0.2.1');
    return reader;
  } catch (error) {
    throw new Error('the file of GEOIP_FILE is not a MaxMind database (.mmdb)', { cause: error });
  }
}
