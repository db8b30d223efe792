import { expect } from 'vitest';
import { covers } from '../../../src/lib/scope.ts';
import { aUser } from '../../support/builders.ts';
import { aCommandLine, type CommandLine, provedLongAgo } from '../../support/command-line.ts';
import { aUserCaller } from '../../support/user-caller.ts';
import { rowOf } from '../effects.ts';
import { callable, endsItsKey, isOfApi } from '../enumerate.ts';
import { isForItsMaker } from '../ids.ts';
import type { Visitor, World } from '../visitor.ts';

/** Scopes of tokens that have little in common, so that one of them lacks the permission of any operation. */
const narrow = ['reports.read', 'org.read'] as const;

type Lines = Record<'owner' | 'late' | 'member' | (typeof narrow)[number], CommandLine>;

/** Signed in before the first call: calls change how users sign in. */
const lines = (world: World): Promise<Lines> =>
  world.once('lines', async () => {
    const line = async (roles: string[], scope = '*'): Promise<CommandLine> =>
      aCommandLine(world, { userId: await aUser(world.ours, { roles }) }, { scope });
    const late = await line(['OWNER']);
    await provedLongAgo(world, late);
    // Neither a proof that the user gives in the browser nor a refresh makes the command line recent.
    await world.sql(`update login_sessions set auth_time = now() where user_id = $1`, [late.userId]);
    expect((await late.refresh()).status).toBe(200);
    return {
      owner: await line(['OWNER']),
      late,
      member: await line(['MEMBER']),
      'reports.read': await line(['OWNER'], 'reports.read'),
      'org.read': await line(['OWNER'], 'org.read'),
    };
  });

/** The cookie of another user, who is signed in with a browser. */
const cookieOf = (world: World): Promise<string> =>
  world.once(
    'cookie',
    async () => (await aUserCaller(world, { roles: ['MEMBER'] })).person.cookies.sent('/').cookie ?? '',
  );

/** Users call the operations of the API by the command line, too (docs/decisions/0128). */
export const commandLine: Visitor = {
  name: 'a user with the command line',
  visits: [
    {
      title: 'is refused to another tenant, to another user, without a proof, and beside a cookie or a key',
      of: isOfApi,
      halved: 'other tokens',
      async visit(operation, world) {
        const { owner, member } = await lines(world);
        const { ours, theirs } = world;
        const parts = await world.working(operation);
        const answer = async (orgId: string | undefined, headers: Record<string, string> = {}) => {
          const { status, body } = await owner.in(orgId, headers).call(operation.id, parts);
          return [status, body.code];
        };
        const cookie = await cookieOf(world);
        const asBearer = { authorization: `Bearer ${owner.tokens.access}` };
        const answers = await Promise.all([
          answer(theirs.orgId),
          answer(ours.orgId, { 'keyward-user': member.userId }),
          answer(undefined),
          answer(ours.orgId, { cookie, 'sec-fetch-site': 'same-origin' }),
          answer(ours.orgId, asBearer),
          answer(ours.orgId, { dpop: '' }),
          answer(ours.orgId, { dpop: 'not.a.proof' }),
          answer(ours.orgId, { authorization: `DPoP ${ours.key ?? ''}` }),
          answer(ours.orgId, { authorization: `DPoP ${owner.tokens.refresh}` }),
        ]);
        expect(answers).toEqual([
          [401, 'UNAUTHORIZED'],
          [401, 'SESSION_OF_ANOTHER_USER'],
          [400, 'VALIDATION_ERROR'],
          [400, 'VALIDATION_ERROR'],
          [401, 'DPOP_PROOF_REFUSED'],
          [401, 'DPOP_PROOF_REFUSED'],
          [401, 'DPOP_PROOF_REFUSED'],
          [401, 'UNAUTHORIZED'],
          [401, 'UNAUTHORIZED'],
        ]);
      },
    },
    {
      title: 'answers 403 to a user without a role, and to an owner whose token lacks the scope',
      of: (operation) => isOfApi(operation) && operation.permission !== null,
      async visit(operation, world) {
        const { member, ...others } = await lines(world);
        const required = String(operation.permission);
        const scope = narrow.find((one) => !covers(one, required));
        if (!scope) throw new Error('one of the scopes lacks it');
        for (const { client } of [member, others[scope]]) {
          const { status, body } = await client.call(operation.id, await world.working(operation));
          expect([status, body.code, body.details]).toEqual([
            403,
            'INSUFFICIENT_SCOPE',
            { required: [required] },
          ]);
        }
      },
    },
    {
      title: 'demands a new sign-in by the command of an owner whose proof was 301 seconds old',
      of: (operation) => rowOf(operation)?.when === 'always',
      async visit(operation, world) {
        const { client } = (await lines(world)).late;
        const { status, body } = await client.call(operation.id, await world.working(operation));
        expect({ status, code: body.code, details: body.details }).toEqual({
          status: 403,
          code: 'REAUTHENTICATION_REQUIRED',
          details: { maxAgeSeconds: 300, command: expect.stringContaining('keyward login') },
        });
      },
    },
    {
      title: 'answers its example to an owner, whose proof was old unless its row asks',
      of: (operation) =>
        isOfApi(operation) &&
        callable.includes(operation) &&
        !endsItsKey(operation) &&
        !isForItsMaker(operation),
      async visit(operation, world) {
        const { owner, late } = await lines(world);
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
