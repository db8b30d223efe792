import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import { registerHooks } from 'node:module';
import pg from 'pg';
import { behalf } from '../../src/platform/on-behalf.ts';

/** A transaction that this process has begun, and what it has asked for that has not answered yet. */
interface Watched {
  asked: Set<number>;
  over: boolean;
  /** Whether it has loaded code. */
  loads: boolean;
}

/** The resources behind promises, the next tick and writing to a connection. */
const harmless = new Set(['PROMISE', 'TickObject', 'Microtask', 'Immediate', 'WRITEWRAP']);

/** The driver may open connections, and limits the time of a statement by a timer. */
const byTheDriver = /node_modules\/(pg|pg-pool|pg-cursor)\//;

/**
 * Operations that have not answered yet, by the id of their async resource: the operation, the kind and the
 * line.
 */
const pending = new Map<number, string>();

/**
 * Operations that have answered while a connection was held. Resources that a computation leaves behind without
 * waiting never answer.
 */
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

function end(watched: Watched): void {
  watched.over = true;
  for (const id of watched.asked) pending.delete(id);
}

/**
 * Who holds a connection must not ask for another one: when as many do as there are connections, all of them wait until
 * they are refused. The driver's own waiting is not seen by the hooks below.
 */
function watchConnections(): void {
  // It is called with its pool below.
  // oxlint-disable-next-line typescript/unbound-method
  pg.Pool.prototype.connect = new Proxy(pg.Pool.prototype.connect, {
    apply(target, pool, given: unknown[]): unknown {
      const held = inTransaction.getStore();
      if (held && !held.over) {
        const lines = ofSources(new Error('made').stack ?? '');
        violations.add(
          `${behalf()?.operation ?? 'a task'} asks for another connection in a transaction: ${lines}`,
        );
      }
      const lent: unknown = Reflect.apply(target, pool, given);
      return lent;
    },
  });
}

/**
 * Code that loads at its first use reads files at once, which the hooks below do not see. The loader remembers where it has found a
 * module, so this finds the first use of a process alone.
 */
function watchImports(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const held = inTransaction.getStore();
      // A module loads others, and the first one says enough.
      if (held && !held.over && !held.loads) {
        held.loads = true;
        const module = specifier.split('/node_modules/').at(-1) ?? '';
        violations.add(`${behalf()?.operation ?? 'a task'} loads ${module} in a transaction`);
      }
      return next(specifier, context);
    },
  });
}

/** Watches every transaction of this process from now on. */
export function watchTransactions(): void {
  if (!canWatch) return;
  watchConnections();
  watchImports();
  Error.stackTraceLimit = 30;
  const transactions = tracingChannel<Watched | undefined, object>('keyward.transaction');
  const open = new WeakMap<object, Watched>();
  transactions.start.bindStore(inTransaction, (context) => {
    const watched = { asked: new Set<number>(), over: false, loads: false };
    open.set(context, watched);
    return watched;
  });
  transactions.asyncEnd.subscribe((context) => {
    const watched = typeof context === 'object' && context ? open.get(context) : undefined;
    if (watched) end(watched);
  });
  createHook({ init: note, before: answered, trackPromises: false }).enable();
}

/** Returns the violations since the last call. */
export function takeViolations(): string[] {
  const found = [...violations];
  violations.clear();
  return found;
}
