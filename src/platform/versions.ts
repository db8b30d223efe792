import { Failure } from '../failure.ts';
import { matches } from '../lib/etag.ts';

/** The condition of a change; the checks of the request have found it well-formed. */
export interface IfMatch {
  ifMatch: string | undefined;
}

/**
 * Honours If-Match (RFC 9110 section 13.1.1), which the checks of the request have found well-formed.
 * @throws {Failure} PRECONDITION_FAILED when the row has another version
 */
export function requireVersion(row: { version: number }, ifMatch: string | undefined): void {
  if (ifMatch !== undefined && !matches(ifMatch, row.version)) throw new Failure('PRECONDITION_FAILED');
}

/**
 * As {@link requireVersion}, by the weak comparison, which SCIM asks for (RFC 7644 section 3.14).
 * @throws {Failure} PRECONDITION_FAILED
 */
export function requireScimVersion(row: { version: number }, ifMatch: string | undefined): void {
  if (ifMatch !== undefined && !matches(ifMatch, row.version, 'weak'))
    throw new Failure('PRECONDITION_FAILED');
}

/** Makes the next flush count a version, also when what changed is not in the row itself. */
export function touch(row: { updatedAt: Date }, now: Date): void {
  // Another time than it has, even where two changes fall into one millisecond.
  row.updatedAt = new Date(Math.max(now.getTime(), row.updatedAt.getTime() + 1));
}
