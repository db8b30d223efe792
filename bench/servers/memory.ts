import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The memory of a process, in MB. */
export interface Memory {
  /** The reachable part of the heap, and memory beside the heap. Node does not count the memory of OpenSSL. */
  kept: number;
  /** The part of the machine's memory that the process has. */
  resident: number;
}

setFlagsFromString('--expose-gc');
/** Collects the garbage of this process. */
export const collect = runInNewContext('gc') as () => void;

/** Returns the memory that this process has after a full garbage collection. */
export async function memory(): Promise<Memory> {
  for (let times = 0; times < 5; times++) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { kept: (heapUsed + external) / 1e6, resident: rss / 1e6 };
}
