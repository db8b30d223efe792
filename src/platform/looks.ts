import { setTimeout as wait } from 'node:timers/promises';
import { onOwnBehalf } from './on-behalf.ts';

/** How a node looks for what its streams wait for. */
interface Looking {
  /** Whether a stream is open. Without one, the node looks for nothing. */
  isWanted: () => boolean;
  /** @returns the milliseconds until the next look */
  look: () => Promise<number>;
  /** Told of a look that failed. @param failures looks that failed in a row. @returns the milliseconds until the next look */
  failed: (error: unknown, failures: number) => number;
  /** Told after the last look. */
  ended: () => void;
}

/** Makes the looks of one kind of streams. @returns what is called for each new stream: it begins to look, or goes on */
export function looksForStreams({ isWanted, look, failed, ended }: Looking): () => void {
  let failures = 0;
  let isLooking = false;
  const run = async (): Promise<void> => {
    while (isWanted()) {
      let rest: number;
      try {
        rest = await look();
        failures = 0;
      } catch (error) {
        failures += 1;
        rest = failed(error, failures);
      }
      await wait(rest);
    }
    isLooking = false;
    ended();
  };
  return () => {
    if (isLooking) return;
    isLooking = true;
    onOwnBehalf(() => void run());
  };
}
