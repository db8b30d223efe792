import { describe, expect } from 'vitest';
import { aCredential, aUser } from '../support/builders.ts';
import type { Answer } from '../support/client.ts';
import { test } from '../support/service.ts';
import { aUserCaller } from '../support/user-caller.ts';
import { anEmail } from '../support/users.ts';

// test/contract/visitors/users.ts calls each operation as such an owner.

const refusal = { status: 403, code: 'REAUTHENTICATION_REQUIRED', details: { maxAgeSeconds: 300 } };
const shown = ({ status, body }: Answer) => ({ status, code: body.code, details: body.details });

describe('an owner who signed in six minutes ago', () => {
  test('may work on, but gives nothing that lasts, and takes over no user who has a right', async ({
    service,
  }) => {
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
    const other = await aUser(ours, { roles: ['HELPDESK'] });
    expect(shown(await client.call('deleteUser', { path: { userId: other } }))).toEqual(refusal);
  });
});
