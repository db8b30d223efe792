import { expect } from 'vitest';
import { scopeCatalogue } from '../../../src/lib/scope.ts';
import { aCredential, anIdentity, aScimToken } from '../../support/builders.ts';
import { type Client, createClient } from '../../support/client.ts';
import { callable, callerOf, type Case, codeOf, secured, workingCall } from '../enumerate.ts';
import { givenAway, isForItsMaker } from '../ids.ts';
import type { Visitor, World } from '../visitor.ts';

const scimPermissions = ['users.read', 'users.write', 'groups.read', 'groups.write'];

/** The scopes that a key may have, or the permissions of a SCIM token. */
export const rightsFor = ({ errors }: Case): readonly string[] =>
  errors === 'scim' ? scimPermissions : scopeCatalogue;

/** A caller of ours with these scopes, or over SCIM with these permissions; its key or token is made once. */
function callerWith({ ours, once }: World, { errors }: Case, rights: readonly string[]): Promise<Client> {
  return once([errors, ...rights].join(' '), async () => {
    if (errors === 'scim') {
      const { token } = await aScimToken(ours, { permissions: rights });
      return createClient(ours.origin, token, ours.orgId);
    }
    const identityId = await once('an identity', () => anIdentity(ours));
    const { secret } = await aCredential(ours, { identityId, scopes: rights });
    return createClient(ours.origin, secret, ours.orgId);
  });
}

/** Operations that require a scope or a permission. */
export const scoped = secured.filter(({ permission }) => permission !== null);

/** Calls without a key, with a key that lacks the scope, and with a key that has that scope alone. */
export const access: Visitor = {
  name: 'a caller',
  visits: [
    {
      title: 'answers 401 without a key',
      of: (operation) => secured.includes(operation),
      async visit(operation, world) {
        const answer = await world.anonymous.call(operation.id, await world.working(operation));
        const { status, body, headers } = answer;
        const scim = operation.errors === 'scim';
        expect({ status, code: codeOf(operation, answer) }).toEqual({
          status: 401,
          code: scim ? 'SCIM_TOKEN_INVALID' : 'UNAUTHORIZED',
        });
        expect(headers.get('www-authenticate')).toBe('Bearer');
        if (scim) expect(Object.keys(body)).toEqual(['schemas', 'status', 'detail']);
        else expect(body).toMatchObject({ details: {}, requestId: headers.get('x-request-id') });
      },
    },
    {
      title: 'needs no key',
      of: (operation) => callable.includes(operation) && !secured.includes(operation),
      async visit(operation, { anonymous, ours }) {
        const { status } = await anonymous.call(operation.id, await workingCall(operation, ours));
        expect(status).toBeLessThan(300);
      },
    },
    {
      title: 'answers 403 to a key that has every scope but the one it needs, and names that one',
      of: (operation) => scoped.includes(operation),
      async visit(operation, world) {
        const others = rightsFor(operation).filter((scope) => scope !== operation.permission);
        const client = await callerWith(world, operation, others);
        const answer = await client.call(operation.id, await world.working(operation));
        expect({ status: answer.status, code: codeOf(operation, answer) }).toEqual({
          status: 403,
          code: 'INSUFFICIENT_SCOPE',
        });
        if (operation.errors === 'scim') expect(answer.body.detail).toContain(operation.permission);
        else expect(answer.body.details).toEqual({ required: [operation.permission] });
      },
    },
    {
      // A token without any permission cannot be made.
      title: 'is refused to a key without any scope',
      of: (operation) => scoped.includes(operation) && operation.errors === 'api',
      async visit(operation, world) {
        const client = await callerWith(world, operation, []);
        const { status, body } = await client.call(operation.id, await world.working(operation));
        expect({ status, code: body.code }).toEqual({ status: 403, code: 'INSUFFICIENT_SCOPE' });
      },
    },
    {
      title: 'answers its example to a key that has only the scope it needs, and what it gives away',
      of: (operation) =>
        scoped.includes(operation) && callable.includes(operation) && !isForItsMaker(operation),
      async visit(operation, world) {
        const rights = [operation.permission ?? '', ...(givenAway[operation.id] ?? [])];
        const client = await callerWith(world, operation, rights);
        const { status } = await client.call(operation.id, await world.working(operation));
        expect(operation.responses).toHaveProperty(String(status));
        expect(status).toBeLessThan(300);
      },
    },
    {
      title: 'answers its example to any token',
      of: (operation) => secured.includes(operation) && operation.permission === null,
      async visit(operation, world) {
        const client = await callerOf(operation, world.ours);
        const { status } = await client.call(operation.id, await world.working(operation));
        expect(operation.responses).toHaveProperty(String(status));
        expect(status).toBeLessThan(300);
      },
    },
  ],
};
