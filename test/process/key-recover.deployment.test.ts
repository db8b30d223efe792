import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newSecret } from '../../src/lib/secret.ts';
import { createClient } from '../support/client.ts';
import { migratedFolder } from '../support/migrated-folder.ts';
import { dataFolder, migratedDatabase, program, service } from '../support/process.ts';

const keys = () => ({ BOOTSTRAP_LIVE_KEY: newSecret('kd_live_'), BOOTSTRAP_TEST_KEY: newSecret('kd_test_') });

/** Runs what `make key-recover` runs. */
async function recover(env: Record<string, string>, org = '') {
  const { ended, printed } = program('scripts/key-recover.ts', env, org);
  const code = await ended;
  const said = printed();
  return { code, said, secret: /kd_(?:live|test)_\w{49}/.exec(said)?.[0] ?? '' };
}

describe('make key-recover', { timeout: 90_000 }, () => {
  test('makes a key of the embedded database while the service runs', async () => {
    const given = { DATA_DIR: await migratedFolder(), ...keys() };
    const { origin } = await service(given);
    const { code, said, secret } = await recover(given);
    expect([code, said]).toEqual([0, expect.stringContaining('shown only now')]);
    const client = createClient(origin, secret);
    const { body } = await client.call('listCredentials', { query: { search: 'recovery' } });
    expect(body.data).toMatchObject([{ name: 'recovery', scopes: ['*'], status: 'ACTIVE', createdBy: null }]);
  });

  test('makes no database where nothing was started', async () => {
    const folder = dataFolder();
    for (const DATA_DIR of [folder, join(folder, 'misspelt')]) {
      expect((await recover({ DATA_DIR })).said).toBe(
        'No key was made: there is no organization yet: start the service once (make start).\n',
      );
      expect(existsSync(join(DATA_DIR, 'postgres'))).toBe(false);
    }
  });

  test('is the way back for a tenant without a key, past its policies, and on record', async () => {
    const { env, sql } = await migratedDatabase();
    const given = { ...env, ...keys() };
    expect(await recover(env)).toMatchObject({
      code: 1,
      said: 'No key was made: there is no organization yet: start the service once (make start).\n',
    });
    const { origin } = await service(given);
    const lockedOut = createClient(origin, given.BOOTSTRAP_TEST_KEY);
    const { body: policy } = await lockedOut.call('createPolicy', {
      body: { name: 'None', type: 'CREDENTIAL_LIFETIME', mode: 'ENFORCE', parameters: { maxTtlSeconds: 60 } },
    });
    await sql("update credentials set status = 'REVOKED'");
    const [tenant] = await sql<{ id: string }>("select id from tenants where environment = 'test'");
    const { code, secret } = await recover(env, tenant?.id);
    expect([code, secret.slice(0, 8)]).toEqual([0, 'kd_test_']);
    const client = createClient(origin, secret);
    expect((await client.call('deletePolicy', { path: { id: policy.id } })).status).toBe(200);
    expect(
      await sql(
        `select action, actor_type, p.content::jsonb ->> 'reason' as reason
           from audit_logs a join audit_personal p on p.audit_id = a.id
          where actor_type = 'SYSTEM' order by action`,
      ),
    ).toEqual(
      ['credential.create', 'identity.create'].map((action) => ({
        action,
        actor_type: 'SYSTEM',
        reason: 'make key-recover',
      })),
    );
    expect(await sql('select type from events where org_id = $1 order by type', [tenant?.id])).toEqual(
      expect.arrayContaining([{ type: 'credential.created' }, { type: 'identity.created' }]),
    );
    for (const org of ['org_01kahz5v3be4nr7q2m8x9c0d1e', 'mine'])
      expect(await recover(env, org)).toMatchObject({ code: 1, secret: '' });
  });
});
