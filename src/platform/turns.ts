import { Failure, RateLimited } from '../failure.ts';

export interface TurnOptions {
  /** Places in all. */
  places: number;
  /** Places that one owner may hold at a time. */
  ofOne: number;
  /** Calls of one owner that may wait; more are refused at once. */
  mostWaiting: number;
  /** How long a call waits before it is refused. */
  waitMs: number;
}

/** Gives a place back. A second call does nothing. */
export type GiveBack = () => void;

/**
 * Lends a place to an owner.
 *
 * The function throws {RateLimited} when the owner holds its whole share or too many of its calls wait, and {Failure}
 * SERVICE_UNAVAILABLE when the places are held by others.
 */
export type Turns = (owner: string) => Promise<GiveBack>;

interface Call {
  start: () => void;
}

interface Owner {
  held: number;
  waiting: Set<Call>;
}

const retrySeconds = 2;

/**
 * Lends a few places fairly. A free place goes to the owner whose last turn is the longest ago, so an owner with a
 * thousand waiting calls delays the first call of another owner by one turn. No owner holds more than its share.
 */
export function turns({ places, ofOne, mostWaiting, waitMs }: TurnOptions): Turns {
  /** In the order of their last turns, the longest ago first; an owner without calls is forgotten. */
  const owners = new Map<string, Owner>();
  let free = places;

  const give = (name: string, owner: Owner): GiveBack => {
    free--;
    owner.held++;
    owners.delete(name);
    owners.set(name, owner);
    let lent = true;
    return () => {
      if (!lent) return;
      lent = false;
      free++;
      owner.held--;
      if (owner.held === 0 && owner.waiting.size === 0) owners.delete(name);
      next();
    };
  };

  const next = (): void => {
    if (free === 0) return;
    for (const { held, waiting } of owners.values()) {
      const [call] = waiting;
      if (call && held < ofOne) return call.start();
    }
  };

  const refusal = ({ held, waiting }: Owner): Failure =>
    held >= ofOne || waiting.size >= mostWaiting
      ? tooMany(ofOne, retrySeconds)
      : new Failure('SERVICE_UNAVAILABLE', { reason: 'too many requests are in progress; try again' });

  return (name) => {
    const owner = owners.get(name) ?? { held: 0, waiting: new Set() };
    if (free > 0 && owner.held < ofOne) return Promise.resolve(give(name, owner));
    if (owner.waiting.size >= mostWaiting) return Promise.reject(refusal(owner));
    owners.set(name, owner);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const failure = refusal(owner);
        owner.waiting.delete(call);
        if (owner.held === 0 && owner.waiting.size === 0) owners.delete(name);
        reject(failure);
      }, waitMs);
      const call = {
        start: () => {
          clearTimeout(timer);
          owner.waiting.delete(call);
          resolve(give(name, owner));
        },
      };
      owner.waiting.add(call);
    });
  };
}

/** The refusal of an owner that has used up its own share; nothing is refused to others. */
export const tooMany = (limit: number, seconds: number): RateLimited =>
  new RateLimited({ limit, remaining: 0, resetAt: Math.ceil(Date.now() / 1000 + seconds) }, seconds);
