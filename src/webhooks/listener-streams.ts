// The streams of a node. One look reads the events of all of them.
import type { Pool } from 'pg';
import { type Alarm, createAlarm } from '../platform/alarm.ts';
import type { Log } from '../platform/log.ts';
import { looksForStreams } from '../platform/looks.ts';
import { onOwnBehalf } from '../platform/on-behalf.ts';
import {
  type EventPlace,
  type EventRow,
  type Found,
  longestTransactionSeconds,
  noteEnd,
  noteStreams,
  type OpenStream,
  readEvents,
} from './sql/listeners.ts';

/** Milliseconds between two looks. */
const lookEveryMs = 500;
/** The same while a stream has more to read. One tenant with very many events takes a share of the node, and no more. */
const lookAgainMs = 20;
/** Events of a stream that wait in memory at most: each has up to 20 KB, and is sent as a text in a text. */
const mostWaiting = 20;

/** An event, and the place behind it. */
export interface HeardEvent extends EventRow {
  place: EventPlace;
}

/** The end of a stream that was not asked for by its client. */
export type EndOfStream = 'REPLACED' | 'DELETED' | 'UNAVAILABLE';

/** The stream of one listener on this node. */
export interface ListenerStream {
  /** Waits so many milliseconds at most. @returns the events that came, perhaps none, or why the stream ends */
  next(milliseconds: number): Promise<readonly HeardEvent[] | EndOfStream>;
  /** Why it ends, as soon as that is known. */
  ended(): EndOfStream | undefined;
  /** Whether a transaction goes on for so long that the stream does not wait for its events. */
  mayLack(): boolean;
  /** Ends a wait. */
  ring(): void;
  /** The place up to which all events were given out. */
  place(): EventPlace;
  /** Ends it. The next stream of the listener must come in a minute. */
  leave(): Promise<void>;
}

interface Reader extends OpenStream {
  types: readonly string[];
  place: EventPlace;
  alarm: Alarm;
  heard: readonly HeardEvent[];
  end?: EndOfStream;
}

export interface ListenerStreams {
  open(stream: OpenStream, types: readonly string[], place: EventPlace): ListenerStream;
}

const nothing: Found = { events: [], readTo: undefined };

/** Fails after which the streams end: their clients connect to another node. */
const mostFailures = 20;

/** Makes the list of the streams of a node. It looks for events while there are streams, and never for a stream whose client does not read. */
export function listenerStreams({
  pool,
  log,
  longestSeconds = longestTransactionSeconds,
}: {
  pool: Pool;
  log: Log;
  /** Seconds of the longest transaction that the streams wait for. */
  longestSeconds?: number;
}): ListenerStreams {
  const readers = new Set<Reader>();
  let notedAt = -Infinity;
  /** A time before all transactions that the next snapshot does not have. */
  let floor = 0;
  let isTooLong = false;

  const end = (reader: Reader, reason: EndOfStream): void => {
    reader.end = reason;
    readers.delete(reader);
    reader.alarm.ring();
  };

  /** Notes that the streams are open, and ends those that may not go on. */
  const note = async (): Promise<void> => {
    const open = [...readers];
    const noted = await noteStreams(pool, open, longestSeconds);
    ({ floor } = noted);
    if (noted.isTooLong && !isTooLong) for (const { alarm } of open) alarm.ring();
    ({ isTooLong } = noted);
    open.forEach((reader, at) => {
      if (noted.states[at] === 'replaced') end(reader, 'REPLACED');
      if (noted.states[at] === 'deleted') end(reader, 'DELETED');
    });
  };

  /** @returns whether there may be more at once */
  const look = async (): Promise<boolean> => {
    const hungry = [...readers].filter(({ heard }) => heard.length === 0);
    if (hungry.length === 0) return false;
    // Streams of a tenant that have read everything are at the same place.
    const groups = [
      ...Map.groupBy(hungry, ({ orgId, types, place }) => JSON.stringify([orgId, types, place])).values(),
    ];
    const demands = groups.flatMap(([first]) => (first ? [first] : []));
    const { found, snapshot } = await readEvents(pool, demands, mostWaiting);
    let isMore = false;
    groups.forEach((group, at) => {
      const [first] = group;
      if (!first) return;
      const { heard, place, more } = pageOf(first.place, found[at] ?? nothing, { upTo: snapshot, floor });
      isMore ||= more;
      for (const reader of group) {
        // Its client may have left, and come again with another place.
        reader.place = place;
        reader.heard = heard;
        if (heard.length > 0) reader.alarm.ring();
      }
    });
    return isMore;
  };

  const keepLooking = looksForStreams({
    isWanted: () => readers.size > 0,
    async look() {
      const now = performance.now();
      if (now - notedAt >= lookEveryMs) {
        await note();
        notedAt = now;
      }
      return (await look()) ? lookAgainMs : lookEveryMs;
    },
    failed(err, failures) {
      if (failures === 1) log.warn({ err }, 'events could not be read for listeners; trying again');
      if (failures >= mostFailures) for (const reader of readers) end(reader, 'UNAVAILABLE');
      return lookEveryMs;
    },
    ended() {
      notedAt = -Infinity;
      isTooLong = false;
    },
  });

  return {
    open(stream, types, place) {
      const reader: Reader = { ...stream, types, place, alarm: createAlarm(), heard: [] };
      let given = place;
      readers.add(reader);
      if (isTooLong) reader.alarm.ring();
      keepLooking();
      return {
        async next(milliseconds) {
          if (reader.heard.length === 0 && reader.end === undefined) await reader.alarm.within(milliseconds);
          if (reader.end !== undefined) return reader.end;
          const { heard } = reader;
          reader.heard = [];
          given = reader.place;
          return heard;
        },
        ended: () => reader.end,
        mayLack: () => isTooLong,
        ring: () => reader.alarm.ring(),
        place: () => given,
        async leave() {
          readers.delete(reader);
          if (reader.end === 'REPLACED' || reader.end === 'DELETED') return;
          // A failure only shortens the minute.
          await onOwnBehalf(() => noteEnd(pool, stream)).catch(() => undefined);
        },
      };
    },
  };
}

/** Divides what a look found into the events that are given out, each with the place behind it, and the place of the next look. */
function pageOf(
  { read, floor, page }: EventPlace,
  { events, readTo }: Found,
  here: { upTo: string; floor: number },
): { heard: HeardEvent[]; place: EventPlace; more: boolean } {
  const { upTo, floor: next } = page ?? here;
  const behind = ({ at, id }: { at: Date; id: string }): EventPlace => ({
    read,
    floor,
    page: { upTo, floor: next, at: at.toISOString(), id },
  });
  const isCut = events.length > mostWaiting;
  const shown = events.slice(0, mostWaiting);
  const last = shown.at(-1);
  // The place of the next look: behind the last event that is given out, or that was read, or behind the whole page.
  const place = isCut && last ? behind(last) : readTo ? behind(readTo) : { read: upTo, floor: next };
  const heard = shown.map((row, at) => ({ ...row, place: at === shown.length - 1 ? place : behind(row) }));
  return { heard, place, more: isCut || readTo !== undefined || page !== undefined };
}
