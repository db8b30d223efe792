import { expect } from 'vitest';
import { anIdentity } from '../../support/builders.ts';
import { aUserCaller, type UserCaller } from '../../support/user-caller.ts';
import { isLasting, rowOf } from '../effects.ts';
import { callable, endsItsKey, isOfApi } from '../enumerate.ts';
import { isForItsMaker } from '../ids.ts';
import type { Visitor, World } from '../visitor.ts';

/** Signed in before the first call: calls change how users sign in. */
const callers = (world: World): Promise<Record<'owner' | 'late' | 'member', UserCaller>> =>
  world.once('users', async () => {
    const [owner, late, member] = [
      await aUserCaller(world),
      await aUserCaller(world),
      await aUserCaller(world, { roles: ['MEMBER'] }),
    ];
    await world.sql(
      `update login_sessions set auth_time = now() - interval '301 seconds' where user_id = $1`,
      [late.userId],
    );
    return { owner, late, member };
  });

/** Who may call the operations of the API beside keys: users, by the cookie of their browser (decisions 6.13). */
export const users: Visitor = {
  name: 'a user with a session',
  visits: [
    {
      title: 'is refused to another tenant, user, site and page',
      of: isOfApi,
      halved: 'other pages',
      async visit(operation, world) {
        const { owner: user, late: other } = await callers(world);
        const { ours, theirs } = world;
        const parts = await world.working(operation);
        const answer = async (orgId: string | undefined, headers: Record<string, string> = {}) => {
          const { status, body } = await user.in(orgId, headers).call(operation.id, parts);
          return [status, body.code];
        };
        const meant = { 'keyward-user': other.userId };
        const both = { authorization: `Bearer ${ours.key ?? ''}` };
        const foreign: Record<string, string>[] = [
          { 'sec-fetch-site': 'cross-site' },
          { 'sec-fetch-site': 'same-site' },
          { 'sec-fetch-site': 'none' },
          { 'sec-fetch-site': '', origin: 'https://attacker.example' },
        ];
        const answers = await Promise.all([
          answer(theirs.orgId),
          answer(ours.orgId, meant),
          answer(undefined),
          answer(ours.orgId, both),
          ...foreign.map((headers) => answer(ours.orgId, headers)),
        ]);
        expect(answers).toEqual([
          [401, 'UNAUTHORIZED'],
          [401, 'SESSION_OF_ANOTHER_USER'],
          [400, 'VALIDATION_ERROR'],
          [400, 'VALIDATION_ERROR'],
          ...foreign.map(() => [403, 'CROSS_SITE_REQUEST']),
        ]);
      },
    },
    {
      title: 'answers 403 to a user without a role, and names the scope',
      of: (operation) => isOfApi(operation) && operation.permission !== null,
      async visit(operation, world) {
        const { client } = (await callers(world)).member;
        const { status, body } = await client.call(operation.id, await world.working(operation));
        expect([status, body.code, body.details]).toEqual([
          403,
          'INSUFFICIENT_SCOPE',
          { required: [operation.permission] },
        ]);
      },
    },
    {
      title: 'demands a new sign-in of an owner who signed in 301 seconds ago',
      of: (operation) => rowOf(operation)?.when === 'always',
      async visit(operation, world) {
        const { client } = (await callers(world)).late;
        const { status, body } = await client.call(operation.id, await world.working(operation));
        expect({ status, code: body.code, details: body.details }).toEqual({
          status: 403,
          code: 'REAUTHENTICATION_REQUIRED',
          details: { maxAgeSeconds: 300 },
        });
        const found = (await client.call('getMe')).status;
        expect(found).toBe(200);
      },
    },
    {
      title: 'is refused to a key of one minute, because what it gives would last',
      of: (operation) => rowOf(operation)?.when === 'always' && isLasting(operation),
      async visit(operation, { ours, as, working }) {
        const identityId = await anIdentity(ours);
        const jit = { identityId, duration: '1m', scopes: ['*'] };
        const { body: key } = await ours.call('createJitCredential', { body: jit });
        const { status, body } = await as(key.credential).call(operation.id, await working(operation));
        expect([status, body.code, body.details?.bounds]).toEqual([
          403,
          'BOUND_NOT_GRANTABLE',
          expect.arrayContaining(['expiresAt']),
        ]);
      },
    },
    {
      title: 'answers its example to an owner, who signed in long ago unless its row asks',
      of: (operation) =>
        isOfApi(operation) &&
        callable.includes(operation) &&
        !endsItsKey(operation) &&
        !isForItsMaker(operation),
      async visit(operation, world) {
        const { owner, late } = await callers(world);
        const { client } = rowOf(operation)?.when === undefined ? late : owner;
        const { status, body } = await client.call(operation.id, await world.working(operation));
        expect({ status, body: status < 300 ? {} : body }).toEqual({
          status: expect.toSatisfy((one: number) => one < 300),
          body: {},
        });
      },
    },
  ],
};
