import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { batched } from '../platform/batch.ts';
import { RateLimited, type Standing } from '../failure.ts';
import { networkOf } from '../risk/network.ts';
import { countRequests } from '../platform/sql/counters.ts';

/** Unauthenticated requests of one address per minute (decisions 6.16). */
const perAddress = 60;
/** The same of hosted pages and the protocol engine: a sign-in takes several, and many people share an office's address. */
const hostedPerAddress = 300;
/** Passwords and codes that are tried from one address per minute. */
const signInsPerAddress = 20;
/** Requests of one client at the endpoints of the protocol engine that clients call, from one address. */
const perClient = 300;
/** Sign-ins by one connection, from one address. A first sign-in creates a user, and takes as long as two usual requests. */
const perConnection = 180;
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

/** The bucket of unauthenticated requests by client address. */
export const addressBucket = (pool: Pool): Bucket =>
  bucket(pool, { limit: perAddress, burst: 0 }, strangerOf);

/** The bucket of hosted pages by client address, beside the other one. */
export const hostedBucket = (pool: Pool): Bucket =>
  bucket(pool, { limit: hostedPerAddress, burst: 0 }, (address) => `page:${strangerOf(address)}`);

/** The bucket of previews by client address: who edits a branding must not stop sign-ins of the same office. */
export const previewBucket = (pool: Pool): Bucket =>
  bucket(pool, { limit: hostedPerAddress, burst: 0 }, (address) => `preview:${strangerOf(address)}`);

/** The bucket of attempts to prove who one is, which are few even of an office (decisions 6.16). */
export const signInBucket = (pool: Pool): Bucket =>
  bucket(pool, { limit: signInsPerAddress, burst: 0 }, (address) => `sign-in:${strangerOf(address)}`);

/**
 * A caller in the name of a client, which has proved nothing yet. Strangers elsewhere must not spend the requests of
 * the client.
 */
export interface AskingClient {
  orgId: string;
  clientId: string;
  address: string;
}

/** The bucket of requests by the client that they are of (decisions 6.16), from one address. */
export const clientBucket = (pool: Pool): Bucket<AskingClient> => bucketOfClients(pool, 'client', perClient);

/** The bucket of sign-ins by a connection, from one address. The client is the connection. */
export const connectionBucket = (pool: Pool): Bucket<AskingClient> =>
  bucketOfClients(pool, 'connection', perConnection);

const bucketOfClients = (pool: Pool, kind: string, limit: number): Bucket<AskingClient> =>
  bucket(pool, { limit, burst: 0 }, ({ orgId, clientId, address }) =>
    // A name of any length, and with any signs, in as few as those of others.
    [kind, hash('sha256', `${orgId}\0${clientId}`, 'base64url').slice(0, 22), strangerOf(address)].join(':'),
  );

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

function bucket<Whose>(pool: Pool, size: Size, nameOf: (whose: Whose) => string): Bucket<Whose> {
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
