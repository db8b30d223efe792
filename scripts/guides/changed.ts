// When the files of the guides changed.
import { execFileSync } from 'node:child_process';

const git = (...words: string[]): string =>
  execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 64 << 20 });

/** Returns the day of the last change of each file. Without a whole history of Git, no day is known. */
export function changedDays(): Record<string, string> {
  let log: string;
  try {
    if (git('rev-parse', '--is-shallow-repository').trim() !== 'false') return {};
    log = git('log', '--format=@%cs', '--name-only', '--', 'docs');
  } catch {
    return {};
  }
  const days: Record<string, string> = {};
  let day = '';
  for (const line of log.split('\n')) {
    if (line.startsWith('@')) day = line.slice(1);
    // The newest commit stands first.
    else if (line.endsWith('.md')) days[line] ??= day;
  }
  return days;
}
