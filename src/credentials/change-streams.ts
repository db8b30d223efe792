// The streams of changes of a node. One look reads the changes for all of them.
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type Alarm, createAlarm } from '../platform/alarm.ts';
import type { Log } from '../platform/log.ts';
import { onOwnBehalf } from '../platform/on-behalf.ts';
import {
  type ChangesPlace,
  readVerificationChanges,
  type VerificationChanges,
} from './sql/verification-changes.ts';

/** Milliseconds between two looks. A revocation is told after so many, and refused by a cache soon after. */
const lookEveryMs = 100;
/** A look waits for this many times as long as the last one took: looks have a fifth of a connection at most. */
const restTimes = 4;
/** Fails after which the streams end, and their clients connect to another node. */
const mostFailures = 10;
/** Ids in one event. A tenant that changes more at a time drops everything. */
const mostIds = 100;

/** The changes that a look found for one stream, and the place behind them. */
export interface HeardChanges {
  changes: VerificationChanges | undefined;
  place: ChangesPlace;
}

/** The stream of one client on this node. */
export interface ChangeStream {
  /** Waits for a change, so many milliseconds at most. */
  next(milliseconds: number): Promise<void>;
  /** Takes the changes that were read since the last call. The place is behind them. */
  take(): HeardChanges;
  /** When the last look began that read for this stream, by `performance.now()`. Changes that committed before are read. */
  lookedAt(): number;
  /** Whether the node can read no changes. Then the stream must end. */
  isLost(): boolean;
  /** Ends a wait. */
  wake(): void;
  leave(): void;
}

interface Reader {
  orgId: string;
  alarm: Alarm;
  heard: VerificationChanges | undefined;
  /** Undefined before its first look. */
  seen?: { place: ChangesPlace; at: number };
  isLost: boolean;
}

export interface ChangeStreams {
  /**
   * Opens a stream. It begins with a look that begins now.
   * @returns undefined if the node can read no changes
   */
  open(orgId: string): Promise<ChangeStream | undefined>;
}

/** Makes the list of the streams of a node. It looks for changes while there are streams, and one stream costs no more looks than many. */
export function changeStreams({ pool, log }: { pool: Pool; log: Log }): ChangeStreams {
  const readers = new Set<Reader>();
  let place: ChangesPlace | undefined;
  let failures = 0;
  let isLooking = false;

  const loseAll = (): void => {
    for (const reader of readers) {
      reader.isLost = true;
      reader.alarm.ring();
    }
    readers.clear();
  };

  const look = async (): Promise<void> => {
    const at = performance.now();
    // A stream that opens from here on waits for the next look: this one does not read for it.
    const open = [...readers];
    const orgIds = [...new Set(open.map(({ orgId }) => orgId))];
    const read = await readVerificationChanges(pool, orgIds, place);
    if (read.wentBack) {
      log.warn('the database has gone back in time; the streams of changes end');
      loseAll();
      return;
    }
    ({ place } = read);
    for (const reader of open) {
      const isFirst = reader.seen === undefined;
      reader.seen = { place, at };
      const changes = read.changes.get(reader.orgId);
      if (changes) reader.heard = reader.heard ? together(reader.heard, changes) : changes;
      if (changes || isFirst) reader.alarm.ring();
    }
  };

  const run = async (): Promise<void> => {
    place = undefined;
    failures = 0;
    while (readers.size > 0) {
      const began = performance.now();
      try {
        await look();
        failures = 0;
      } catch (err) {
        failures += 1;
        if (failures === 1)
          log.warn({ err }, 'changes could not be read for the streams of caches; trying again');
        if (failures >= mostFailures) loseAll();
      }
      await wait(Math.max(lookEveryMs, restTimes * (performance.now() - began)));
    }
    isLooking = false;
  };

  return {
    async open(orgId) {
      const reader: Reader = { orgId, alarm: createAlarm(), heard: undefined, isLost: false };
      readers.add(reader);
      if (!isLooking) {
        isLooking = true;
        onOwnBehalf(() => void run());
      }
      while (reader.seen === undefined && !reader.isLost) await reader.alarm.within(1_000);
      if (reader.seen === undefined) return undefined;
      let { seen } = reader;
      return {
        async next(milliseconds) {
          if (reader.heard === undefined && !reader.isLost) await reader.alarm.within(milliseconds);
        },
        take() {
          const changes = reader.heard;
          reader.heard = undefined;
          seen = reader.seen ?? seen;
          return { changes, place: seen.place };
        },
        lookedAt: () => (reader.seen ?? seen).at,
        isLost: () => reader.isLost,
        wake: () => reader.alarm.ring(),
        leave: () => void readers.delete(reader),
      };
    },
  };
}

/** Joins changes of one tenant. */
function together(one: VerificationChanges, other: VerificationChanges): VerificationChanges {
  const credentials = [...new Set([...one.credentials, ...other.credentials])];
  const identities = [...new Set([...one.identities, ...other.identities])];
  const all = one.all || other.all || credentials.length + identities.length > mostIds;
  return all ? { credentials: [], identities: [], all } : { credentials, identities, all };
}
