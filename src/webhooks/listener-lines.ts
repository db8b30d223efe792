import { Failure } from '../failure.ts';
import { newId } from '../lib/id.ts';
import { ringOnAbort } from '../platform/alarm.ts';
import type { Grantor } from '../platform/grants.ts';
import { type Vault, VaultError } from '../platform/vault.ts';
import { placeTexts } from './listener-places.ts';
import type { EndOfStream, HeardEvent, ListenerStream, ListenerStreams } from './listener-streams.ts';
import type { OpenedListener } from './listeners.ts';
import type { EventPlace } from './sql/listeners.ts';
import { webhookRequest } from './webhook-requests.ts';
import { requireMayReadAll } from './webhook-rights.ts';

const heartbeatMs = 15_000;
/** A caller is judged after each look that found events, and again if they are sent for longer. */
const judgedForMs = 500;

/** The ways in which a stream ends. */
type Reason = EndOfStream | 'TIME' | 'STOPPING' | 'REFUSED' | 'UNREADABLE';

interface Means {
  streams: ListenerStreams;
  vault: Pick<Vault, 'open'>;
  /** Judges the caller as at a new request. Throws {Failure} if it would be refused. */
  judgeAgain: () => Promise<{ caller: Pick<Grantor, 'scopes'>; now: Date }>;
  /** Aborted when the client has gone. */
  gone: AbortSignal;
  /** Aborted when the node stops. */
  stopping: AbortSignal;
  seconds: number;
  /** Told that the stream is open. @returns what is told why it ended */
  listens: () => (reason: Reason | 'GONE') => void;
}

/** The last line of a stream, without its type. */
interface End {
  reason: Reason;
  id?: string;
  code?: string;
  message: string;
  details?: object;
}

const sentences: Readonly<Record<Exclude<Reason, 'REFUSED'>, string>> = {
  TIME: 'The time of the stream is over. Open the next one.',
  STOPPING: 'The node stops. Open the next stream.',
  REPLACED: 'Another stream of the listener was opened.',
  DELETED: 'The listener was deleted.',
  UNAVAILABLE: 'The service cannot read events at the moment. Open the next stream in some seconds.',
  UNREADABLE: 'The signing secret cannot be decrypted. Create another listener, or ask the operator.',
};

/** A line that ends nothing. */
const mayLack = {
  reason: 'LONG_TRANSACTION',
  message: 'A change of the service takes longer than ten minutes. Its events may be missing in the stream.',
};

const endBy = (reason: Exclude<Reason, 'REFUSED'>): End => ({ reason, message: sentences[reason] });

/** Makes the lines of a stream. Nothing is held while it waits: no connection, and no transaction. */
export async function* linesOf(
  listener: OpenedListener,
  means: Means,
): AsyncGenerator<string, void, undefined> {
  const { orgId, id: listenerId, streamId, events, place } = listener;
  const stream = means.streams.open({ orgId, listenerId, streamId }, events, place);
  // Only now: a stream that could not be opened is not counted.
  const ended = means.listens();
  const unheard = ringOnAbort([means.gone, means.stopping], stream);
  let reason: Reason | 'GONE' = 'GONE';
  try {
    const end = yield* linesUntilEnd(listener, stream, means);
    if (end === 'GONE') return;
    ({ reason } = end);
    yield lineOf({ type: 'end', ...end });
  } catch (error) {
    const end = endAfter(error);
    ({ reason } = end);
    yield lineOf({ type: 'end', ...end });
  } finally {
    unheard();
    ended(reason);
    await stream.leave();
  }
}

/** @returns why the stream ends; `GONE` if the client has left. Throws what the caller is refused with */
async function* linesUntilEnd(
  listener: OpenedListener,
  stream: ListenerStream,
  { vault, judgeAgain, gone, stopping, seconds }: Means,
): AsyncGenerator<string, End | 'GONE', undefined> {
  const { orgId, id, secret, events } = listener;
  const { textOf } = placeTexts(id, listener.placeKey);
  const until = performance.now() + seconds * 1_000;
  let beatAt = performance.now();
  let judgedAt = -Infinity;
  /** Postgres's time less that of `performance.now()`. */
  let clock = listener.openedAt.getTime() - performance.now();
  const idOf = (place: EventPlace): string => textOf({ place, writtenAt: clock + performance.now() });

  const judge = async (): Promise<void> => {
    const began = performance.now();
    const { caller, now } = await judgeAgain();
    requireMayReadAll(caller, events);
    judgedAt = began;
    clock = now.getTime() - began;
  };
  const delivery = (event: HeardEvent): string => {
    const deliveryId = newId('dlv');
    const at = new Date(clock + performance.now());
    const attempt = { orgId, webhookId: id, secret, previousSecret: null, deliveryId, attempt: 1, at, event };
    const { headers, body } = webhookRequest(vault, attempt, undefined);
    return lineOf({ type: 'delivery', id: idOf(event.place), deliveryId, headers, body: body.toString() });
  };

  yield lineOf({ type: 'heartbeat', id: idOf(listener.place) });
  let place = listener.place;
  /** Whether the client knows of a transaction that is not waited for. */
  let isTold = false;
  /** @returns why it ends between two lines; undefined if it goes on */
  const endNow = (): End | 'GONE' | undefined => {
    if (gone.aborted) return 'GONE';
    const ended = stream.ended();
    if (ended !== undefined) return endBy(ended);
    if (stopping.aborted) return endBy('STOPPING');
    return performance.now() >= until ? { ...endBy('TIME'), id: idOf(place) } : undefined;
  };
  for (;;) {
    const end = endNow();
    if (end) return end;
    const left = Math.min(until, beatAt + heartbeatMs) - performance.now();
    const heard = await stream.next(Math.max(0, left));
    if (typeof heard === 'string') return endBy(heard);
    if (stream.mayLack() && !isTold) yield lineOf({ type: 'notice', id: idOf(place), ...mayLack });
    isTold = stream.mayLack();
    if (heard.length > 0) await judge();
    for (const event of heard) {
      // A client may have read the last line after a minute.
      const endBefore = endNow();
      if (endBefore) return endBefore;
      if (performance.now() - judgedAt > judgedForMs) await judge();
      yield delivery(event);
      ({ place } = event);
      beatAt = performance.now();
    }
    place = stream.place();
    if (performance.now() >= beatAt + heartbeatMs) {
      await judge();
      beatAt = performance.now();
      yield lineOf({ type: 'heartbeat', id: idOf(place) });
    }
  }
}

const lineOf = (line: object): string => `${JSON.stringify(line)}\n`;

/** Returns the last line after a failure. A failure of the service ends the stream, and not the listener. */
function endAfter(error: unknown): End {
  if (error instanceof VaultError) return endBy('UNREADABLE');
  if (!(error instanceof Failure)) throw error;
  if (error.status >= 500 || error.status === 429) return endBy('UNAVAILABLE');
  const { code, message, details } = error;
  return { reason: 'REFUSED', code, message, details };
}
