// The streams of changes of a node. One look reads the changes for all of them.
import { type Alarm, createAlarm } from '../platform/alarm.ts';
import type { Log } from '../platform/log.ts';
import { looksForStreams } from '../platform/looks.ts';
import type { ChangesPlace, ReadChanges, VerificationChanges } from './sql/verification-changes.ts';

/** Milliseconds between two looks. A revocation is told after so many, and refused by a cache soon after. */
const lookEveryMs = 100;
/** A look waits for this many times as long as the last one took: looks have a fifth of a connection at most. */
const restTimes = 4;
/** The longest wait after a look that failed. A database that is back is found soon. */
const restAfterFailureMs = 1_000;
/** Fails after which the streams end, and their clients connect to another node. */
const mostFailures = 10;
/** Ids in one event. A tenant that changes more at a time drops everything. */
const mostIds = 100;

/** The changes that looks found for one stream, and the place behind them. */
export interface HeardChanges {
  changes: VerificationChanges | undefined;
  place: ChangesPlace;
  /** When the last look began, by `performance.now()`. Changes that committed before are read. */
  lookedAt: number;
}

/** The stream of one client on this node. */
export interface ChangeStream {
  /** Waits for a change, so many milliseconds at most. */
  next(milliseconds: number): Promise<void>;
  /** Waits for the end of a look, also of one that found nothing, so many milliseconds at most. */
  nextLook(milliseconds: number): Promise<void>;
  /** Takes the changes that were read since the last call. The place is behind them. @returns undefined before the first look */
  take(): HeardChanges | undefined;
  /** Whether the node can read no changes. Then the stream must end. */
  isLost(): boolean;
  /** Ends a wait. */
  ring(): void;
  leave(): void;
}

interface Reader {
  orgId: string;
  alarm: Alarm;
  heard: VerificationChanges | undefined;
  /** Undefined before its first look. */
  seen?: { place: ChangesPlace; lookedAt: number };
  waitsForLook: boolean;
  isLost: boolean;
}

export interface ChangeStreams {
  /** Opens a stream. It begins with a look that begins now or later. */
  open(orgId: string): ChangeStream;
}

/** Makes the list of the streams of a node. It looks for changes while there are streams, and one stream costs no more looks than many. */
export function changeStreams({
  read,
  log,
}: {
  /** Reads the changes of tenants behind a place. */
  read: (orgIds: readonly string[], place: ChangesPlace | undefined) => Promise<ReadChanges>;
  log: Pick<Log, 'warn'>;
}): ChangeStreams {
  const readers = new Set<Reader>();
  let place: ChangesPlace | undefined;

  const loseAll = (): void => {
    for (const reader of readers) {
      reader.isLost = true;
      reader.alarm.ring();
    }
    readers.clear();
  };

  const look = async (): Promise<void> => {
    const lookedAt = performance.now();
    // A stream that opens from here on waits for the next look: this one does not read for it.
    const open = [...readers];
    const orgIds = [...new Set(open.map(({ orgId }) => orgId))];
    const found = await read(orgIds, place);
    if (found.isOtherServer) {
      log.warn(
        'the database was restarted or restored, or another server took over; the streams of changes end',
      );
      // Streams that open from here on begin at the place of their first look.
      place = undefined;
      loseAll();
      return;
    }
    ({ place } = found);
    for (const reader of open) {
      reader.seen = { place, lookedAt };
      const changes = found.changes.get(reader.orgId);
      if (changes) reader.heard = reader.heard ? together(reader.heard, changes) : changes;
      if (changes || reader.waitsForLook) reader.alarm.ring();
    }
  };

  const keepLooking = looksForStreams({
    isWanted: () => readers.size > 0,
    async look() {
      const began = performance.now();
      await look();
      return Math.max(lookEveryMs, restTimes * (performance.now() - began));
    },
    failed(err, failures) {
      if (failures === 1)
        log.warn({ err }, 'changes could not be read for the streams of caches; trying again');
      if (failures >= mostFailures) loseAll();
      return restAfterFailureMs;
    },
    ended() {
      place = undefined;
    },
  });

  return {
    open(orgId) {
      const alarm = createAlarm();
      const reader: Reader = { orgId, alarm, heard: undefined, waitsForLook: false, isLost: false };
      readers.add(reader);
      keepLooking();
      return {
        async next(milliseconds) {
          if (reader.heard === undefined && !reader.isLost) await alarm.within(milliseconds);
        },
        async nextLook(milliseconds) {
          reader.waitsForLook = true;
          if (!reader.isLost) await alarm.within(milliseconds);
          reader.waitsForLook = false;
        },
        take() {
          if (!reader.seen) return undefined;
          const changes = reader.heard;
          reader.heard = undefined;
          return { changes, ...reader.seen };
        },
        isLost: () => reader.isLost,
        ring: () => alarm.ring(),
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
