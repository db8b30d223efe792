import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { bundleCli } from '../../scripts/bundle-cli.ts';
import { blocksOf } from '../support/blocks.ts';
import { test } from '../support/service.ts';
import { openShell } from '../support/shell.ts';

// docs/config-as-code.md: its blocks run here as they stand, with the file that `make cli` makes as `keyward`.
const shown = blocksOf('docs/config-as-code.md');

describe('docs/config-as-code.md', () => {
  test('goes from nothing to a policy under version control, and prints what it says', {
    timeout: 120_000,
  }, async ({ service }) => {
    const folder = mkdtempSync(join(tmpdir(), 'keyward-config-docs-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    symlinkSync(await bundleCli(folder), join(folder, 'keyward'));
    symlinkSync(process.execPath, join(folder, 'node'));
    const terminal = openShell(folder, {
      PATH: `${folder}:${process.env['PATH']}`,
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'Ada',
      GIT_AUTHOR_EMAIL: 'ada@example.com',
      GIT_COMMITTER_NAME: 'Ada',
      GIT_COMMITTER_EMAIL: 'ada@example.com',
      KEYWARD_URL: service.origin,
      KEYWARD_API_KEY: service.oursTest.key,
    });
    const run = (part: string) => terminal.run(shown('sh', part));

    await run('mkdir config');
    expect(readFileSync(join(folder, 'config/keyward.schema.json'), 'utf8')).toContain('"$schema"');
    const created = '+ policy/rotate-every-quarter is created (config/policies.yaml:2:1)\n';
    expect(await terminal.run('keyward config plan -f config/')).toContain(created);
    expect((await service.oursTest.call('listPolicies')).body).toMatchObject({ data: [] });
    expect(await run('keyward config apply -f config/ --yes')).toMatch(/Done: 1 created, 0 unchanged\.\n$/);
    expect(await run('keyward config plan -f config/ --exit-code &&')).toBe(
      'The service has what the files say.\nnothing to change\n',
    );
    await run('git init');
    expect(await terminal.run('git log --format=%s')).toBe('The policies of our organization\n');

    expect(await run('keyward config export -f exported/')).toMatch(/ files written\.\nno drift\n$/);
    expect(readFileSync(join(folder, 'exported/policy/rotate-every-quarter.yaml'), 'utf8')).toContain(
      'maxAgeDays: 90\n',
    );
    expect(await run('POLICY=$(keyward')).toMatch(
      /~ policy\/rotate-every-quarter changes .*\n {4}severity: "LOW" → "MEDIUM"\n[^]*exit code 8\n$/,
    );
    // The shell reads standard output, and the problems are on standard error.
    const wrong = shown('sh', 'cat > config/wrong.yaml').replace('-f config/', '-f config/ 2>&1');
    expect(await terminal.run(wrong)).toBe(`${shown('text', 'keyward: The configuration')}exit code 2\n`);
  });
});
