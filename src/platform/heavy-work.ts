import { availableParallelism } from 'node:os';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { tooMany, turns } from './turns.ts';

/**
 * The number of hashes that run at once. Hashes and new keys compute for long in threads. The queues of both
 * guard cores, memory (19 MiB for each hash that runs), and the four threads of libuv. All of these belong to
 * the process and not to a service, so the queues do, too. The threads of libuv also read files, look names up
 * in the DNS and compress. The queues know nothing of what is computed.
 */
const hashesAtOnce = Math.min(2, availableParallelism());

/** XML and long lists of rows are read on the event loop, so one is read at a time. */
const takeReading = turns({ places: 1, ofOne: 1, mostWaiting: 100, waitMs: 5_000 });

/** A hundred waiting calls take about a second; the rest is refused. */
const takeHash = turns({ places: hashesAtOnce, ofOne: hashesAtOnce, mostWaiting: 100, waitMs: 5_000 });

/** An RSA key takes up to a second, so keys have one thread of their own and hold up no sign-in. */
const takeKey = turns({ places: 1, ofOne: 1, mostWaiting: 10, waitMs: 10_000 });

/**
 * Computes one hash in the turn of a tenant. Tenants take turns after each hash, however many calls of one wait.
 * @throws {RateLimited} when too many calls of this tenant wait; {Failure} SERVICE_UNAVAILABLE when others hold everything
 */
export async function hashInTurn<Result>(orgId: string, work: () => Promise<Result>): Promise<Result> {
  const giveBack = await takeHash(orgId);
  try {
    return await work();
  } finally {
    giveBack();
  }
}

/** As {@link hashInTurn}, for a key. */
export async function makeKeyInTurn<Result>(orgId: string, work: () => Promise<Result>): Promise<Result> {
  const giveBack = await takeKey(orgId);
  try {
    return await work();
  } finally {
    giveBack();
  }
}

/**
 * Reads a message, metadata or rows on the event loop, in the turn of a tenant. Between two texts, all other requests together get as
 * much time as the first text took, however many come at once.
 * @throws {RateLimited} when too many texts of this tenant wait; {Failure} SERVICE_UNAVAILABLE when others hold everything
 */
export async function readInTurn<Result>(
  orgId: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  const giveBack = await takeReading(orgId);
  await nextIteration();
  const began = performance.now();
  try {
    return await work();
  } finally {
    setTimeout(giveBack, performance.now() - began);
  }
}

/** Long enough for a page of usual texts. An invitation is mailed in many turns of the event loop, and waits in each. */
const turnMs = 2;

/**
 * Makes the views of long rows, as many in a turn as a few milliseconds allow. Await it outside of a transaction.
 * @throws as {@link readInTurn}
 */
export async function viewsInTurn<Row, View>(
  orgId: string,
  rows: readonly Row[],
  view: (row: Row) => View,
): Promise<View[]> {
  const views: View[] = [];
  while (views.length < rows.length)
    await readInTurn(orgId, () => {
      const until = performance.now() + turnMs;
      do views.push(view(rows[views.length] as Row));
      while (views.length < rows.length && performance.now() < until);
    });
  return views;
}

/**
 * The hashes that one tenant's keys and directories, or one user, may compute in a minute. A hash takes about
 * 20 ms, so 500 take at most a fifth of a core. A change of a password costs one hash for itself, and one for
 * each compared password of the history. Sign-ins are not counted here, or a stranger could keep a tenant's
 * users out.
 */
export const hashesPerMinute = 500;

/**
 * The hashes that a payer may use at once. With them, the first minute takes at most three tenths of a core.
 */
export const hashBurst = 300;

/** A new RSA key takes as long as ten hashes. */
export const hashesPerKey = 10;

interface Account {
  left: number;
  at: number;
}

const mostAccounts = 10_000;

const accounts = new Map<string, Account>();

/**
 * Takes hashes out of the minute of a payer, before they are computed. The minute refills evenly.
 * @param payer the id of a tenant, or of the user who acts for themselves
 * @param atOnce how many hashes the payer may use at once
 * @throws {RateLimited} when too few are left
 */
export function payHashes(payer: string, hashes: number, atOnce = hashBurst): void {
  const now = performance.now();
  const { left, at } = accounts.get(payer) ?? { left: atOnce, at: now };
  const refilled = Math.min(atOnce, left + ((now - at) * hashesPerMinute) / 60_000);
  if (refilled < hashes) throw tooMany(hashesPerMinute, ((hashes - refilled) * 60) / hashesPerMinute);
  // Payers who have not paid for the longest have refilled.
  accounts.delete(payer);
  accounts.set(payer, { left: refilled - hashes, at: now });
  const [oldest] = accounts.keys();
  if (accounts.size > mostAccounts && oldest !== undefined) accounts.delete(oldest);
}
