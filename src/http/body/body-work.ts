import { setImmediate } from 'node:timers/promises';
import { cpuMilliseconds } from '../../lib/turns.ts';
import { turns } from '../../platform/turns.ts';
import { type Effort, efforts } from '../admission/effort.ts';

/** Work on one large body. */
export interface BodyTurn {
  /** Ends the turn, once the body is parsed and checked. A second call does nothing. */
  end(): void;
}

export interface BodyWork {
  /**
   * Judges a body while it comes in, so that a body which would be refused is not kept.
   * @param bytes how many have come
   * @throws {RateLimited} when the body is large, and the owner has spent its share
   */
  admit(owner: string, bytes: number): void;
  /**
   * Waits for a turn.
   * @param spend is told the milliseconds that the turn took
   * @returns undefined for a body that is small
   * @throws {RateLimited} when the owner has spent its share, or waits for too many turns
   */
  turn(owner: string, bytes: number, spend?: (milliseconds: number) => void): Promise<BodyTurn> | undefined;
}

/** Up to this many bytes a body is parsed and checked within a few milliseconds, and needs no turn. */
const small = 65_536;

/**
 * An owner's share of large bodies: a dozen of 1 MiB at once, then one or two a second. The receipt of bodies
 * and the collection of their garbage cost about twice as much on top. This cost cannot be measured for one
 * owner.
 */
const share = { perSecond: 40, most: 500 };

/**
 * After a body the process works on other requests for twice as long as it took, up to so many milliseconds. An answer needs
 * several turns of the event loop, so that one turn between two bodies is not enough.
 */
const pause = { times: 2, most: 250 };

interface Clocks {
  /** Milliseconds on the wall, in which shares come back. */
  time: () => number;
  /** Milliseconds of CPU: what others do on a busy machine is not held against an owner. */
  work: () => number;
}

const clocks: Clocks = { time: () => performance.now(), work: cpuMilliseconds };

/** More than these wait for their turn only while the process can do nothing else. */
const waiting = { mostWaiting: 100, waitMs: 10_000 };

/**
 * Lets large bodies in one at a time. 1 MiB of JSON takes 20 to 40 ms to parse and to check, in which the process answers no
 * other request. So two thirds of its time are left to others, and owners take turns (docs/decisions/0053).
 * @param limit requests a minute, for the headers; 0 where owners may spend as much as they like
 */
export function bodyWork(limit: number, { time, work }: Clocks = clocks): BodyWork {
  const take = turns({ places: 1, ofOne: 1, ...waiting });
  const effort: Effort | undefined =
    limit === 0 ? undefined : efforts({ ...share, limit, detail, clock: time });
  const begin = async (owner: string, spend?: (milliseconds: number) => void): Promise<BodyTurn> => {
    effort?.check(owner, new Date());
    const giveBack = await take(owner);
    // Requests that came meanwhile go first.
    await setImmediate();
    try {
      // Bodies of the owner that waited with this one have spent something since.
      effort?.check(owner, new Date());
    } catch (error) {
      giveBack();
      throw error;
    }
    const began = work();
    let ended = false;
    return {
      end() {
        if (ended) return;
        ended = true;
        const took = work() - began;
        effort?.spend(owner, took);
        spend?.(took);
        if (took < 1) giveBack();
        else setTimeout(giveBack, Math.min(took * pause.times, pause.most));
      },
    };
  };
  return {
    admit: (owner, bytes) => {
      if (bytes > small) effort?.check(owner, new Date());
    },
    turn: (owner, bytes, spend) => (bytes <= small ? undefined : begin(owner, spend)),
  };
}

const detail =
  'the large bodies of this organization take too much work; retry after the seconds in Retry-After, with smaller bodies';
