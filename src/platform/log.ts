import { type Logger, type LoggerOptions, pino } from 'pino';
import type { Config } from '../config.ts';
import { errorCode } from '../lib/error-code.ts';
import { lineForPeople } from './log-line.ts';
import { withoutSecrets } from '../lib/secret-text.ts';
import { outageLines } from './outage-lines.ts';

export type Log = Logger;

/** Where lines go. */
type Out = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/**
 * The log of the process: JSON lines on standard output, or lines for people (docs/logging.md).
 * Nothing that was sent by a client is logged but its request id. If an error of a library quotes a secret, the log masks it.
 */
export function createLog(
  { logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>,
  out: Out = process.stdout,
): Log {
  const thinned = outageLines();
  const hooks: LoggerOptions['hooks'] = {
    logMethod(given, method) {
      const line = thinned(given);
      if (line === undefined) method.apply(this, given);
      else if (line) method.call(this, line.facts, line.message);
    },
    streamWrite: withoutSecrets,
  };
  const options = {
    hooks,
    level: logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: (error: unknown) => describe(error) },
  };
  const pretty = logFormat === 'pretty' || (logFormat === 'auto' && out.isTTY);
  if (pretty) return pino(options, { write: (line: string) => void out.write(lineForPeople(line)) });
  // By itself pino writes faster than by a stream.
  return out === process.stdout
    ? pino(options)
    : pino(options, { write: (line: string) => void out.write(line) });
}

/** An error without what libraries hang on it: connections with their settings, rows, statements with their values. */
function describe(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  return {
    type: name,
    message,
    code: errorCode(error),
    stack,
    ...(error instanceof AggregateError && depth <= 3
      ? { errors: error.errors.slice(0, 5).map((one) => describe(one, depth + 1)) }
      : {}),
    ...(cause === undefined || depth > 3 ? {} : { cause: describe(cause, depth + 1) }),
  };
}
