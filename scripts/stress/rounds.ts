// The rounds of a stress run: their seeds, and the clocks of those that pass midnight.
import { randomFrom } from '../../test/support/random.ts';

export interface Round {
  /** The first is 1. */
  number: number;
  /** The TEST_SEED of the round. */
  seed: number;
  /** The midnight of the round, in UTC. Without it, the round keeps the real clock. */
  midnight?: Date;
  /** Whether the clock begins just after that midnight. Then "a minute ago" was yesterday, or in the week before. */
  isAfter?: boolean;
}

const day = 24 * 3600 * 1000;

/** Returns midnights after which dates are computed in different ways: a day, a week, a month, a leap day before and after, a year. */
export function midnightsAfter(now: Date): Date[] {
  const year = now.getUTCFullYear();
  const isLeap = (one: number): boolean => new Date(Date.UTC(one, 1, 29)).getUTCMonth() === 1;
  const leap = [1, 2, 3, 4, 5, 6, 7, 8].map((more) => year + more).find(isLeap) ?? year;
  return [
    Date.UTC(year, now.getUTCMonth(), now.getUTCDate() + 1),
    // Weeks begin on Monday, and partitions with them.
    Date.UTC(year, now.getUTCMonth(), now.getUTCDate() + ((8 - now.getUTCDay()) % 7 || 7)),
    Date.UTC(year, now.getUTCMonth() + 1, 1),
    Date.UTC(leap, 1, 29),
    Date.UTC(leap, 2, 1),
    Date.UTC(year + 1, 0, 1),
  ].map((time) => new Date(time > now.getTime() ? time : time + day));
}

/**
 * Returns the rounds in order. The seeds count up from the first one.
 * @param every which rounds begin before or after a midnight: each third one with 3, all with 1, none with 0
 */
export function roundsOf(times: number, firstSeed: number, every: number, now: Date): Round[] {
  const midnights = midnightsAfter(now);
  return Array.from({ length: times }, (_, place): Round => {
    const round = { number: place + 1, seed: firstSeed + place };
    if (every === 0 || (place + 1) % every !== 0) return round;
    const clocked = Math.floor(place / every);
    const midnight = midnights[clocked % midnights.length];
    // In the second half of two times around, each date has the other one.
    const isAfter = (clocked + Math.floor(clocked / midnights.length)) % 2 === 1;
    return midnight ? { ...round, midnight, isAfter } : round;
  });
}

/**
 * Returns how many seconds before midnight a round begins. The seed draws the moment, so midnight passes during another file
 * of each round.
 * @param start the seconds until the first file runs
 * @param files what each file took so far, in seconds
 */
export function secondsBefore(seed: number, start: number, files: readonly number[]): number {
  const workers = 2;
  const all = files.reduce((sum, seconds) => sum + seconds, 0);
  return start + randomFrom(seed).next() * Math.max(all / workers, ...files);
}

/** The kinds of tests that start Postgres, Chromium or other programs of their own, which keep the real clock. */
const ownPrograms = /\.(tools|chaos|browser|deployment|long)\.test\.ts$|\/process\//;

/** Returns the files that can live by another clock as a whole. */
export const clockable = (files: readonly string[]): string[] =>
  files.filter((file) => !ownPrograms.test(file));
