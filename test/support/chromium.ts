import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** A browser without a window. */
export interface Chromium {
  stderr: Readable;
  /** The exit code, once it has ended. */
  ended: Promise<number | null>;
  /** Ends it and removes its profile. */
  end: () => Promise<void>;
}

/** Starts it on a page, with a profile of its own. */
export function startChromium(program: string, page: string, ...more: string[]): Chromium {
  const profile = mkdtempSync(join(tmpdir(), 'keyward-chromium-'));
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${profile}`, ...more, page];
  const browser: ChildProcessByStdio<null, null, Readable> = spawn(program, flags, {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  browser.stderr.setEncoding('utf8').resume();
  const ended = new Promise<number | null>((done) => browser.once('exit', done));
  return {
    stderr: browser.stderr,
    ended,
    async end() {
      browser.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
