import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/lib/id.ts';
import { newSecret } from '../../src/lib/secret.ts';
import { blocksOf } from '../support/blocks.ts';
import { aBrowser } from '../support/devtools.ts';
import { freePort } from '../support/free-port.ts';
import { pathWithNpm } from '../support/npm-path.ts';
import { migratedDatabase } from '../support/process.ts';
import { lacks, programOf } from '../support/programs.ts';
import { openShell } from '../support/shell.ts';
import { arrives, clickOn, enter, readOn } from '../support/visits.ts';

// docs/sign-in.md: its blocks run here as they stand, but for the four values that are the reader's to set.
const shown = blocksOf('docs/sign-in.md');
const sh = (part: string): string => shown('sh', part);

const chromium = programOf('chromium', 'chromium-browser', 'google-chrome');
const openPage = aBrowser(chromium);
const hint = 'docs/sign-in.md is followed only with Chromium (Debian: apt-get install chromium)';

describe('docs/sign-in.md', () => {
  test.skipIf(lacks(chromium, hint))(
    'leads from the start to a user who signs in to the sample and out again',
    { timeout: 60_000 },
    async () => {
      const path = { PATH: pathWithNpm(), HOME: process.env['HOME'] };
      const terminal = openShell(resolve('.'), path);
      const KEY = newSecret('kd_test_');
      const ORG = newId('org');
      const [, port] = await terminal.start(sh('make start'), /ready http:\/\/localhost:(\d+)/, {
        ...(await migratedDatabase()).env,
        BOOTSTRAP_LIVE_KEY: newSecret('kd_live_'),
        BOOTSTRAP_TEST_KEY: KEY,
        BOOTSTRAP_ORG_ID: newId('org'),
        BOOTSTRAP_TEST_ORG_ID: ORG,
        PORT: '0',
        // Half of what a start costs is to compile what the last one compiled.
        NODE_COMPILE_CACHE: resolve('.cache/compiled'),
      });
      const PORT = String(await freePort());
      const values: Record<string, string> = { KEYWARD: `http://localhost:${port}`, KEY, ORG, PORT };
      await terminal.run(
        sh('KEYWARD=').replaceAll(/^(\w+)=.*$/gm, (_, name: string) => `${name}=${values[name]}`),
      );
      expect(JSON.parse(await terminal.run(sh('set --')))).toMatchObject({
        email: 'ada@example.com',
        status: 'ACTIVE',
      });
      const said = await terminal.run(`${sh('CLIENT=$(')}\necho "$CLIENT_ID $CLIENT_SECRET"`);
      const [CLIENT_ID = '', CLIENT_SECRET = ''] = said.trim().split(' ');
      expect([CLIENT_ID, CLIENT_SECRET]).toEqual([
        expect.stringMatching(/^cli_/),
        expect.stringMatching(/^\S{20,}$/),
      ]);
      const [, home = ''] = await terminal.start(sh('npm start'), /open (http\S+)/, {
        ...values,
        CLIENT_ID,
        CLIENT_SECRET,
      });

      const page = await openPage(home);
      await arrives(page, 'Sample application');
      await clickOn(page, 'Sign in');
      await arrives(page, 'Sign in');
      await enter(page, 'username', 'ada@example.com');
      await arrives(page, 'Enter your password');
      await enter(page, 'password', 'vivid-harbor-cello-42');
      await arrives(page, 'Allow Sample to access your account?');
      await clickOn(page, 'Allow');
      await arrives(page, 'Sample application');
      expect(await readOn(page)).toContain('Hello, Ada Lovelace.');
      await clickOn(page, 'Sign out');
      await arrives(page, 'Sign out?');
      await clickOn(page, 'Sign out');
      await arrives(page, 'Sample application');
      expect(await readOn(page)).toContain('You are not signed in.');
    },
  );

  test('has a sample that installs the version of openid-client that the tests use', () => {
    const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
    const { dependencies } = read('examples/sign-in/package.json');
    const ours = read('package.json').dependencies['openid-client'];
    expect(dependencies).toEqual({ 'openid-client': ours });
    const { packages } = read('examples/sign-in/package-lock.json');
    expect(packages['node_modules/openid-client'].version).toBe(ours);
  });
});
