import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { GeoIp } from '../judge/geoip.ts';
import { apiApplication } from '../judge/machines.ts';
import { type Place as Whereabouts, placeOf } from '../judge/place.ts';
import type { LoadedAccess } from '../judge/sql/access-policies.ts';
import { inTurns } from '../../lib/turns.ts';
import {
  type Replay,
  type ReplayedAttempt,
  type ReplayExample,
  replayOf,
  type ReplayResult,
} from './replay.ts';
import type { Backtest } from './sql/access-backtests.ts';
import {
  type Batch,
  type Period,
  type Place,
  readDecisions,
  readUses,
  type ReplayedDecision,
  type ReplayedUse,
  start,
} from './sql/replayed-attempts.ts';

interface Means {
  geoIp: GeoIp | undefined;
  /** Ends the replay. */
  stopping: AbortSignal;
}

/** Decisions that one back-test reads, and uses: each in two to three minutes. Back-tests of other tenants wait for that long. */
const mostOfEach = 5_000_000;
/** Requests get as much of the event loop as the replay, after each turn. */
const turnMs = 2;
const mostPlaces = 10_000;

/**
 * Replays what happened in a period as if the draft had been enabled beside the present policies.
 * @param pool of its own: it reads for long
 * @throws when the process stops
 */
export async function replayPeriod(
  pool: Pool,
  { draft, inPlaceOf, ...period }: Period & Pick<Backtest, 'draft' | 'inPlaceOf'>,
  access: LoadedAccess,
  { geoIp, stopping }: Means,
  most = mostOfEach,
): Promise<{ result: ReplayResult; examples: ReplayExample[] }> {
  const policies = access.policies.filter(({ id }) => id !== inPlaceOf);
  const replay = replayOf(draft, { ...access, policies }, inPlaceOf);
  const whereOf = placesOf(geoIp);
  const replaying = { replay, stopping, most };
  const cut = [
    await replayAll((after) => readDecisions(pool, period, after), attemptOfDecision, replaying),
    await replayAll(
      (after) => readUses(pool, period, after),
      (use) => attemptOfUse(use, whereOf),
      replaying,
    ),
  ];
  return { result: { ...replay.result(), isPartial: cut.includes(true) }, examples: replay.examples() };
}

interface Replaying {
  replay: Replay;
  stopping: AbortSignal;
  /** How many rows are read at most, to the end of a batch. */
  most: number;
}

/** Reads batch by batch, and judges each in turns. @returns whether some were left out */
async function replayAll<Row>(
  read: (after: Place) => Promise<Batch<Row>>,
  attemptOf: (row: Row) => ReplayedAttempt,
  { replay, stopping, most }: Replaying,
): Promise<boolean> {
  let left = most;
  let batch: Batch<Row> | undefined = await read(start);
  while (batch) {
    const place: Place | undefined = batch.next;
    const taken = batch.rows.slice(0, left);
    const isMore = taken.length < batch.rows.length;
    left -= batch.read;
    // The next batch is read while this one is judged.
    const [next]: [Batch<Row> | undefined, void] = await Promise.all([
      place && read(place),
      inOwnTurns(notes(taken, attemptOf, replay), stopping),
    ]);
    if (left <= 0) return isMore || (next?.read ?? 0) > 0;
    batch = next;
  }
  return false;
}

function* notes<Row>(
  rows: readonly Row[],
  attemptOf: (row: Row) => ReplayedAttempt,
  replay: Replay,
): Generator<undefined, void> {
  for (const row of rows) {
    replay.note(attemptOf(row));
    yield;
  }
}

const inOwnTurns = (work: Generator<undefined, void>, stopping: AbortSignal): Promise<void> =>
  inTurns(work, {
    turn: turnMs,
    most: Infinity,
    clock: () => performance.now(),
    pause: () => wait(turnMs, undefined, { signal: stopping }),
    tooLong: () => new Error('a replay has no limit'),
    spend: () => stopping.throwIfAborted(),
  });

const attemptOfDecision = ({
  at,
  userId,
  application,
  decision,
  attempts,
  policyId,
  signals: { amr, authTime, deviceAsked = false, ...signals },
}: ReplayedDecision): ReplayedAttempt => ({
  subject: 'user',
  signals: { ...signals, now: at, userId, application: application ?? undefined },
  decision,
  attempts,
  policyId,
  ...(amr && authTime !== undefined
    ? { proved: { amr, authTime: new Date(authTime), isDeviceAsked: deviceAsked } }
    : {}),
});

/** A use that was refused left no fact. The risk of the identity at that time is not known, nor what a verification was for. */
function attemptOfUse(use: ReplayedUse, whereOf: (address: string | null) => Whereabouts): ReplayedAttempt {
  const { address, country } = whereOf(use.address);
  return {
    subject: 'machine',
    signals: {
      now: use.minute,
      identityId: use.identityId ?? undefined,
      identityType: use.identityType ?? undefined,
      application: use.source === 'API' ? apiApplication : undefined,
      address,
      country,
      clientType: 'machine',
    },
    decision: 'ALLOW',
    attempts: use.uses,
  };
}

/** Places as the present database has them. A million look-ups by `memo()`, which moves what it finds, take twice as long. */
function placesOf(geoIp: GeoIp | undefined): (address: string | null) => Whereabouts {
  const known = new Map<string | null, Whereabouts>();
  return (address) => {
    const before = known.get(address);
    if (before) return before;
    const place = placeOf(address, geoIp);
    if (known.size >= mostPlaces) known.clear();
    known.set(address, place);
    return place;
  };
}
