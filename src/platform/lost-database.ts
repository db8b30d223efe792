/** Connection trouble, and a server that stops or starts. Mail servers have such codes too, with the `command` that failed. */
const codes = /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|08\w{3}|57P0\d)$/;
const messages =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|connect ECONN\w+|terminating connection due to/i;

/**
 * Returns why a statement found no database: the code of the error, or its message.
 * @returns undefined where an error has another cause
 */
export function lostDatabase(thrown: unknown): string | undefined {
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
export const lostDatabaseIn = (text: string): string | undefined => messages.exec(text)?.[0];
