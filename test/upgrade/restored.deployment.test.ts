// A backup that the release before has made is restored by this release (docs/backup.md, docs/decisions/0109).
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lastCommit } from '../../migrations/replaced.ts';
import { migrationNames } from '../../migrations/names.ts';
import { newSecret } from '../../src/lib/secret.ts';
import { aCredential, verify } from '../support/builders.ts';
import { createClient } from '../support/client.ts';
import { earlierCommit, earlierRelease } from '../support/earlier-release.ts';
import { dataFolder, embeddedSql, program, service, sourceProgram } from '../support/process.ts';

const earlier = await earlierRelease();
const ofBefore: typeof sourceProgram = (file, ...more) => sourceProgram(join(earlier, file), ...more);

/** Later releases refuse such a database as well, so this ends when the release before is a later one. */
const isLast = earlierCommit() === lastCommit;

test.runIf(isLast)(
  'a backup that this release cannot migrate is restored by the commit that the refusal names, over a database',
  {
    timeout: 180_000,
  },
  async () => {
    const [first, second] = [dataFolder(), dataFolder()];
    const to = mkdtempSync(join(tmpdir(), 'keyward-backup-'));
    onTestFinished(() => rmSync(to, { recursive: true, force: true }));
    const started = await service({ DATA_DIR: first }, ofBefore);
    // The last migration that the refused database lacks may run twice.
    await embeddedSql(first, "delete from migrations where name = '0104_indexes_of_doubles'");
    await embeddedSql(first, 'drop index groups_doubles');
    const backup = ofBefore('scripts/operate/backup.ts', { DATA_DIR: first }, to);
    expect(await backup.ended, backup.printed()).toBe(0);
    const present = await service({ DATA_DIR: second });
    for (const one of [started, present]) {
      one.signal('SIGTERM');
      expect(await one.ended).toBe(0);
    }

    copyFileSync(join(first, 'master.key'), join(second, 'master.key'));
    const env = { DATA_DIR: second, FORCE: '1' };
    const refused = program('scripts/operate/restore.ts', env, to);
    expect(await refused.ended).toBe(1);
    expect(refused.printed()).toMatch(/^The former database is in .*before-/m);
    expect(refused.printed()).toContain(`git checkout ${lastCommit}, then make restore`);
    const restore = ofBefore('scripts/operate/restore.ts', env, to);
    expect(await restore.ended, restore.printed()).toBe(0);
    expect((await service({ DATA_DIR: second })).printed()).toMatch(/^closed http/m);
  },
);

test('a backup of the release before is restored, and its secrets work', { timeout: 180_000 }, async () => {
  const [first, second] = [dataFolder(), dataFolder()];
  const to = mkdtempSync(join(tmpdir(), 'keyward-backup-'));
  onTestFinished(() => rmSync(to, { recursive: true, force: true }));
  const keys = { BOOTSTRAP_LIVE_KEY: newSecret('kd_live_'), BOOTSTRAP_TEST_KEY: newSecret('kd_test_') };

  const before = await service({ ...keys, DATA_DIR: first }, ofBefore);
  const { secret } = await aCredential(createClient(before.origin, keys.BOOTSTRAP_LIVE_KEY));
  const backup = ofBefore('scripts/operate/backup.ts', { DATA_DIR: first }, to);
  expect(await backup.ended, backup.printed()).toBe(0);
  before.signal('SIGTERM');
  expect(await before.ended).toBe(0);

  copyFileSync(join(first, 'master.key'), join(second, 'master.key'));
  const restore = program('scripts/operate/restore.ts', { DATA_DIR: second }, to);
  expect(await restore.ended, restore.printed()).toBe(0);
  const now = await service({ ...keys, DATA_DIR: second });
  expect(now.printed()).toMatch(/^closed http/m);
  const names = await embeddedSql<{ name: string }>(second, 'select name from migrations order by name');
  expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining([...migrationNames]));
  // As `make open` does, twelve minutes later.
  await embeddedSql(second, 'update restores set opens_at = now()');
  await now.prints(/^ready http/m);
  expect(await verify(createClient(now.origin, keys.BOOTSTRAP_LIVE_KEY), secret)).toMatchObject({
    valid: true,
  });
});
