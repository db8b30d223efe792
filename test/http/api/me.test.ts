import { describe, expect } from 'vitest';
import { test } from '../../support/service.ts';
import { aUserCaller } from '../../support/user-caller.ts';

describe('getMe', () => {
  test('tells a user and a key who they are', async ({ service }) => {
    const { userId, client } = await aUserCaller(service, { roles: ['AUDITOR'], displayName: 'Ada' });
    const { ours, oursTest } = service;
    const { status, body } = await client.call('getMe');
    expect([status, body]).toMatchObject([
      200,
      {
        type: 'USER',
        id: userId,
        name: 'Ada',
        roles: ['AUDITOR'],
        orgId: ours.orgId,
        environment: 'live',
        organization: { liveOrgId: ours.orgId, testOrgId: oursTest.orgId },
      },
    ]);
    expect(body.scopes).toContain('audit.read');
    expect(body.scopes).not.toContain('*');
    expect((await ours.call('getMe')).body).toMatchObject({
      type: 'API_KEY',
      roles: [],
      scopes: ['*'],
      authTime: null,
      orgId: ours.orgId,
    });
  });
});
