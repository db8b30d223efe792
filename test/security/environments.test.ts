import { describe, expect } from 'vitest';
import { aCredential, anIdentity, verify } from '../support/builders.ts';
import { test } from '../support/service.ts';

// security.md 1: "Live/test environment crossing", "Body-supplied owner makes the request look authenticated"
// (better-auth CVE-2025-61928), "Revocation honoured by one path only" (KC CVE-2026-8922). That no id of another
// organization or environment is told from a missing one is test/contract/visitors/tenancy.ts.
describe('a test key', () => {
  test('verifies no live secret, and a live key no test secret', async ({
    service: { ours, oursTest, theirs },
  }) => {
    const [live, testing] = [await aCredential(ours), await aCredential(oursTest)];
    expect(live.secret).toMatch(/^kd_live_/);
    expect(testing.secret).toMatch(/^kd_test_/);
    for (const [client, secret] of [
      [oursTest, live.secret],
      [ours, testing.secret],
      [theirs, live.secret],
      [theirs, testing.secret],
    ] as const) {
      expect(await verify(client, secret)).toMatchObject({
        valid: false,
        code: 'NOT_FOUND',
        identity: null,
        credential: null,
        remainingUses: null,
      });
    }
    expect(await verify(ours, live.secret)).toMatchObject({
      valid: true,
      environment: 'live',
      credential: { usageCount: 1 },
    });
    expect(await verify(oursTest, testing.secret)).toMatchObject({
      valid: true,
      environment: 'test',
      credential: { usageCount: 1 },
    });
  });

  test('sees and counts nothing of live', async ({ service: { ours, oursTest } }) => {
    const { id, identityId } = await aCredential(ours);
    const [identities, credentials] = [
      await oursTest.call('listIdentities', { query: { limit: 100 } }),
      await oursTest.call('listCredentials', { query: { limit: 100 } }),
    ];
    const seen = JSON.stringify([identities.body, credentials.body]);
    for (const secret of [id, identityId]) expect(seen).not.toContain(secret);
    const { ACTIVE, EXPIRED, REVOKED, SUSPENDED } = credentials.body.stats.byStatus;
    expect(ACTIVE + EXPIRED + REVOKED + SUSPENDED).toBe(credentials.body.pagination.total);
    expect(credentials.body.data.every((row: { environment: string }) => row.environment === 'test')).toBe(
      true,
    );
  });
});

describe('a body that names an owner', () => {
  test('makes no request authenticated', async ({ service: { ours, anonymous, organizations } }) => {
    const identityId = await anIdentity(ours);
    for (const owner of [
      { orgId: organizations.ours.live.orgId },
      { createdBy: 'cred_x' },
      { userId: 'x' },
      { organizationId: organizations.ours.live.orgId },
    ]) {
      const body = { identityId, name: 'unowned', ...owner };
      expect((await anonymous.call('createCredential', { body })).status).toBe(401);
      expect((await ours.call('createCredential', { body })).status).toBe(400);
    }
  });
});

describe('a credential that was taken away', () => {
  test.for([
    ['revoked', 'revokeCredential', 'id', 'REVOKED'],
    ['suspended', 'suspendCredential', 'id', 'SUSPENDED'],
    ['deleted', 'deleteCredential', 'id', 'REVOKED'],
    ['suspended with its identity', 'suspendIdentity', 'identityId', 'IDENTITY_INACTIVE'],
    ['revoked with its identity', 'revokeIdentity', 'identityId', 'REVOKED'],
    ['deleted with its identity', 'deleteIdentity', 'identityId', 'REVOKED'],
  ] as const)(
    '%s is refused by every path of every node at once',
    async ([, operation, target, code], { service }) => {
      const { ours, as } = service;
      const node = await service.startNode();
      try {
        const made = await aCredential(ours, { scopes: ['identities.read'] });
        const rotated = await ours.call('rotateCredential', {
          path: { id: made.id },
          body: { gracePeriod: 600 },
        });
        const secrets = [made.secret, rotated.body.credential];
        const elsewhere = (key: string) =>
          fetch(`${node.origin}/api/v1/identities`, { headers: { authorization: `Bearer ${key}` } });
        for (const secret of secrets) {
          expect((await as(secret).call('listIdentities')).status).toBe(200);
          expect((await elsewhere(secret)).status).toBe(200);
          expect(await verify(ours, secret)).toMatchObject({ valid: true });
        }
        expect((await ours.call(operation, { path: { id: made[target] } })).status).toBe(200);
        for (const secret of secrets) {
          expect((await as(secret).call('listIdentities')).status).toBe(401);
          expect((await elsewhere(secret)).status).toBe(401);
          expect(await verify(ours, secret)).toMatchObject({
            valid: false,
            identity: null,
            credential: null,
          });
        }
        expect(['NOT_FOUND', code]).toContain((await verify(ours, rotated.body.credential)).code);
      } finally {
        await node.stop();
      }
    },
  );
});
