import { Failure, RateLimited } from '../failure.ts';
import type { OperationId } from './operation.ts';
import { waitingPlaces } from './waiting-places.ts';

/**
 * Takes a place of a tenant, or waits for one.
 * @returns what gives it back
 * @throws {Failure} RATE_LIMITED when there is none
 */
export type Places = (orgId: string, now: Date) => (() => void) | Promise<() => void>;

interface Room {
  ofATenant: number;
  ofANode?: number;
  refusal: (limit: number, now: Date) => Failure;
}

export function places({
  ofATenant,
  ofANode = Infinity,
  refusal,
}: Room): (orgId: string, now: Date) => () => void {
  const running: string[] = [];
  return (orgId, now) => {
    const own = running.filter((one) => one === orgId).length;
    if (own >= ofATenant) throw refusal(ofATenant, now);
    if (running.length >= ofANode) throw refusal(ofANode, now);
    running.push(orgId);
    let held = true;
    return () => {
      if (held) running.splice(running.indexOf(orgId), 1);
      held = false;
    };
  };
}

const retrySeconds = 10;

/**
 * A filter may read all that a tenant has. Those of one tenant share these places, whatever they look for; others wait
 * less long than a search may take.
 */
const scimSearches = (): Places =>
  waitingPlaces({
    ofATenant: 2,
    waiting: 20,
    milliseconds: 2_000,
    refusal: (limit, now) =>
      new RateLimited(
        { limit, remaining: 0, resetAt: Math.ceil(now.getTime() / 1000) + 1 },
        1,
        `${limit} searches of this organization are under way; wait for the seconds in Retry-After`,
      ),
  });

/**
 * Each reads as fast as its caller does, through the same connections as others, and takes a third of a second of CPU for
 * 10,000 rows. Who asks for another one while one is made has made a mistake; who asks right after it waits.
 */
const exports = (): Places =>
  waitingPlaces({
    ofATenant: 1,
    ofANode: 4,
    waiting: 5,
    milliseconds: 20_000,
    waitFor: 'resting',
    rest: 4,
    refusal: (limit, now) =>
      new RateLimited(
        { limit, remaining: 0, resetAt: Math.ceil(now.getTime() / 1000) + retrySeconds },
        retrySeconds,
      ),
  });

/**
 * 10,000 rows take half a second of CPU, of Postgres and of this process. So one tenant verifies one stretch at a time, for
 * a fifth of the time. Whoever walks through a long chain waits for each answer, and is refused nothing.
 */
const verifications = (): Places =>
  waitingPlaces({
    ofATenant: 1,
    waiting: 5,
    milliseconds: 20_000,
    rest: 4,
    refusal: (limit, now) =>
      new RateLimited(
        { limit, remaining: 0, resetAt: Math.ceil(now.getTime() / 1000) + retrySeconds },
        retrySeconds,
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
    runScimBulk: places({
      ofATenant: 4,
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
