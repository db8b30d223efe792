import { describe, expect } from 'vitest';
import { aCredential, anIdentity, verify } from '../../support/builders.ts';
import { aDayThatLasts } from '../../support/lasting-day.ts';
import { partitionBefore } from '../../support/partitions.ts';
import { test } from '../../support/service.ts';

const day = (ago: number, from = Date.now()): string =>
  new Date(from - ago * 86_400_000).toISOString().slice(0, 10);

describe('getCredentialUsage', () => {
  test('answers every field, with the days of the window oldest first', async ({ service }) => {
    const { ours, sql } = service;
    await aDayThatLasts(service);
    const { id, secret } = await aCredential(ours, { maxUsageCount: 10 });
    for (let use = 0; use < 3; use++) await verify(ours, secret);
    // Yesterday may lie in a week before the first partition.
    await partitionBefore(service, 'usage_facts');
    await sql(
      `insert into usage_facts (org_id, credential_id, at, source, uses)
       select org_id, id, now() - interval '1 day', source, uses
         from credentials, (values ('VERIFY', 5), ('API', 2), ('API', 1)) as f (source, uses) where id = $1`,
      [id],
    );
    const { status, body } = await ours.call('getCredentialUsage', { path: { id }, query: { days: 3 } });
    const now = Date.parse(body.lastUsedAt);
    expect(status).toBe(200);
    expect(body).toEqual({
      credentialId: id,
      usageCount: 3,
      maxUsageCount: 10,
      remainingUses: 7,
      lastUsedAt: expect.stringMatching(/Z$/),
      days: [
        { date: day(2, now), total: 0, verify: 0, api: 0 },
        { date: day(1, now), total: 8, verify: 5, api: 3 },
        { date: day(0, now), total: 3, verify: 3, api: 0 },
      ],
      addressCount: 1,
      addresses: [
        { address: null, total: 11, verify: 8, api: 3, firstDay: day(1, now), lastDay: day(0, now) },
      ],
    });
  });

  test('shows a window that was never used as zeros', async ({ service: { ours } }) => {
    const { id } = await aCredential(ours);
    const { body } = await ours.call('getCredentialUsage', { path: { id }, query: { days: 1 } });
    expect(body).toMatchObject({ usageCount: 0, maxUsageCount: null, remainingUses: null, lastUsedAt: null });
    expect(body.days).toEqual([{ date: expect.any(String), total: 0, verify: 0, api: 0 }]);
  });

  test('keeps the uses before a rotation in the days', async ({ service: { ours } }) => {
    const { id, secret } = await aCredential(ours);
    await verify(ours, secret);
    const { body: rotated } = await ours.call('rotateCredential', { path: { id } });
    await verify(ours, rotated.credential);
    const { body } = await ours.call('getCredentialUsage', { path: { id }, query: { days: 2 } });
    expect(body.usageCount).toBe(1);
    expect(body.days.reduce((sum: number, { total }: { total: number }) => sum + total, 0)).toBe(2);
  });

  test('counts calls to this API, refused ones too', async ({ service }) => {
    const { ours, as } = service;
    await aDayThatLasts(service);
    const { id, secret } = await aCredential(ours, { scopes: ['credentials.read'] });
    const caller = as(secret);
    expect((await caller.call('getCredential', { path: { id } })).status).toBe(200);
    expect((await caller.call('getCredential', { path: { id: 'x' } })).status).toBe(404);
    expect((await caller.call('rotateCredential', { path: { id } })).status).toBe(403);
    const { body } = await ours.call('getCredentialUsage', { path: { id }, query: { days: 1 } });
    expect(body.usageCount).toBe(3);
    expect(body.lastUsedAt).not.toBeNull();
    expect(body.days[0]).toMatchObject({ total: 3, verify: 0, api: 3 });
  });

  test('spends the cap of a key by calls to this API', async ({ service: { ours, as, sql } }) => {
    const { id, secret } = await aCredential(ours, { scopes: ['credentials.read'], maxUsageCount: 3 });
    await verify(ours, secret);
    const statuses = [];
    for (let call = 0; call < 3; call++) statuses.push((await as(secret).call('listCredentials')).status);
    expect(statuses).toEqual([200, 200, 401]);
    const { body } = await ours.call('getCredential', { path: { id } });
    expect(body).toMatchObject({ status: 'EXPIRED', statusReason: 'USAGE_LIMIT', usageCount: 3 });
    expect(
      await sql(
        "select data ->> 'reason' as reason from events where type = 'credential.expired' and data ->> 'credentialId' = $1",
        [id],
      ),
    ).toEqual([{ reason: 'USAGE_LIMIT' }]);
  });

  test('lets a key in only from the ranges of the credential and of its identity', async ({ service }) => {
    const { ours, as } = service;
    const identityId = await anIdentity(ours, { allowedIps: ['127.0.0.0/8', '203.0.113.0/24'] });
    const key = async (allowedIps: string[] | null) =>
      as((await aCredential(ours, { identityId, scopes: ['credentials.read'], allowedIps })).secret);
    const statuses = [];
    for (const ranges of [null, ['127.0.0.1'], ['203.0.113.0/24']]) {
      statuses.push((await (await key(ranges)).call('listCredentials')).status);
    }
    expect(statuses).toEqual([200, 200, 401]);
    const { secret } = await aCredential(ours, { identityId, scopes: ['credentials.read'] });
    await ours.call('updateIdentity', { path: { id: identityId }, body: { allowedIps: ['203.0.113.0/24'] } });
    expect((await as(secret).call('listCredentials')).status).toBe(401);
  });

  test('takes a range of mapped addresses for what it means, as a verification does', async ({ service }) => {
    const { ours, as } = service;
    const { id, identityId, secret } = await aCredential(ours, {
      scopes: ['credentials.read'],
      allowedIps: ['::ffff:127.0.0.0/104', '::ffff:192.0.2.1', '2001:DB8:0::/32'],
    });
    expect((await as(secret).call('listCredentials')).status).toBe(200);
    for (const ipAddress of ['127.0.0.1', '192.0.2.1', '2001:db8::1'])
      expect(await verify(ours, secret, { ipAddress })).toMatchObject({ valid: true });
    const path = { id: identityId };
    await ours.call('updateIdentity', {
      path,
      body: { allowedIps: ['::ffff:127.0.0.0/104', '127.0.0.0/8'] },
    });
    expect((await as(secret).call('listCredentials')).status).toBe(200);
    const shown = await ours.call('getCredential', { path: { id } });
    expect(shown.body.allowedIps).toEqual(['127.0.0.0/8', '192.0.2.1', '2001:db8::/32']);
  });

  test('records where a secret was presented from', async ({ service: { ours, sql } }) => {
    const { id, secret } = await aCredential(ours);
    await verify(ours, secret, { ipAddress: '203.0.113.9' });
    await verify(ours, secret);
    expect(
      await sql('select source, address, uses from usage_facts where credential_id = $1 order by address', [
        id,
      ]),
    ).toEqual([
      { source: 'VERIFY', address: '203.0.113.9', uses: 1 },
      { source: 'VERIFY', address: null, uses: 1 },
    ]);
  });

  test('refuses windows that are empty or too long, and foreign ids', async ({
    service: { ours, theirs },
  }) => {
    const { id } = await aCredential(ours);
    for (const days of [0, -1, 401, 1.5, 'week']) {
      const { status, body } = await ours.call('getCredentialUsage', { path: { id }, query: { days } });
      expect([status, Object.keys(body.details)]).toEqual([400, ['days']]);
    }
    expect((await ours.call('getCredentialUsage', { path: { id } })).body.days).toHaveLength(30);
    expect((await theirs.call('getCredentialUsage', { path: { id } })).status).toBe(404);
  });
});
