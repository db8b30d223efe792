import { Failure, invalid } from '../failure.ts';
import { EtagRefusal, matches } from '../lib/etag.ts';

/**
 * Honours If-Match (RFC 9110 section 13.1.1).
 * @throws {Failure} PRECONDITION_FAILED when the row has another version, VALIDATION_ERROR when the header is malformed
 */
export function requireVersion(row: { version: number }, ifMatch: string | undefined): void {
  if (ifMatch === undefined) return;
  try {
    if (!matches(ifMatch, row.version)) throw new Failure('PRECONDITION_FAILED');
  } catch (error) {
    throw error instanceof EtagRefusal ? invalid('If-Match', error.message) : error;
  }
}
