import { describe, expect } from 'vitest';
import type { OperationId } from '../../../src/operation.ts';
import { aCredential, eventsAbout, verify } from '../../support/builders.ts';
import { type TestService, test } from '../../support/service.ts';

const actor = { type: 'API_KEY', id: expect.stringMatching(/^cred_/), name: expect.any(String) };

/** Brings a new credential into a state. */
async function aCredentialThatIs(state: string, { ours, sql }: TestService) {
  const credential = await aCredential(ours);
  const path = { id: credential.id };
  if (state === 'SUSPENDED') await ours.call('suspendCredential', { path });
  if (state === 'REVOKED') await ours.call('revokeCredential', { path });
  if (state === 'EXPIRED')
    await sql("update credentials set expires_at = now() - interval '1 s' where id = $1", [path.id]);
  return credential;
}

const reasons = (events: { type: string; data: Record<string, unknown> }[]) =>
  events.slice(1).map(({ type, data }) => [type, data['reason'] ?? null]);

/** Every move there is, and every one there is not (decisions 6.2). */
const moves: [operation: OperationId, from: string, to: string, event: string | null][] = [
  ['suspendCredential', 'ACTIVE', 'SUSPENDED', 'credential.suspended'],
  ['suspendCredential', 'SUSPENDED', 'SUSPENDED', null],
  ['suspendCredential', 'EXPIRED', 'refused', null],
  ['suspendCredential', 'REVOKED', 'refused', null],
  ['reactivateCredential', 'ACTIVE', 'ACTIVE', null],
  ['reactivateCredential', 'SUSPENDED', 'ACTIVE', 'credential.reactivated'],
  ['reactivateCredential', 'EXPIRED', 'refused', null],
  ['reactivateCredential', 'REVOKED', 'refused', null],
  ['revokeCredential', 'ACTIVE', 'REVOKED', 'credential.revoked'],
  ['revokeCredential', 'SUSPENDED', 'REVOKED', 'credential.revoked'],
  ['revokeCredential', 'EXPIRED', 'REVOKED', 'credential.revoked'],
  ['revokeCredential', 'REVOKED', 'REVOKED', null],
];

for (const [operation, from, to, event] of moves) {
  describe(operation, () => {
    const what = to === 'refused' ? 'refuses' : from === to ? 'leaves as it is' : `makes ${to} of`;
    test(`${what} a credential that is ${from}`, async ({ service }) => {
      const { id } = await aCredentialThatIs(from, service);
      const before = await service.ours.call('getCredential', { path: { id } });
      const events = (await eventsAbout(service, id)).length;
      const { status, body, headers } = await service.ours.call(operation, { path: { id } });
      const after = await service.ours.call('getCredential', { path: { id } });
      if (to === 'refused') {
        expect([status, body.code, body.details]).toEqual([
          409,
          'CREDENTIAL_STATE_CONFLICT',
          { status: from },
        ]);
        expect(after.body).toEqual(before.body);
      } else {
        expect([status, body.status, body.identityName]).toEqual([200, to, 'deploy-bot']);
        expect(body).toEqual(after.body);
        expect(headers.get('etag')).toBe(after.headers.get('etag'));
      }
      expect(after.headers.get('etag') === before.headers.get('etag')).toBe(event === null);
      const newOnes = (await eventsAbout(service, id)).slice(events).map(({ type }) => type);
      expect(newOnes).toEqual(event === null ? [] : [event]);
    });
  });
}

describe('suspendCredential', () => {
  test('keeps the reason with the credential and in the event', async ({ service }) => {
    const { id, identityId } = await aCredential(service.ours);
    const { body } = await service.ours.call('suspendCredential', {
      path: { id },
      body: { reason: 'laptop lost' },
    });
    expect(body).toMatchObject({ status: 'SUSPENDED', statusReason: 'laptop lost' });
    expect((await eventsAbout(service, id))[1]).toEqual({
      type: 'credential.suspended',
      data: {
        credentialId: id,
        identityId,
        identityName: 'deploy-bot',
        reason: 'laptop lost',
        suspendedBy: actor,
        environment: 'live',
      },
    });
    const { body: back } = await service.ours.call('reactivateCredential', {
      path: { id },
      body: { reason: 'found' },
    });
    expect(back.statusReason).toBeNull();
  });

  test('rejects a reason that is empty or over 500 characters', async ({ service: { ours } }) => {
    const { id } = await aCredential(ours);
    for (const reason of ['', 'x'.repeat(501), 1]) {
      const { status, body } = await ours.call('suspendCredential', { path: { id }, body: { reason } });
      expect([status, Object.keys(body.details)]).toEqual([400, ['reason']]);
    }
  });

  test('ends the API access of the key at once', async ({ service: { ours, as } }) => {
    const { id, secret } = await aCredential(ours, { scopes: ['credentials.read'] });
    expect((await as(secret).call('listCredentials')).status).toBe(200);
    await ours.call('suspendCredential', { path: { id } });
    const { status, body } = await as(secret).call('listCredentials');
    expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
  });
});

describe('reactivateCredential', () => {
  test('changes nothing for an active credential, even if its identity is suspended', async ({ service }) => {
    const { ours } = service;
    const { id, identityId } = await aCredential(ours);
    await ours.call('suspendIdentity', { path: { id: identityId } });
    const { status, body } = await ours.call('reactivateCredential', { path: { id } });
    expect([status, body.status]).toEqual([200, 'ACTIVE']);
  });

  test('answers 409 while the identity is not active', async ({ service }) => {
    const { ours } = service;
    const { id, identityId } = await aCredentialThatIs('SUSPENDED', service);
    await ours.call('suspendIdentity', { path: { id: identityId } });
    const { status, body } = await ours.call('reactivateCredential', { path: { id } });
    expect([status, body.code, body.details]).toEqual([409, 'IDENTITY_NOT_ACTIVE', { status: 'SUSPENDED' }]);
    await ours.call('reactivateIdentity', { path: { id: identityId } });
    expect((await ours.call('reactivateCredential', { path: { id } })).body.status).toBe('ACTIVE');
  });

  test('shows EXPIRED and answers 409 if the credential expired meanwhile', async ({ service }) => {
    const { ours, sql } = service;
    const { id, secret } = await aCredentialThatIs('SUSPENDED', service);
    await sql("update credentials set expires_at = now() - interval '1 ms' where id = $1", [id]);
    const { status, body } = await ours.call('reactivateCredential', { path: { id } });
    expect([status, body.code, body.details]).toEqual([
      409,
      'CREDENTIAL_STATE_CONFLICT',
      { status: 'EXPIRED' },
    ]);
    expect((await ours.call('getCredential', { path: { id } })).body.status).toBe('EXPIRED');
    expect((await verify(ours, secret)).code).toBe('EXPIRED');
  });
});

describe('revokeCredential', () => {
  test('keeps the first reason, and emits one event', async ({ service }) => {
    const { id, identityId } = await aCredential(service.ours);
    const path = { id };
    await service.ours.call('revokeCredential', { path, body: { reason: 'retired' } });
    const { body } = await service.ours.call('revokeCredential', { path, body: { reason: 'again' } });
    expect(body).toMatchObject({ status: 'REVOKED', statusReason: 'retired' });
    expect((await eventsAbout(service, id)).slice(1)).toEqual([
      {
        type: 'credential.revoked',
        data: {
          credentialId: id,
          identityId,
          identityName: 'deploy-bot',
          reason: 'MANUAL',
          revokedBy: actor,
          revokedAt: body.updatedAt,
          environment: 'live',
        },
      },
    ]);
  });
});

describe('deleteCredential', () => {
  test('revokes the credential first, then always answers 404 and keeps a tombstone', async ({ service }) => {
    const { ours, sql } = service;
    const { id, identityId, secret } = await aCredential(ours);
    const { status, body } = await ours.call('deleteCredential', { path: { id } });
    expect([status, body]).toEqual([200, { message: expect.any(String), id }]);
    const again = await ours.call('deleteCredential', { path: { id } });
    expect([again.status, again.body.code]).toEqual([404, 'CREDENTIAL_NOT_FOUND']);
    for (const operation of [
      'getCredential',
      'revokeCredential',
      'suspendCredential',
      'reactivateCredential',
      'getCredentialUsage',
    ] as const) {
      expect((await ours.call(operation, { path: { id } })).status).toBe(404);
    }
    expect((await ours.call('updateCredential', { path: { id }, body: {} })).status).toBe(404);
    expect((await ours.call('listCredentials', { query: { identityId } })).body.pagination.total).toBe(0);
    expect((await verify(ours, secret)).code).toBe('REVOKED');
    expect(
      await sql('select status, deleted_at is not null as buried from credentials where id = $1', [id]),
    ).toEqual([{ status: 'REVOKED', buried: true }]);
    expect(reasons(await eventsAbout(service, id))).toEqual([['credential.revoked', 'MANUAL']]);
  });

  test('emits nothing for a credential that was revoked before', async ({ service }) => {
    const { id } = await aCredentialThatIs('REVOKED', service);
    expect((await service.ours.call('deleteCredential', { path: { id } })).status).toBe(200);
    expect(reasons(await eventsAbout(service, id))).toEqual([['credential.revoked', 'MANUAL']]);
  });
});

describe('getCredential', () => {
  test('shows EXPIRED by the clock, and the sweeper emits one event', async ({ service }) => {
    const { ours, sql, runTask } = service;
    const live = await aCredentialThatIs('EXPIRED', service);
    const suspended = await aCredentialThatIs('SUSPENDED', service);
    await sql("update credentials set expires_at = now() - interval '1 s' where id = $1", [suspended.id]);
    for (const { id } of [live, suspended]) {
      expect((await ours.call('getCredential', { path: { id } })).body.status).toBe('EXPIRED');
    }
    expect(reasons(await eventsAbout(service, live.id))).toEqual([]);
    await runTask('expire-credentials');
    await runTask('expire-credentials');
    for (const { id } of [live, suspended]) {
      const { body } = await ours.call('getCredential', { path: { id } });
      expect(body).toMatchObject({ status: 'EXPIRED', statusReason: null });
      const expired = (await eventsAbout(service, id)).filter(({ type }) => type === 'credential.expired');
      expect(expired).toEqual([
        {
          type: 'credential.expired',
          data: expect.objectContaining({
            credentialId: id,
            reason: 'TIME',
            expiresAt: body.expiresAt,
            usageCount: 0,
          }),
        },
      ]);
      expect(
        await sql(
          "select actor_type, result from audit_logs where target_id = $1 and action = 'credential.expire'",
          [id],
        ),
      ).toEqual([{ actor_type: 'SYSTEM', result: 'SUCCESS' }]);
    }
  });
});
