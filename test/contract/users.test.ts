import { describe, expect } from 'vitest';
import type { OperationId } from '../../src/operation.ts';
import { aCredential, anIdentity, aUser } from '../support/builders.ts';
import type { Answer, CallParts } from '../support/client.ts';
import { aGroup } from '../support/groups.ts';
import { aPasskey } from '../support/passkeys.ts';
import { test } from '../support/service.ts';
import { aUserCaller } from '../support/user-caller.ts';
import { anEmail } from '../support/users.ts';
import { createWebhook } from '../support/webhooks.ts';

// test/contract/visitors/users.ts calls each operation as such an owner.

const refusal = { status: 403, code: 'REAUTHENTICATION_REQUIRED', details: { maxAgeSeconds: 300 } };
const shown = ({ status, body }: Answer) => ({ status, code: body.code, details: body.details });

describe('an owner who signed in six minutes ago', () => {
  test('may work on, but gives nothing that lasts, and takes over no user', async ({ service }) => {
    const { ours } = service;
    const { userId, client } = await aUserCaller(service);
    await service.sql(
      `update login_sessions set auth_time = now() - interval '6 minutes' where user_id = $1`,
      [userId],
    );
    const scopes = ['identities.read'];
    const [usual, powerful] = [await aCredential(ours), await aCredential(ours, { scopes })];
    const rotated = (id: string) => client.call('rotateCredential', { path: { id }, body: {} });
    expect(shown(await rotated(usual.id))).toEqual(refusal);
    expect((await client.call('suspendCredential', { path: { id: usual.id }, body: {} })).status).toBe(200);
    expect(shown(await rotated(powerful.id))).toEqual(refusal);
    const made = (roles: string[]) =>
      client.call('createUser', { body: { email: anEmail(), sendInvite: false, roles } });
    expect((await made(['MEMBER'])).status).toBe(201);
    expect(shown(await made(['AUDITOR']))).toEqual(refusal);
    const own = { password: 'brisk-marble-otter-71' };
    expect(shown(await client.call('updateUser', { path: { userId }, body: own }))).toEqual(refusal);
    expect(shown(await client.call('deleteUserFactors', { path: { userId } }))).toEqual(refusal);
  });

  test('ends the access of users who have rights, because a leak must not wait', async ({ service }) => {
    const { ours } = service;
    const { userId: own, client } = await aUserCaller(service);
    await service.sql(
      `update login_sessions set auth_time = now() - interval '301 seconds' where user_id = $1`,
      [own],
    );
    const userId = await aUser(ours, { roles: ['HELPDESK'] });
    const path = { userId };
    const passkey = await aPasskey(service.sql, userId);
    const acts: [OperationId, CallParts][] = [
      ['deletePasskey', { path: { userId, credId: passkey } }],
      ['endUserSessions', { path }],
      ['suspendUser', { path, body: {} }],
      ['deprovisionUser', { path, body: {} }],
      ['deleteUser', { path }],
    ];
    for (const [operation, parts] of acts) {
      const { status, body } = await client.call(operation, parts);
      expect([operation, status < 300, body?.code]).toEqual([operation, true, undefined]);
    }
  });

  test('narrows what carries a right, because a leak must not wait', async ({ service }) => {
    const { ours } = service;
    const { userId, client } = await aUserCaller(service);
    await service.sql(
      `update login_sessions set auth_time = now() - interval '301 seconds' where user_id = $1`,
      [userId],
    );
    const scopes = ['identities.read', 'audit.read'];
    const { id, identityId } = await aCredential(ours, { scopes });
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const federatedSubjects = [{ issuer: 'https://issuer.example', audience: 'keyward', subject: 'me' }];
    const trusting = await anIdentity(ours, { allowedScopes: scopes, federatedSubjects });
    const [auditor, owner] = [
      await aUser(ours, { roles: ['OWNER'] }),
      await aUser(ours, { roles: ['OWNER'] }),
    ];
    const groupId = await aGroup(ours, { scopes });
    const webhook = await createWebhook(ours, { events: ['user.created', 'credential.created'] });
    const narrowings: [OperationId, CallParts][] = [
      ['updateCredential', { path: { id }, body: { scopes: ['audit.read'] } }],
      ['updateCredential', { path: { id }, body: { expiresAt: soon } }],
      ['updateIdentity', { path: { id: identityId }, body: { expiresAt: soon } }],
      ['updateIdentity', { path: { id: trusting }, body: { allowedScopes: ['audit.read'] } }],
      ['updateIdentity', { path: { id: trusting }, body: { federatedSubjects: [] } }],
      ['updateUser', { path: { userId: auditor }, body: { roles: ['AUDITOR'] } }],
      ['updateUser', { path: { userId: owner }, body: { expiresAt: soon } }],
      ['updateGroup', { path: { groupId }, body: { scopes: ['audit.read'] } }],
      ['updateWebhook', { path: { id: webhook.id }, body: { events: ['user.created'] } }],
    ];
    for (const [operation, parts] of narrowings) {
      const { status, body } = await client.call(operation, parts);
      expect([operation, status, body.code]).toEqual([operation, 200, undefined]);
    }
  });
});
