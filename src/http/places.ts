import { Failure, RateLimited } from '../failure.ts';
import type { OperationId } from './operation.ts';

/** Takes a place of a tenant. @returns what gives it back @throws {Failure} RATE_LIMITED when there is none */
export type Places = (orgId: string, now: Date) => () => void;

interface Room {
  ofATenant: number;
  ofANode?: number;
  refusal: (limit: number, now: Date) => Failure;
}

export function places({ ofATenant, ofANode = Infinity, refusal }: Room): Places {
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

/** The operations of which a node does few at once. Each has its place until it was sent. */
export const placesOfOperations = (): Readonly<Partial<Record<OperationId, Places>>> => ({
  // Each reads as fast as its caller does, through the same connections as others.
  exportAuditLogs: places({
    ofATenant: 1,
    ofANode: 4,
    refusal: (limit, now) =>
      new RateLimited(
        { limit, remaining: 0, resetAt: Math.ceil(now.getTime() / 1000) + retrySeconds },
        retrySeconds,
      ),
  }),
  // Each is up to 1,000 changes, and their passwords wait in the same queue as everybody's.
  runScimBulk: places({
    ofATenant: 4,
    refusal: (limit) =>
      new Failure('RATE_LIMITED', { detail: `${limit} bulk requests are under way; wait for one to end` }),
  }),
});
