/** How many requests of a class of work a node takes at once. */
export interface Size {
  /** The limit never falls below this, with which the node is busy. */
  least: number;
  /** More than this are never inside. */
  most: number;
}

/** A request that is inside. */
export interface Guest {
  readonly crowd: Crowd;
  readonly since: number;
  /** Who is known to have asked, where that was looked at. */
  readonly name: string | undefined;
  /** The kind of the request. Only requests of the same kind are compared with each other. */
  readonly kind: string;
}

/** The requests of one class of work that a node has begun. All times are milliseconds of one clock. */
export interface Crowd {
  /** Whether so many are inside that a newcomer must be looked at. */
  isNear(): boolean;
  /** Whether a newcomer is refused. Ask only if `isNear()`. */
  refuses(now: number, name: string): boolean;
  /** @param name given if `isNear()` */
  enter(now: number, name?: string, kind?: string): Guest;
  /** @param isGood whether the request was answered as it wished; refusals say nothing about how long work takes */
  leave(guest: Guest, now: number, isGood: boolean): void;
  readonly inside: number;
  readonly limit: number;
}

/** A crowd may be so many times as large as its limit for this long: bursts end by themselves. */
const [burst, burstTimes] = [400, 4];

/** The limit is reconsidered as often. A crowd that was not full for as long may have bursts again. */
const interval = 100;

/**
 * A request that has been inside for longer than about this waits for something that is not scarce here: a row that another
 * transaction holds, or a server of a tenant. It gives its place back, so that it keeps out no other.
 */
const slots = 5;

/** Accepted requests take this many times as long as on a quiet node, on average. */
const patience = 3;

/** Milliseconds. Shorter times are too rough to be compared. */
const shortest = 1;

/** The fewest requests that an average is made of. */
const fewest = 8;

/** How many times as many as are free one name may hold: alone four fifths, two of them four ninths each. */
const share = 4;

/**
 * A name that holds nothing enters until a crowd is so many times as large as its limit. Otherwise ten busy names would leave no
 * place to one that sends little.
 */
const forFirsts = 1.5;

/** How far one step changes the limit, at most. */
const step = { down: 0.5, up: 1.25 };

/** The state that the crowds of one node share. */
export interface Mood {
  /** Until when the node is not quiet, because it has refused a request. */
  busyUntil: number;
}

const calmAfter = 1_000;

/**
 * Decides how many requests of one class are inside (docs/decisions/0083). The limit follows from how long they take: if they
 * take more than {@link patience} times as long as on a quiet node, they wait for each other, and fewer are let in. A crowd
 * that has been over its limit for the time of a {@link burst} refuses newcomers until it has not been full for an
 * {@link interval}.
 */
export function crowd({ least, most }: Size, mood: Mood = { busyUntil: 0 }): Crowd {
  const near = Math.ceil(least / 2);
  let limit = least;
  /** All that are inside, and those of them that came lately, by the interval in which they came. */
  let all = 0;
  let recent = 0;
  const arrived = new Int32Array(slots);
  let period = 0;
  const held = new Map<string, number>();
  /** When it became full, and when it was full for the last time. */
  let fullSince = -Infinity;
  let lastFull = -Infinity;
  /** Measurements since the last decision. `sum` adds up how many times as long as usual requests took. */
  let [sum, quick, slow, peak] = [0, 0, 0, 0];
  /** How long requests of each kind take on a quiet node, on average. */
  const calm = new Map<string, number>();

  /** @returns how many times as long as usual a request took */
  const compare = (kind: string, took: number, now: number): number => {
    const usual = calm.get(kind);
    if (usual === undefined) {
      calm.set(kind, took);
      return 1;
    }
    const isQuiet = peak * 4 <= least && now > mood.busyUntil;
    // Without a quiet moment, only quicker requests say something about one, and the quickest are not the usual ones.
    if (isQuiet) calm.set(kind, usual + (took - usual) / 16);
    else if (took < usual) calm.set(kind, usual + (took - usual) / 64);
    return took / Math.max(usual, shortest);
  };

  const decide = (): void => {
    if (quick + slow < fewest) return;
    const times = slow > quick ? Infinity : sum / quick;
    // If less than half of the limit was used, the measurements say nothing about the limit.
    if (peak * 2 >= limit) {
      const wish = Math.min(step.up, Math.max(step.down, patience / times));
      limit = Math.min(most, Math.max(least, limit * wish));
    }
    [sum, quick, slow, peak] = [0, 0, 0, recent];
  };

  const advance = (now: number): void => {
    const present = Math.floor(now / interval);
    if (present === period) return;
    for (let passed = Math.min(present - period, slots); passed > 0; passed--) {
      const at = (present - passed + 1) % slots;
      recent -= arrived[at] ?? 0;
      arrived[at] = 0;
    }
    period = present;
    decide();
  };

  const isStrict = (now: number): boolean => now - lastFull <= interval && lastFull - fullSince >= burst;

  /** @returns whether it is full for too long now */
  const full = (now: number): boolean => {
    if (now - lastFull > interval) fullSince = now;
    lastFull = now;
    return now - fullSince >= burst || recent >= limit * burstTimes;
  };

  const self: Crowd = {
    isNear: () => all >= near,
    refuses(now, name) {
      advance(now);
      const mine = held.get(name) ?? 0;
      const room = mine === 0 ? limit * forFirsts : limit;
      // With names that hold little, the rest is left to others, in every crowd that is nearly as large as it may be.
      const refused =
        all >= most ||
        mine >= share * (most - all) ||
        (recent >= room || (mine > 0 && isStrict(now) && mine >= share * (limit - recent))
          ? full(now)
          : false);
      if (refused) mood.busyUntil = now + calmAfter;
      return refused;
    },
    enter(now, name, kind = '') {
      advance(now);
      all++;
      recent++;
      arrived[period % slots] = (arrived[period % slots] ?? 0) + 1;
      if (recent > peak) peak = recent;
      if (name !== undefined) held.set(name, (held.get(name) ?? 0) + 1);
      return { crowd: self, since: now, name, kind };
    },
    leave({ since, name, kind }, now, isGood) {
      advance(now);
      all--;
      const came = Math.floor(since / interval);
      if (period - came < slots) {
        recent--;
        arrived[came % slots] = (arrived[came % slots] ?? 0) - 1;
        if (isGood) {
          sum += compare(kind, now - since, now);
          quick++;
        }
      } else if (isGood) slow++;
      if (name === undefined) return;
      const left = (held.get(name) ?? 1) - 1;
      if (left === 0) held.delete(name);
      else held.set(name, left);
    },
    get inside() {
      return all;
    },
    get limit() {
      return limit;
    },
  };
  return self;
}
