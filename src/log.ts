import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

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
  };
  return logFormat === 'pretty' ? pino(options, { write: plain }) : pino(options);
}

function plain(line: string): void {
  const { level, time, msg, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const facts = Object.entries(rest).map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  process.stdout.write(`${String(time)} ${String(level).padEnd(5)} ${String(msg)}${facts.join('')}\n`);
}
