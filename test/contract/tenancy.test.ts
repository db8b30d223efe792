import { Agent } from 'node:http';
import { afterAll, describe, expect } from 'vitest';
import { newId } from '../../src/lib/id.ts';
import type { CallParts, Client } from '../support/client.ts';
import { sendRaw } from '../support/raw.ts';
import { test, type TestService } from '../support/service.ts';
import { drawn } from '../support/thorough.ts';
import {
  bodyReferences,
  callerOf,
  cases,
  idsOf,
  secured,
  targetOf,
  workingCall,
  type Case,
} from './enumerate.ts';
import { type Maker, makers, references } from './ids.ts';

const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

/** Operations on a resource by its id. */
const identified = cases.filter((operation) => idsOf(operation).length > 0);

/** Everything a client can tell two answers apart by, but for the time. */
async function fingerprint(
  { origin }: TestService,
  client: Client,
  operation: Case,
  parts: CallParts,
  query = '',
) {
  const { body, headers = {} } = parts;
  // A SCIM token is not valid under the path of another tenant. So every SCIM caller uses the path of its own tenant.
  const path =
    operation.errors === 'scim' ? { ...parts.path, orgId: client.orgId ?? '' } : (parts.path ?? {});
  const { key } = await callerOf(operation, client);
  const answer = await sendRaw(origin, {
    agent,
    method: operation.method,
    path: targetOf(operation, path) + query,
    headers: {
      authorization: `Bearer ${key}`,
      'x-request-id': 'the-same',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { date: _, ...rest } = answer.headers;
  return { status: answer.status, text: answer.text, headers: rest };
}

const malformed = [
  'x',
  'idn_',
  'IDN_01KAHZ5V3BE4NR7Q2M8X9C0D1E',
  "' or 1=1 --",
  '*',
  'null',
  'é\u{1F600}',
  '../x',
  'a'.repeat(5_000),
];

const lasting = new Map<Client, Map<Maker, Promise<string>>>();

/** A resource that all these tests may share: they are all refused it. */
function oneOf(maker: Maker, client: Client): Promise<string> {
  const ofClient = lasting.get(client) ?? new Map<Maker, Promise<string>>();
  lasting.set(client, ofClient);
  const one = ofClient.get(maker) ?? maker.make(client);
  ofClient.set(maker, one);
  return one;
}

/** Every id that must look like one that never existed. */
async function otherIds(service: TestService, name: string, operation: Case): Promise<string[]> {
  const [, maker] = idsOf(operation).find(([parameter]) => parameter === name) ?? [];
  if (!maker) throw new Error(`${operation.id} has no ${name}`);
  const foreign = await Promise.all([service.theirs, service.oursTest].map((client) => oneOf(maker, client)));
  const others = Object.values(makers).filter(
    ({ prefix }) => prefix !== undefined && prefix !== maker.prefix,
  );
  const ofOtherKinds = await Promise.all(
    drawn(others, 3, operation.id + name, 4).map((other) => oneOf(other, service.ours)),
  );
  return [...foreign, ...ofOtherKinds, ...drawn(malformed, 4, operation.id + name, 4)];
}

describe('an id of another organization, environment or kind, or of nothing', () => {
  test.for(identified)('$id answers the same 404', async (operation, { service }) => {
    const { ours, oursTest, theirs } = service;
    const working = await workingCall(operation, ours);
    let nothing: unknown;
    for (const [name, maker] of idsOf(operation)) {
      const call = (client: Client, id: string, headers = {}) =>
        fingerprint(service, client, operation, {
          ...working,
          path: { ...working.path, [name]: id },
          headers,
        });
      const missing = await call(ours, newId(maker.prefix));
      expect(missing.status).toBe(404);
      const refusal: unknown = JSON.parse(missing.text);
      if (operation.errors === 'scim')
        expect(refusal).toMatchObject({ detail: expect.stringMatching(/^SCIM_RESOURCE_NOT_FOUND: /) });
      else expect(refusal).toMatchObject({ code: expect.stringMatching(/_NOT_FOUND$/), details: {} });
      for (const id of await otherIds(service, name, operation))
        expect(await call(ours, id)).toEqual(missing);
      // To others there is nothing from the first part of the path on.
      nothing ??= missing;
      const own = working.path?.[name] ?? '';
      for (const client of [oursTest, theirs]) expect(await call(client, own)).toEqual(nothing);
      // A precondition is never judged on what the caller may not see.
      for (const version of ['"1"', '"99"', '*']) {
        expect(await call(theirs, own, { 'if-match': version })).toEqual(nothing);
      }
    }
  });

  test.for(identified)('$id leaves it as it was', async (operation, { service }) => {
    const { ours, oursTest, theirs, sql, organizations } = service;
    const working = await workingCall(operation, ours);
    const rows = () =>
      sql(
        `select 'c' as kind, id, status, version, secret_hash, usage_count, deleted_at from credentials where org_id = $1 and name <> 'bootstrap'
         union all select 'i', id, status, version, null, null, deleted_at from identities where org_id = $1
         union all select 't', id, null, version, token_hash, null, revoked_at from scim_tokens where org_id = $1
         union all select 'w', id, status, version, secret, total_deliveries, updated_at from webhooks where org_id = $1
         union all select 'd', id, status, attempts, null, null, dead_lettered_at from deliveries where org_id = $1
         union all select 'u', id, status, version, null, null, deprovisioned_at from users where org_id = $1
         union all select 'g', id, name, version, null, member_count, updated_at from groups where org_id = $1 order by 1, 2`,
        [organizations.ours.live.orgId],
      );
    const before = await rows();
    for (const client of [oursTest, theirs]) {
      const caller = await callerOf(operation, client);
      const { status } = await caller.call(operation.id, working);
      expect(status).toBe(operation.errors === 'scim' ? 401 : 404);
    }
    expect(await rows()).toEqual(before);
  });
});

describe('a body that names a resource of another organization', () => {
  // An operation that needs no key has no tenant of its own. The operation exchangeToken learns the tenant from the
  // request, and answers every fault with 401.
  const referring = secured.filter((operation) => bodyReferences(operation).length > 0);

  test.for(referring)('$id answers the same 404', async (operation, { service }) => {
    const { ours, oursTest, theirs } = service;
    const working = await workingCall(operation, ours);
    for (const [name, maker] of bodyReferences(operation)) {
      const call = async (id: string) => {
        const body = { ...(working.body as object), [name]: id };
        const { text, headers, ...rest } = await fingerprint(service, ours, operation, { ...working, body });
        // A refusal may say again what was sent.
        const { 'content-length': _, ...others } = headers;
        return { ...rest, headers: others, text: text.replaceAll(JSON.stringify(id), '"the id"') };
      };
      const missing = await call(newId(maker.prefix ?? 'idn'));
      expect(missing.status).toBe(404);
      for (const client of [oursTest, theirs]) expect(await call(await maker.make(client))).toEqual(missing);
      for (const id of ['x', "' or 1=1 --"]) expect(await call(id)).toEqual(missing);
    }
  });

  test('there is such an operation', () => expect(referring.length).toBeGreaterThan(0));
});

describe('a query that names a resource of another organization', () => {
  const filtered = cases.flatMap((operation) =>
    operation.parameters
      .filter((parameter) => parameter.in === 'query' && references[parameter.name ?? ''])
      .map((parameter) => ({ ...operation, name: parameter.name ?? '' })),
  );

  test.for(filtered)('$id with $name answers as for one that is missing', async (operation, { service }) => {
    const { ours, oursTest, theirs } = service;
    const maker = references[operation.name];
    const working = await workingCall(operation, ours);
    const call = (id: string) =>
      fingerprint(service, ours, operation, working, `?${operation.name}=${encodeURIComponent(id)}`);
    const missing = await call(newId(maker?.prefix ?? 'idn'));
    for (const client of [oursTest, theirs])
      expect(await call((await maker?.make(client)) ?? '')).toEqual(missing);
  });

  test('there is such an operation', () => expect(filtered.length).toBeGreaterThan(0));
});
