import { lostDatabase, lostDatabaseIn } from './lost-database.ts';

/** How long one line stands for all. */
const quietMs = 1_000;

/** The line that is written instead of others. */
interface Line {
  facts: Record<string, unknown>;
  message: string;
}

/**
 * Thins out the lines about a database that is away: each statement of each task and request fails then, some hundred a second. One line a
 * second is left, without a stack. `more` counts the lines that it stands for besides.
 * @param now a clock in milliseconds
 * @returns for each line `undefined` if it is about something else, or the line to write, or null to write none
 */
export function outageLines(now: () => number = () => performance.now()) {
  let writtenAt = -Infinity;
  let more = 0;
  return ([first, second]: readonly unknown[]): Line | null | undefined => {
    // Each line comes here, and most tell of no error.
    const lost =
      typeof first === 'string'
        ? lostDatabaseIn(first)
        : hasError(first)
          ? lostDatabase(first.err)
          : undefined;
    if (lost === undefined) return undefined;
    if (now() - writtenAt < quietMs) {
      more++;
      return null;
    }
    writtenAt = now();
    const { err: _, ...facts } = hasError(first) ? first : {};
    const text = [first, second].find((one) => typeof one === 'string') ?? '';
    const line = {
      facts: { ...facts, database: lost, ...(more > 0 ? { more } : {}) },
      message: text.split('\n', 1)[0] ?? '',
    };
    more = 0;
    return line;
  };
}

const hasError = (facts: unknown): facts is { err: unknown } =>
  typeof facts === 'object' && facts !== null && 'err' in facts;
