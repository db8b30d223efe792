import { copyFileSync, statSync, truncateSync } from 'node:fs';

const mostBytes = 10_000_000;

/**
 * Keeps the log of the embedded Postgres small: what is in it goes to `<log>.1` in place of what was there, so both hold 20
 * MB at most, and what one minute adds. A running server appends to the file, which it has open, so the file stays.
 * @param most bytes
 */
export function rotateLog(log: string, most = mostBytes): void {
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) <= most) return;
  copyFileSync(log, `${log}.1`);
  truncateSync(log);
}
