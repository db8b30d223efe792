import { describe, expect } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { aCallerWith, aCredential, verify } from '../../support/builders.ts';
import { type TestService, test } from '../../support/service.ts';

/** A webhook of our live tenant, or of the one named. */
async function aWebhook(
  { sql, ours }: TestService,
  events: string[],
  { status = 'ACTIVE', orgId = ours.orgId }: { status?: string; orgId?: string | undefined } = {},
): Promise<{ id: string; remove: () => Promise<unknown> }> {
  const id = newId('wh');
  await sql(
    `insert into webhooks (org_id, id, name, url, events, status, secret)
     values ($1, $2, 'uses', 'https://example.com/hooks', $3, $4, '\\x00')`,
    [orgId, id, events, status],
  );
  return { id, remove: () => sql('delete from webhooks where id = $1', [id]) };
}

const usesOf = ({ sql }: TestService, id: string): Promise<{ data: Record<string, unknown> }[]> =>
  sql(
    `select data from events where type = 'credential.used' and data ->> 'credentialId' = $1
      order by (data ->> 'usageCount')::int`,
    [id],
  );

describe('credential.used', () => {
  test('is not written if no active webhook of the tenant subscribes to it', async ({ service }) => {
    const hooks = [
      await aWebhook(service, ['credential.created', 'identity.updated']),
      await aWebhook(service, ['credential.used'], { status: 'DISABLED' }),
      await aWebhook(service, ['*'], { orgId: service.theirs.orgId }),
    ];
    const { id, secret } = await aCredential(service.ours, { scopes: ['*'] });

    await verify(service.ours, secret);
    await service.as(secret).call('listIdentities');

    expect(await usesOf(service, id)).toEqual([]);
    for (const hook of hooks) await hook.remove();
  });

  test.for(['credential.used', '*'])(
    'is written for a verification if a webhook subscribes to %s',
    async (type, { service }) => {
      const hook = await aWebhook(service, [type]);
      const { id, identityId, secret } = await aCredential(service.ours, { maxUsageCount: 5 });

      await verify(service.ours, secret, { ipAddress: '203.0.113.7' });
      await verify(service.ours, secret, { consume: false });
      await hook.remove();

      const subject = { credentialId: id, identityId, identityName: 'deploy-bot', environment: 'live' };
      expect(await usesOf(service, id)).toEqual([
        {
          data: {
            ...subject,
            usageCount: 1,
            maxUsageCount: 5,
            source: 'VERIFY',
            ipAddress: '203.0.113.7',
            userAgent: null,
            usedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          },
        },
      ]);
    },
  );

  test('is written for a call to this API, with the address and the agent of the caller', async ({
    service,
  }) => {
    const hook = await aWebhook(service, ['credential.used'], { status: 'PAUSED' });
    const { caller, id } = await aCallerWith(service, ['identities.read']);

    await caller.call('listIdentities', { headers: { 'User-Agent': `deploy/1 ${'x'.repeat(300)}` } });
    await caller.call('listIdentities', { headers: { 'User-Agent': '' } });
    await hook.remove();

    const uses = await usesOf(service, id);
    expect(uses.map(({ data }) => data['usageCount'])).toEqual([1, 2]);
    expect(uses[0]?.data).toMatchObject({ source: 'API', ipAddress: '127.0.0.1', maxUsageCount: null });
    expect(String(uses[0]?.data['userAgent'])).toMatch(/^deploy\/1 x{247}$/);
  });

  test('is written once for each parallel use, and credential.expired follows the last', async ({
    service,
  }) => {
    const hook = await aWebhook(service, ['credential.used', 'credential.expired']);
    const { id, secret } = await aCredential(service.ours, { maxUsageCount: 10, scopes: ['*'] });
    const caller = service.as(secret);

    await Promise.all([
      ...Array.from({ length: 15 }, () => verify(service.ours, secret)),
      ...Array.from({ length: 15 }, (_, at) =>
        caller.call('listIdentities', { headers: { 'User-Agent': `agent/${at % 2}` } }),
      ),
    ]);
    await hook.remove();

    const uses = await usesOf(service, id);
    expect(uses.map(({ data }) => data['usageCount'])).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const owed = await service.sql<{ event_type: string }>(
      `select event_type from deliveries where webhook_id = $1 and exists (
         select from events e where e.id = event_id and e.data ->> 'credentialId' = $2) order by position`,
      [hook.id, id],
    );
    expect(owed.map((one) => one.event_type)).toEqual([
      ...Array.from({ length: 10 }, () => 'credential.used'),
      'credential.expired',
    ]);
  });
});
