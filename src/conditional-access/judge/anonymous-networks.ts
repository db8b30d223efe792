// Networks that hide where users are, by a file that the operator brings along (ANONYMOUS_NETWORKS_FILE).
import { readFileSync } from 'node:fs';
import { isCidr } from '../../lib/address.ts';
import { type AddressSet, addressSet } from './address-set.ts';
import { errorCode } from '../../lib/error-code.ts';

/**
 * Reads a list with one address or CIDR range in each line, such as the exits of Tor. Empty lines and lines that begin with `#`
 * say nothing. Returns undefined without a file.
 * @throws with a sentence that names the line, when the file cannot be read or has another form
 */
export function openAnonymousNetworks(path: string | undefined): AddressSet | undefined {
  if (path === undefined) return undefined;
  const ranges: string[] = [];
  for (const [at, line] of read(path).split('\n').entries()) {
    const range = line.trim();
    if (range === '' || range.startsWith('#')) continue;
    if (!isCidr(range))
      throw new Error(
        `line ${at + 1} of the file of ANONYMOUS_NETWORKS_FILE is neither an address nor a CIDR range such as 203.0.113.0/24`,
      );
    ranges.push(range);
  }
  return addressSet(ranges);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(
      `the file of ANONYMOUS_NETWORKS_FILE cannot be read (${errorCode(error) ?? 'unknown reason'})`,
      { cause: error },
    );
  }
}
