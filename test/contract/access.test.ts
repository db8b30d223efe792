import { describe, expect } from 'vitest';
import { scopeCatalogue } from '../../src/lib/scope.ts';
import { aCredential, aScimToken } from '../support/builders.ts';
import { type CallParts, type Client, createClient } from '../support/client.ts';
import { test, type TestService } from '../support/service.ts';
import {
  callable,
  callerOf,
  type Case,
  cases,
  codeOf,
  exemptions,
  secured,
  workingCall,
} from './enumerate.ts';
import { givenAway } from './ids.ts';

const secrets = new Map<string, Promise<string>>();
const scimPermissions = ['users.read', 'users.write', 'groups.read', 'groups.write'];
const rightsFor = ({ errors }: Case): readonly string[] =>
  errors === 'scim' ? scimPermissions : scopeCatalogue;

/** A caller of ours with these scopes, or over SCIM with these permissions; its key or token is made once. */
async function callerWith(
  { ours }: TestService,
  { errors }: Case,
  rights: readonly string[],
): Promise<Client> {
  const name = [errors, ...rights].join(' ');
  let secret = secrets.get(name);
  if (!secret) {
    const made =
      errors === 'scim'
        ? aScimToken(ours, { permissions: rights }).then(({ token }) => token)
        : aCredential(ours, { scopes: rights }).then((credential) => credential.secret);
    secrets.set(name, (secret = made));
  }
  return createClient(ours.origin, await secret, ours.orgId);
}

/**
 * Operations that require a key or a token, but no permission.
 * Each operation checks permissions for every item that it finds and every step that it runs.
 */
const open = [
  'getMe',
  'getScimResourceType',
  'getScimSchema',
  'getScimServiceProviderConfig',
  'listScimResourceTypes',
  'listScimSchemas',
  'runScimBulk',
  'searchScim',
];
const refusedCalls = new Map<Case, Promise<CallParts>>();

/** A call that would work, which those who are refused it may share. */
function callForRefusal(operation: Case, { ours }: TestService): Promise<CallParts> {
  const call = refusedCalls.get(operation) ?? workingCall(operation, ours);
  refusedCalls.set(operation, call);
  return call;
}

const scoped = secured.filter(({ permission }) => permission !== null);

describe('without a key', () => {
  test.for(secured)('$id answers 401', async (operation, { service }) => {
    const answer = await service.anonymous.call(operation.id, await callForRefusal(operation, service));
    const { status, body, headers } = answer;
    const scim = operation.errors === 'scim';
    expect({ status, code: codeOf(operation, answer) }).toEqual({
      status: 401,
      code: scim ? 'SCIM_TOKEN_INVALID' : 'UNAUTHORIZED',
    });
    expect(headers.get('www-authenticate')).toBe('Bearer');
    if (scim) expect(Object.keys(body)).toEqual(['schemas', 'status', 'detail']);
    else expect(body).toMatchObject({ details: {}, requestId: headers.get('x-request-id') });
  });

  test.for(callable.filter((operation) => !secured.includes(operation)))(
    '$id answers',
    async (operation, { service: { anonymous, ours } }) => {
      const { status } = await anonymous.call(operation.id, await workingCall(operation, ours));
      expect(status).toBeLessThan(300);
    },
  );

  test('an operation asks for a key unless it is exempted', () => {
    const unsecured = cases.filter((operation) => !operation.secured).map(({ id }) => id);
    expect(unsecured.sort()).toEqual([...exemptions['needs no key']].sort());
    const unscoped = secured.filter(({ permission }) => permission === null).map(({ id }) => id);
    expect(unscoped.sort()).toEqual(open);
    expect(scoped.filter((operation) => !rightsFor(operation).includes(operation.permission ?? ''))).toEqual(
      [],
    );
  });
});

describe('with a key that has every scope but the one it needs', () => {
  test.for(scoped)('$id answers 403 and names $permission', async (operation, { service }) => {
    const others = rightsFor(operation).filter((scope) => scope !== operation.permission);
    const client = await callerWith(service, operation, others);
    const answer = await client.call(operation.id, await callForRefusal(operation, service));
    expect({ status: answer.status, code: codeOf(operation, answer) }).toEqual({
      status: 403,
      code: 'INSUFFICIENT_SCOPE',
    });
    if (operation.errors === 'scim') expect(answer.body.detail).toContain(operation.permission);
    else expect(answer.body.details).toEqual({ required: [operation.permission] });
  });

  // A token without any permission cannot be made.
  test.for(scoped.filter(({ errors }) => errors === 'api'))(
    '$id is refused to a key without any scope',
    async (operation, { service }) => {
      const client = await callerWith(service, operation, []);
      const { status, body } = await client.call(operation.id, await callForRefusal(operation, service));
      expect({ status, code: body.code }).toEqual({ status: 403, code: 'INSUFFICIENT_SCOPE' });
    },
  );
});

describe('with a key that has only the scope it needs, and what it gives away', () => {
  test.for(scoped)('$id answers its example', async (operation, { service }) => {
    const rights = [operation.permission ?? '', ...(givenAway[operation.id] ?? [])];
    const client = await callerWith(service, operation, rights);
    const { status } = await client.call(operation.id, await workingCall(operation, service.ours));
    expect(operation.responses).toHaveProperty(String(status));
    expect(status).toBeLessThan(300);
  });
});

describe('with any token', () => {
  test.for(secured.filter(({ permission }) => permission === null))(
    '$id answers its example',
    async (operation, { service }) => {
      const client = await callerOf(operation, service.ours);
      const { status } = await client.call(operation.id, await workingCall(operation, service.ours));
      expect(status).toBe(200);
    },
  );
});
