import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newSecret } from '../../src/lib/secret.ts';
import { createVault } from '../../src/platform/vault.ts';
import { createClient } from '../support/client.ts';
import { migratedFolder } from '../support/migrated-folder.ts';
import { migratedDatabase, program, service } from '../support/process.ts';
import { createWebhook } from '../support/webhooks.ts';

const aKey = () => randomBytes(32).toString('base64');
const idOf = (key: string) => createVault([Buffer.from(key, 'base64')]).keyIds[0] ?? '';

/** Returns the output of a start that is refused; if the start is not refused, this waits in vain. */
async function refusalOf(env: Record<string, string>): Promise<string> {
  const { ended, printed } = program('src/main.ts', { PORT: '0', LOG_LEVEL: 'error', ...env });
  expect(await ended).toBe(1);
  return printed();
}

describe('the master key', { timeout: 120_000 }, () => {
  test('is checked at the start and at run time; a list rotates it, and a lost key is named', async () => {
    const { env, sql } = await migratedDatabase();
    const [old, next] = [aKey(), aKey()];
    const live = newSecret('kd_live_');
    const given = { ...env, BOOTSTRAP_LIVE_KEY: live, BOOTSTRAP_TEST_KEY: newSecret('kd_test_') };
    const first = await service({ ...given, MASTER_KEY: old });
    await createWebhook(createClient(first.origin, live), { url: 'https://hooks.example/' });

    expect(await refusalOf({ ...given, MASTER_KEY: next })).toBe(
      `Keyward did not start: secrets are sealed under the master key ${idOf(old)}, which is not in MASTER_KEY: ` +
        `add that key to MASTER_KEY again (a list of keys rotates them), or, if it is lost for good, set MASTER_KEY_LOST=${idOf(old)}.\n`,
    );
    // Also a database from before keys were noted.
    await sql('delete from master_keys');
    expect(await refusalOf({ ...given, MASTER_KEY: next })).toContain(`the master key ${idOf(old)}, which`);

    // Another node takes the first one's key out of use; the first one says so.
    const second = await service({ ...given, MASTER_KEY: `${next},${old}` });
    expect(await sql('select key_id as id from master_keys')).toEqual([{ id: idOf(next) }]);
    const readiness = async (origin: string) => {
      const answer = await fetch(`${origin}/health/ready`);
      const { checks } = (await answer.json()) as { checks: Record<string, string> };
      return [answer.status, checks['masterKey']];
    };
    await expect
      .poll(() => readiness(first.origin))
      .toEqual([503, `secrets are sealed under the master key ${idOf(next)}, which is not in MASTER_KEY`]);
    expect(await readiness(second.origin)).toEqual([200, 'ok']);
    for (const one of [first, second]) {
      one.signal('SIGTERM');
      expect(await one.ended).toBe(0);
    }

    const third = await service({ ...given, MASTER_KEY: old, MASTER_KEY_LOST: idOf(next) });
    expect(await readiness(third.origin)).toEqual([200, 'ok']);
  });

  test('in a data directory is not replaced when its file is missing', async () => {
    const folder = await migratedFolder();
    const { signal, ended } = await service({ DATA_DIR: folder });
    signal('SIGTERM');
    expect(await ended).toBe(0);
    const file = join(folder, 'master.key');
    rmSync(file);
    expect(await refusalOf({ DATA_DIR: folder })).toMatch(/master\.key is missing, and .* put its copy back/);
    expect(existsSync(file)).toBe(false);
  });
});
