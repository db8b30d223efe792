import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { bundleCli } from '../../scripts/bundle-cli.ts';
import { blocksOf } from '../support/blocks.ts';
import { openShell } from '../support/shell.ts';
import { test } from '../support/service.ts';

// docs/cli.md: its blocks run here as they stand, with the file that `make cli` makes as `keyward`.
const shown = blocksOf('docs/cli.md');
const sh = (part: string): string => shown('sh', part);

describe('docs/cli.md', () => {
  test('goes from an identity to a revoked credential, and prints what it says', {
    timeout: 120_000,
  }, async ({ service }) => {
    const folder = mkdtempSync(join(tmpdir(), 'keyward-cli-docs-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    symlinkSync(await bundleCli(folder), join(folder, 'keyward'));
    symlinkSync(process.execPath, join(folder, 'node'));
    const terminal = openShell(folder, {
      PATH: `${folder}:${process.env['PATH']}`,
      HOME: folder,
      KEYWARD_URL: service.origin,
      KEYWARD_API_KEY: service.oursTest.key,
    });
    const run = (part: string) => terminal.run(sh(part));

    const listed = await run('IDENTITY=$(keyward');
    expect(listed).toMatch(/^ID +NAME +TYPE +STATUS .*\nidn_\w+ +deploy-bot +CI_CD +ACTIVE /);
    const credential = JSON.parse(readFileSync(join(folder, 'credential.json'), 'utf8'));
    expect(credential).toMatchObject({ name: 'deploy key', scopes: ['deploy.execute'] });
    expect(await run('grep -o')).toMatch(/^valid +true\ncode +VALID\n/);
    expect(await run('keyward verify')).toMatch(/^valid +true\n[^]*may deploy\n$/);
    const ended = await run('CREDENTIAL=$(keyward');
    expect(ended).toMatch(/^credential +kd_test_\w+$/m);
    expect(ended).toMatch(/^statusReason +The build server was replaced$/m);

    expect((await run('keyward run')).trim()).toBe(String('kd_jit_'.length + 49));
    expect(await run('keyward open')).toMatch(/\/admin\/org_\w+\/identities\/idn_\w+\n$/);
    expect(await run('keyward doctor')).toMatch(/^ok +database +The database answers/m);
    expect(await run('echo \'{"name":"nightly"')).toMatch(/^metadata +\{"team":"data"\}$/m);
    expect(await run('keyward --url')).toContain('nightly');
    await run('keyward credentials list --status');
    const all = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8'));
    expect(all.data.length).toBeGreaterThan(0);
    expect(await run('ETAG=$(keyward')).toMatch(/^description +Deploys the shop$/m);
    expect(await run('keyward credentials clean-up')).toMatch(/^dryRun +true$/m);
    expect(await run('keyward identities get')).toBe('exit code 4\n');
  });
});
