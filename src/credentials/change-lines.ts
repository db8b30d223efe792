import { Failure } from '../failure.ts';
import { ringOnAbort } from '../platform/alarm.ts';
import type { ChangePlaces } from './change-places.ts';
import type { ChangeStream } from './change-streams.ts';
import type { ChangesPlace, ReadChanges, VerificationChanges } from './sql/verification-changes.ts';

const heartbeatMs = 1_000;
/** A heartbeat says that earlier changes were told. So it stands for a look that began this many milliseconds ago at most. */
const freshMs = 1_000;
/** The caller is judged this often, if no change concerns the caller. */
const judgeEveryMs = 15_000;
/** A stream without its first look ends after so many milliseconds, and the client connects to another node. */
const firstLookMs = 5_000;
/** How long the client waits before it opens the next stream. */
const retryMs = 1_000;

/** The last event of a stream. */
interface End {
  reason: 'TIME' | 'STOPPING' | 'REFUSED' | 'UNAVAILABLE';
  code?: string;
}

const unavailable: End = { reason: 'UNAVAILABLE' };

interface Means {
  open: () => ChangeStream;
  places: ChangePlaces;
  /** The place that the client wants to go on at. */
  after: string | undefined;
  /** Reads the changes of the tenant behind a place. */
  read: (place: ChangesPlace) => Promise<ReadChanges>;
  /** Judges the caller as at a new request. Throws {Failure} if it would be refused. */
  judgeAgain: () => Promise<unknown>;
  /** Whether a change may end a right of the caller. */
  concerns: (changes: VerificationChanges) => boolean;
  /** Aborted when the client has gone. */
  gone: AbortSignal;
  /** Aborted when the node stops. */
  stopping: AbortSignal;
  seconds: number;
}

/** Makes the events of a stream (WHATWG HTML, section 9.2.5). Nothing is held while it waits: no connection, and no transaction. */
export async function* changeLines(means: Means): AsyncGenerator<string, void, undefined> {
  const stream = means.open();
  const unheard = ringOnAbort([means.gone, means.stopping], stream);
  try {
    const end = yield* linesUntilEnd(stream, means);
    if (end !== 'GONE') yield event('end', end);
  } catch (error) {
    yield event('end', endAfter(error));
  } finally {
    unheard();
    stream.leave();
  }
}

/** @returns why the stream ends; `GONE` if the client has left. Throws what the caller is refused with */
async function* linesUntilEnd(
  stream: ChangeStream,
  means: Means,
): AsyncGenerator<string, End | 'GONE', undefined> {
  const { places, judgeAgain, concerns, gone, stopping, seconds } = means;
  const began = performance.now();
  const until = began + seconds * 1_000;
  let beatAt = began;
  let judgedAt = -Infinity;
  const judge = async (): Promise<void> => {
    judgedAt = performance.now();
    await judgeAgain();
  };
  const endNow = (): End | 'GONE' | undefined => {
    if (gone.aborted) return 'GONE';
    if (stream.isLost()) return unavailable;
    if (stopping.aborted) return { reason: 'STOPPING' };
    return performance.now() >= until ? { reason: 'TIME' } : undefined;
  };

  const firstBy = Math.min(until, began + firstLookMs);
  let first = stream.take();
  while (!first) {
    const end = performance.now() >= firstBy ? unavailable : endNow();
    if (end) return end;
    await stream.nextLook(firstBy - performance.now());
    first = stream.take();
  }
  const text = await beginning(first.place, means);
  // The stream tells no change of before its first place. One of them may have ended the rights of the caller.
  await judge();
  yield text;
  for (;;) {
    const end = endNow();
    if (end) return end;
    if (performance.now() - judgedAt >= judgeEveryMs) await judge();
    const { changes, place, lookedAt } = stream.take() ?? first;
    const now = performance.now();
    if (changes) {
      if (concerns(changes)) await judge();
      beatAt = now;
      yield event('change', changes, places.textOf(place));
    } else if (now - beatAt >= heartbeatMs && now - lookedAt <= freshMs) {
      beatAt = now;
      yield heartbeat(places.textOf(place));
    }
    const left = Math.min(until, beatAt + heartbeatMs) - performance.now();
    // A heartbeat that is due waits for a look.
    await (left > 0 ? stream.next(left) : stream.nextLook(until - performance.now()));
  }
}

/** Returns the first event: the changes since the place of the client, or that the client must drop everything. */
async function beginning(place: ChangesPlace, { places, after, read }: Means): Promise<string> {
  const from = after === undefined ? undefined : places.placeOf(after, place);
  // If it cannot be read now, changes may be missing.
  const missed = from && (await read(from).catch(() => undefined));
  const id = places.textOf(place);
  if (!missed || missed.isOtherServer) return retry + event('reset', {}, id);
  // The stream tells what came after `place`, and this tells it once more.
  const changes = [...missed.changes.values()][0];
  return retry + (changes ? event('change', changes, id) : heartbeat(id));
}

const field = (name: string, value: string | number | undefined): string =>
  value === undefined ? '' : `${name}: ${value}\n`;

const retry = field('retry', retryMs);

/** Writes an event. JSON has no line break, so the data is one line. */
const event = (type: string, data: object, id?: string): string =>
  `${field('id', id)}${field('event', type)}${field('data', JSON.stringify(data))}\n`;

/** A comment line. The block has no data, so libraries dispatch no event, and keep its id. */
const heartbeat = (id: string | undefined): string => `:\n${field('id', id)}\n`;

/** Returns the last event after a failure. */
function endAfter(error: unknown): End {
  if (!(error instanceof Failure)) throw error;
  return error.status >= 500 || error.status === 429 ? unavailable : { reason: 'REFUSED', code: error.code };
}
