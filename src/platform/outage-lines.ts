/** Connection trouble, and a server that stops or starts. Mail servers have such codes too, with the `command` that failed. */
const codes = /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|08\w{3}|57P0\d)$/;
const messages =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|connect ECONN\w+|terminating connection due to/i;

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

/**
 * Returns why a statement found no database: the code of the error, or its message.
 * @returns undefined where an error has another cause
 */
function lostDatabase(thrown: unknown): string | undefined {
  if (thrown instanceof AggregateError && !('code' in thrown)) return ofAll(thrown.errors);
  for (let error = thrown, depth = 0; error instanceof Error && depth < 5; depth++) {
    // A mail server, or a server of a tenant.
    if ('command' in error || error.name === 'OutgoingFailure') return undefined;
    const code = 'code' in error ? String(error.code) : '';
    if (codes.test(code)) return code;
    if (messages.test(error.message)) return error.message;
    error = 'previous' in error ? error.previous : error.cause;
  }
  return undefined;
}

/** Several errors have the reason of the first, if each of them has one. */
function ofAll(errors: readonly unknown[]): string | undefined {
  const reasons = errors.map(lostDatabase);
  return reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined;
}

/** As {@link lostDatabase}, for the text that the library of jobs writes: a message with a stack. */
const lostDatabaseIn = (text: string): string | undefined => messages.exec(text)?.[0];
