import { describe, expect } from 'vitest';
import { operations as facts } from '../../generated/operations.ts';
import { aCredential, aUser } from '../support/builders.ts';
import type { Answer } from '../support/client.ts';
import { test, type TestService } from '../support/service.ts';
import { anEmail } from '../support/users.ts';
import { aUserCaller, type UserCaller } from '../support/user-caller.ts';
import { secured, workingCall } from './enumerate.ts';

// Who may call the operations of the API beside keys: users, by the cookie of their browser (decisions 6.13).

const operations = secured.filter(({ errors }) => errors === 'api');

let signedIn: Promise<Record<'owner' | 'late' | 'member', UserCaller>> | undefined;

/** Signed in before the first call: calls change how users sign in. */
const callers = (service: TestService): NonNullable<typeof signedIn> =>
  (signedIn ??= (async () => ({
    owner: await aUserCaller(service),
    late: await aUserCaller(service),
    member: await aUserCaller(service, { roles: ['MEMBER'] }),
  }))());

describe('an owner with a session', () => {
  test.for(operations)('$id answers its example', async (operation, { service }) => {
    const { client } = (await callers(service)).owner;
    const { status, body } = await client.call(operation.id, await workingCall(operation, service.ours));
    expect({ status, body: status < 300 ? {} : body }).toEqual({
      status: expect.toSatisfy((one: number) => one < 300),
      body: {},
    });
  });

  test.for(operations)(
    '$id is refused to another tenant, user, site and page',
    async (operation, { service }) => {
      const { owner: user, late: other } = await callers(service);
      const { ours, theirs } = service;
      const parts = await workingCall(operation, ours);
      const answer = async (orgId: string | undefined, headers: Record<string, string> = {}) => {
        const { status, body } = await user.in(orgId, headers).call(operation.id, parts);
        return [status, body.code];
      };
      expect(await answer(theirs.orgId)).toEqual([401, 'UNAUTHORIZED']);
      const meant = { 'keyward-user': other.userId };
      expect(await answer(ours.orgId, meant)).toEqual([401, 'SESSION_OF_ANOTHER_USER']);
      expect(await answer(undefined)).toEqual([400, 'VALIDATION_ERROR']);
      const both = { authorization: `Bearer ${ours.key ?? ''}` };
      expect(await answer(ours.orgId, both)).toEqual([400, 'VALIDATION_ERROR']);
      const foreign: Record<string, string>[] = [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'none' },
        { 'sec-fetch-site': '', origin: 'https://attacker.example' },
      ];
      for (const headers of foreign)
        expect(await answer(ours.orgId, headers)).toEqual([403, 'CROSS_SITE_REQUEST']);
    },
  );
});

describe('a user without a role', () => {
  test.for(operations.filter(({ permission }) => permission !== null))(
    '$id answers 403 and names $permission',
    async (operation, { service }) => {
      const { client } = (await callers(service)).member;
      const { status, body } = await client.call(operation.id, await workingCall(operation, service.ours));
      expect([status, body.code, body.details]).toEqual([
        403,
        'INSUFFICIENT_SCOPE',
        { required: [operation.permission] },
      ]);
    },
  );
});

describe('an owner who signed in six minutes ago', () => {
  const late = async (service: TestService) => {
    const { userId, client } = (await callers(service)).late;
    await service.sql(
      `update login_sessions set auth_time = now() - interval '6 minutes' where user_id = $1`,
      [userId],
    );
    return client;
  };
  const refusal = { status: 403, code: 'REAUTHENTICATION_REQUIRED', details: { maxAgeSeconds: 300 } };
  const shown = ({ status, body }: Answer) => ({ status, code: body.code, details: body.details });

  test.for(operations.filter(({ id }) => facts[id].recent !== null))(
    '$id demands a new sign-in',
    async (operation, { service }) => {
      const client = await late(service);
      const answer = await client.call(operation.id, await workingCall(operation, service.ours));
      expect(shown(answer)).toEqual(refusal);
      const found = (await client.call('getMe')).status;
      expect(found).toBe(200);
    },
  );

  test('may work on, but gives no right over the service away, and takes over no user who has one', async ({
    service,
  }) => {
    const client = await late(service);
    const { ours } = service;
    const scopes = ['identities.read'];
    const [usual, powerful] = [await aCredential(ours), await aCredential(ours, { scopes })];
    const rotated = (id: string) => client.call('rotateCredential', { path: { id }, body: {} });
    expect((await rotated(usual.id)).status).toBe(200);
    expect(shown(await rotated(powerful.id))).toEqual(refusal);
    const made = (roles: string[]) =>
      client.call('createUser', { body: { email: anEmail(), sendInvite: false, roles } });
    expect((await made(['MEMBER'])).status).toBe(201);
    expect(shown(await made(['AUDITOR']))).toEqual(refusal);
    const { userId } = (await callers(service)).late;
    const own = { password: 'brisk-marble-otter-71' };
    expect(shown(await client.call('updateUser', { path: { userId }, body: own }))).toEqual(refusal);
    expect(shown(await client.call('deleteUserFactors', { path: { userId } }))).toEqual(refusal);
    const other = await aUser(ours, { roles: ['HELPDESK'] });
    expect(shown(await client.call('deleteUser', { path: { userId: other } }))).toEqual(refusal);
  });
});
