import { describe, expect, onTestFinished } from 'vitest';
import { aCallerWith, aCredential, anIdentity, eventsAbout } from '../../support/builders.ts';
import type { Client } from '../../support/client.ts';
import { startTestService, test } from '../../support/service.ts';
import { age, auditOf, ids, reasons } from '../../support/unused.ts';

describe('cleanUpCredentials', () => {
  const cleanUp = (client: Client, body: Record<string, unknown>) =>
    client.call('cleanUpCredentials', { body: { unusedForDays: 90, action: 'REVOKE', ...body } });
  const statusOf = async (client: Client, id: string) =>
    (await client.call('getCredential', { path: { id } })).body.status;

  test('shows what it would end, then ends it with an event and an audit row for each', async ({
    service,
  }) => {
    const { ours } = service;
    const tags = ['clean-up-1'];
    const identityId = await anIdentity(ours, { tags });
    const [old, used, fresh] = [
      await aCredential(ours, { identityId }),
      await aCredential(ours, { identityId }),
      await aCredential(ours, { identityId }),
    ];
    await age(service, old.id, 200);
    await age(service, used.id, 200, 2);
    await age(service, fresh.id, 20);
    const shown = await cleanUp(ours, { tags, action: 'SUSPEND' });
    expect(shown.body).toMatchObject({
      dryRun: true,
      action: 'SUSPEND',
      unusedForDays: 90,
      next: null,
      hasMore: false,
    });
    expect(shown.body.done).toEqual([
      {
        credentialId: old.id,
        name: 'deploy key',
        identityId,
        identityName: 'deploy-bot',
        unusedSince: expect.any(String),
      },
    ]);
    expect(reasons(shown.body.left)).toEqual({ [fresh.id]: 'TOO_NEW' });
    expect(await statusOf(ours, old.id)).toBe('ACTIVE');

    const suspended = await cleanUp(ours, { tags, action: 'SUSPEND', dryRun: false, reason: 'spring' });
    expect(ids(suspended.body.done)).toEqual([old.id]);
    expect((await ours.call('getCredential', { path: { id: old.id } })).body).toMatchObject({
      status: 'SUSPENDED',
      statusReason: 'spring',
    });
    expect((await cleanUp(ours, { tags, action: 'SUSPEND', dryRun: false })).body.done).toEqual([]);
    const revoked = await cleanUp(ours, { tags, dryRun: false });
    expect(ids(revoked.body.done)).toEqual([old.id]);
    expect((await ours.call('getCredential', { path: { id: old.id } })).body).toMatchObject({
      status: 'REVOKED',
      statusReason: 'Not used for 90 days',
    });
    for (const { id } of [used, fresh]) expect(await statusOf(ours, id)).toBe('ACTIVE');
    const events = (await eventsAbout(service, old.id)).slice(1);
    expect(events.map(({ type, data }) => [type, data['reason']])).toEqual([
      ['credential.suspended', 'spring'],
      ['credential.revoked', 'MANUAL'],
    ]);
    const rows = (await auditOf(service, old.id)).slice(1);
    expect(rows.map(({ action, request }) => [action, request])).toEqual([
      ['credential.suspend', suspended.headers.get('x-request-id')],
      ['credential.revoke', revoked.headers.get('x-request-id')],
    ]);
  });

  test('goes on where the call before ended, and takes only the kinds of identities that are asked for', async ({
    service,
  }) => {
    const { ours } = service;
    const tags = ['clean-up-2'];
    const bot = await anIdentity(ours, { tags, type: 'AI_AGENT' });
    const job = await anIdentity(ours, { tags });
    const made: string[] = [];
    for (const identityId of [bot, job, bot, job, bot])
      made.push((await aCredential(ours, { identityId })).id);
    await age(service, made, 100);
    const seen: string[][] = [];
    let after: string | undefined;
    for (let call = 0; call < 9; call++) {
      const { body } = await cleanUp(ours, { tags, limit: 2, ...(after ? { after } : {}) });
      seen.push(ids(body.done));
      if (!body.hasMore) break;
      after = body.next;
    }
    expect(seen).toEqual([made.slice(0, 2), made.slice(2, 4), made.slice(4)]);
    const { body } = await cleanUp(ours, { tags, identityTypes: ['CI_CD'], dryRun: false, limit: 1 });
    expect([ids(body.done), body.hasMore, body.next]).toEqual([[made[1]], true, made[1]]);
    expect(ids((await cleanUp(ours, { tags, dryRun: false })).body.done)).toEqual(
      [0, 2, 3, 4].map((at) => made[at]),
    );
  });

  test('ends only those that were named, and none that was used since', async ({ service }) => {
    const { ours } = service;
    const tags = ['clean-up-named'];
    const identityId = await anIdentity(ours, { tags });
    const made: string[] = [];
    for (let count = 0; count < 3; count++) made.push((await aCredential(ours, { identityId })).id);
    await age(service, made, 100);
    const [one = '', two = '', three = ''] = made;
    await age(service, two, 100, 0);
    const { body } = await cleanUp(ours, { credentialIds: [one, two, 'cred_0'], dryRun: false });
    expect([ids(body.done), body.left]).toEqual([[one], []]);
    expect(await statusOf(ours, two)).toBe('ACTIVE');
    expect(await statusOf(ours, three)).toBe('ACTIVE');
  });

  test('needs both rights, ends nothing with rights its key lacks, and tells of a grace that was over', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const tags = ['clean-up-3'];
    const identityId = await anIdentity(ours, { tags });
    const strong = await aCredential(ours, { identityId, scopes: ['directory.read'] });
    const weak = await aCredential(ours, { identityId, scopes: ['secrets.read'] });
    await ours.call('rotateCredential', { path: { id: weak.id }, body: { gracePeriod: 3600 } });
    await sql(
      `update credentials set last_rotated_at = now() - interval '99 days', previous_expires_at = now() - interval '98 days' where id = $1`,
      [weak.id],
    );
    await age(service, [strong.id, weak.id], 200);
    const refused = await cleanUp((await aCallerWith(service, ['credentials.revoke'])).caller, { tags });
    expect([refused.status, refused.body.details]).toEqual([403, { required: ['credentials.read'] }]);
    const { caller } = await aCallerWith(service, ['credentials.revoke', 'credentials.read']);
    const { body } = await cleanUp(caller, { tags, dryRun: false });
    expect(ids(body.done)).toEqual([weak.id]);
    expect(reasons(body.left)).toEqual({ [strong.id]: 'SCOPE_NOT_GRANTABLE' });
    await service.runTask('expire-credentials');
    const ends = (await eventsAbout(service, weak.id)).filter(({ type }) => type === 'credential.revoked');
    expect(ends.map(({ data }) => String(data['reason'])).toSorted()).toEqual(['MANUAL', 'ROTATED']);
    for (const wrong of [{ unusedForDays: 0 }, { limit: 1001 }, { action: 'DELETE' }, { tags: [] }])
      expect((await cleanUp(ours, wrong)).status).toBe(400);
  });

  test('leaves the last working key with all rights', async () => {
    const service = await startTestService();
    onTestFinished(() => service.stop());
    const { ours, sql, organizations } = service;
    const keys = [await aCredential(ours, { scopes: ['*'] }), await aCredential(ours, { scopes: ['*'] })].map(
      ({ id }) => id,
    );
    await age(service, keys, 100);
    // The key that asks spends itself by asking.
    await sql(
      `update credentials set max_usage_count = usage_count + 1 where name = 'bootstrap' and org_id = $1`,
      [organizations.ours.live.orgId],
    );
    const { body } = await cleanUp(ours, { dryRun: false });
    expect(ids(body.done)).toEqual([keys[1]]);
    expect(reasons(body.left)).toEqual({ [keys[0] ?? '']: 'LOCKOUT_RISK' });
  });
});
