import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { newSecret } from '../../../src/lib/secret.ts';
import { blocksOf } from '../../support/blocks.ts';
import { aBrowser } from '../../support/devtools.ts';
import { freePort } from '../../support/free-port.ts';
import { pathWithNpm } from '../../support/npm-path.ts';
import { migratedDatabase } from '../../support/process.ts';
import { lacks, programOf } from '../../support/programs.ts';
import { openShell } from '../../support/shell.ts';
import { arrives, clickOn, enter, readOn } from '../../support/visits.ts';

// docs/saml.md, "First service provider": its blocks run here as they stand, but for the four values that the reader sets.
const shown = blocksOf('docs/saml.md');
const sh = (part: string): string => shown('sh', part);

const chromium = programOf('chromium', 'chromium-browser', 'google-chrome');
const openPage = aBrowser(chromium);
const hint = 'docs/saml.md is followed only with Chromium (Debian: apt-get install chromium)';

describe('docs/saml.md', () => {
  test.skipIf(lacks(chromium, hint))(
    'leads from the start to a user who is signed in at a service provider, and to its messages',
    { timeout: 60_000 },
    async () => {
      const terminal = openShell(resolve('.'), { PATH: pathWithNpm(), HOME: process.env['HOME'] });
      const KEY = newSecret('kd_test_');
      const ORG = newId('org');
      const [, port] = await terminal.start(sh('make start'), /ready http:\/\/localhost:(\d+)/, {
        ...(await migratedDatabase()).env,
        BOOTSTRAP_LIVE_KEY: newSecret('kd_live_'),
        BOOTSTRAP_TEST_KEY: KEY,
        BOOTSTRAP_ORG_ID: newId('org'),
        BOOTSTRAP_TEST_ORG_ID: ORG,
        PORT: '0',
        NODE_COMPILE_CACHE: resolve('.cache/compiled'),
      });
      const URL = `http://localhost:${port}`;
      const values: Record<string, string> = { URL, KEY, ORG, PORT: String(await freePort()) };
      await terminal.run(
        sh('URL=').replaceAll(/^(\w+)=.*$/gm, (_, name: string) => `${name}=${values[name]}`),
      );
      expect(JSON.parse(await terminal.run(sh('set --')))).toMatchObject({ email: 'ada@example.com' });
      expect(await terminal.run(`${sh('SP=$(')}\necho "$SP"`)).toMatch(/^sp_[0-9a-z]{26}\n$/);
      const [, home = ''] = await terminal.start(sh('npm start'), /open (http\S+)/, values);

      const page = await openPage(home);
      await arrives(page, 'Sample service provider');
      expect(await readOn(page)).toContain('You are not signed in.');
      await clickOn(page, 'Sign in');
      await arrives(page, 'Sign in');
      expect(await readOn(page)).toContain('Sample');
      await enter(page, 'username', 'ada@example.com');
      await arrives(page, 'Enter your password');
      await enter(page, 'password', 'vivid-harbor-cello-42');
      await arrives(page, 'Sample service provider');
      const received = await readOn(page);
      expect(received).toContain('Hello, Ada Lovelace.');
      expect(received).toMatch(/NameID\s+[\w-]{43}\s+mail\s+ada@example\.com\s+displayName\s+Ada Lovelace/);

      const { data } = JSON.parse(await terminal.run(sh('$SP/traces')));
      expect(data).toMatchObject([
        { direction: 'SENT', messageType: 'Response', outcome: 'ACCEPTED', verified: true },
        { direction: 'RECEIVED', messageType: 'AuthnRequest', outcome: 'ACCEPTED', verified: false },
      ]);
    },
  );

  test('has a sample that installs the version of node-saml that the tests use, and is short', () => {
    const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
    const ours = read('package.json').devDependencies['@node-saml/node-saml'];
    expect(read('examples/saml/package.json').dependencies).toEqual({ '@node-saml/node-saml': ours });
    const { packages } = read('examples/saml/package-lock.json');
    expect(packages['node_modules/@node-saml/node-saml'].version).toBe(ours);
    expect(readFileSync('examples/saml/app.js', 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(60);
  });
});
