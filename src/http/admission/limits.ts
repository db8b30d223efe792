import type { Pool } from 'pg';
import { batched } from '../../platform/batch.ts';
import { RateLimited, type Standing } from '../../failure.ts';
import { networkOf } from '../../risk/network.ts';
import { countRequests } from '../../platform/sql/counters.ts';

const mostRemembered = 20_000;

export const rateHeaders = ({ limit, remaining, resetAt }: Standing): Record<string, string> => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(resetAt),
});

/**
 * A bucket for each name in windows of a minute. It is shared through Postgres, and each node remembers which names have
 * spent theirs, so that they cost nothing until their window ends.
 */
export interface Bucket<Whose = string> {
  /** @throws {RateLimited} when this node knows that the window of this name is spent */
  check(whose: Whose): void;
  /** Counts one request. @throws {RateLimited} when it is one too many */
  count(whose: Whose): Promise<Standing>;
}

/** Requests that pass above the limit count as remaining 0 (decisions 6.16). */
interface Size {
  limit: number;
  burst: number;
}

/** Requests of one user per minute, of all the user's browsers. */
const perUser = 600;

/** The bucket of requests by the user who sends them. */
export const userBucket = (pool: Pool): Bucket =>
  bucket(pool, { limit: perUser, burst: 0 }, (userId) => userId);

/** Remembers which names have spent their window, so that they cost nothing until it ends. */
export function spentNames(): {
  /** @throws {RateLimited} when the window of this name is spent */
  check(name: string): void;
  isSpent(name: string): boolean;
  note(name: string, standing: Standing, secondsLeft: number): void;
} {
  const spent = new Map<string, { standing: Standing; until: number }>();
  const refusalOf = (name: string): RateLimited | undefined => {
    const known = spent.get(name);
    if (!known) return undefined;
    const millisecondsLeft = known.until - performance.now();
    if (millisecondsLeft > 0) return new RateLimited(known.standing, millisecondsLeft / 1000);
    spent.delete(name);
    return undefined;
  };
  return {
    check(name) {
      const refusal = refusalOf(name);
      if (refusal) throw refusal;
    },
    isSpent: (name) => refusalOf(name) !== undefined,
    note(name, standing, secondsLeft) {
      if (spent.size >= mostRemembered) spent.clear();
      spent.set(name, { standing, until: performance.now() + secondsLeft * 1000 });
    },
  };
}

/** A request that was counted: which of its window it is. */
interface Counted {
  position: number;
  resetAt: number;
  secondsLeft: number;
}

/** The windows of names, whose requests another statement counts. */
export function rateWindows({ limit, burst }: Size): {
  /** @throws {RateLimited} when this node knows that the window of this name is spent */
  check(name: string): void;
  isSpent(name: string): boolean;
  /** Notes a request that was counted. @throws {RateLimited} when it is one too many */
  note(name: string, counted: Counted): Standing;
} {
  const passing = limit + burst;
  const spent = spentNames();
  return {
    check: (name) => spent.check(name),
    isSpent: (name) => spent.isSpent(name),
    note(name, { position, resetAt, secondsLeft }) {
      const standing = { limit, remaining: Math.max(0, limit - position), resetAt };
      if (position >= passing) spent.note(name, standing, secondsLeft);
      if (position > passing) throw new RateLimited(standing, secondsLeft);
      return standing;
    },
  };
}

/** Makes a bucket. */
export function bucket<Whose>(pool: Pool, size: Size, nameOf: (whose: Whose) => string): Bucket<Whose> {
  const windowsOf = rateWindows(size);
  const add = batched<string, Counted>(async (names) => {
    const asked = Map.groupBy(names, (name) => name);
    const left = new Map([...asked].map(([name, { length }]) => [name, length]));
    const windows = await countRequests(pool, left);
    const byName = new Map(windows.map((window) => [window.name, window]));
    return names.map((name) => {
      const window = byName.get(name);
      const behind = (left.get(name) ?? 1) - 1;
      left.set(name, behind);
      if (!window) throw new Error('a request was not counted');
      return { position: window.count - behind, resetAt: window.resetAt, secondsLeft: window.secondsLeft };
    });
  });

  return {
    check(whose) {
      windowsOf.check(nameOf(whose));
    },
    async count(whose) {
      const name = nameOf(whose);
      return windowsOf.note(name, await add(name));
    },
  };
}

/** Who a stranger is: one network. An IPv6 customer owns at least a /64, all of whose addresses are one caller. */
export const strangerOf = (address: string): string => networkOf(address) ?? address;
