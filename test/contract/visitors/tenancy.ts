import { Agent } from 'node:http';
import { expect } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import type { CallParts, Client } from '../../support/client.ts';
import { sendRaw } from '../../support/raw.ts';
import { drawn } from '../../support/thorough.ts';
import {
  bodyReferences,
  callable,
  callerOf,
  cases,
  idsOf,
  parametersOf,
  secured,
  targetOf,
  type Case,
} from '../enumerate.ts';
import { type Maker, makers, references } from '../ids.ts';
import type { Visitor, World } from '../visitor.ts';

const agent = new Agent({ keepAlive: true });

/** Everything a client can tell two answers apart by, but for the time. */
async function fingerprint({ origin }: World, client: Client, operation: Case, parts: CallParts, query = '') {
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

const lasting = new WeakMap<Client, Map<Maker, Promise<string>>>();

/** A resource that all these tests may share: they are all refused it. */
function oneOf(maker: Maker, client: Client): Promise<string> {
  const ofClient = lasting.get(client) ?? new Map<Maker, Promise<string>>();
  lasting.set(client, ofClient);
  const one = ofClient.get(maker) ?? maker.make(client);
  ofClient.set(maker, one);
  return one;
}

/** Makers without a prefix make names, and names of two kinds may be equal. */
const kinds = Object.values(makers).filter(({ prefix }) => prefix !== undefined);

/** A few kinds for all operations of a file, drawn by the first of them. A resource of each kind is made once. */
const someKinds = ({ once }: World, operation: Case): Promise<readonly Maker[]> =>
  once('kinds', () => Promise.resolve(drawn(kinds, 4, operation.id, 6)));

/** Every id that must look like one that never existed. */
async function otherIds(world: World, operation: Case, [name, maker]: [string, Maker]): Promise<string[]> {
  const foreign = [world.theirs, world.oursTest].map((client) => oneOf(maker, client));
  const others = (await someKinds(world, operation)).filter(({ prefix }) => prefix !== maker.prefix);
  const ofOtherKinds = drawn(others, 1, operation.id + name, 4).map((other) => oneOf(other, world.ours));
  const ids = await Promise.all([...foreign, ...ofOtherKinds]);
  return [...ids, ...drawn(malformed, 2, operation.id + name, 4)];
}

/** Operations on a resource by its id. */
const isIdentified = (operation: Case): boolean => cases.includes(operation) && idsOf(operation).length > 0;

/** The parameters that are ids of resources, with the makers of the table: a maker is known by its identity. */
const makersOf = (operation: Case): [name: string, maker: Maker][] => {
  const ids = idsOf(operation).map(([name]) => name);
  return parametersOf(operation).filter(([name]) => ids.includes(name));
};

// An operation that needs no key has no tenant of its own. The operation exchangeToken learns the tenant from the
// request, and answers every fault with 401.
const isReferring = (operation: Case): boolean =>
  secured.includes(operation) && bodyReferences(operation).length > 0;

const filtersOf = ({ parameters }: Case): [name: string, maker: Maker][] =>
  parameters.flatMap(({ name = '', in: place }): [string, Maker][] => {
    const maker = references[name];
    return place === 'query' && maker ? [[name, maker]] : [];
  });
const isFiltered = (operation: Case): boolean => cases.includes(operation) && filtersOf(operation).length > 0;

async function answersTheSame404(operation: Case, world: World): Promise<void> {
  const { ours, oursTest, theirs } = world;
  const working = await world.working(operation);
  let nothing: unknown;
  for (const [name, maker] of makersOf(operation)) {
    const call = (client: Client, id: string, headers = {}) =>
      fingerprint(world, client, operation, { ...working, path: { ...working.path, [name]: id }, headers });
    const missing = await call(ours, newId(maker.prefix ?? 'idn'));
    expect(missing.status).toBe(404);
    const refusal: unknown = JSON.parse(missing.text);
    if (operation.errors === 'scim')
      expect(refusal).toMatchObject({ detail: expect.stringMatching(/^SCIM_RESOURCE_NOT_FOUND: /) });
    else expect(refusal).toMatchObject({ code: expect.stringMatching(/_NOT_FOUND$/), details: {} });
    // One after the other: a tenant may test few connections at once, and would be refused for that.
    for (const id of await otherIds(world, operation, [name, maker]))
      expect({ id, ...(await call(ours, id)) }).toEqual({ id, ...missing });
    // To others there is nothing from the first part of the path on.
    nothing ??= missing;
    const own = working.path?.[name] ?? '';
    // A precondition is never judged on what the caller may not see.
    expect(await call(oursTest, own)).toEqual(nothing);
    const versions = drawn(['"1"', '"99"', '*'], 1, operation.id).map((version) => ({ 'if-match': version }));
    for (const headers of [{}, ...versions]) expect(await call(theirs, own, headers)).toEqual(nothing);
  }
}

const rowsOf = ({ sql, organizations }: World) =>
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

async function leavesItAsItWas(operation: Case, world: World): Promise<void> {
  const { oursTest, theirs } = world;
  const working = await world.working(operation);
  const before = await rowsOf(world);
  for (const client of [oursTest, theirs]) {
    const caller = await callerOf(operation, client);
    const { status } = await caller.call(operation.id, working);
    expect(status).toBe(operation.errors === 'scim' ? 401 : 404);
  }
  expect(await rowsOf(world)).toEqual(before);
}

async function refusesBodies(operation: Case, world: World): Promise<void> {
  const { ours, oursTest, theirs } = world;
  const working = await world.working(operation);
  for (const [name, maker] of bodyReferences(operation)) {
    const call = async (id: string) => {
      const body = { ...(working.body as object), [name]: id };
      const { text, headers, ...rest } = await fingerprint(world, ours, operation, { ...working, body });
      // A refusal may say again what was sent.
      const { 'content-length': _, ...others } = headers;
      return { ...rest, headers: others, text: text.replaceAll(JSON.stringify(id), '"the id"') };
    };
    const missing = await call(newId(maker.prefix ?? 'idn'));
    expect(missing.status).toBe(404);
    const foreign = await Promise.all([oursTest, theirs].map((client) => oneOf(maker, client)));
    for (const id of [...foreign, 'x', "' or 1=1 --"]) expect(await call(id)).toEqual(missing);
  }
}

async function findsNothing(operation: Case, world: World): Promise<void> {
  const { ours, oursTest, theirs } = world;
  const working = await world.working(operation);
  for (const [name, maker] of filtersOf(operation)) {
    const call = (id: string) =>
      fingerprint(world, ours, operation, working, `?${name}=${encodeURIComponent(id)}`);
    const missing = await call(newId(maker.prefix ?? 'idn'));
    for (const client of [oursTest, theirs]) {
      const id = await oneOf(maker, client);
      expect({ name, ...(await call(id)) }).toEqual({ name, ...missing });
    }
  }
}

/** The path below a list that names one of its resources, with the maker of that resource. */
function itemOf({ path }: Case): Maker | undefined {
  const below = Object.keys(makers).find((item) => item.replace(/\/\{\w+\}$/, '') === path);
  return below === undefined ? undefined : makers[below];
}

/** The fields in which answers count what there is: `total` of our lists, `totalResults` of SCIM (RFC 7644 section 3.4.2). */
const totalOf = ({ pagination, totalResults }: { pagination?: { total?: number }; totalResults?: number }) =>
  pagination?.total ?? totalResults;

const isList = (operation: Case): boolean =>
  cases.includes(operation) && operation.method === 'GET' && itemOf(operation)?.prefix !== undefined;

/** The list has a resource of the caller, or an empty list would prove nothing. */
async function listsNothingOfOthers(operation: Case, world: World): Promise<void> {
  const { ours, oursTest, theirs } = world;
  const maker = itemOf(operation);
  if (!maker) return;
  const { path = {} } = await world.working(operation);
  const id = await maker.make(ours);
  await maker.place?.(ours, id, path);
  const list = async () => {
    const caller = await callerOf(operation, ours);
    const { status, body } = await caller.call(operation.id, { path });
    expect(status).toBe(200);
    return { total: totalOf(body), text: JSON.stringify(body) };
  };
  const before = await list();
  expect(before.text).toContain(id);
  const foreign = await Promise.all([oursTest, theirs].map((client) => maker.make(client)));
  const { total, text } = await list();
  expect(foreign.filter((one) => text.includes(one))).toEqual([]);
  expect(total).toBe(before.total);
}

/** Whether another tenant, environment or kind of resource looks like one that does not exist. */
export const tenancy: Visitor = {
  name: 'a resource of another organization',
  visits: [
    {
      title: 'answers the same 404 to an id of another organization, environment or kind, or of nothing',
      of: isIdentified,
      visit: answersTheSame404,
    },
    { title: 'leaves it as it was', of: isIdentified, visit: leavesItAsItWas },
    { title: 'answers the same 404 to a body that names it', of: isReferring, visit: refusesBodies },
    { title: 'answers a query that names it as one that is missing', of: isFiltered, visit: findsNothing },
    { title: 'is not in a list, which counts nothing of it', of: isList, visit: listsNothingOfOthers },
    {
      // If the resource did not exist, the refusals above would prove nothing.
      title: 'still succeeds for the owner after these refusals',
      of: (operation) =>
        callable.includes(operation) &&
        [isIdentified, isReferring, isFiltered].some((isRefused) => isRefused(operation)),
      async visit(operation, world) {
        const caller = await callerOf(operation, world.ours);
        const { status, body } = await caller.call(operation.id, await world.working(operation));
        expect({ status, body: status < 300 ? {} : body }).toEqual({
          status: expect.toSatisfy((one: number) => one < 300),
          body: {},
        });
      },
    },
  ],
};
