import { describe, expect, test } from 'vitest';
import { createClient } from '../../support/client.ts';
import { migratedFolder } from '../../support/migrated-folder.ts';
import { newSecret } from '../../../src/lib/secret.ts';
import { program, service } from '../../support/process.ts';

const keys = () => ({ BOOTSTRAP_LIVE_KEY: newSecret('kd_live_'), BOOTSTRAP_TEST_KEY: newSecret('kd_test_') });

/** Runs what `make operator-key` and its siblings run. */
async function operators(env: Record<string, string>, ...given: string[]) {
  const { ended, printed } = program('scripts/operator-keys.ts', env, ...given);
  return { code: await ended, said: printed() };
}

describe('make operator-key', { timeout: 90_000 }, () => {
  test('prints a key once, which works until it is revoked, while the service runs', async () => {
    const given = { DATA_DIR: await migratedFolder(), ...keys() };
    const { origin, signal, ended } = await service(given);
    const made = await operators(given, 'make', 'provisioning', '7', '127.0.0.0/8, ::1');
    expect([made.code, made.said]).toEqual([
      0,
      expect.stringMatching(/^A key of an operator, shown only now\./),
    ]);
    const secret = /kd_operator_\w{49}/.exec(made.said)?.[0] ?? '';
    const id = /opk_\w{26}/.exec(made.said)?.[0] ?? '';
    const client = createClient(origin, secret);
    expect((await client.call('listOrganizations')).body.data).toHaveLength(1);
    const listed = await operators(given, 'list');
    expect(listed.said).toContain(`${id}  ACTIVE  kd_operator_…${secret.slice(-4)}`);
    expect(listed.said).toContain('127.0.0.0/8 ::1');
    expect(listed.said).not.toContain(secret);
    expect(await operators(given, 'revoke', id)).toEqual({
      code: 0,
      said: `${id} (provisioning) is revoked.\n`,
    });
    expect((await client.call('listOrganizations')).status).toBe(401);
    expect((await operators(given, 'list')).said).toContain(`${id}  REVOKED`);
    const acts = (await operators(given, 'audit', '10')).said
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(acts).toMatchObject([
      { action: 'operator_key.revoke', key: null, targetId: id },
      { action: 'operator_key.create', key: null, targetId: id, targetName: 'provisioning' },
    ]);
    signal('SIGTERM');
    await ended;
  });

  test('says what is wrong with a name, a life, an address and an id, and does nothing', async () => {
    const given = { DATA_DIR: await migratedFolder(), ...keys() };
    const wrong: [given: string[], said: RegExp][] = [
      [['make', 'x'], /NAME must have 2 to 100 characters/],
      [['make', 'provisioning', '91'], /DAYS must be a whole number from 1 to 90/],
      [['make', 'provisioning', 'soon'], /DAYS must be a whole number/],
      [['make', 'provisioning', '', 'office'], /IPS must be an address or a CIDR range/],
      [['revoke', 'opk_x'], /ID must be the id of a key/],
      [['revoke', 'opk_01kahz5v3be4nr7q2m8x9c0d1e'], /there is no opk_01kahz5v3be4nr7q2m8x9c0d1e/],
      [['audit', '0'], /LIMIT must be a whole number/],
    ];
    for (const [words, said] of wrong) {
      const { code, said: printed } = await operators(given, ...words);
      expect([words, code, printed]).toEqual([words, 1, expect.stringMatching(said)]);
    }
    expect((await operators(given, 'list')).said).toBe('There is no key of an operator.\n');
    expect((await operators(given, 'erase')).code).toBe(2);
    expect((await operators(given, 'audit')).said).toBe('');
  });
});
