import type { Log } from '../../src/platform/log.ts';

/**
 * Makes a log that notes the answers that break the contract. The service answers 500 in their place, which a test that asserts
 * no status would not see.
 * @param faults where the messages of these errors are added
 */
export function notingFaults(log: Log, faults: string[]): Log {
  log.error = new Proxy(log.error, {
    apply(write, self: unknown, words: unknown[]): void {
      const [first] = words;
      if (typeof first === 'object' && first !== null && 'err' in first && isFault(first.err))
        faults.push(first.err.message);
      Reflect.apply(write, self, words);
    },
  });
  return log;
}

const isFault = (error: unknown): error is Error =>
  error instanceof Error && /^The response of \S+ violates the contract: /.test(error.message);

/** @throws with the answers that broke the contract */
export function assertNoFaults(faults: readonly string[]): void {
  if (faults.length > 0) throw new Error(`Answers broke the contract:\n${faults.join('\n')}`);
}
