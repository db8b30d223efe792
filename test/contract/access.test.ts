import { describe, expect } from 'vitest';
import { scopeCatalogue } from '../../src/lib/scope.ts';
import { aCredential } from '../support/builders.ts';
import type { Client } from '../support/client.ts';
import { test, type TestService } from '../support/service.ts';
import { cases, exemptions, secured, workingCall } from './enumerate.ts';
import { givenAway } from './ids.ts';

const keys = new Map<string, Promise<string>>();

/** A key of ours with these scopes, made once. */
async function keyWith({ ours, as }: TestService, scopes: readonly string[]): Promise<Client> {
  const name = scopes.join(' ');
  let secret = keys.get(name);
  if (!secret) keys.set(name, (secret = aCredential(ours, { scopes }).then((made) => made.secret)));
  return as(await secret);
}

describe('without a key', () => {
  test.for(secured)('$id answers 401', async (operation, { service: { ours, anonymous } }) => {
    const { status, body, headers } = await anonymous.call(operation.id, await workingCall(operation, ours));
    expect({ status, code: body.code, details: body.details }).toEqual({
      status: 401,
      code: 'UNAUTHORIZED',
      details: {},
    });
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(body.requestId).toBe(headers.get('x-request-id'));
  });

  test.for(cases.filter((operation) => !secured.includes(operation)))(
    '$id answers',
    async ({ id }, { service: { anonymous } }) => {
      expect((await anonymous.call(id)).status).toBe(200);
    },
  );

  test('an operation asks for a key unless it is exempted', () => {
    const open = cases.filter((operation) => !operation.secured).map(({ id }) => id);
    expect(open.sort()).toEqual([...exemptions['needs no key']].sort());
    expect(secured.filter(({ permission }) => permission === null)).toEqual([]);
    expect(secured.filter(({ permission }) => !scopeCatalogue.some((scope) => scope === permission))).toEqual(
      [],
    );
  });
});

describe('with a key that has every scope but the one it needs', () => {
  test.for(secured)('$id answers 403 and names $permission', async (operation, { service }) => {
    const client = await keyWith(
      service,
      scopeCatalogue.filter((scope) => scope !== operation.permission),
    );
    const { status, body } = await client.call(operation.id, await workingCall(operation, service.ours));
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'INSUFFICIENT_SCOPE' });
    expect(body.details).toEqual({ required: [operation.permission] });
  });

  test.for(secured)('$id is refused to a key without any scope', async (operation, { service }) => {
    const client = await keyWith(service, []);
    const { status, body } = await client.call(operation.id, await workingCall(operation, service.ours));
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'INSUFFICIENT_SCOPE' });
  });
});

describe('with a key that has only the scope it needs, and what it gives away', () => {
  test.for(secured)('$id answers its example', async (operation, { service }) => {
    const client = await keyWith(service, [operation.permission ?? '', ...(givenAway[operation.id] ?? [])]);
    const { status } = await client.call(operation.id, await workingCall(operation, service.ours));
    expect(operation.responses).toHaveProperty(String(status));
    expect(status).toBeLessThan(300);
  });
});
