import { describe, expect } from 'vitest';
import { aCallerWith, aCredential, eventsAbout, verify } from '../../support/builders.ts';
import { test } from '../../support/service.ts';
import { aUserCaller } from '../../support/user-caller.ts';

describe('revokeOwnCredential', () => {
  test('revokes the key that calls, which needs no scope', async ({ service }) => {
    const { ours } = service;
    const { id, secret } = await aCredential(ours, { scopes: [] });
    const caller = service.as(secret);
    const { status, body } = await caller.call('revokeOwnCredential');
    expect([status, body]).toEqual([200, { id, name: expect.any(String), status: 'REVOKED' }]);
    expect((await ours.call('getCredential', { path: { id } })).body).toMatchObject({
      status: 'REVOKED',
      statusReason: null,
    });
    expect(await verify(ours, secret)).toMatchObject({ valid: false, code: 'REVOKED' });
    expect((await eventsAbout(service, id)).at(-1)).toMatchObject({
      type: 'credential.revoked',
      data: { reason: 'MANUAL', revokedBy: { type: 'API_KEY', id } },
    });
    expect((await caller.call('revokeOwnCredential')).status).toBe(401);
  });

  test('writes an audit row about the key', async ({ service }) => {
    const { caller, id } = await aCallerWith(service, []);
    await caller.call('revokeOwnCredential');
    const { body } = await service.ours.call('listAuditLogs', {
      query: { targetId: id, action: 'credential.revoke' },
    });
    expect(body.data).toMatchObject([{ target: { id }, actor: { type: 'API_KEY', id }, result: 'SUCCESS' }]);
  });

  test('leaves the other keys of the identity', async ({ service }) => {
    const { ours } = service;
    const { caller, identityId } = await aCallerWith(service, []);
    const other = await ours.call('createCredential', {
      body: { identityId, name: 'the other', scopes: [] },
    });
    expect((await caller.call('revokeOwnCredential')).status).toBe(200);
    expect(await verify(ours, other.body.credential)).toMatchObject({ valid: true });
  });

  test('tells a user that a session has no credential', async ({ service }) => {
    const { client } = await aUserCaller(service, { roles: ['OWNER'] });
    const { status, body } = await client.call('revokeOwnCredential');
    expect([status, body.code, body.details.caller]).toEqual([
      404,
      'CREDENTIAL_NOT_FOUND',
      expect.stringContaining('A session has no credential'),
    ]);
  });
});
