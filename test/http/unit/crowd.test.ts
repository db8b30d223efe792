import { expect, test } from 'vitest';
import { type Crowd, crowd, type Guest } from '../../../src/http/admission/crowd.ts';

/** A clock that a test moves, and a crowd that sees it. */
function aCrowd(size = { least: 4, most: 16 }) {
  const mood = { busyUntil: 0 };
  const one = crowd(size, mood);
  const self = { now: 1_000, mood, one, ask, come, go };
  /** @returns the guest, or nothing if it was refused */
  function ask(name = 'a'): Guest | undefined {
    if (one.isNear() && one.refuses(self.now, name)) return undefined;
    return one.enter(self.now, one.isNear() ? name : undefined);
  }
  function come(count: number, name = 'a'): Guest[] {
    return Array.from({ length: count }, () => ask(name)).filter((guest) => guest !== undefined);
  }
  function go(guests: Guest[]): void {
    for (const guest of guests) one.leave(guest, self.now, true);
  }
  return self;
}

/** Sends so many requests every millisecond. The node serves one a millisecond. */
function overload(crowded: ReturnType<typeof aCrowd>, perMs: number, millis: number, names = ['a']) {
  const seen = { accepted: 0, refused: 0, most: 0, longest: 0 };
  const queue: Guest[] = [];
  for (const until = crowded.now + millis; crowded.now < until; crowded.now++) {
    for (let at = 0; at < perMs; at++) {
      const guest = crowded.ask(names[(crowded.now + at) % names.length]);
      if (guest) queue.push(guest);
      else seen.refused++;
    }
    seen.most = Math.max(seen.most, crowded.one.inside);
    const served = queue.shift();
    if (!served) continue;
    seen.accepted++;
    seen.longest = Math.max(seen.longest, crowded.now - served.since);
    crowded.one.leave(served, crowded.now, true);
  }
  crowded.go(queue.splice(0));
  return seen;
}

/** Requests that take so long, one after the other. */
function calm(crowded: ReturnType<typeof aCrowd>, millis: number, count = 100): void {
  for (let at = 0; at < count; at++) {
    const [guest] = crowded.come(1);
    crowded.now += millis;
    if (guest) crowded.go([guest]);
  }
}

test('lets a burst in, up to the most, and refuses nothing of a few', () => {
  const crowded = aCrowd();
  expect(crowded.come(3)).toHaveLength(3);
  // One name alone leaves a fifth to others.
  expect(crowded.come(30)).toHaveLength(11);
  expect(crowded.one.inside).toBe(14);
  expect(crowded.come(30, 'b')).toHaveLength(2);
});

test('refuses early for as long as more come than it can do, and no longer', () => {
  const crowded = aCrowd();
  calm(crowded, 2);
  overload(crowded, 4, 500);
  const seen = overload(crowded, 4, 5_000, ['a', 'b', 'c']);
  expect(seen.refused / (seen.refused + seen.accepted)).toBeGreaterThan(0.7);
  expect(seen.accepted).toBeGreaterThan(4_900);
  // Three times as long as when it was quiet, with the share that is kept free.
  expect(seen.longest).toBeLessThanOrEqual(8);
  calm(crowded, 2, 60);
  expect(crowded.come(8)).toHaveLength(8);
});

test('lets more in where requests wait for a database that is far away and not for each other', () => {
  const crowded = aCrowd({ least: 4, most: 64 });
  calm(crowded, 20);
  const before = crowded.one.limit;
  for (let round = 0; round < 100; round++) {
    const guests = crowded.come(12, `n${round}`);
    crowded.now += 20;
    crowded.go(guests);
  }
  expect(crowded.one.limit).toBeGreaterThan(before * 2);
  expect(crowded.come(12)).toHaveLength(12);
});

test('leaves room to others when one name sends nearly everything', () => {
  const crowded = aCrowd({ least: 16, most: 64 });
  calm(crowded, 2);
  overload(crowded, 4, 500, ['loud']);
  let refused = 0;
  const queue: Guest[] = [];
  for (const until = crowded.now + 2_000; crowded.now < until; crowded.now++) {
    queue.push(...crowded.come(4, 'loud'));
    if (crowded.now % 10 === 0) {
      const quiet = crowded.ask('quiet');
      if (quiet) queue.push(quiet);
      else refused++;
    }
    const served = queue.shift();
    if (served) crowded.go([served]);
  }
  expect(refused).toBe(0);
});

test('gives the places of requests that wait for something else to others, and never takes more than the most', () => {
  const crowded = aCrowd();
  const stuck = crowded.come(4, 'locked');
  crowded.now += 600;
  expect(crowded.come(3, 'b')).toHaveLength(3);
  crowded.now += 600;
  expect(crowded.come(30, 'c').length + crowded.come(30, 'd').length + crowded.come(30, 'e').length).toBe(9);
  expect(crowded.one.inside).toBe(16);
  expect(crowded.ask('f')).toBeUndefined();
  crowded.go(stuck);
  expect(crowded.ask('f')).toBeDefined();
});

test('does not take how long work takes beside an overload of another class for the usual', () => {
  const mood = { busyUntil: 0 };
  const one = crowd({ least: 16, most: 64 }, mood);
  let now = 1_000;
  const work = (millis: number): void => {
    for (let at = 0; at < 200; at++) {
      const guest = one.enter(now);
      now += millis;
      one.leave(guest, now, true);
    }
  };
  work(2);
  mood.busyUntil = Infinity;
  work(20);
  mood.busyUntil = 0;
  const queue: Guest[] = [];
  for (const until = now + 2_000; now < until; now++) {
    for (const name of ['a', 'b', 'c', 'd'])
      if (!one.isNear() || !one.refuses(now, name)) queue.push(one.enter(now, name));
    const served = queue.shift();
    if (served) one.leave(served, now, true);
  }
  expect(one.limit).toBe(16);
});

test('counts only what was answered well', () => {
  const one: Crowd = crowd({ least: 4, most: 16 });
  for (let now = 0; now < 10_000; now += 10) one.leave(one.enter(now), now, false);
  expect(one.limit).toBe(4);
  expect(one.inside).toBe(0);
});

test('lets a name in that holds nothing, however many others are busy', () => {
  const crowded = aCrowd({ least: 32, most: 128 });
  calm(crowded, 2);
  const busy = Array.from({ length: 10 }, (_, n) => `busy ${n}`);
  overload(crowded, 4, 500, busy);
  let refused = 0;
  const queue: Guest[] = [];
  for (const until = crowded.now + 2_000; crowded.now < until; crowded.now++) {
    for (let at = 0; at < 4; at++) queue.push(...crowded.come(1, busy[(crowded.now + at) % busy.length]));
    if (crowded.now % 10 === 0) {
      const quiet = crowded.ask(`quiet ${crowded.now}`);
      if (quiet) queue.push(quiet);
      else refused++;
    }
    const served = queue.shift();
    if (served) crowded.go([served]);
  }
  expect(refused).toBe(0);
});

test('compares a request with those for the same only, so slow ones beside quick ones are not taken for a queue', () => {
  const one = crowd({ least: 8, most: 64 });
  let now = 1_000;
  const come = (kind: string, millis: number, count: number): void => {
    const guests = Array.from({ length: count }, (_, n) => one.enter(now, `${kind} ${n}`, kind));
    now += millis;
    for (const guest of guests) one.leave(guest, now, true);
  };
  for (let round = 0; round < 100; round++) {
    come('read', 5, 1);
    come('list', 60, 1);
  }
  const { limit } = one;
  for (let round = 0; round < 100; round++) {
    come('read', 5, 8);
    come('list', 60, 8);
  }
  expect(one.limit).toBeGreaterThan(limit);
});
