import { describe, expect, onTestFinished } from 'vitest';
import { aCallerWith, aCredential, eventsAbout } from '../../support/builders.ts';
import { createClient } from '../../support/client.ts';
import { exported, planned, type Sent } from '../../support/configuration.ts';
import { test } from '../../support/service.ts';

const identities = (count: number): Sent[] =>
  Array.from({ length: count }, (_, n) => ({
    kind: 'identity',
    key: `one-${n}`,
    spec: { name: `One ${n}`, type: 'CI_CD' },
  }));

describe('maxUsageCount of the key', () => {
  test('counts each change: a plan refuses those beyond it, and an apply of them makes nothing', async ({
    service,
  }) => {
    const { ours } = service;
    const { caller, id } = await aCallerWith(service, ['*'], { maxUsageCount: 7 });
    const before = await exported(ours);
    // The plan is one use and the apply another one, so five are left.
    const { changes, fingerprint } = await planned(caller, identities(7));
    expect(changes.map(({ refusal }) => refusal?.code)).toEqual([
      ...Array.from({ length: 5 }, () => undefined),
      'BOUND_NOT_GRANTABLE',
      'BOUND_NOT_GRANTABLE',
    ]);
    expect(changes[5]?.refusal?.details).toMatchObject({
      bounds: ['maxUsageCount'],
      reason: expect.stringContaining('lets one request make 5 changes'),
      object: 'identity/one-5',
    });
    const refused = await caller.call('applyConfiguration', {
      body: { objects: identities(7), fingerprint },
    });
    expect([refused.status, refused.body.code, refused.body.details.bounds]).toEqual([
      403,
      'BOUND_NOT_GRANTABLE',
      ['maxUsageCount'],
    ]);
    expect(await exported(ours)).toEqual(before);
    // The plan, the refused apply, another plan and another apply: three uses are left for changes.
    const less = await planned(caller, identities(3));
    expect(less.changes.map(({ refusal }) => refusal)).toEqual([null, null, null]);
    const { status, body } = await caller.call('applyConfiguration', {
      body: { objects: identities(3), fingerprint: less.fingerprint },
    });
    expect([status, body.counts?.create]).toEqual([200, 3]);
    const { body: key } = await ours.call('getCredential', { path: { id } });
    expect([key.usageCount, key.status, key.statusReason]).toEqual([7, 'EXPIRED', 'USAGE_LIMIT']);
    expect((await caller.call('listIdentities')).status).toBe(401);
    const events = await eventsAbout(service, id);
    expect(events.at(-1)).toMatchObject({ type: 'credential.expired', data: { usageCount: 7 } });
  });

  test('does not count changes that were taken back', async ({ service }) => {
    const { ours } = service;
    const { caller, id } = await aCallerWith(service, ['*'], { maxUsageCount: 50 });
    await planned(caller, identities(9));
    const { body: key } = await ours.call('getCredential', { path: { id } });
    expect(key.usageCount).toBe(1);
  });
});

describe('rateLimitPerMinute of the key', () => {
  test('counts each change: an apply waits for the next minute, and one beyond a whole minute is refused', async ({
    service,
  }) => {
    const { ours } = await service.addPair();
    const node = await service.startNode({ RATE_LIMIT_PER_MINUTE: '600', RATE_LIMIT_BURST: '2' });
    onTestFinished(() => node.stop());
    const { secret, id } = await aCredential(ours, { scopes: ['*'], rateLimitPerMinute: 10 });
    const caller = createClient(node.origin, secret, ours.orgId);
    // Twelve a minute with the burst. The apply is one of them.
    const beyond = await planned(caller, identities(12));
    expect(beyond.changes.map(({ refusal }) => refusal?.code ?? null)).toEqual([
      ...Array.from({ length: 11 }, () => null),
      'BOUND_NOT_GRANTABLE',
    ]);
    expect(beyond.changes[11]?.refusal?.details).toMatchObject({ bounds: ['rateLimitPerMinute'] });
    const { fingerprint } = await planned(caller, identities(11));
    const send = () => caller.call('applyConfiguration', { body: { objects: identities(11), fingerprint } });
    // Each change would fail, so the apply is refused before it makes one.
    await service.sql(`create function broken() returns trigger language plpgsql as 'begin raise exception ''made''; end';
      create trigger broken before insert on identities for each row execute function broken()`);
    const early = await send();
    await service.sql('drop trigger broken on identities; drop function broken()');
    expect([early.status, early.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);
    // The minute ends.
    await service.sql(`update credentials set window_started_at = now() - interval '61 s' where id = $1`, [
      id,
    ]);
    expect((await send()).status).toBe(200);
    const [row] = await service.sql('select window_count from credentials where id = $1', [id]);
    expect(row).toEqual({ window_count: 12 });
    expect((await caller.call('listIdentities')).status).toBe(429);
  });

  test('counts an apply once if it is that of the service, so that keys without a limit of their own apply much', async ({
    service,
  }) => {
    const { ours } = await service.addPair();
    const node = await service.startNode({ RATE_LIMIT_PER_MINUTE: '3', RATE_LIMIT_BURST: '0' });
    onTestFinished(() => node.stop());
    const { secret } = await aCredential(ours, { scopes: ['*'] });
    const caller = createClient(node.origin, secret, ours.orgId);
    const { fingerprint } = await planned(caller, identities(20));
    const { status } = await caller.call('applyConfiguration', {
      body: { objects: identities(20), fingerprint },
    });
    expect(status).toBe(200);
  });
});
