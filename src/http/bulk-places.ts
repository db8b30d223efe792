import { Failure } from '../failure.ts';

/** Runs a bulk request of a tenant. @throws {Failure} RATE_LIMITED when the tenant has as many under way as it may */
export type BulkPlaces = <Result>(orgId: string, run: () => Promise<Result>) => Promise<Result>;

const mostOfATenant = 4;

/**
 * How many bulk requests a node does at once for one tenant: each is up to 1,000 changes, and their passwords wait in
 * the same queue as everybody's.
 */
export function bulkPlaces(most = mostOfATenant): BulkPlaces {
  const running = new Map<string, number>();
  return async (orgId, run) => {
    const before = running.get(orgId) ?? 0;
    if (before >= most)
      throw new Failure('RATE_LIMITED', {
        detail: `${most} bulk requests are under way; wait for one to end`,
      });
    running.set(orgId, before + 1);
    try {
      return await run();
    } finally {
      const left = (running.get(orgId) ?? 1) - 1;
      if (left === 0) running.delete(orgId);
      else running.set(orgId, left);
    }
  };
}
