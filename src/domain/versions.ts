import { Failure } from '../failure.ts';
import { matches } from '../lib/etag.ts';

/**
 * Honours If-Match (RFC 9110 section 13.1.1), which the checks of the request have found well-formed.
 * @throws {Failure} PRECONDITION_FAILED when the row has another version
 */
export function requireVersion(row: { version: number }, ifMatch: string | undefined): void {
  if (ifMatch !== undefined && !matches(ifMatch, row.version)) throw new Failure('PRECONDITION_FAILED');
}
