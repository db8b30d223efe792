import { describe, expect } from 'vitest';
import { operations } from '../../generated/operations.ts';
import type { Schema } from '../../src/lib/contract.ts';
import { formType } from '../../src/lib/form.ts';
import { newId } from '../../src/lib/id.ts';
import { aPerson } from '../support/person.ts';
import { aRelyingParty, redirectUri, type RelyingParty } from '../support/relying-party.ts';
import { test, type TestService } from '../support/service.ts';
import { mostStored, noise, storedBytes } from '../support/stored-bytes.ts';
import { type Case, everything, exampleBody, reader, targetOf } from './enumerate.ts';

// Measures the bytes that a request without a key leaves in the database. Disk is shared by all tenants, and a
// stranger pays nothing for it.

const publicOnes = everything.filter(({ secured }) => !secured);

/** Fields that must be right for a request to get as far as it can. */
const goodFields = ({ clientId }: RelyingParty, method: string): Record<string, string | undefined> => ({
  client_id: clientId,
  redirect_uri: redirectUri,
  response_type: 'code',
  response_mode: 'query',
  scope: 'openid',
  code_challenge: noise(43),
  code_challenge_method: 'S256',
  max_age: '3600',
  // Each would be refused, or stand for all the others.
  prompt: undefined,
  claims: undefined,
  resource: undefined,
  request: undefined,
  request_uri: undefined,
  dpop_jkt: undefined,
  client_secret: undefined,
  client_assertion: undefined,
  client_assertion_type: undefined,
  post_logout_redirect_uri: undefined,
  form: undefined,
  // The GET verifies it at once; the POST keeps it.
  ...(method === 'GET' ? { id_token_hint: undefined } : {}),
});

interface Field {
  name: string;
  schema: Schema;
}

/** Fields as long as the contract lets them be, times a share, and together no longer than `most`. */
function filled(
  fields: readonly Field[],
  good: Record<string, string | undefined>,
  share: number,
  most: number,
): URLSearchParams {
  const query = new URLSearchParams();
  for (const { name, schema } of fields) {
    const { maxLength = 2_000, type } = reader.follow(schema);
    if (name in good) {
      const value = good[name];
      if (value !== undefined) query.set(name, value);
    } else if (type === 'string' && !reader.follow(schema).enum) {
      const room = most - query.toString().length - name.length - 2;
      if (room > 0) query.set(name, noise(Math.min(Math.floor(maxLength * share), room)));
    }
  }
  return query;
}

const fieldsOf = ({ body }: Case, type: string): Field[] =>
  Object.entries(reader.follow(body?.content?.[type]?.schema ?? {}).properties ?? {}).map(
    ([name, schema]) => ({
      name,
      schema,
    }),
  );

/** Node refuses requests whose head is longer than 16 KB. */
const mostOfQuery = 12_000;

/** Sends the largest request that the contract lets a stranger send, or a share of it. */
async function send(
  service: TestService,
  operation: Case,
  party: RelyingParty,
  share: number,
): Promise<number> {
  const { anonymous, ours } = service;
  const values = { orgId: ours.orgId ?? '', providerId: newId('prv') };
  const good = goodFields(party, operation.method);
  const names = operation.parameters.filter((one) => one.in === 'query');
  const query = filled(
    names.map(({ name = '', schema = {} }) => ({ name, schema })),
    good,
    share,
    mostOfQuery,
  );
  const form = filled(fieldsOf(operation, formType), good, share, operations[operation.id].bodyLimit);
  const isForm = operation.body?.content?.[formType] !== undefined;
  const json = { ...exampleBody(operation) };
  for (const { name, schema } of fieldsOf(operation, 'application/json')) {
    const { maxLength = 0, type } = reader.follow(schema);
    if (type === 'string') json[name] = noise(Math.floor(maxLength * share));
  }
  const { status } = await anonymous.send(
    operation.method,
    `${targetOf(operation, values)}?${query.toString()}`,
    {
      headers: { 'content-type': isForm ? formType : 'application/json', 'user-agent': noise(2_000) },
      ...(operation.body ? { body: isForm ? form.toString() : JSON.stringify(json) } : {}),
      redirect: 'manual',
    },
  );
  return status;
}

/** Requests that a stranger can make and that leave rows behind; every other public operation stores nothing for them. */
const storing: readonly string[] = [
  'showOwnPasskeys',
  'addOwnPasskey',
  'startPasskeyRegistration',
  'updateOwnPasskey',
  'removeOwnPasskey',
  'showForgottenPassword',
  'submitForgottenPassword',
  'showRegistration',
  'submitRegistration',
  'showTotpSettings',
  'authorizeOidc',
  'postOidcAuthorization',
  'postOidcEndSession',
  'authorizeOidcDevice',
  'showOidcDevice',
  'submitOidcDevice',
  'resumeOidcDevice',
];

describe('a request without a key', { timeout: 120_000 }, () => {
  // A new public operation is measured as well. If it stores something, its name belongs into the list above.
  test('stores at most 8 KB, and most operations store nothing', async ({ service }) => {
    await service.ours.call('updateRegistrationConfig', { body: { enabled: true } });
    const party = await aRelyingParty(service.ours, {
      applicationType: 'native',
      tokenEndpointAuthMethod: 'none',
      grantTypes: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
    });
    const stored = new Map<string, number>();
    let before = await storedBytes(service);
    /** Sends these requests. @returns what they store together */
    const store = async (requests: readonly [operation: Case, share: number][]): Promise<number> => {
      for (const [operation, share] of requests) await send(service, operation, party, share);
      const last = before;
      before = await storedBytes(service);
      return before - last;
    };
    // A request may be refused because it is too long, and a shorter one not.
    const requestsOf = (operation: Case) => [1, 0.4, 0.2].map((share): [Case, number] => [operation, share]);
    // Most store nothing: they are tried in groups, and one by one only where a group stores something.
    for (let first = 0; first < publicOnes.length; first += 6) {
      const group = publicOnes.slice(first, first + 6);
      if ((await store(group.flatMap(requestsOf))) === 0) continue;
      for (const operation of group) {
        const together = await store(requestsOf(operation));
        // Rows that the process itself writes once a second may fall into one of two rounds.
        if (together === 0 || (await store(requestsOf(operation))) === 0) continue;
        stored.set(operation.id, together / 3);
        if (together <= mostStored) continue;
        for (const request of requestsOf(operation))
          stored.set(operation.id, Math.max(stored.get(operation.id) ?? 0, await store([request])));
      }
    }
    expect([...stored].filter(([, bytes]) => bytes > mostStored)).toEqual([]);
    expect([...stored.keys()]).toEqual(storing);
    expect(stored.get('postOidcAuthorization')).toBeGreaterThan(500);
    expect(stored.get('postOidcEndSession')).toBeGreaterThan(500);
  });

  // These ask for the cookie and the token of a page, so the request above gets nowhere.
  test.for(['', '/forgot-password'])(
    'stores at most 8 KB by the form of /login%s',
    async (path, { service }) => {
      const person = aPerson(service.origin, noise(2_000));
      const { forms } = await person.open(`/login/${service.ours.orgId}${path}`);
      for (const { action, fields } of forms) {
        const said = Object.entries(fields).map(([name, value]) => [name, value === '' ? noise(255) : value]);
        const before = await storedBytes(service);
        const { status } = await person.post(action, Object.fromEntries(said) as Record<string, string>);
        expect(status).toBeLessThan(400);
        expect((await storedBytes(service)) - before).toBeLessThan(mostStored);
      }
    },
  );
});
