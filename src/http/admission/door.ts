import { type Work, works } from '../../../generated/operations.ts';
import { type Crowd, crowd, type Mood, type Size } from './crowd.ts';
import { findOperation } from '../contract/find-operation.ts';
import type { RequestContext } from '../request-context.ts';
import { knownTenants } from './known-tenants.ts';
import { isAllowedScheme } from '../transport.ts';

/** Refuses requests before any work when a node has more to do than it can (docs/overload.md). */
export interface Door {
  /** Whether a request is refused. Nothing of it was read but its head. */
  isClosedTo(context: RequestContext): boolean;
  /** Takes a place for a request whose operation is known. */
  enter(context: RequestContext): void;
  /**
   * Gives the place back for as long as a request waits for its body. Otherwise strangers with half-sent forms would close a class.
   * @returns a function that takes a place again, also if none is free: what has begun is not refused
   */
  step(context: RequestContext): () => void;
  /** Gives the place back when the response was sent, or when there will be none. */
  leave(context: RequestContext, status?: number): void;
  /** The requests of each class of work that are inside. */
  readonly crowds: ReadonlyMap<Work, Crowd>;
}

/**
 * The limits of each class on one node. With `least`, the node is busy: the statements of verifications and tokens are shared
 * by many, other requests share the pool, hashes have two threads, and one message is read at a time.
 */
const usualSizes: Readonly<Record<Work, Size>> = {
  verifications: { least: 64, most: 512 },
  tokens: { least: 64, most: 512 },
  rows: { least: 40, most: 1024 },
  pages: { least: 40, most: 512 },
  hashes: { least: 12, most: 128 },
  messages: { least: 12, most: 128 },
  // They have places of their own (places.ts) and may wait long for them, so their time says nothing.
  places: { least: 512, most: 512 },
};

/** Gives every class the same limits. */
export const sizesOf = (size: Size): Readonly<Record<Work, Size>> =>
  Object.fromEntries(works.map((work) => [work, size])) as Record<Work, Size>;

export function door(
  requireHttps: 'auto' | 'always',
  sizes: Readonly<Record<Work, Size>> = usualSizes,
): Door {
  const mood: Mood = { busyUntil: 0 };
  const crowds = new Map(works.map((work) => [work, crowd(sizes[work], mood)]));
  const all = [...crowds.values()];
  const tenants = knownTenants();
  const enter = (context: RequestContext, now: number): void => {
    const of = context.facts?.work && crowds.get(context.facts.work);
    if (!of || context.guest || context.isDone) return;
    context.guest = of.enter(now, of.isNear() ? tenants.nameOf(context) : undefined, context.id);
  };
  return {
    crowds,
    isClosedTo(context) {
      if (!all.some((one) => one.isNear()) || !isAllowedScheme(context.transport, requireHttps)) return false;
      try {
        findOperation(context);
      } catch {
        return false;
      }
      const of = context.facts?.work && crowds.get(context.facts.work);
      return of?.isNear() === true && of.refuses(context.started, tenants.nameOf(context));
    },
    enter(context) {
      enter(context, context.started);
    },
    step(context) {
      const { guest } = context;
      if (!guest) return () => undefined;
      context.guest = undefined;
      guest.crowd.leave(guest, performance.now(), false);
      return () => enter(context, performance.now());
    },
    leave(context, status = 500) {
      context.isDone = true;
      const { guest } = context;
      if (!guest) return;
      // Not `delete`: V8 reads an object slowly after that.
      context.guest = undefined;
      if (guest.name !== undefined) tenants.learn(context, status);
      guest.crowd.leave(guest, performance.now(), status < 400);
    },
  };
}
