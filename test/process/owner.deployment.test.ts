import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newSecret } from '../../src/lib/secret.ts';
import { createClient } from '../support/client.ts';
import { migratedFolder } from '../support/migrated-folder.ts';
import {
  dataFolder,
  embeddedSql,
  emptyDatabase,
  migratedDatabase,
  postmasterOf,
  program,
  service,
} from '../support/process.ts';

const keys = () => ({ BOOTSTRAP_LIVE_KEY: newSecret('kd_live_'), BOOTSTRAP_TEST_KEY: newSecret('kd_test_') });

/** Runs what `make owner` runs. */
async function owner(env: Record<string, string>, email: string, org = '') {
  const { ended, printed } = program('scripts/owner.ts', env, email, org);
  return { code: await ended, said: printed() };
}

describe('make owner', { timeout: 90_000 }, () => {
  test('invites a new owner while the service runs, and promotes an existing user', async () => {
    const given = { DATA_DIR: await migratedFolder(), ...keys() };
    const { origin, signal, ended } = await service(given);
    const client = createClient(origin, given.BOOTSTRAP_LIVE_KEY);
    const made = await owner(given, 'ada@example.com');
    expect(made).toEqual({
      code: 0,
      said: expect.stringMatching(
        /^ada@example\.com is new, and an OWNER of Keyward \(usr_\w{26}, INVITED\)\.\nThe service sends the invitation to .*\/outbox as soon as it runs\.\n$/,
      ),
    });
    await expect
      .poll(
        () =>
          existsSync(join(given.DATA_DIR, 'outbox')) && readdirSync(join(given.DATA_DIR, 'outbox')).length,
        {
          timeout: 20_000,
        },
      )
      .toBe(1);

    const { body: bob } = await client.call('createUser', {
      body: { email: 'Bob@example.com', roles: ['AUDITOR'], sendInvite: false },
    });
    expect(await owner(given, 'bob@EXAMPLE.com')).toEqual({
      code: 0,
      said: `bob@EXAMPLE.com is now an OWNER of Keyward (${bob.id}, ACTIVE).\n`,
    });
    expect((await client.call('getUser', { path: { userId: bob.id } })).body.roles).toEqual([
      'OWNER',
      'AUDITOR',
    ]);
    expect((await owner(given, 'bob@example.com')).said).toContain('was already an OWNER');

    expect(
      await embeddedSql(
        given.DATA_DIR,
        `select action, actor_type, target_id, p.content::jsonb ->> 'reason' as reason
           from audit_logs a join audit_personal p on p.audit_id = a.id
          where actor_type = 'SYSTEM' and target_id = '${bob.id}'`,
      ),
    ).toEqual([{ action: 'user.update', actor_type: 'SYSTEM', target_id: bob.id, reason: 'make owner' }]);
    expect(
      await embeddedSql(
        given.DATA_DIR,
        `select data -> 'changes' as changes, data -> 'updatedBy' ->> 'type' as by
           from events where type = 'user.updated' and data ->> 'userId' = '${bob.id}'`,
      ),
    ).toEqual([{ changes: [{ field: 'roles', from: ['AUDITOR'], to: ['OWNER', 'AUDITOR'] }], by: 'SYSTEM' }]);

    // And while it does not run; Postgres is started for it and stopped again.
    signal('SIGTERM');
    expect(await ended).toBe(0);
    expect((await owner(given, 'eve@example.com')).said).toMatch(/^eve@example\.com is new, and an OWNER/);
    // Her invitation was lost.
    expect((await owner(given, 'eve@example.com')).said).toMatch(
      /^eve@example\.com is invited again as an OWNER of Keyward \(usr_\w{26}, INVITED\)\.\nThe service sends the invitation/,
    );
    expect(() => postmasterOf(given.DATA_DIR)).toThrow('ENOENT');
  });

  test('creates no database if no service was started', async () => {
    const folder = dataFolder();
    expect((await owner({ DATA_DIR: folder }, 'ada@example.com')).said).toBe(
      'No user was made owner: there is no organization yet: start the service once (make start).\n',
    );
    expect(readdirSync(folder)).toEqual([]);
    const { env, sql } = await emptyDatabase();
    expect((await owner(env, 'ada@example.com')).said).toContain('start the service once');
    expect(await sql("select from pg_class where relnamespace = 'public'::regnamespace")).toEqual([]);
  });

  test('creates an ACTIVE owner if no mail can be sent, and prints the next step', async () => {
    const { env, sql } = await migratedDatabase();
    const given = { ...env, ...keys() };
    expect(await owner(env, 'ada@example.com')).toEqual({
      code: 1,
      said: 'No user was made owner: there is no organization yet: start the service once (make start).\n',
    });
    await service(given);
    const { code, said } = await owner(env, 'ada@example.com');
    const [ada] = await sql<{ id: string; status: string }>('select id, status from users');
    expect(code).toBe(0);
    expect(said).toContain(`(${ada?.id}, ACTIVE)`);
    expect(said).toContain(`set a password with PATCH /api/v1/directory/users/${ada?.id}.`);
    expect(await sql('select t.environment, u.roles from users u join tenants t on t.id = u.org_id')).toEqual(
      [{ environment: 'live', roles: ['OWNER'] }],
    );
    expect(await sql("select action, actor_type from audit_logs where target_type = 'user'")).toEqual([
      { action: 'user.create', actor_type: 'SYSTEM' },
    ]);
    expect(await sql('select from tenant_jobs where task = $1', ['send-invitation'])).toEqual([]);

    await sql("update users set status = 'SUSPENDED', roles = '{MEMBER}'");
    expect((await owner(env, 'ada@example.com')).said).toContain(
      'They cannot log in until they are reactivated.',
    );
    await sql("update users set status = 'DEPROVISIONED', roles = '{MEMBER}'");
    expect(await owner(env, 'ada@example.com')).toEqual({
      code: 1,
      said: 'No user was made owner: this user is DEPROVISIONED, which is final; delete the user first.\n',
    });
    expect(await sql('select roles from users')).toEqual([{ roles: ['MEMBER'] }]);
  });

  test('makes an owner of the organization that ORG names, and of no other', async () => {
    const { env, sql } = await migratedDatabase();
    await service({ ...env, ...keys() });
    expect(await program('scripts/organization.ts', env, 'Acme').ended).toBe(0);
    const [acme, twin] = await sql<{ id: string }>(
      `select id from tenants where name = 'Acme' order by environment`,
    );
    const { code, said } = await owner(env, 'ada@example.com', acme?.id);
    expect([code, said]).toEqual([0, expect.stringContaining('is new, and an OWNER of Acme (usr_')]);
    expect(await sql('select org_id, email, roles from users')).toEqual([
      { org_id: acme?.id, email: 'ada@example.com', roles: ['OWNER'] },
    ]);
    for (const [org, refusal] of [
      ['acme', 'ORG must be the id of an organization, such as org_01kahz5v3be4nr7q2m8x9c0d1e'],
      ['org_01kahz5v3be4nr7q2m8x9c0d1e', 'there is no org_01kahz5v3be4nr7q2m8x9c0d1e'],
      [twin?.id ?? '', `${twin?.id} has test data; ORG must be the id of the live data of the organization`],
    ] as const)
      expect(await owner(env, 'eve@example.com', org)).toEqual({
        code: 1,
        said: `No user was made owner: ${refusal}.\n`,
      });
    expect(await sql('select email from users')).toEqual([{ email: 'ada@example.com' }]);
  });

  test.for(['ada', 'ada@', '@example.com', 'a b@example.com', 'a@b@c', `${'a'.repeat(250)}@example.com`])(
    'rejects the address %s before it opens a database',
    async (email) => {
      expect(await owner({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, email)).toEqual({
        code: 1,
        said: 'No user was made owner: EMAIL must be an email address, such as ada@example.com.\n',
      });
    },
  );
});
