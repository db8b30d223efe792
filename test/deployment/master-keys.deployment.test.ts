import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newSecret } from '../../src/lib/secret.ts';
import { createVault } from '../../src/platform/vault.ts';
import { showFirstMasterKey } from '../../src/platform/master-keys.ts';
import { nodeKeys, sealedForLong } from '../../src/platform/sql/master-keys.ts';
import { webhookSecretPurpose } from '../../src/webhooks/webhook-requests.ts';
import { kinds } from '../../src/workers/reseal-secrets.ts';
import { shortLived } from '../../src/workers/master-key-state.ts';
import { aUser } from '../support/builders.ts';
import { createClient } from '../support/client.ts';
import { freePort } from '../support/free-port.ts';
import { testMasterKey } from '../support/master-key.ts';
import { migratedFolder } from '../support/migrated-folder.ts';
import { embeddedSql, migratedDatabase, program, type Service, service } from '../support/process.ts';
import { aRelyingParty, authorized, signedIn } from '../support/relying-party.ts';
import { createWebhook } from '../support/webhooks.ts';

const idOf = (key: string) => createVault([Buffer.from(key, 'base64')]).keyIds[0] ?? '';

/** Runs what `make master-keys`, `make rotate-master-key` and `make drop-master-keys` run. */
async function masterKeys(env: Record<string, string>, action: 'show' | 'rotate' | 'drop') {
  const { ended, printed } = program('scripts/operate/master-keys.ts', env, action);
  return { code: await ended, said: (await ended, printed()) };
}

async function stop(node: Service): Promise<void> {
  node.signal('SIGTERM');
  expect(await node.ended).toBe(0);
}

/** The part about one key. */
const about = (said: string, keyId: string): string =>
  said.split(/^(?=Key )/m).find((part) => part.startsWith(`Key ${keyId}`)) ?? '';

describe('a master key of a database of yours', { timeout: 120_000 }, () => {
  test('goes when no node and no value needs it, and nothing is lost', async () => {
    const { env, sql } = await migratedDatabase();
    const live = newSecret('kd_live_');
    const given = {
      ...env,
      BOOTSTRAP_LIVE_KEY: live,
      BOOTSTRAP_TEST_KEY: newSecret('kd_test_'),
      PORT: String(await freePort()),
      RATE_LIMIT_PER_MINUTE: '0',
    };
    const old = testMasterKey;
    let node = await service({ ...given, MASTER_KEY: old });
    const [{ id: orgId } = { id: '' }] = await sql<{ id: string }>(
      "select id from tenants where environment = 'live'",
    );
    const ours = createClient(node.origin, live, orgId);
    const hook = await createWebhook(ours, { url: 'https://hooks.example/' });
    const party = await aRelyingParty(ours);
    const browser = await signedIn({ sql }, { issuer: party.issuer, userId: await aUser(ours) });
    await (await authorized(party, browser)).exchange();

    const made = await masterKeys({ ...env, MASTER_KEY: old }, 'rotate');
    const next = /^ {2}(\S{44})$/m.exec(made.said)?.[1] ?? '';
    expect([made.code, made.said]).toEqual([0, expect.stringContaining(`Its id is ${idOf(next)}`)]);
    expect(made.said).not.toContain(old);

    const restart = async (MASTER_KEY: string) => {
      await stop(node);
      node = await service({ ...given, MASTER_KEY });
      expect((await ours.send('GET', '/health/ready')).status).toBe(200);
    };
    const stateOf = async (MASTER_KEY: string, keyId: string) =>
      about((await masterKeys({ ...env, MASTER_KEY }, 'show')).said, keyId);

    await restart(`${old},${next}`);
    expect(await stateOf(`${next},${old}`, idOf(old))).toMatch(
      /webhooks\.secret +1\n[^]*a node at 127\.0\.0\.1 encrypts with it[^]*It cannot go yet: nodes encrypt with it/,
    );
    await restart(`${next},${old}`);
    const both = `${next},${old}`;
    expect(await stateOf(both, idOf(next))).toMatch(/\(encrypts\)\n[^]*webhooks\.secret +1\n/);
    expect(await stateOf(both, idOf(old))).toMatch(
      /\(decrypts only\)\n {2}oidc_artifacts\.sealed +\d+, the last until [^]*It cannot go yet: the last value that it encrypts ends at 20/,
    );
    expect(await masterKeys({ ...env, MASTER_KEY: both }, 'drop')).toMatchObject({ code: 1 });
    // Seven days later.
    await sql("update oidc_artifacts set expires_at = now() - interval '1 s'");
    expect(await stateOf(both, idOf(old))).toMatch(/^Key .*\n {2}It can go now: nothing needs it\.\n/);
    expect(await masterKeys({ ...env, MASTER_KEY: both }, 'drop')).toMatchObject({
      code: 0,
      said: expect.stringMatching(
        new RegExp(
          `^Nothing needs ${idOf(old)}, if every node is up: .*\\nSet MASTER_KEY to its first key alone`,
        ),
      ),
    });

    await restart(next);
    // The signing keys of the tenant, and the secret of the webhook.
    const tokens = await (await authorized(party, browser)).exchange();
    expect(tokens.claims()?.iss).toBe(party.issuer);
    const [row] = await sql<{ secret: Buffer }>('select secret from webhooks where id = $1', [hook.id]);
    const vault = createVault([Buffer.from(next, 'base64')]);
    expect(vault.open(row?.secret ?? Buffer.of(), orgId, webhookSecretPurpose(hook.id))).toBe(
      hook.signingSecret,
    );
  });

  test('is counted in every column that may hold what it encrypts', async () => {
    const { sql } = await migratedDatabase();
    const columns = await sql<{ name: string }>(
      `select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
          and a.atttypid = 'bytea'::regtype and a.attname !~ '(hash|salt|signature)$' order by 1`,
    );
    const counted = [...kinds, ...shortLived].map(({ table, column }) => `${table}.${column}`);
    // Not encrypted with a master key: results, messages, public values, and what only the token of a caller opens.
    const others = [
      'access_decisions.outcomes',
      'federation_logout_tokens.jti',
      'federation_responses.assertion',
      'federation_responses.handle',
      'federation_traces.message',
      'idempotency_keys.answer',
      'mail_windows.subnet',
      'mailed_links.requester',
      'mailed_links.subnet',
      'master_keys.check_value',
      'passkeys.credential_id',
      'passkeys.public_key',
      'saml_traces.message',
      'saml_traces.once',
      'webhook_listeners.place_key',
      'wrapped_secrets.sealed',
    ];
    const names = columns.map(({ name }) => name);
    expect(names.filter((name) => !counted.includes(name) && !others.includes(name))).toEqual([]);
    expect(counted.filter((name) => !names.includes(name))).toEqual([]);
  });

  test('is found in every column with values that stay', () => {
    const long = sealedForLong.map((place) => place.join('.'));
    // Its rows live for half an hour.
    const brief = 'totp_enrolments.secret';
    const again = kinds.map(({ table, column }) => `${table}.${column}`).filter((name) => name !== brief);
    expect(long.toSorted()).toEqual(again.toSorted());
  });

  test('is shown again after the node has lost its connection, also if nothing asks the node', async () => {
    const { env, sql } = await migratedDatabase();
    const aPool = () => {
      const pool = new pg.Pool({ connectionString: env.DATABASE_URL, max: 1, idleTimeoutMillis: 0 });
      pool.on('error', () => {});
      onTestFinished(() => pool.end());
      return pool;
    };
    const [pool, operator] = [aPool(), aPool()];
    const shown = await showFirstMasterKey(pool, { keyIds: ['0badcafe'] }, 50);
    onTestFinished(() => shown.stop());
    const [first] = await nodeKeys(operator);
    expect(first?.keyId).toBe('0badcafe');
    await sql('select pg_terminate_backend($1)', [first?.pid]);
    await expect
      .poll(async () => (await nodeKeys(operator)).filter(({ pid }) => pid !== first?.pid))
      .toMatchObject([{ keyId: '0badcafe' }]);
  });
});

describe('the master key of the embedded server', { timeout: 120_000 }, () => {
  test('is replaced in its file, and goes after the restart', async () => {
    const given = {
      DATA_DIR: await migratedFolder(),
      BOOTSTRAP_LIVE_KEY: newSecret('kd_live_'),
      BOOTSTRAP_TEST_KEY: newSecret('kd_test_'),
    };
    const file = join(given.DATA_DIR, 'master.key');
    const lines = () => readFileSync(file, 'utf8').trim().split('\n');
    const first = await service(given);
    await createWebhook(createClient(first.origin, given.BOOTSTRAP_LIVE_KEY), {
      url: 'https://hooks.example/',
    });
    const [old = ''] = lines();

    expect(await masterKeys(given, 'rotate')).toMatchObject({
      code: 0,
      said: expect.stringContaining('Restart the service'),
    });
    const [next = '', kept] = lines();
    expect([kept, lines().length, statSync(file).mode & 0o777]).toEqual([old, 2, 0o600]);
    expect((await masterKeys(given, 'rotate')).said).toContain('end that rotation first');
    expect((await masterKeys(given, 'drop')).said).toMatch(/cannot go yet: nodes encrypt with it/);
    await stop(first);
    // Without a node, the value stays.
    expect((await masterKeys(given, 'drop')).said).toMatch(/cannot go yet: values stay encrypted with it/);

    const second = await service(given);
    await second.prints(/sealed again under the first master key/);
    const { said } = await masterKeys(given, 'show');
    expect(about(said, idOf(next))).toMatch(/webhooks\.secret +1\n[^]*a node at 127\.0\.0\.1 encrypts/);
    expect(about(said, idOf(old))).toContain('It can go now');
    expect(await masterKeys(given, 'drop')).toMatchObject({ code: 0 });
    expect(lines()).toEqual([next]);
    await stop(second);

    const third = await service(given);
    expect(await embeddedSql(given.DATA_DIR, 'select key_id as id from master_keys')).toEqual([
      { id: idOf(next) },
    ]);
    await stop(third);
    // The service does not run.
    const recovered = program('scripts/key-recover.ts', given, '');
    expect([await recovered.ended, recovered.printed()]).toEqual([
      0,
      expect.stringMatching(/kd_live_\w{49}/),
    ]);
  });
});
