import { describe, expect } from 'vitest';
import type { OperationId } from '../../../src/operation.ts';
import { aCallerWith, aCredential } from '../../support/builders.ts';
import type { Answer } from '../../support/client.ts';
import { type TestService, test as base } from '../../support/service.ts';

interface Keys {
  /** The bootstrap key of our live tenant and its identity. */
  first: { id: string; identityId: string };
  /** May change everything and holds no `*`, so that only the lockout rule can be in its way. */
  operator: TestService['ours'];
}

/** Makes the bootstrap key the tenant's only key with `*`, regardless of what the previous test did. */
const test = base.extend<{ keys: Keys }>({
  keys: async ({ service }, use) => {
    const { sql, organizations } = service;
    const [first] = await sql<{ id: string; identityId: string }>(
      `select c.id, c.identity_id as "identityId" from credentials c join identities i on i.id = c.identity_id
        where c.org_id = $1 and i.name = 'bootstrap' order by c.created_at limit 1`,
      [organizations.ours.live.orgId],
    );
    if (!first) throw new Error('no bootstrap key');
    const { caller: operator } = await aCallerWith(service, ['credentials.*', 'identities.*']);
    await use({ first, operator });
    await sql(
      "update credentials set status = 'REVOKED' where '*' = any (scopes) and id <> $1 and org_id = $2",
      [first.id, organizations.ours.live.orgId],
    );
  },
});

function expectLockout({ status, body }: Answer): void {
  expect([status, body.code]).toEqual([409, 'LOCKOUT_RISK']);
  expect(body.details.reason).toContain('was used since its secret was created');
}

const endings: OperationId[] = ['suspendCredential', 'revokeCredential', 'deleteCredential'];
const identityEndings: OperationId[] = ['suspendIdentity', 'revokeIdentity', 'deleteIdentity'];

for (const operation of endings) {
  describe(operation, () => {
    test('refuses to take the last working key with * away', async ({
      service,
      keys: { first, operator },
    }) => {
      for (const caller of [operator, service.ours])
        expectLockout(await caller.call(operation, { path: { id: first.id } }));
      expect((await service.ours.call('getCredential', { path: { id: first.id } })).body.status).toBe(
        'ACTIVE',
      );
      const { id } = await aCredential(service.ours, { scopes: ['*'] });
      expect((await operator.call(operation, { path: { id } })).status).toBe(200);
      expectLockout(await operator.call(operation, { path: { id: first.id } }));
    });
  });
}

for (const operation of identityEndings) {
  describe(operation, () => {
    test('refuses to take the last working key with * away', async ({
      service,
      keys: { first, operator },
    }) => {
      expectLockout(await operator.call(operation, { path: { id: first.identityId } }));
      // Another key of the same identity would end with it.
      await aCredential(service.ours, { scopes: ['*'], identityId: first.identityId });
      expectLockout(await operator.call(operation, { path: { id: first.identityId } }));
      expect((await service.ours.call('listIdentities')).status).toBe(200);
      const { identityId } = await aCredential(service.ours, { scopes: ['*'] });
      expect((await operator.call(operation, { path: { id: identityId } })).status).toBe(200);
    });
  });
}

describe('revokeOwnCredential', () => {
  test('does not end the last working key with *', async ({ service, keys: { first } }) => {
    expectLockout(await service.ours.call('revokeOwnCredential'));
    const { body } = await service.ours.call('getCredential', { path: { id: first.id } });
    expect(body.status).toBe('ACTIVE');
  });
});

describe('updateCredential', () => {
  test('does not narrow the last working key with *', async ({ service: { ours }, keys: { first } }) => {
    const narrow: Record<string, unknown>[] = [
      { scopes: ['credentials.*'] },
      { scopes: [] },
      { expiresAt: '2031-01-01T00:00:00Z' },
      { maxUsageCount: 1_000_000 },
      { allowedIps: ['10.0.0.0/8'] },
    ];
    for (const body of narrow)
      expectLockout(await ours.call('updateCredential', { path: { id: first.id }, body }));
    for (const body of [
      { name: 'renamed' },
      { scopes: ['*'] },
      { scopes: ['*', 'a.b'] },
      { metadata: { a: 1 } },
    ]) {
      expect((await ours.call('updateCredential', { path: { id: first.id }, body })).status).toBe(200);
    }
    const { id } = await aCredential(ours, { scopes: ['*'] });
    for (const body of narrow.toReversed()) {
      expect((await ours.call('updateCredential', { path: { id }, body })).status).toBe(200);
    }
  });
});

describe('updateIdentity', () => {
  test('does not narrow the identity of the last working key with *', async ({
    service: { ours },
    keys: { first },
  }) => {
    const path = { id: first.identityId };
    for (const body of [{ expiresAt: '2031-01-01T00:00:00Z' }, { allowedIps: ['10.0.0.0/8'] }]) {
      expectLockout(await ours.call('updateIdentity', { path, body }));
    }
    expect((await ours.call('updateIdentity', { path, body: { description: 'ours' } })).status).toBe(200);
  });
});

describe('rotateCredential', () => {
  test('rotates the last working key with *, and gives its rights to the new secret', async ({
    service,
    keys: { first },
  }) => {
    const { body } = await service.ours.call('rotateCredential', {
      path: { id: first.id },
      body: { gracePeriod: 86_400 },
    });
    expect((await service.as(body.credential).call('listIdentities')).status).toBe(200);
    expect((await service.ours.call('listIdentities')).status).toBe(200);
  });
});

describe('revokeCredential', () => {
  test('does not count a key that does not work', async ({ service, keys: { first, operator } }) => {
    const { ours, sql } = service;
    const make = async () => (await aCredential(ours, { scopes: ['*'] })).id;
    const [suspended, over, spent, orphan] = [
      await make(),
      await make(),
      await make(),
      await aCredential(ours, { scopes: ['*'] }),
    ];
    await operator.call('suspendCredential', { path: { id: suspended } });
    await sql("update credentials set expires_at = now() - interval '1 ms' where id = $1", [over]);
    await sql("update credentials set status = 'EXPIRED', status_reason = 'USAGE_LIMIT' where id = $1", [
      spent,
    ]);
    await operator.call('suspendIdentity', { path: { id: orphan.identityId } });
    expectLockout(await operator.call('revokeCredential', { path: { id: first.id } }));
    for (const id of [suspended, over, spent, orphan.id]) {
      expect((await operator.call('revokeCredential', { path: { id } })).status).toBe(200);
    }
  });

  test('does not count a key that no caller has, or that no address can use', async ({
    service,
    keys: { first, operator },
  }) => {
    const { ours, as } = service;
    // Suspended, not revoked: the other tests go on with its secret.
    const taken = () => operator.call('suspendCredential', { path: { id: first.id } });
    const unseen = await aCredential(ours, { scopes: ['*'] });
    expectLockout(await taken());
    // Used, and then bound: to addresses that no host has, and to others than its identity.
    for (const [ranges, ofIdentity] of [
      [['192.0.2.1'], null],
      [['203.0.113.0/24', '0.0.0.0/32'], null],
      [['10.0.0.0/8'], ['192.168.0.0/16']],
    ]) {
      const { id, identityId, secret } = await aCredential(ours, { scopes: ['*'] });
      expect((await as(secret).call('listIdentities')).status).toBe(200);
      for (const [operation, path, allowedIps] of [
        ['updateCredential', { id }, ranges],
        ['updateIdentity', { id: identityId }, ofIdentity],
      ] as const)
        expect((await ours.call(operation, { path, body: { allowedIps } })).status).toBe(200);
    }
    expectLockout(await taken());
    // A new secret that was not used yet is one that may be lost.
    expect((await as(unseen.secret).call('listIdentities')).status).toBe(200);
    const { body } = await ours.call('rotateCredential', { path: { id: unseen.id } });
    expectLockout(await taken());
    expect((await as(body.credential).call('listIdentities')).status).toBe(200);
    expect((await taken()).status).toBe(200);
    await service.sql("update credentials set status = 'ACTIVE' where id = $1", [first.id]);
  });

  test('keeps one of the last two keys when both are revoked in parallel', async ({
    service,
    keys: { first, operator },
  }) => {
    const { ours, sql } = service;
    for (let round = 0; round < 5; round++) {
      const others = [await aCredential(ours, { scopes: ['*'] }), await aCredential(ours, { scopes: ['*'] })];
      const ids = others.map(({ id }) => id);
      for (const { secret } of others) await service.as(secret).call('listIdentities');
      // The first key is out of the way without being touched by the service.
      await sql("update credentials set status = 'SUSPENDED' where id = $1", [first.id]);
      const answers = await Promise.all([
        operator.call('revokeCredential', { path: { id: ids[0] ?? '' } }),
        round % 2 === 0
          ? operator.call('deleteCredential', { path: { id: ids[1] ?? '' } })
          : operator.call('revokeIdentity', { path: { id: others[1]?.identityId ?? '' } }),
      ]);
      const left = await sql("select id from credentials where id = any ($1) and status = 'ACTIVE'", [ids]);
      await sql("update credentials set status = 'ACTIVE' where id = $1", [first.id]);
      expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
      expect(left).toHaveLength(1);
      await operator.call('revokeCredential', { path: { id: String(left[0]?.['id']) } });
    }
  });

  test('looks only at the keys of one tenant', async ({
    service: { ours, theirs, oursTest },
    keys: { first },
  }) => {
    await aCredential(theirs, { scopes: ['*'] });
    await aCredential(oursTest, { scopes: ['*'] });
    expectLockout(await ours.call('revokeCredential', { path: { id: first.id } }));
  });
});
