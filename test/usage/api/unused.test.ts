import { describe, expect, onTestFinished } from 'vitest';
import { aCallerWith, aCredential, anIdentity, aUser, verify } from '../../support/builders.ts';
import { aDayThatLasts } from '../../support/lasting-day.ts';
import { startTestService, test } from '../../support/service.ts';
import { age, auditOf, ids, observed, reasons } from '../../support/unused.ts';

describe('listUnusedCredentials', () => {
  test('lists unused credentials with owner and reason, the oldest first', async ({ service }) => {
    const { ours, theirs, sql } = service;
    const ownerUserId = await aUser(ours, { displayName: 'Ada Lovelace' });
    const identityId = await anIdentity(ours, { name: 'old bot', ownerUserId });
    const one = (fields = {}) => aCredential(ours, { identityId, scopes: ['secrets.read'], ...fields });
    const [never, lately, rotated, used, young, revoked] = [
      await one(),
      await one(),
      await one(),
      await one(),
      await one(),
      await one(),
    ];
    await ours.call('rotateCredential', { path: { id: rotated.id } });
    await ours.call('suspendCredential', { path: { id: lately.id } });
    await ours.call('revokeCredential', { path: { id: revoked.id } });
    await age(service, [never.id, revoked.id], 200);
    await age(service, lately.id, 300, 100);
    await age(service, rotated.id, 150);
    await sql(`update credentials set last_rotated_at = now() - interval '95 days' where id = $1`, [
      rotated.id,
    ]);
    await age(service, used.id, 300, 3);
    await age(service, young.id, 10);
    const list = async (query: Record<string, unknown> = {}) =>
      (await ours.call('listUnusedCredentials', { query: { identityId, ...query } })).body;

    const { data, pagination } = await list();
    expect(ids(data)).toEqual([lately.id, never.id, rotated.id]);
    expect(pagination.total).toBe(3);
    expect(reasons(data)).toEqual({
      [lately.id]: 'NOT_USED_LATELY',
      [never.id]: 'NEVER_USED',
      [rotated.id]: 'NOT_USED_SINCE_ROTATION',
    });
    expect(data[1]).toEqual({
      credentialId: never.id,
      name: 'deploy key',
      type: 'API_KEY',
      status: 'ACTIVE',
      identityId,
      identityName: 'old bot',
      ownerUserId,
      ownerName: 'Ada Lovelace',
      scopes: ['secrets.read'],
      reason: 'NEVER_USED',
      unusedSince: data[1].createdAt,
      daysUnused: 200,
      lastUsedAt: null,
      createdAt: expect.stringMatching(/Z$/),
      expiresAt: null,
    });
    expect(ids((await list({ days: 120 })).data)).toEqual([never.id]);
    expect(ids((await list({ neverUsed: true })).data)).toEqual([never.id, rotated.id]);
    expect(ids((await list({ limit: 1, page: 2 })).data)).toEqual([never.id]);
    const { data: filtered } = (
      await ours.call('listCredentials', { query: { identityId, unusedForDays: 90, status: 'ACTIVE' } })
    ).body;
    expect(filtered).toHaveLength(2);
    expect((await theirs.call('listUnusedCredentials', { query: { identityId } })).body.data).toEqual([]);

    await ours.call('reactivateCredential', { path: { id: lately.id } });
    expect(ids((await list()).data)).toEqual([never.id, rotated.id]);
  });
});

describe('listUnusedScopes', () => {
  test('shows what each active credential used and did not use, and the narrowest scopes', async ({
    service,
  }) => {
    const { ours } = service;
    const identityId = await anIdentity(ours);
    const one = (scopes: string[], used: Record<string, number>, sources?: string[]) =>
      observed(service, identityId, scopes, used, sources);
    const exact = await one(['credentials.read', 'identities.read'], {
      'credentials.read': 3,
      'identities.read': 200,
    });
    const family = await one(['secrets.*', 'deploy:*'], { 'secrets.read': 1, 'secrets.a.b': 1 }, ['VERIFY']);
    const all = await one(['*'], { 'credentials.read': 1, 'secrets.read': 2 });
    const asked = await one(['secrets.*'], { 'secrets.*': 1, 'secrets.read': 1 }, ['VERIFY']);
    const idle = await one(['credentials.read'], {}, []);
    const silent = await one(['secrets.read'], {}, ['VERIFY']);
    const only = await one(['credentials.verify'], {}, ['VERIFY']);
    const young = await aCredential(ours, { identityId, scopes: ['secrets.read'] });
    const gone = await one(['secrets.read'], {});
    await ours.call('revokeCredential', { path: { id: gone.id } });
    const { status, body } = await ours.call('listUnusedScopes', {
      path: { id: identityId },
      query: { limit: 100 },
    });
    expect([status, body.windowDays, body.pagination.total]).toEqual([200, 90, 8]);
    const found = Object.fromEntries(
      body.data.map((row: Record<string, unknown>) => [
        row['credentialId'],
        [row['observation'], row['unused'], row['suggestion']],
      ]),
    );
    expect(found).toEqual({
      [exact.id]: ['OBSERVED', ['identities.read'], ['credentials.read']],
      [family.id]: ['OBSERVED', ['deploy:*'], ['secrets.a.b', 'secrets.read']],
      [all.id]: ['OBSERVED', [], ['credentials.read', 'secrets.read']],
      [asked.id]: ['OBSERVED', [], ['secrets.*']],
      [idle.id]: ['NOT_USED', ['credentials.read'], null],
      [silent.id]: ['VERIFIED_WITHOUT_SCOPES', ['secrets.read'], null],
      [only.id]: ['OBSERVED', ['credentials.verify'], []],
      [young.id]: ['TOO_YOUNG', ['secrets.read'], null],
    });
    const long = await ours.call('listUnusedScopes', {
      path: { id: identityId },
      query: { windowDays: 300 },
    });
    const row = long.body.data.find(
      ({ credentialId }: { credentialId: string }) => credentialId === exact.id,
    );
    expect(row).toMatchObject({ unused: [], suggestion: ['credentials.read', 'identities.read'] });
    expect(row.used).toMatchObject([
      { scope: 'credentials.read', uses: 5 },
      { scope: 'identities.read', uses: 5 },
    ]);
  });

  test('counts as observed only the time since the last change, reactivation, rotation or start of recording', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const identityId = await anIdentity(ours);
    const one = () => observed(service, identityId, ['secrets.read'], { 'secrets.read': 1 }, ['VERIFY']);
    const [widened, narrowed, reactivated, rotated, flood] = [
      await one(),
      await one(),
      await one(),
      await one(),
      await one(),
    ];
    const change = (id: string, scopes: string[]) =>
      ours.call('updateCredential', { path: { id }, body: { scopes } });
    await change(widened.id, ['secrets.read', 'deploy.run']);
    await change(narrowed.id, []);
    await ours.call('suspendCredential', { path: { id: reactivated.id } });
    await ours.call('reactivateCredential', { path: { id: reactivated.id } });
    await ours.call('rotateCredential', { path: { id: rotated.id }, body: { gracePeriod: 3600 } });
    await sql(
      `insert into scope_uses select org_id, id, 'secrets.x' || n, now(), now(), 1 from credentials, generate_series(1, 499) n where id = $1`,
      [flood.id],
    );
    const observations = async () => {
      const { body } = await ours.call('listUnusedScopes', { path: { id: identityId } });
      return body.data.map(({ observation }: { observation: string }) => observation);
    };
    expect(await observations()).toEqual([
      'TOO_YOUNG',
      'OBSERVED',
      'TOO_YOUNG',
      'IN_GRACE',
      'TOO_MANY_SCOPES',
    ]);
    await sql(`update usage_progress set scopes_since = now() - interval '2 days'`);
    expect(new Set(await observations())).toEqual(new Set(['TOO_YOUNG', 'IN_GRACE']));
    const { body } = await ours.call('listUnusedScopes', {
      path: { id: identityId },
      query: { windowDays: 1 },
    });
    expect(body.data[1]).toMatchObject({ observation: 'OBSERVED' });
  });
});

describe('rightSizeIdentity', () => {
  test('shows what it would narrow, and narrows it on request, with an audit row each', async ({
    service,
  }) => {
    const { ours, theirs } = service;
    const identityId = await anIdentity(ours);
    const path = { id: identityId };
    const wide = await observed(service, identityId, ['secrets.*', 'deploy.run'], { 'secrets.read': 2 }, [
      'VERIFY',
    ]);
    const right = await observed(service, identityId, ['secrets.read'], { 'secrets.read': 2 }, ['VERIFY']);
    const young = await aCredential(ours, { identityId, scopes: ['secrets.read'] });
    const narrowed = [
      { credentialId: wide.id, name: 'deploy key', from: ['secrets.*', 'deploy.run'], to: ['secrets.read'] },
    ];
    const first = await ours.call('rightSizeIdentity', { path });
    expect(first.body).toMatchObject({ identityId, dryRun: true, windowDays: 90, narrowed, hasMore: false });
    expect(reasons(first.body.left)).toEqual({ [right.id]: 'NOTHING_UNUSED', [young.id]: 'TOO_YOUNG' });
    expect((await verify(ours, wide.secret, { scopes: ['deploy.run'], consume: false })).valid).toBe(true);
    expect((await auditOf(service, wide.id)).map(({ action }) => action)).toEqual(['credential.create']);

    const second = await ours.call('rightSizeIdentity', { path, body: { dryRun: false } });
    expect(second.body).toMatchObject({ dryRun: false, narrowed });
    expect((await verify(ours, wide.secret, { scopes: ['deploy.run'] })).valid).toBe(false);
    expect((await verify(ours, wide.secret, { scopes: ['secrets.read'] })).valid).toBe(true);
    const [, row] = await auditOf(service, wide.id);
    expect(row).toMatchObject({ action: 'credential.update', request: second.headers.get('x-request-id') });
    expect(JSON.parse(row?.content ?? '')).toMatchObject({
      targetName: 'deploy key',
      ipAddress: '127.0.0.1',
      changes: [{ field: 'scopes', from: ['secrets.*', 'deploy.run'], to: ['secrets.read'] }],
    });
    const calls = await auditOf(service, identityId);
    expect(calls.map(({ action }) => action)).toEqual([
      'identity.create',
      'identity.right_size',
      'identity.right_size',
    ]);
    expect(JSON.parse(calls[1]?.content ?? '')).toMatchObject({ reason: 'dry run' });

    const third = await ours.call('rightSizeIdentity', { path, body: { dryRun: false } });
    expect(third.body.narrowed).toEqual([]);
    expect((await theirs.call('rightSizeIdentity', { path })).status).toBe(404);
  });

  test('skips a credential whose only use was just now, or before the window', async ({ service }) => {
    const { ours, sql } = service;
    await aDayThatLasts(service);
    const identityId = await anIdentity(ours);
    const [lately, early] = [
      await observed(service, identityId, ['credentials.read'], {}, []),
      await observed(service, identityId, ['credentials.read'], {}, []),
    ];
    // Its scopes are written a second later.
    await sql(
      `insert into usage_facts (org_id, credential_id, source, uses) select org_id, id, 'API', 1 from credentials where id = $1`,
      [lately.id],
    );
    // On the first day of the window, earlier than now.
    await sql(
      `with first as (select date_trunc('day', now() - interval '90 days', 'UTC') as at), summed as (
         insert into usage_days select org_id, id, (at at time zone 'UTC')::date, 'API', null, 1 from credentials, first where id = $1
       )
       insert into scope_uses select org_id, id, 'credentials.read', at, at, 1 from credentials, first where id = $1`,
      [early.id],
    );
    const { body } = await ours.call('rightSizeIdentity', {
      path: { id: identityId },
      body: { dryRun: false },
    });
    expect([body.narrowed, reasons(body.left)]).toEqual([
      [],
      { [lately.id]: 'NOT_USED', [early.id]: 'NOTHING_UNUSED' },
    ]);
  });

  test('needs both rights, and skips what its key could not grant or what does not exist', async ({
    service,
  }) => {
    const { ours } = service;
    const identityId = await anIdentity(ours);
    const path = { id: identityId };
    const rights = await observed(service, identityId, ['directory.*'], { 'directory.read': 1 });
    const body = { dryRun: false, credentialIds: [rights.id, 'cred_none'] };
    const writer = await aCallerWith(service, ['credentials.write']);
    const refused = await writer.caller.call('rightSizeIdentity', { path, body });
    expect([refused.status, refused.body.details]).toEqual([403, { required: ['credentials.read'] }]);
    const both = await aCallerWith(service, ['credentials.write', 'credentials.read']);
    const answer = await both.caller.call('rightSizeIdentity', { path, body });
    expect(answer.body.narrowed).toEqual([]);
    expect(reasons(answer.body.left)).toEqual({ [rights.id]: 'SCOPE_NOT_GRANTABLE', cred_none: 'NOT_FOUND' });
    // To take a right away needs it, as a PATCH of the scopes does.
    const more = await observed(service, identityId, ['directory.*', 'credentials.read'], {
      'credentials.read': 1,
    });
    const taken = await both.caller.call('rightSizeIdentity', {
      path,
      body: { dryRun: false, credentialIds: [more.id] },
    });
    expect([taken.body.narrowed, reasons(taken.body.left)]).toEqual([
      [],
      { [more.id]: 'SCOPE_NOT_GRANTABLE' },
    ]);
    for (const windowDays of [0, 1, 6, 401, 1.5])
      expect((await ours.call('rightSizeIdentity', { path, body: { windowDays } })).status).toBe(400);
  });

  test('keeps the last working key with all rights, but not a second one', async () => {
    const service = await startTestService();
    onTestFinished(() => service.stop());
    const { ours, sql } = service;
    const identityId = await anIdentity(ours);
    const uses = { 'credentials.read': 1, 'credentials.write': 1 };
    const keys = [
      await observed(service, identityId, ['*'], uses),
      await observed(service, identityId, ['*'], uses),
    ];
    // The key that asks spends itself by asking.
    await sql(
      `update credentials set max_usage_count = usage_count + 1 where name = 'bootstrap' and org_id = $1`,
      [service.organizations.ours.live.orgId],
    );
    const { body } = await ours.call('rightSizeIdentity', {
      path: { id: identityId },
      body: { dryRun: false },
    });
    expect(ids(body.narrowed)).toEqual([keys[1]?.id]);
    expect(reasons(body.left)).toEqual({ [keys[0]?.id ?? '']: 'LOCKOUT_RISK' });
  });
});
