import { Agent } from 'node:http';
import { expect } from 'vitest';
import { placesOf, tryEach, withValue } from '../../support/places.ts';
import { sendRaw } from '../../support/raw.ts';
import { drawn } from '../../support/thorough.ts';
import {
  callable,
  callerOf,
  cases,
  exampleBody,
  fieldsOf,
  reader,
  secured,
  workingCall,
  type Case,
} from '../enumerate.ts';
import { isLasting } from '../ids.ts';
import type { Visitor, World } from '../visitor.ts';

const agent = new Agent({ keepAlive: true });

// security.md 1: "SQL injection / prototype pollution in ORM" (MikroORM CVE-2026-34220, -34221).
export const hostile = [
  "'",
  '"',
  "' or '1'='1",
  "x') or 1=1 --",
  "'; drop table identities; --",
  "x'; select pg_sleep(30); --",
  '$1',
  '?',
  '??',
  '\\',
  "\\'",
  '%',
  '_',
  '{}',
  '{x}',
  '$$x$$',
  "E'\\x27'",
  'null',
  'x\u2019 or 1=1',
];

/** One of each kind, for the many fields of bodies. */
const ofEachKind = [
  "'",
  '"',
  "x'; select pg_sleep(30); --",
  '$1',
  '??',
  '\\',
  '%',
  '{x}',
  '$$x$$',
  'x\u2019 or 1=1',
];

// An operator may make tenants, so the tenants of the visitor are counted.
const tables = ({ sql, organizations: { ours, theirs } }: World) =>
  sql(
    "select count(*)::int as tables, (select count(*)::int from tenants where organization_id = any ($1)) as tenants from pg_tables where schemaname = 'public'",
    [[ours.live.orgId, theirs.live.orgId]],
  );

const target = ({ path }: Case, values: Record<string, string> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));

/** The statuses of any hostile text. 409: the call before took a name that is unique. 429: four back-tests wait. */
const harmless = [200, 201, 202, 204, 400, 404, 409, 412, 429];

/** The statuses that a hostile text may get in the parameters of a place. */
function allowedFor(operation: Case, place: string, names: readonly string[], text: string): unknown {
  // A SCIM token is not valid under the path of another tenant. Discovery over SCIM takes no filter. Who puts a device chooses
  // its id, and `null` is one.
  if (place !== 'path')
    return expect.toBeOneOf([
      ...harmless,
      ...(names.includes('filter') || operation['x-caller'] ? [403] : []),
      // A report that could be signed needs the keys of GitHub, which a test cannot reach.
      ...(operation['x-caller'] ? [503] : []),
    ]);
  if (names.includes('orgId')) return 401;
  if (names.includes('deviceId')) return expect.toBeOneOf(text === 'null' ? [200, 201, 404] : [400, 404]);
  return 404;
}

async function inParameters(operation: Case, world: World): Promise<void> {
  const { ours, origin } = world;
  const { key } = await callerOf(operation, ours);
  const before = await tables(world);
  let parts = await world.working(operation);
  for (const place of ['path', 'query', 'header']) {
    const names = operation.parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name = '' }) => name);
    if (names.length === 0) continue;
    let isUsedUp = false;
    // One reader takes every id of a path, and few take the texts of queries.
    const texts = drawn(hostile, place === 'path' ? 3 : 5, operation.id + place, 5);
    await tryEach(names, texts, async (names, text) => {
      const set = Object.fromEntries(names.map((name) => [name, text]));
      const query = new URLSearchParams({
        ...(isLasting(operation) ? { seconds: '1' } : {}),
        ...(place === 'query' ? set : {}),
      }).toString();
      const answer = await sendRaw(origin, {
        agent,
        method: operation.method,
        path:
          target(operation, place === 'path' ? { ...parts.path, ...set } : parts.path) +
          (query === '' ? '' : `?${query}`),
        headers: {
          authorization: `Bearer ${key}`,
          ...(parts.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(place === 'header'
            ? Object.fromEntries(names.map((name) => [name, Buffer.from(text).toString('latin1')]))
            : {}),
        },
        ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
      });
      const { status } = answer;
      const allowed = allowedFor(operation, place, names, text);
      expect({ names, text, status }).toEqual({ names, text, status: allowed });
      isUsedUp ||= status < 300 && operation.method !== 'GET';
      const refused = status === 400 ? fieldsOf(operation, answer) : [];
      return { status, refused };
    });
    if (isUsedUp) parts = await workingCall(operation, ours);
  }
  expect(await tables(world)).toEqual(before);
}

async function inBody(operation: Case, world: World): Promise<void> {
  const { ours } = world;
  const caller = await callerOf(operation, ours);
  const before = await tables(world);
  const schema = operation.body?.content?.['application/json']?.schema ?? {};
  const byDepth = Object.groupBy(placesOf(reader, schema), ({ length }) => length);
  let parts = await workingCall(operation, ours);
  for (const places of Object.values(byDepth)) {
    const named = new Map((places ?? []).map((place) => [place.join('.'), place]));
    const values = [
      ...drawn(ofEachKind, 2, operation.id, 3),
      hostile,
      Object.fromEntries(hostile.map((text) => [text, text])),
    ];
    await tryEach([...named.keys()], values, async (fields, value) => {
      const body = fields.reduce<unknown>(
        (changed, field) => withValue(changed, named.get(field) ?? [], value),
        parts.body,
      );
      const answer = await caller.call(operation.id, { ...parts, body });
      const { status } = answer;
      expect({ fields, value, status }).toEqual({
        fields,
        value,
        // 401 and 403: it is the body that lets in.
        status: expect.toBeOneOf([...harmless, ...(secured.includes(operation) ? [] : [401, 403])]),
      });
      // A call that succeeded may have used up its resource.
      if (status < 300) parts = await workingCall(operation, ours);
      const refused = status === 400 ? fieldsOf(operation, answer) : [];
      return { status, refused };
    });
  }
  expect(await tables(world)).toEqual(before);
}

/** Texts that would be SQL if a statement took them for more than text. */
export const injection: Visitor = {
  name: 'SQL in a parameter',
  visits: [
    {
      title: 'treats it as text',
      of: (operation) => cases.includes(operation) && operation.parameters.length > 0,
      halved: 'parameters',
      visit: inParameters,
    },
    {
      title: 'treats it as text in each field of its body',
      of: (operation) => callable.includes(operation) && exampleBody(operation) !== undefined,
      halved: 'bodies',
      visit: inBody,
    },
  ],
};
