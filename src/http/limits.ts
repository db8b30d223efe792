import type { Pool } from 'pg';
import { batched } from '../batch.ts';
import { Failure } from '../failure.ts';
import { countAddresses } from '../queries/count-addresses.ts';

/** Where a request stands in its window. */
export interface Standing {
  limit: number;
  remaining: number;
  /** In seconds since 1970. */
  resetAt: number;
}

/** Unauthenticated requests of one address per minute (decisions 6.16). */
const perAddress = 60;
const mostRemembered = 20_000;

export const rateHeaders = ({ limit, remaining, resetAt }: Standing): Record<string, string> => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(resetAt),
});

/** The refusal of a request over its limit; `details` and headers say when to come back. */
export class RateLimited extends Failure {
  readonly standing: Standing;
  /** By Postgres's clock, at least one. */
  readonly retryAfterSeconds: number;

  constructor(standing: Standing, secondsLeft: number) {
    const { limit, remaining, resetAt } = standing;
    super('RATE_LIMITED', { limit, remaining, resetAt: new Date(resetAt * 1000).toISOString() });
    this.standing = standing;
    this.retryAfterSeconds = Math.max(1, Math.ceil(secondsLeft));
  }
}

/**
 * The bucket of unauthenticated requests by client address. It is shared through Postgres, and each node
 * remembers which addresses have spent theirs, so that they cost nothing until their window ends.
 */
export interface AddressBucket {
  /** @throws {RateLimited} when this node knows that the address has spent its window */
  check(address: string): void;
  /** Counts one request. @throws {RateLimited} when it is one too many */
  count(address: string): Promise<Standing>;
}

export function addressBucket(pool: Pool): AddressBucket {
  const spent = new Map<string, { standing: Standing; until: number }>();
  const add = batched<string, { position: number; resetAt: number; secondsLeft: number }>(
    async (addresses) => {
      const asked = Map.groupBy(addresses, (address) => address);
      const left = new Map([...asked].map(([address, { length }]) => [address, length]));
      const windows = await countAddresses(pool, left);
      const byAddress = new Map(windows.map((window) => [window.address, window]));
      return addresses.map((address) => {
        const window = byAddress.get(address);
        const behind = (left.get(address) ?? 1) - 1;
        left.set(address, behind);
        if (!window) throw new Error('an address was not counted');
        return { position: window.count - behind, resetAt: window.resetAt, secondsLeft: window.secondsLeft };
      });
    },
  );

  return {
    check(address) {
      const known = spent.get(subnetOf(address));
      if (!known) return;
      const millisecondsLeft = known.until - performance.now();
      if (millisecondsLeft > 0) throw new RateLimited(known.standing, millisecondsLeft / 1000);
      spent.delete(subnetOf(address));
    },
    async count(address) {
      const subnet = subnetOf(address);
      const { position, resetAt, secondsLeft } = await add(subnet);
      const standing = { limit: perAddress, remaining: Math.max(0, perAddress - position), resetAt };
      if (position >= perAddress) {
        if (spent.size >= mostRemembered) spent.clear();
        spent.set(subnet, { standing, until: performance.now() + secondsLeft * 1000 });
      }
      if (position > perAddress) throw new RateLimited(standing, secondsLeft);
      return standing;
    },
  };
}

/** An IPv6 customer owns at least a /64, all of whose addresses are one caller. */
function subnetOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const groups = [
    ...before,
    ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'),
    ...after,
  ];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
