import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/database/open.ts';
import { inTransaction } from '../../../src/platform/tenancy.ts';
import { oidcProvider } from '../../../src/oidc/signing-keys.ts';
import { findOidcClient } from '../../../src/oidc/sql/oidc-clients.ts';
import { oidcVersion } from '../../support/oidc-version.ts';
import { createVault } from '../../../src/platform/vault.ts';
import { resealSecrets } from '../../../src/workers/reseal-secrets.ts';
import { withDatabase } from '../../support/global-setup.ts';
import { testMasterKey } from '../../support/master-key.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const vault = createVault([Buffer.from(testMasterKey, 'base64')]);

let service: TestService;
let database: Database;
beforeAll(async () => {
  service = await startTestService();
  const name = new URL(service.database).pathname.slice(1);
  database = await openDatabase(withDatabase(inject('server').service, name), 8);
});
afterAll(async () => {
  await database.close();
  await service.stop();
});

const provider = (orgId: string) =>
  inTransaction(database.orm, { orgId, environment: 'live' }, (tx) => oidcProvider(tx, vault));

describe('oidcProvider', () => {
  test('makes one key pair for parallel first callers', async () => {
    const { orgId } = service.organizations.ours.live;
    expect(await oidcVersion(database.pool, orgId)).toBe(0);
    const answers = await Promise.all(Array.from({ length: 6 }, () => provider(orgId)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const [{ version, keys, scopes, name } = await provider(orgId)] = answers;
    expect({ version, scopes, name }).toEqual({ version: 1, scopes: [], name: 'Ours' });
    expect(keys.map(({ alg }) => alg)).toEqual(['RS256', 'ES256']);
    expect(await findOidcClient(database.pool, orgId, 'cli_none')).toBeUndefined();
  });
});

interface Key {
  id: string;
  algorithm: string;
  status: string;
  activatesAt: string;
  retiredAt: string | null;
  removedAt: string | null;
  publicKey: Record<string, string>;
}

const list = async (client = service.theirs): Promise<Key[]> =>
  (await client.call('listSigningKeys')).body.data;
const rotate = (body: Record<string, unknown> = {}) => service.theirs.call('rotateSigningKeys', { body });
const statuses = (keys: Key[]) => keys.map(({ algorithm, status }) => `${algorithm} ${status}`);
const hours = 3_600_000;
const far = (from: string | null, to: string | null) => Date.parse(to ?? '') - Date.parse(from ?? '');
/** Makes it due as if its time had come: a second ago, because the clock of a virtual machine may be put back. */
const due = (status: string) =>
  service.sql(
    `update signing_keys set due_at = now() - interval '1 second' where org_id = $1 and status = $2`,
    [service.organizations.theirs.live.orgId, status],
  );
const actions = async (targetId: string) =>
  (await service.theirs.call('listAuditLogs', { query: { targetId } })).body.data.map(
    ({ action, actor }: { action: string; actor: { type: string } }) => `${action} ${actor.type}`,
  );

describe('rotateSigningKeys', () => {
  test('publishes a key a day before it signs, and the old key until its tokens expired', async () => {
    const { orgId } = service.organizations.theirs.live;
    expect(await list()).toEqual([]);
    const first = (await rotate()).body.data as Key[];
    expect(statuses(first)).toEqual(['RS256 ACTIVE', 'ES256 ACTIVE']);
    expect(JSON.stringify(first)).not.toMatch(/"(d|p|q|dp|dq|qi)":/);
    const [row] = await service.sql<{ sealed: string }>(
      `select encode(private_key, 'escape') as sealed from signing_keys where org_id = $1`,
      [orgId],
    );
    expect(row?.sealed).not.toContain('"d":');

    const second = (await rotate()).body.data as Key[];
    expect(statuses(second)).toEqual(['RS256 ACTIVE', 'ES256 ACTIVE', 'RS256 UPCOMING', 'ES256 UPCOMING']);
    expect(second.slice(0, 2)).toEqual(first);
    expect(Math.abs(far(new Date().toISOString(), second[2]?.activatesAt ?? null) - 24 * hours)).toBeLessThan(
      60_000,
    );
    const { version, keys } = await provider(orgId);
    expect(keys.map(({ kid }) => kid)).toEqual(second.map(({ id }) => id));
    // While these wait no others are made.
    expect((await rotate()).body.data).toEqual(second);
    expect(await oidcVersion(database.pool, orgId)).toBe(version);

    await service.runTask('rotate-signing-keys');
    expect(await list()).toEqual(second);
    await due('UPCOMING');
    await service.runTask('rotate-signing-keys');
    const third = await list();
    expect(statuses(third)).toEqual(['RS256 ACTIVE', 'ES256 ACTIVE', 'RS256 RETIRED', 'ES256 RETIRED']);
    expect(third.map(({ id }) => id)).toEqual([...second.slice(2), ...first].map(({ id }) => id));
    expect(far(third[2]?.retiredAt ?? null, third[2]?.removedAt ?? null)).toBe(8 * 24 * hours);
    expect(await oidcVersion(database.pool, orgId)).toBe(version + 1);
    expect(await actions(third[0]?.id ?? '')).toEqual(['key.activate SYSTEM', 'key.create API_KEY']);

    await due('RETIRED');
    await service.runTask('rotate-signing-keys');
    expect(await list()).toEqual(third.slice(0, 2));
    expect(await actions(third[2]?.id ?? '')).toContain('key.remove SYSTEM');
  });

  test('happens automatically, a month after a key began to sign', async () => {
    const [{ left } = { left: 0 }] = await service.sql<{ left: number }>(
      `select extract(epoch from due_at - activates_at)::int as left from signing_keys
        where org_id = $1 and status = 'ACTIVE'`,
      [service.organizations.theirs.live.orgId],
    );
    expect(left).toBe(29 * 86_400);
    const before = await list();
    await due('ACTIVE');
    await service.runTask('rotate-signing-keys');
    const keys = await list();
    expect(keys).toHaveLength(4);
    expect(keys.slice(0, 2)).toEqual(before);
    await service.runTask('rotate-signing-keys');
    expect(await list()).toEqual(keys);
    const events = await service.sql<{ data: Record<string, unknown> }>(
      `select data from events where type = 'key.rotated' and data ->> 'keyId' = $1`,
      [keys[2]?.id],
    );
    expect(events.map(({ data }) => data)).toEqual([
      {
        keyId: keys[2]?.id,
        algorithm: 'RS256',
        activatesAt: keys[2]?.activatesAt,
        emergency: false,
        replacedKeyIds: [before[0]?.id],
        rotatedBy: { type: 'SYSTEM', id: null, name: null },
        environment: 'live',
      },
    ]);
  });

  test('removes every key at once in an emergency', async () => {
    const { orgId } = service.organizations.theirs.live;
    const before = await list();
    const version = (await oidcVersion(database.pool, orgId)) ?? 0;
    const keys = (await rotate({ emergency: true, reason: 'A backup was stolen' })).body.data as Key[];
    expect(statuses(keys)).toEqual(['RS256 ACTIVE', 'ES256 ACTIVE']);
    expect(keys.map(({ id }) => id).filter((id) => before.some((key) => key.id === id))).toEqual([]);
    expect(await oidcVersion(database.pool, orgId)).toBe(version + 1);
    expect(await actions(before[0]?.id ?? '')).toContain('key.remove API_KEY');
    const { body } = await service.theirs.call('listAuditLogs', { query: { action: 'key.rotate' } });
    expect(body.data[0]).toMatchObject({ reason: 'A backup was stolen' });
  });

  test('makes one successor of each key for parallel callers', async () => {
    const answers = await Promise.all([rotate(), rotate(), rotate()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await list()).toHaveLength(4);
  });

  test('replays the answer to the same Idempotency-Key', async () => {
    const again = () =>
      service.ours.call('rotateSigningKeys', {
        body: { emergency: true },
        headers: { 'idempotency-key': 'emergency-1' },
      });
    expect((await again()).body).toEqual((await again()).body);
  });
});

describe('listSigningKeys', () => {
  test('shows public keys, page by page, of one tenant', async () => {
    const page = await service.theirs.call('listSigningKeys', { query: { limit: '1', page: '2' } });
    expect(page.body.pagination).toEqual({ page: 2, limit: 1, total: 4, totalPages: 4, hasMore: true });
    expect(page.body.data).toEqual([(await list())[1]]);
    expect(page.body.data[0].publicKey).toMatchObject({ kid: page.body.data[0].id, use: 'sig' });
    expect(page.body.data[0].publicKey).not.toHaveProperty('d');
    expect(await list(service.oursTest)).toEqual([]);
  });
});

describe('resealSecrets', () => {
  test('encrypts the keys again under the first master key', async () => {
    const { orgId } = service.organizations.theirs.live;
    const newer = createVault([randomBytes(32), Buffer.from(testMasterKey, 'base64')]);
    const before = await provider(orgId);
    const said: unknown[] = [];
    const log = {
      info: (...words: unknown[]) => said.push(words),
      error: (...words: unknown[]) => said.push(words),
    };
    await resealSecrets(database.pool, newer, log);
    expect(said).toContainEqual([{ count: expect.any(Number) }, expect.stringContaining('signing keys')]);
    expect(
      await inTransaction(database.orm, { orgId, environment: 'live' }, (tx) => oidcProvider(tx, newer)),
    ).toEqual(before);
    await expect(provider(orgId)).rejects.toThrow('MASTER_KEY');
  });
});
