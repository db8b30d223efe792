// A backup that the release before has made is restored by this release (docs/backup.md, docs/decisions/0109).
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { migrationNames } from '../../src/database/migration-names.ts';
import { newSecret } from '../../src/lib/secret.ts';
import { aCredential, verify } from '../support/builders.ts';
import { createClient } from '../support/client.ts';
import { earlierRelease } from '../support/earlier-release.ts';
import { dataFolder, embeddedSql, program, service, sourceProgram } from '../support/process.ts';

test('a backup of the release before is restored, and its secrets work', { timeout: 180_000 }, async () => {
  const earlier = await earlierRelease();
  const ofBefore: typeof sourceProgram = (file, ...more) => sourceProgram(join(earlier, file), ...more);
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
  expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining(migrationNames()));
  // As `make open` does, twelve minutes later.
  await embeddedSql(second, 'update restores set opens_at = now()');
  await now.prints(/^ready http/m);
  expect(await verify(createClient(now.origin, keys.BOOTSTRAP_LIVE_KEY), secret)).toMatchObject({
    valid: true,
  });
});
