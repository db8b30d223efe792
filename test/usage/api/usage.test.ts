import { describe, expect } from 'vitest';
import { aCallerWith, aCredential, anIdentity, eventsAbout, verify } from '../../support/builders.ts';
import { aDayThatLasts } from '../../support/lasting-day.ts';
import { partitionBefore } from '../../support/partitions.ts';
import { type TestService, test } from '../../support/service.ts';

const soon = { timeout: 20_000, interval: 50 };

/** The scopes that are on record for a credential, and how often. */
const recorded = async ({ sql }: TestService, id: string): Promise<Record<string, number>> => {
  const rows = await sql<{ scope: string; uses: string }>(
    'select scope, uses from scope_uses where credential_id = $1 order by scope',
    [id],
  );
  return Object.fromEntries(rows.map(({ scope, uses }) => [scope, Number(uses)]));
};

/** Waits until all earlier notes are written. A process writes its notes in one go or in their order. */
async function settle(service: TestService): Promise<void> {
  const { id, secret } = await aCredential(service.ours, { scopes: ['settle.now'] });
  await verify(service.ours, secret, { scopes: ['settle.now'] });
  await expect.poll(() => recorded(service, id), soon).toEqual({ 'settle.now': 1 });
}

/** Moves the facts of a credential into the past, where the roll-up finds them. */
async function age(service: TestService, id: string, minutes: number): Promise<void> {
  await partitionBefore(service, 'usage_facts');
  await service.sql(`update usage_facts set at = at - $2 * interval '1 minute' where credential_id = $1`, [
    id,
    minutes,
  ]);
}

const total = (days: { total: number }[]): number => days.reduce((sum, day) => sum + day.total, 0);

describe('getCredentialUsage', () => {
  test('shows the same before and after facts are summed up, with the facts since then', async ({
    service,
  }) => {
    const { ours, sql, runTask } = service;
    await aDayThatLasts(service);
    const { id, identityId, secret } = await aCredential(ours, { scopes: ['credentials.read'] });
    for (const ipAddress of ['203.0.113.7', '203.0.113.7', '198.51.100.1'])
      await verify(ours, secret, { ipAddress });
    await verify(ours, secret);
    await service.as(secret).call('listCredentials');
    const read = async () => {
      const { body } = await ours.call('getCredentialUsage', { path: { id }, query: { days: 400 } });
      const { days, addresses, addressCount } = body;
      return { days: days.slice(-2), addresses, addressCount, total: total(days), length: days.length };
    };
    await age(service, id, 5);
    const before = await read();
    expect(before).toMatchObject({ total: 5, length: 400, addressCount: 4 });
    expect(before.addresses).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ address: '203.0.113.7', total: 2, verify: 2, api: 0 }),
        expect.objectContaining({ address: '127.0.0.1', total: 1, verify: 0, api: 1 }),
        expect.objectContaining({ address: null, total: 1 }),
      ]),
    );
    expect(before.addresses[0].address).toBe('203.0.113.7');
    await runTask('roll-up-usage');
    await runTask('roll-up-usage');
    const sums = await sql('select uses::int as uses from usage_days where credential_id = $1 order by 1', [
      id,
    ]);
    expect(sums).toEqual([{ uses: 1 }, { uses: 1 }, { uses: 1 }, { uses: 2 }]);
    expect(await read()).toEqual(before);
    await verify(ours, secret, { ipAddress: '203.0.113.7' });
    expect(await read()).toMatchObject({ total: 6 });
    const { body } = await ours.call('getIdentityActivity', {
      path: { id: identityId },
      query: { days: 400 },
    });
    expect(body).toMatchObject({ identityId, credentialCount: 1, addressCount: 4 });
    expect(body.lastActivityAt).not.toBeNull();
    expect(total(body.days)).toBe(6);
  });

  test('shows the sums of days whose facts are deleted', async ({ service: { ours, sql } }) => {
    const { id } = await aCredential(ours);
    await sql(
      `create table usage_days_20000101 partition of usage_days for values from ('2000-01-01') to (date_trunc('month', current_date - 330)::date)`,
    );
    await sql(
      `insert into usage_days select org_id, id, current_date - 370, 'VERIFY', '203.0.113.7', 12 from credentials where id = $1`,
      [id],
    );
    const usage = async (days: number) =>
      (await ours.call('getCredentialUsage', { path: { id }, query: { days } })).body;
    expect(total((await usage(400)).days)).toBe(12);
    expect((await usage(400)).addresses).toMatchObject([{ address: '203.0.113.7', total: 12 }]);
    expect((await usage(370)).addresses).toEqual([]);
  });
});

describe('getIdentityActivity', () => {
  test('adds up all credentials of an identity, ended ones too, and no others', async ({ service }) => {
    const { ours, theirs } = service;
    await aDayThatLasts(service);
    const identityId = await anIdentity(ours);
    const path = { id: identityId };
    const [first, second, other] = [
      await aCredential(ours, { identityId }),
      await aCredential(ours, { identityId }),
      await aCredential(ours),
    ];
    for (const { secret } of [first, second, second, other])
      await verify(ours, secret, { ipAddress: '203.0.113.7' });
    await ours.call('revokeCredential', { path: { id: first.id } });
    const { body } = await ours.call('getIdentityActivity', { path });
    expect(body.days).toHaveLength(30);
    expect(body.days.at(-1)).toMatchObject({ total: 3, verify: 3, api: 0 });
    expect(body).toMatchObject({ credentialCount: 2, addresses: [{ address: '203.0.113.7', total: 3 }] });
    const unused = await ours.call('getIdentityActivity', {
      path: { id: await anIdentity(ours) },
      query: { days: 1 },
    });
    expect(unused.body).toMatchObject({ lastActivityAt: null, addressCount: 0, addresses: [] });
    expect((await theirs.call('getIdentityActivity', { path })).status).toBe(404);
    expect((await ours.call('getIdentityActivity', { path, query: { days: 401 } })).status).toBe(400);
  });
});

describe('the use of scopes', () => {
  test('is recorded for calls that succeed, by the right they need, and for no other', async ({
    service,
  }) => {
    const { ours } = service;
    const { caller, id } = await aCallerWith(service, ['credentials.*', 'identities.read']);
    expect((await caller.call('getCredential', { path: { id } })).status).toBe(200);
    expect((await caller.call('getCredential', { path: { id } })).status).toBe(200);
    expect((await caller.call('getCredential', { path: { id: 'x' } })).status).toBe(404);
    expect((await caller.call('createIdentity', { body: { name: 'no', type: 'CI_CD' } })).status).toBe(403);
    expect((await caller.call('listIdentities', { query: { limit: 0 } })).status).toBe(400);
    const other = await aCredential(ours);
    expect((await caller.call('verifyCredential', { body: { credential: other.secret } })).status).toBe(200);
    await settle(service);
    expect(await recorded(service, id)).toEqual({ 'credentials.read': 2, 'credentials.verify': 1 });
    expect(await recorded(service, other.id)).toEqual({});
  });

  test('is recorded for verifications that count and are valid', async ({ service }) => {
    const { ours } = service;
    const { id, secret } = await aCredential(ours, { scopes: ['secrets.*', 'deploy.run'] });
    await verify(ours, secret, { scopes: ['secrets.read', 'deploy.run'] });
    await verify(ours, secret, { scopes: ['secrets.read'] });
    expect(await verify(ours, secret, { scopes: ['secrets.read', 'billing.read'] })).toMatchObject({
      valid: false,
    });
    expect(await verify(ours, secret, { scopes: ['secrets.write'], consume: false })).toMatchObject({
      valid: true,
    });
    await settle(service);
    expect(await recorded(service, id)).toEqual({ 'deploy.run': 1, 'secrets.read': 2 });
  });

  test('keeps at most 500 scopes of a credential that holds all', async ({ service }) => {
    const { ours } = service;
    const { id, secret } = await aCredential(ours, { scopes: ['*'] });
    for (let call = 0; call < 7; call++) {
      const scopes = Array.from({ length: 100 }, (_, one) => `invented.s${call * 100 + one}`);
      expect(await verify(ours, secret, { scopes })).toMatchObject({ valid: true });
    }
    await settle(service);
    expect(Object.keys(await recorded(service, id))).toHaveLength(500);
    await verify(ours, secret, { scopes: ['invented.s0', 'invented.one_more'] });
    await settle(service);
    const after = await recorded(service, id);
    expect([after['invented.s0'], after['invented.one_more']]).toEqual([2, undefined]);
  });

  test('is written when a node stops', async ({ service }) => {
    const { ours, startNode } = service;
    const { id, secret } = await aCredential(ours, { scopes: ['secrets.read'] });
    const node = await startNode();
    await fetch(`${node.origin}/api/v1/credentials/verify`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ours.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ credential: secret, scopes: ['secrets.read'] }),
    });
    await node.stop();
    expect(await recorded(service, id)).toEqual({ 'secrets.read': 1 });
  });

  test('is deleted with its credential', async ({ service }) => {
    const { ours, sql, runTask } = service;
    const { id, secret } = await aCredential(ours, { scopes: ['secrets.read'] });
    await verify(ours, secret, { scopes: ['secrets.read'] });
    await settle(service);
    await ours.call('deleteCredential', { path: { id } });
    await runTask('clean-up');
    expect(await recorded(service, id)).toEqual({ 'secrets.read': 1 });
    await sql(`update credentials set deleted_at = now() - interval '91 days' where id = $1`, [id]);
    await runTask('clean-up');
    expect(await recorded(service, id)).toEqual({});
  });
});

describe('listIdentityCredentials', () => {
  test('lists the credentials of one identity, newest first, by status', async ({
    service: { ours, theirs },
  }) => {
    const identityId = await anIdentity(ours);
    const path = { id: identityId };
    const first = await aCredential(ours, { identityId });
    const second = await aCredential(ours, { identityId });
    await aCredential(ours);
    await ours.call('revokeCredential', { path: { id: first.id } });
    const ids = async (query: Record<string, string | number>) => {
      const { body } = await ours.call('listIdentityCredentials', { path, query });
      return [body.data.map(({ id }: { id: string }) => id), body.pagination.total];
    };
    expect(await ids({})).toEqual([[second.id, first.id], 2]);
    expect(await ids({ page: 2, limit: 1 })).toEqual([[first.id], 2]);
    expect(await ids({ status: 'ACTIVE' })).toEqual([[second.id], 1]);
    expect((await theirs.call('listIdentityCredentials', { path })).status).toBe(404);
  });
});

describe('credential.expiring', () => {
  const days = (count: number, minutes = 0) =>
    new Date(Date.now() + count * 86_400_000 + minutes * 60_000).toISOString();
  const told = async (service: TestService, id: string) =>
    (await eventsAbout(service, id))
      .filter(({ type }) => type === 'credential.expiring')
      .map(({ data }) => data['daysLeft']);
  /** Lets so many days go by, as far as the notices of a credential see it. */
  const pass = async ({ sql }: TestService, id: string, count: number) => {
    const by = `- ${count} * interval '24 hours'`;
    await sql(
      `update credentials set created_at = created_at ${by}, expires_at = expires_at ${by}, expiry_notice_at = null where id = $1`,
      [id],
    );
    // The trigger plans the notice from now on. The statement plans the notice from the earlier time, as it was
    // planned then.
    await sql(
      `update credentials set expiry_notice_at = next_expiry_notice(expires_at, now() ${by}) where id = $1`,
      [id],
    );
  };
  const sweep = (service: TestService) => service.runTask('expire-credentials');

  test('is sent once at 30, 14, 7 days and 1 day before the expiry', async ({ service }) => {
    const { id, identityId } = await aCredential(service.ours, { expiresAt: days(40) });
    await sweep(service);
    expect(await told(service, id)).toEqual([]);
    for (const [by, expected] of [
      [10, [30]],
      [5, [30]],
      [11, [30, 14]],
      [7, [30, 14, 7]],
      [6, [30, 14, 7, 1]],
    ] as const) {
      await pass(service, id, by);
      await Promise.all([sweep(service), sweep(service)]);
      await sweep(service);
      expect(await told(service, id)).toEqual(expected);
    }
    const [first] = (await eventsAbout(service, id)).filter(({ type }) => type === 'credential.expiring');
    expect(first?.data).toMatchObject({
      credentialId: id,
      identityId,
      identityName: 'deploy-bot',
      name: 'deploy key',
      environment: 'live',
    });
    const { body } = await service.ours.call('getCredential', { path: { id } });
    expect(body.status).toBe('ACTIVE');
  });

  test('is sent once for each of many credentials by several nodes', { timeout: 60_000 }, async ({
    service,
  }) => {
    const { ours, sql } = service;
    const identityId = await anIdentity(ours);
    const made: string[] = [];
    for (let at = 0; at < 80; at++)
      made.push((await aCredential(ours, { identityId, expiresAt: days(40) })).id);
    await sql(
      `update credentials set created_at = now() - interval '50 days', expires_at = now() + interval '23 hours'
        where id = any ($1)`,
      [made],
    );
    const rounds = 5;
    for (let round = 0; round < rounds; round++) {
      await sql('update credentials set expiry_notice_at = now() where id = any ($1)', [made]);
      await Promise.all([sweep(service), sweep(service), sweep(service), sweep(service)]);
    }
    const told = await sql<{ n: number }>(
      `select count(*)::int as n from events where type = 'credential.expiring' and data ->> 'credentialId' = any ($1)`,
      [made],
    );
    expect(told).toEqual([{ n: rounds * made.length }]);
  });

  test('is sent one day ahead for a three-day credential, and after an outage for the nearest time', async ({
    service,
  }) => {
    const short = await aCredential(service.ours, { expiresAt: days(3) });
    const long = await aCredential(service.ours, { expiresAt: days(60) });
    await sweep(service);
    await pass(service, short.id, 2);
    await pass(service, long.id, 55);
    await sweep(service);
    expect(await told(service, short.id)).toEqual([1]);
    expect(await told(service, long.id)).toEqual([5]);
    await pass(service, long.id, 4);
    await sweep(service);
    expect(await told(service, long.id)).toEqual([5, 1]);
  });

  test('starts again when the expiry changes, and stops without expiry or after a revocation', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const { id } = await aCredential(ours, { expiresAt: days(40) });
    await pass(service, id, 33);
    await sweep(service);
    expect(await told(service, id)).toEqual([7]);
    const path = { id };
    await ours.call('updateCredential', { path, body: { expiresAt: days(20) } });
    await sweep(service);
    expect(await told(service, id)).toEqual([7]);
    await pass(service, id, 6);
    await sweep(service);
    expect(await told(service, id)).toEqual([7, 14]);
    await ours.call('updateCredential', { path, body: { expiresAt: null } });
    expect(await sql('select expiry_notice_at from credentials where id = $1', [id])).toEqual([
      { expiry_notice_at: null },
    ]);
    const revoked = await aCredential(ours, { expiresAt: days(40) });
    await ours.call('revokeCredential', { path: { id: revoked.id } });
    await pass(service, revoked.id, 33);
    await sweep(service);
    expect(await told(service, revoked.id)).toEqual([]);
  });

  test('is sent for credentials that are older than the notices', async ({ service }) => {
    const { ours, sql } = service;
    const far = await aCredential(ours, { expiresAt: days(100) });
    const near = await aCredential(ours, { expiresAt: days(10) });
    await sql(`update credentials set created_at = created_at - interval '200 days' where id = any ($1)`, [
      [far.id, near.id],
    ]);
    await sql('update credentials set expiry_notice_at = null where id = any ($1)', [[far.id, near.id]]);
    await sweep(service);
    await sweep(service);
    expect([await told(service, far.id), await told(service, near.id)]).toEqual([[], [10]]);
    const planned = await sql(
      `select round(extract(epoch from expires_at - expiry_notice_at) / 86400)::int as ahead from credentials where id = any ($1) order by 1`,
      [[far.id, near.id]],
    );
    expect(planned).toEqual([{ ahead: 7 }, { ahead: 30 }]);
  });
});
