import type { Pool } from 'pg';
import { writeSoon } from '../platform/write-soon.ts';
import { type FailedUse, recordFailures } from './sql/uses.ts';

/** Refused uses, on their way to the detectors and to the counts of days. */
export interface FailedUses {
  /** Costs a look into a map; no caller waits for the database. */
  note(use: Omit<FailedUse, 'failures'>): void;
  /** Writes what is not written yet. */
  stop(): Promise<void>;
}

/**
 * The number of combinations of credential, code and address. Further combinations within the second are not counted,
 * or an attacker would fill the memory.
 */
const mostKinds = 10_000;

/** Adds refusals up and writes them once a second; a node that is killed loses that second. */
export function failedUses(pool: Pool): FailedUses {
  let waiting = new Map<string, FailedUse>();
  const soon = writeSoon({
    async write() {
      const uses = [...waiting.values()];
      waiting = new Map();
      // A second that could not be written is a second less: the next one tells as much.
      if (uses.length > 0) await recordFailures(pool, uses).catch(() => undefined);
      return false;
    },
  });

  return {
    note(use) {
      const key = [use.orgId, use.credentialId, use.source, use.code, use.address].join('\n');
      const known = waiting.get(key);
      if (known) known.failures++;
      else if (waiting.size < mostKinds) waiting.set(key, { ...use, failures: 1 });
      soon.arm();
    },
    stop: soon.stop,
  };
}
