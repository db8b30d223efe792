import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import { subscribe, tracingChannel } from 'node:diagnostics_channel';
import { behalf } from '../../src/on-behalf.ts';

/** A transaction that this process has begun, and what it has asked for that has not answered yet. */
interface Watched {
  asked: Set<number>;
  /** Whether it has asked for its connection. */
  connected: boolean;
  over: boolean;
}

/** What promises, the next tick and writing to a connection are made of. */
const harmless = new Set(['PROMISE', 'TickObject', 'Microtask', 'Immediate', 'WRITEWRAP']);

/** The driver may open connections, and limits the time of a statement by a timer. */
const byTheDriver = /node_modules\/(pg|pg-pool|pg-cursor)\//;

/** What has not answered yet, by the id of its async resource: the operation, the kind and the line. */
const pending = new Map<number, string>();

/** What has answered while a connection was held. What a computation without waiting leaves behind never does. */
const violations = new Set<string>();

const ofSources = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => /\/(src|test)\//.test(line) && !line.includes('held-transactions.ts'))
    .slice(0, 3)
    .map((line) => line.trim().replace(`${process.cwd()}/`, '').replace('file://', ''))
    .join(' < ');

/** Whether this runtime can tell what waits; Deno makes no such resources. */
export const canWatch = !('Deno' in globalThis);

const inTransaction = new AsyncLocalStorage<Watched | undefined>();

/** The resources of async work are undefined for native add-ons, which is how argon2 shows itself. */
function note(id: number, type: string): void {
  const watched = inTransaction.getStore();
  if (!watched || watched.over || harmless.has(type)) return;
  const stack = new Error('made').stack ?? '';
  if (byTheDriver.test(stack)) return;
  const kind = type === 'undefined' ? 'native work' : type;
  pending.set(id, `${behalf()?.operation ?? 'a task'} awaits ${kind} in a transaction: ${ofSources(stack)}`);
  watched.asked.add(id);
}

function answered(id: number): void {
  const asked = pending.get(id);
  if (asked !== undefined) violations.add(asked);
}

/** A transaction that waits for a second connection may wait for transactions that wait for the same. */
function connecting(): void {
  const watched = inTransaction.getStore();
  if (!watched || watched.over) return;
  const stack = new Error('made').stack ?? '';
  if (watched.connected)
    violations.add(
      `${behalf()?.operation ?? 'a task'} asks for a second connection in a transaction: ${ofSources(stack)}`,
    );
  watched.connected = true;
}

function end(watched: Watched): void {
  watched.over = true;
  for (const id of watched.asked) pending.delete(id);
}

/** Watches every transaction of this process from now on. */
export function watchTransactions(): void {
  if (!canWatch) return;
  Error.stackTraceLimit = 30;
  const transactions = tracingChannel<Watched | undefined, object>('keyward.transaction');
  const open = new WeakMap<object, Watched>();
  transactions.start.bindStore(inTransaction, (context) => {
    const watched = { asked: new Set<number>(), connected: false, over: false };
    open.set(context, watched);
    return watched;
  });
  transactions.asyncEnd.subscribe((context) => {
    const watched = typeof context === 'object' && context ? open.get(context) : undefined;
    if (watched) end(watched);
  });
  subscribe('keyward.connection', connecting);
  createHook({ init: note, before: answered, trackPromises: false }).enable();
}

/** What was found since it was last asked. */
export function takeViolations(): string[] {
  const found = [...violations];
  violations.clear();
  return found;
}
