import { Failure, RateLimited } from '../failure.ts';
import type { OperationId } from '../operation.ts';
import { waitingPlaces } from './waiting-places.ts';

/**
 * Takes a place of a tenant, or waits for one.
 * @returns what gives it back
 * @throws {Failure} RATE_LIMITED when there is none
 */
export type Places = (orgId: string, now: Date) => (() => void) | Promise<() => void>;

/** A refusal that names the seconds after which the caller may try again. */
const retryAfter =
  (seconds: number, detail?: (limit: number) => string) =>
  (limit: number, now: Date): Failure =>
    new RateLimited(
      { limit, remaining: 0, resetAt: Math.ceil(now.getTime() / 1000) + seconds },
      seconds,
      detail?.(limit),
    );

/**
 * A filter may read all rows of a tenant. The searches of a tenant share these places, for users and for groups. A search waits
 * less long than it may run.
 */
const scimSearches = (): Places =>
  waitingPlaces({
    ofATenant: 2,
    waiting: 20,
    milliseconds: 2_000,
    refusal: retryAfter(
      1,
      (limit) => `${limit} searches of this organization are under way; wait for the seconds in Retry-After`,
    ),
  });

/** Work on the audit log runs one request at a time, and then rests (docs/decisions/0038). */
const rested = { ofATenant: 1, waiting: 5, milliseconds: 20_000 };

/**
 * 10,000 rows take 0.33 s of CPU. An export runs as fast as its caller reads. A second export while one runs is refused; an
 * export right after another one waits.
 */
const exports = (): Places =>
  waitingPlaces({ ...rested, rest: 6, ofANode: 4, onlyResting: true, refusal: retryAfter(10) });

/**
 * 10,000 rows take 0.26 s of CPU, half of it in Postgres at the same time. A client that walks through a long chain waits for
 * each answer, and gets no 429.
 */
const verifications = (): Places =>
  waitingPlaces({
    ...rested,
    rest: 10,
    refusal: retryAfter(
      10,
      () =>
        'other verifications of the audit log of this organization wait; send one request after the other',
    ),
  });

/** The operations of which a node does few at once. Each has its place until it was sent. */
export function placesOfOperations(): Readonly<Partial<Record<OperationId, Places>>> {
  const searches = scimSearches();
  return {
    exportAuditLogs: exports(),
    getAuditIntegrity: verifications(),
    // Each is up to 1,000 changes, and their passwords wait in the same queue as everybody's.
    runScimBulk: waitingPlaces({
      ofATenant: 4,
      waiting: 0,
      milliseconds: 0,
      refusal: (limit) =>
        new Failure('RATE_LIMITED', { detail: `${limit} bulk requests are under way; wait for one to end` }),
    }),
    listScimUsers: searches,
    searchScimUsers: searches,
    listScimGroups: searches,
    searchScimGroups: searches,
    searchScim: searches,
  };
}
