import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

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
  // Its helpers hold the pipe too, and write into the profile until they end.
  const closed = new Promise<void>((done) => browser.once('close', () => done()));
  return {
    stderr: browser.stderr,
    ended,
    async end() {
      browser.kill();
      await Promise.race([closed, ended.then(() => wait(5_000, undefined, { ref: false }))]);
      await remove(profile);
    },
  };
}

/** Removes a folder in which a process that was killed may still make a file. Deno knows no `maxRetries`. */
async function remove(folder: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if (tries === 20) throw error;
      await wait(100);
    }
  }
}
