import { Failure } from '../failure.ts';
import { onOwnBehalf } from './on-behalf.ts';
import { activeSpan, type Span, withinBatch } from './tracing.ts';

export interface BatchOptions {
  /** Runs at one time; requests that arrive while all are busy share the next one. */
  inFlight?: number;
  /** Items of one run. */
  most?: number;
  /** Calls that may wait; more are refused at once, or a database that hangs would fill the memory. */
  mostWaiting?: number;
}

/**
 * Turns many small calls into few large ones (performance.md D1): a call runs at once while fewer than
 * `inFlight` runs are busy, and otherwise joins the next run. Every run starts after the calls it answers
 * have arrived, so its database snapshot is never older than they are: no answer is stale.
 *
 * A run answers the calls of many tenants, so it counts as the process's own work (src/platform/on-behalf.ts). `run` answers in the order
 * of its items; when it throws, every call of that run is refused with its error.
 */
export function batched<Item, Answer>(
  run: (items: Item[]) => Promise<Answer[]>,
  { inFlight = 2, most = 256, mostWaiting = 10_000 }: BatchOptions = {},
): (item: Item) => Promise<Answer> {
  interface Call {
    item: Item;
    resolve: (answer: Answer) => void;
    reject: (reason: unknown) => void;
    span: Span | undefined;
  }
  const waiting: Call[] = [];
  let busy = 0;
  let scheduled = false;

  const start = async (calls: Call[]): Promise<void> => {
    busy++;
    try {
      const answers = await onOwnBehalf(() => withinBatch(calls, () => run(calls.map(({ item }) => item))));
      calls.forEach(({ resolve }, at) => resolve(answers[at] as Answer));
    } catch (error) {
      for (const { reject } of calls) reject(error);
    } finally {
      busy--;
      pump();
    }
  };

  const pump = (): void => {
    scheduled = false;
    while (busy < inFlight && waiting.length > 0) {
      const calls = waiting.splice(0, most);
      void start(calls);
    }
  };

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= mostWaiting) {
        reject(new Failure('SERVICE_UNAVAILABLE'));
        return;
      }
      waiting.push({ item, resolve, reject, span: activeSpan() });
      if (busy < inFlight && !scheduled) {
        scheduled = true;
        setImmediate(pump);
      }
    });
}

/** As {@link batched}, with a queue of its own for each key: what the calls of one key wait for delays no other. */
export function batchedByKey<Item, Answer>(
  keyOf: (item: Item) => string,
  run: (items: Item[]) => Promise<Answer[]>,
  options: BatchOptions = {},
): (item: Item) => Promise<Answer> {
  const queues = new Map<string, { ask: (item: Item) => Promise<Answer>; calls: number }>();
  return async (item) => {
    const key = keyOf(item);
    let queue = queues.get(key);
    if (!queue) queues.set(key, (queue = { ask: batched(run, options), calls: 0 }));
    queue.calls++;
    try {
      return await queue.ask(item);
    } finally {
      if (--queue.calls === 0) queues.delete(key);
    }
  };
}
