import { describe, expect } from 'vitest';
import type { OperationId } from '../../src/operation.ts';
import { aCredential, anIdentity, aUser } from '../support/builders.ts';
import { test as base } from '../support/service.ts';
import { aCommandLine, type CommandLine, provedLongAgo } from '../support/command-line.ts';
import { aUserCaller, type UserCaller } from '../support/user-caller.ts';
import { type ChangeExample, changeExamples } from './change-examples.ts';
import { effectsTable } from './effects.ts';

// openapi/effects.yaml says which changes ask a user for a recent sign-in, and are refused to callers that end. The visitor `users` of the
// walk calls each operation that always asks, and each that never does. This file is about operations that ask for some changes.

const test = base.extend<{ late: UserCaller; line: CommandLine }>({
  line: [
    async ({ service }, use) => {
      const user = await aCommandLine(service, { userId: await aUser(service.ours, { roles: ['OWNER'] }) });
      await provedLongAgo(service, user);
      await use(user);
    },
    { scope: 'file' },
  ],
  late: [
    async ({ service }, use) => {
      const user = await aUserCaller(service);
      await service.sql(
        `update login_sessions set auth_time = now() - interval '301 seconds' where user_id = $1`,
        [user.userId],
      );
      await use(user);
    },
    { scope: 'file' },
  ],
});

const examples = Object.entries(changeExamples) as [OperationId, ChangeExample][];

describe('an operation that gives, moves or loosens with some changes', () => {
  test('has an example of each kind', () => {
    const wanted = Object.entries(effectsTable).filter(([, row]) => row.when === 'change');
    expect(examples.map(([id]) => id).toSorted()).toEqual(wanted.map(([id]) => id).toSorted());
  });

  test.for(examples)(
    '%s asks for a recent sign-in where it does',
    async ([id, { loosens }], { service, late, line }) => {
      const call = await loosens(service.ours);
      for (const { client } of [late, line]) {
        const { status, body } = await client.call(id, call);
        expect([status, body.code, body.details]).toEqual([
          403,
          'REAUTHENTICATION_REQUIRED',
          client === late.client
            ? { maxAgeSeconds: 300 }
            : { maxAgeSeconds: 300, command: expect.stringContaining('keyward login') },
        ]);
      }
    },
  );

  test.for(examples)(
    '%s is refused to a key of one minute where it does',
    async ([id, { loosens }], { service }) => {
      const { ours, as } = service;
      const jit = { identityId: await anIdentity(ours), duration: '1m', scopes: ['*'] };
      const { body: key } = await ours.call('createJitCredential', { body: jit });
      const call = await loosens(ours);
      const { status, body } = await as(key.credential).call(id, call);
      expect([status, body.code]).toEqual([403, 'BOUND_NOT_GRANTABLE']);
      const { secret } = await aCredential(ours, { scopes: ['*'], maxUsageCount: 9 });
      const capped = await as(secret).call(id, call);
      expect([capped.status, capped.body.code]).toEqual([403, 'BOUND_NOT_GRANTABLE']);
    },
  );

  test.for(examples)(
    '%s asks for nothing where it only narrows',
    async ([id, { narrows }], { service, late, line }) => {
      const { ours, as } = service;
      const { secret } = await aCredential(ours, {
        scopes: ['*'],
        expiresAt: new Date(Date.now() + 600_000).toISOString(),
      });
      for (const caller of [late.client, line.client, as(secret)]) {
        const { status, body } = await caller.call(id, await narrows(ours));
        expect({ status, body: status < 300 ? {} : body }).toEqual({
          status: expect.toSatisfy((one: number) => one < 300),
          body: {},
        });
      }
    },
  );
});
