import { describe, expect } from 'vitest';
import type { OperationId } from '../../../src/operation.ts';
import { aCredential, anIdentity, eventsAbout, verify } from '../../support/builders.ts';
import { type TestService, test } from '../../support/service.ts';

const actor = { type: 'API_KEY', id: expect.stringMatching(/^cred_/), name: expect.any(String) };

/** Brings a new identity into a state. */
async function anIdentityThatIs(state: string, { ours, sql }: TestService): Promise<string> {
  const id = await anIdentity(ours);
  if (state === 'SUSPENDED') await ours.call('suspendIdentity', { path: { id } });
  if (state === 'REVOKED') await ours.call('revokeIdentity', { path: { id } });
  if (state === 'over')
    await sql("update identities set expires_at = now() - interval '1 s' where id = $1", [id]);
  return id;
}

/** Every move there is, and every one there is not (decisions 6.3); `over` is past its expiry, not yet swept. */
const moves: [operation: OperationId, from: string, to: string, event: string | null][] = [
  ['suspendIdentity', 'ACTIVE', 'SUSPENDED', 'identity.suspended'],
  ['suspendIdentity', 'SUSPENDED', 'SUSPENDED', null],
  ['suspendIdentity', 'REVOKED', 'refused', null],
  ['suspendIdentity', 'over', 'refused', null],
  ['reactivateIdentity', 'ACTIVE', 'ACTIVE', null],
  ['reactivateIdentity', 'SUSPENDED', 'ACTIVE', 'identity.updated'],
  ['reactivateIdentity', 'REVOKED', 'refused', null],
  ['reactivateIdentity', 'over', 'refused', null],
  ['revokeIdentity', 'ACTIVE', 'REVOKED', 'identity.revoked'],
  ['revokeIdentity', 'SUSPENDED', 'REVOKED', 'identity.revoked'],
  ['revokeIdentity', 'REVOKED', 'REVOKED', null],
  ['revokeIdentity', 'over', 'REVOKED', 'identity.revoked'],
  ['updateIdentity', 'SUSPENDED', 'SUSPENDED', 'identity.updated'],
  ['updateIdentity', 'REVOKED', 'refused', null],
  ['updateIdentity', 'over', 'refused', null],
];

for (const [operation, from, to, event] of moves) {
  describe(operation, () => {
    const what = to === 'refused' ? 'refuses' : from === to ? 'leaves the status of' : `makes ${to} of`;
    test(`${what} an identity that is ${from}`, async ({ service }) => {
      const id = await anIdentityThatIs(from, service);
      const before = await service.ours.call('getIdentity', { path: { id } });
      const events = (await eventsAbout(service, id)).length;
      const { status, body, headers } = await service.ours.call(operation, {
        path: { id },
        ...(operation === 'updateIdentity' ? { body: { description: 'changed' } } : {}),
      });
      const after = await service.ours.call('getIdentity', { path: { id } });
      if (to === 'refused') {
        expect([status, body.code, body.details]).toEqual([
          409,
          'IDENTITY_STATE_CONFLICT',
          { status: 'REVOKED' },
        ]);
        expect(after.body).toEqual(before.body);
      } else {
        expect([status, body.status]).toEqual([200, to]);
        expect(body).toEqual(after.body);
        expect(headers.get('etag')).toBe(after.headers.get('etag'));
      }
      expect(after.headers.get('etag') === before.headers.get('etag')).toBe(event === null);
      const newOnes = (await eventsAbout(service, id)).slice(events).map(({ type }) => type);
      expect(newOnes).toEqual(event === null ? [] : [event]);
    });
  });
}

describe('suspendIdentity', () => {
  test('keeps the status of its credentials, stops them, and counts them in its event', async ({
    service,
  }) => {
    const { ours, as, sql } = service;
    const { id, identityId, secret } = await aCredential(ours, { scopes: ['identities.read'] });
    const revoked = await aCredential(ours, { identityId });
    await ours.call('revokeCredential', { path: { id: revoked.id } });
    const over = await aCredential(ours, { identityId });
    await sql("update credentials set expires_at = now() - interval '1 ms' where id = $1", [over.id]);
    await ours.call('suspendIdentity', { path: { id: identityId }, body: { reason: 'audit' } });
    expect((await ours.call('getCredential', { path: { id } })).body.status).toBe('ACTIVE');
    expect((await verify(ours, secret)).code).toBe('IDENTITY_INACTIVE');
    expect((await as(secret).call('listIdentities')).status).toBe(401);
    expect((await eventsAbout(service, identityId))[1]).toEqual({
      type: 'identity.suspended',
      data: {
        identityId,
        identityName: 'deploy-bot',
        reason: 'audit',
        suspendedBy: actor,
        credentialCount: 1,
        environment: 'live',
      },
    });
  });
});

describe('reactivateIdentity', () => {
  test('gives its credentials back, and emits the change of status', async ({ service }) => {
    const { ours, as } = service;
    const { identityId, secret } = await aCredential(ours, { scopes: ['identities.read'] });
    await ours.call('suspendIdentity', { path: { id: identityId } });
    await ours.call('reactivateIdentity', { path: { id: identityId } });
    expect((await verify(ours, secret)).code).toBe('VALID');
    expect((await as(secret).call('listIdentities')).status).toBe(200);
    expect((await eventsAbout(service, identityId))[2]).toEqual({
      type: 'identity.updated',
      data: {
        identityId,
        identityName: 'deploy-bot',
        changes: [{ field: 'status', from: 'SUSPENDED', to: 'ACTIVE' }],
        updatedBy: actor,
        environment: 'live',
      },
    });
  });
});

describe('revokeIdentity', () => {
  test('revokes all its credentials, with an event each', async ({ service }) => {
    const { ours } = service;
    const active = await aCredential(ours);
    const { identityId } = active;
    const suspended = await aCredential(ours, { identityId });
    await ours.call('suspendCredential', { path: { id: suspended.id } });
    const before = await aCredential(ours, { identityId });
    await ours.call('revokeCredential', { path: { id: before.id }, body: { reason: 'earlier' } });
    const { body: kept } = await ours.call('getCredential', { path: { id: before.id } });

    const { body } = await ours.call('revokeIdentity', {
      path: { id: identityId },
      body: { reason: 'retired' },
    });
    expect(body).toMatchObject({ status: 'REVOKED', credentialCount: 3 });
    for (const { id, secret } of [active, suspended]) {
      expect((await ours.call('getCredential', { path: { id } })).body).toMatchObject({
        status: 'REVOKED',
        statusReason: 'IDENTITY_REVOKED',
      });
      expect((await verify(ours, secret)).code).toBe('REVOKED');
      expect((await eventsAbout(service, id)).filter(({ type }) => type === 'credential.revoked')).toEqual([
        {
          type: 'credential.revoked',
          data: {
            credentialId: id,
            identityId,
            identityName: 'deploy-bot',
            reason: 'IDENTITY_REVOKED',
            revokedBy: actor,
            revokedAt: body.updatedAt,
            environment: 'live',
          },
        },
      ]);
    }
    const after = await ours.call('getCredential', { path: { id: before.id } });
    expect([after.body, after.headers.get('etag')]).toEqual([kept, '"2"']);
    const revoked = (await eventsAbout(service, identityId)).at(-1);
    expect(revoked).toEqual({
      type: 'identity.revoked',
      data: {
        identityId,
        identityName: 'deploy-bot',
        reason: 'retired',
        revokedBy: actor,
        deleted: false,
        credentialIds: expect.any(Array),
        environment: 'live',
      },
    });
    expect(new Set([revoked?.data['credentialIds']].flat())).toEqual(new Set([active.id, suspended.id]));
  });

  test('changes no credential when it is repeated', async ({ service: { ours } }) => {
    const { id, identityId } = await aCredential(ours);
    await ours.call('revokeIdentity', { path: { id: identityId } });
    const before = await ours.call('getCredential', { path: { id } });
    await ours.call('revokeIdentity', { path: { id: identityId } });
    const after = await ours.call('getCredential', { path: { id } });
    expect([after.body, after.headers.get('etag')]).toEqual([before.body, before.headers.get('etag')]);
  });
});

describe('deleteIdentity', () => {
  test('revokes it and its credentials, and answers 404 for them from then on', async ({ service }) => {
    const { ours, sql } = service;
    const { id, identityId, secret } = await aCredential(ours);
    const { status, body } = await ours.call('deleteIdentity', { path: { id: identityId } });
    expect([status, body]).toEqual([200, { message: expect.any(String), id: identityId }]);
    for (const operation of [
      'getIdentity',
      'deleteIdentity',
      'revokeIdentity',
      'suspendIdentity',
      'reactivateIdentity',
    ] as const) {
      const again = await ours.call(operation, { path: { id: identityId } });
      expect([again.status, again.body.code]).toEqual([404, 'IDENTITY_NOT_FOUND']);
    }
    expect((await ours.call('getCredential', { path: { id } })).status).toBe(404);
    expect((await ours.call('createCredential', { body: { identityId, name: 'late' } })).body.code).toBe(
      'IDENTITY_NOT_FOUND',
    );
    expect((await verify(ours, secret)).code).toBe('REVOKED');
    expect((await eventsAbout(service, identityId)).at(-1)).toMatchObject({
      type: 'identity.revoked',
      data: { deleted: true, credentialIds: [id], reason: null },
    });
    expect(
      await sql('select status, deleted_at is not null as buried from identities where id = $1', [
        identityId,
      ]),
    ).toEqual([{ status: 'REVOKED', buried: true }]);
  });

  test('says deleted also of an identity that was revoked before', async ({ service }) => {
    const id = await anIdentityThatIs('REVOKED', service);
    await service.ours.call('deleteIdentity', { path: { id } });
    expect((await eventsAbout(service, id)).map(({ data }) => data['deleted'])).toEqual([
      undefined,
      false,
      true,
    ]);
  });
});

describe('getIdentity', () => {
  test('shows REVOKED by the clock, and the sweeper revokes its credentials once', async ({ service }) => {
    const { ours, sql, runTask } = service;
    const { id, identityId, secret } = await aCredential(ours);
    await sql("update identities set expires_at = now() - interval '1 s' where id = $1", [identityId]);
    expect((await ours.call('getIdentity', { path: { id: identityId } })).body.status).toBe('REVOKED');
    expect((await verify(ours, secret)).code).toBe('IDENTITY_INACTIVE');
    await runTask('expire-credentials');
    await runTask('expire-credentials');
    expect((await verify(ours, secret)).code).toBe('REVOKED');
    expect((await ours.call('getCredential', { path: { id } })).body.statusReason).toBe('IDENTITY_REVOKED');
    const system = { type: 'SYSTEM', id: null, name: null };
    expect((await eventsAbout(service, identityId)).slice(1)).toEqual([
      {
        type: 'identity.revoked',
        data: expect.objectContaining({
          reason: 'EXPIRED',
          revokedBy: system,
          deleted: false,
          credentialIds: [id],
        }),
      },
    ]);
    expect((await eventsAbout(service, id)).slice(1)).toEqual([
      {
        type: 'credential.revoked',
        data: expect.objectContaining({ reason: 'IDENTITY_REVOKED', revokedBy: system }),
      },
    ]);
    expect(
      await sql('select actor_type from audit_logs where target_id = $1 and action = $2', [
        identityId,
        'identity.revoke',
      ]),
    ).toEqual([{ actor_type: 'SYSTEM' }]);
  });
});
