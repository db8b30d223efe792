import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { upgradeCluster } from '../../scripts/operate/copy-cluster.ts';
import { platformPackage } from '../../src/database/binaries.ts';
import { newSecret } from '../../src/lib/secret.ts';
import { aCredential, verify } from '../support/builders.ts';
import { createClient } from '../support/client.ts';
import { migratedFolder } from '../support/migrated-folder.ts';
import { embeddedSql, program, service } from '../support/process.ts';
import { createWebhook } from '../support/webhooks.ts';

const say = () => undefined;

describe('make upgrade-database', { timeout: 120_000 }, () => {
  // OLD_POSTGRES is a platform package of another major version. The data goes there and back. Without it, the versions are the same.
  test('copies every row, keeps the old folder, and the service goes on with its keys and secrets', async () => {
    const to = await platformPackage();
    const from = process.env['OLD_POSTGRES'] ?? to;
    const folder = await migratedFolder();
    const given = {
      DATA_DIR: folder,
      BOOTSTRAP_LIVE_KEY: newSecret('kd_live_'),
      BOOTSTRAP_TEST_KEY: newSecret('kd_test_'),
    };
    const before = await service(given);
    const client = createClient(before.origin, given.BOOTSTRAP_LIVE_KEY);
    const { secret } = await aCredential(client, { maxUsageCount: 3 });
    expect(await verify(client, secret)).toMatchObject({ valid: true, remainingUses: 2 });
    await createWebhook(client, { url: 'https://hooks.example/' });
    // A partition of last week, which only the old server has. An older one would be cleaned up.
    await embeddedSql(
      folder,
      `set role keyward_owner; do $$ declare starts timestamptz := date_trunc('week', now(), 'UTC') - interval '7 days'; begin
         execute format('create table events_before partition of events for values from (%L) to (%L)', starts, starts + interval '7 days');
       end $$`,
    );
    await expect(upgradeCluster({ dataDir: folder, from: to, to, say })).rejects.toThrow(
      'the service runs: stop it first',
    );
    before.signal('SIGTERM');
    expect(await before.ended).toBe(0);

    const said: string[] = [];
    await upgradeCluster({ dataDir: folder, from: to, to: from, say: (text) => said.push(text) });
    expect(said.at(-1)).toMatch(/^Copied \d+ rows of \d+ tables, and compared them$/);
    const names = readdirSync(folder).filter((name) => /^postgres-(\d+-until|upgrade)/.test(name));
    expect(names).toEqual(expect.arrayContaining([expect.stringMatching(/^postgres-\d+-until-\d{14}$/)]));
    expect(names).not.toContain('postgres-upgrade');

    if (from !== to) {
      const major = readFileSync(join(folder, 'postgres/PG_VERSION'), 'utf8').trim();
      const mistaken = program('src/main.ts', { ...given, PORT: '0' });
      expect([await mistaken.ended, mistaken.printed()]).toEqual([
        1,
        expect.stringContaining(
          `was written by PostgreSQL ${major} and cannot be opened by 18: run make upgrade-database`,
        ),
      ]);
      const upgraded = program('scripts/operate/upgrade-database.ts', {
        DATA_DIR: folder,
        OLD_POSTGRES: from,
      });
      expect([await upgraded.ended, upgraded.printed()]).toEqual([
        0,
        expect.stringContaining('Start the service.'),
      ]);
    }

    const after = await service(given);
    const again = createClient(after.origin, given.BOOTSTRAP_LIVE_KEY);
    expect(await verify(again, secret)).toMatchObject({ valid: true, remainingUses: 1 });
    expect(await verify(again, secret)).toMatchObject({ valid: true, remainingUses: 0 });
    expect(await verify(again, secret)).toMatchObject({ valid: false });
    expect(await embeddedSql(folder, "select to_regclass('events_before') is not null as found")).toEqual([
      { found: true },
    ]);
    expect((await again.send('GET', '/health/ready')).status).toBe(200);
    after.signal('SIGTERM');
    expect(await after.ended).toBe(0);

    // A crash between the two renames: no start makes an empty database, and the next run finishes.
    mkdirSync(join(folder, 'postgres-upgrade'));
    writeFileSync(join(folder, 'postgres-upgrade/ready'), '');
    renameSync(join(folder, 'postgres'), join(folder, 'postgres-upgrade/postgres'));
    const refused = program('src/main.ts', { ...given, PORT: '0' });
    expect([await refused.ended, refused.printed()]).toEqual([
      1,
      expect.stringContaining('was interrupted: run make upgrade-database again'),
    ]);
    const finished = program('scripts/operate/upgrade-database.ts', { DATA_DIR: folder });
    expect([await finished.ended, finished.printed()]).toEqual([
      0,
      expect.stringContaining('Start the service.'),
    ]);
    expect(existsSync(join(folder, 'postgres/PG_VERSION'))).toBe(true);
    rmSync(join(folder, 'postgres-upgrade'), { recursive: true, force: true });
  });
});
