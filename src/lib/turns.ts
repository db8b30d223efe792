import process from 'node:process';

/** CPU milliseconds of this thread: what others do on a busy machine is not held against a request. */
export function cpuMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** How long work may take; all times are in milliseconds. */
export interface Patience {
  /** In one go; after that `pause` is awaited. */
  turn: number;
  /** In all. */
  most: number;
  clock: () => number;
  /** Lets the event loop answer others. */
  pause: () => Promise<unknown>;
  /** Makes what is thrown when the work takes longer than `most`. */
  tooLong: () => Error;
  /** Is told what the work took, also when it threw. */
  spend: (milliseconds: number) => void;
}

/** Does work in turns, so that one request does not keep others waiting. The work yields where it may be interrupted. */
export async function inTurns<Result>(
  work: Generator<undefined, Result>,
  { turn, most, clock, pause, tooLong, spend }: Patience,
): Promise<Result> {
  let before = 0;
  let began = clock();
  try {
    for (;;) {
      const { done, value } = work.next();
      if (done) return value;
      const taken = clock() - began;
      if (before + taken > most) throw tooLong();
      if (taken < turn) continue;
      before += taken;
      began = clock();
      await pause();
      began = clock();
    }
  } finally {
    spend(before + clock() - began);
  }
}
