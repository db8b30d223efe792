import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { DrivenPage } from '../support/devtools.ts';
import { arrives, clickOn } from '../support/visits.ts';
import type { Running } from './quickstart.ts';
import { signIn } from './walk.ts';

const soon = { timeout: 60_000, interval: 50 };

/** Returns a PATH on which the system browser writes down the address that it is given, and the addresses so far. */
export function systemBrowser(folder: string): { path: string; opened: () => string[] } {
  const bin = join(folder, 'system-browser');
  const log = join(bin, 'opened');
  mkdirSync(bin);
  for (const name of ['xdg-open', 'open'])
    writeFileSync(join(bin, name), `#!/bin/sh\necho "$1" >>'${log}'\n`, { mode: 0o755 });
  return {
    path: [bin, process.env['PATH']].join(delimiter),
    opened: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []),
  };
}

/** Ada signs in to the application by the browser of her device, calls the API, and signs out of both. */
export async function walkMobile(
  { copy, env }: Running,
  openPage: (address: string) => Promise<DrivenPage>,
): Promise<void> {
  const { path, opened } = systemBrowser(copy);
  const app = spawn(join(copy, 'node_modules/.bin/tsx'), ['app.js'], {
    cwd: copy,
    env: { ...env, PATH: path },
  });
  const ended = new Promise<number | null>((done) => app.once('close', done));
  onTestFinished(async () => {
    app.kill('SIGKILL');
    await ended;
  });
  let said = '';
  for (const stream of [app.stdout, app.stderr])
    stream.setEncoding('utf8').on('data', (more: string) => (said += more));
  const says = (text: string) => expect.poll(() => said, soon).toContain(text);
  await expect.poll(() => (app.exitCode === null ? opened().length : said), soon).toBe(1);
  const [address = ''] = opened();
  expect(address).toMatch(
    /redirect_uri=http%3A%2F%2F127\.0\.0\.1%3A\d+%2Fcallback&.*code_challenge_method=S256/,
  );

  const page = await openPage(address);
  await signIn(page);
  await arrives(page, 'Go back to the application');
  await says('Hello, Ada Lovelace.');
  await says('Press Enter to sign out.');
  expect(said).toMatch(/^API: \{.*"INV-1"/m);
  expect(said).toMatch(/^API, after a refresh: \{.*"INV-1"/m);
  app.stdin.write('\n');
  await says('Signed out.');
  expect(await ended).toBe(0);
  await page.leads(() => page.send('Page.navigate', { url: opened()[1] }));
  await arrives(page, 'Sign out?');
  await clickOn(page, 'Sign out');
  await arrives(page, 'You’re signed out');
}
