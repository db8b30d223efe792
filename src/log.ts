import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import { errorCode } from './lib/error-code.ts';

export type Log = Logger;

/**
 * The log of the process: JSON lines on standard output, or plain text for people (docs/logging.md).
 * Nothing that was sent by a client is logged but its request id, so no secret can be.
 */
export function createLog({ logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>): Log {
  const options = {
    level: logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: (error: unknown) => describe(error) },
  };
  return logFormat === 'pretty' ? pino(options, { write: plain }) : pino(options);
}

function plain(line: string): void {
  const { level, time, msg, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const facts = Object.entries(rest).map(
    ([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  process.stdout.write(`${String(time)} ${String(level).padEnd(5)} ${String(msg)}${facts.join('')}\n`);
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
