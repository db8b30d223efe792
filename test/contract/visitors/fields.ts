import { expect } from 'vitest';
import type { Schema } from '../../../src/lib/contract.ts';
import { tryEach } from '../../support/places.ts';
import { drawn } from '../../support/thorough.ts';
import {
  callable,
  callerOf,
  cases,
  codeOf,
  exampleBody,
  fieldsOf,
  reader,
  secured,
  targetOf,
  workingCall,
  type Case,
} from '../enumerate.ts';
import { isLasting } from '../ids.ts';
import type { Visitor, World } from '../visitor.ts';

/** Every property name below a schema. */
const names = (schema: Schema): string[] =>
  [...reader.walk(schema, true)].flatMap((step) => Object.keys(step.schema.properties ?? {}));

const bodySchema = ({ body }: Case): Schema =>
  reader.follow(body?.content?.['application/json']?.schema ?? {});

/** Returns the names of the body's own fields, including those that `allOf` adds. */
const sent = (operation: Case): Set<string> => {
  const own = (schema: Schema): string[] => [
    ...Object.keys(reader.follow(schema).properties ?? {}),
    ...(reader.follow(schema).allOf ?? []).flatMap(own),
  ];
  return new Set(own(bodySchema(operation)));
};

/** Every field that any answer of the API shows: what an attacker would try to set. */
export const shown = [
  ...new Set(
    cases.flatMap((operation) =>
      reader.bodies(operation, (part) => part.startsWith('2')).flatMap(({ schema }) => names(schema)),
    ),
  ),
];

const columns = [
  'orgId',
  'org_id',
  'secretHash',
  'secret_hash',
  'version',
  'deletedAt',
  'windowCount',
  'organizationId',
  'constructor',
  '__proto__',
  'prototype',
  '$ne',
  'toString',
];

const batches = (all: string[], size: number): string[][] =>
  all.length === 0 ? [] : [all.slice(0, size), ...batches(all.slice(size), size)];

const isWritten = (operation: Case): boolean =>
  callable.includes(operation) && exampleBody(operation) !== undefined;
// SCIM ignores what it does not know (decisions 6.1); test/scim/api/http.test.ts is about that.
const isStrict = (operation: Case): boolean => operation.errors === 'api';

async function rejectsFields(operation: Case, { ours, working }: World): Promise<void> {
  const allowed = sent(operation);
  const foreign = [...shown, ...columns].filter((name) => !allowed.has(name));
  expect(foreign.length).toBeGreaterThan(20);
  const parts = await working(operation);
  // Sends many fields in one request; the refusal must name each. Then sends one field alone.
  for (const names of [...batches(foreign, 40), foreign.slice(0, 1)]) {
    // A literal, because assigning __proto__ would set no field.
    const more = names.map((name) => `${JSON.stringify(name)}:"x",`).join('');
    const body = JSON.parse(`{${more}${JSON.stringify(parts.body).slice(1)}`.replace(',}', '}')) as object;
    const { status, body: refused } = await ours.call(operation.id, { ...parts, body });
    expect({ status, code: refused.code }).toEqual({ status: 400, code: 'VALIDATION_ERROR' });
    expect(new Map(Object.entries(refused.details))).toEqual(
      new Map(
        names.map((name) => [name, expect.stringMatching(/^is not a field that can be sent here( \(|$)/)]),
      ),
    );
  }
}

async function rejectsParameters(operation: Case, { ours, working }: World): Promise<void> {
  const caller = await callerOf(operation, ours);
  const parts = await working(operation);
  const all = ['nonsense', '__proto__', 'constructor', 'orgId', 'limit[]', 'limit[$ne]', 'Limit'];
  // Sends all parameters in one request; the refusal must name each. Then sends one parameter alone.
  for (const names of [all, drawn(all, 1, operation.id)]) {
    // Entries, because assigning __proto__ would set no field.
    const query = Object.fromEntries(names.map((name) => [name, 'x']));
    const { status, body } = await caller.call(operation.id, { ...parts, query });
    expect({ names, status, code: body.code }).toEqual({ names, status: 400, code: 'VALIDATION_ERROR' });
    expect(Object.keys(body.details).toSorted()).toEqual(names.toSorted());
  }
}

async function rejectsTwice(operation: Case, { ours, working }: World): Promise<void> {
  const parts = await working(operation);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => parts.path?.[name] ?? '');
  const caller = await callerOf(operation, ours);
  const body = parts.body ? { headers: { 'content-type': 'application/json' }, body: '{}' } : {};
  const queried = operation.parameters.filter((parameter) => parameter.in === 'query');
  await Promise.all(
    queried.map(async ({ name = '', schema }) => {
      const example = reader.example(schema ?? {});
      const value =
        typeof example === 'string' || typeof example === 'number'
          ? example
          : schema?.type === 'integer'
            ? 1
            : 'true';
      const answer = await caller.send(operation.method, `${path}?${name}=${value}&${name}=${value}`, body);
      expect({ name, status: answer.status, code: codeOf(operation, answer) }).toEqual({
        name,
        status: 400,
        code: 'VALIDATION_ERROR',
      });
      expect(fieldsOf(operation, answer)).toEqual([name]);
    }),
  );
}

const wrong: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  9_007_199_254_740_991,
  '',
  'x',
  [],
  [null],
  [[]],
  {},
  { $ne: null },
  'é'.repeat(2_000),
];

async function survivesTypes(operation: Case, { ours, working }: World): Promise<void> {
  const caller = await callerOf(operation, ours);
  let parts = await working(operation);
  await tryEach([...sent(operation)], drawn(wrong, 8, operation.id, 8), async (names, value) => {
    const set = Object.fromEntries(names.map((name) => [name, value]));
    const { status, body } = await caller.call(operation.id, {
      ...parts,
      body: { ...(parts.body as object), ...set },
    });
    expect({ names, value, status, body }).not.toMatchObject({
      status: expect.toSatisfy((one: number) => one >= 500),
    });
    const refused = status === 400 ? fieldsOf(operation, { body }) : [];
    if (status === 400) expect(refused.join()).toMatch(/./);
    // A call that was not refused may have used up its resource.
    else parts = await workingCall(operation, ours);
    return { status, refused };
  });
}

/** The parameters of the query that are whole numbers, with their bounds. */
export const numbersOf = ({ parameters }: Case) =>
  parameters
    .filter((parameter) => parameter.in === 'query')
    .filter(({ schema }) => reader.follow(schema ?? {}).type === 'integer')
    .map(({ name = '', schema }) => ({ name, ...(schema as { minimum: number; maximum: number }) }));

const malformed = [
  '',
  '%20',
  '+5',
  '%2B5',
  '1e1',
  '5.0',
  '5.5',
  '0x5',
  '5%20',
  '٥',
  'NaN',
  'Infinity',
  'null',
  'true',
  '1,2',
  '9'.repeat(400),
  '-99999999999999999999',
];

async function boundsNumbers(operation: Case, { ours, working }: World): Promise<void> {
  const numbers = numbersOf(operation);
  const caller = await callerOf(operation, ours);
  const parts = await working(operation);
  const path = targetOf(operation, parts.path);
  const send = (valueOf: (bounds: (typeof numbers)[number]) => string | number) =>
    caller.send(operation.method, `${path}?${numbers.map((one) => `${one.name}=${valueOf(one)}`).join('&')}`);
  // One call sends every number of an operation. The response must name each of these parameters.
  const refusals = [
    ...malformed.map((text) => [text, () => text] as const),
    ['below', ({ minimum }: { minimum: number }) => minimum - 1] as const,
    ['above', ({ maximum }: { maximum: number }) => maximum + 1] as const,
    ['-1', ({ minimum }: { minimum: number }) => (minimum < 0 ? minimum - 1 : -1)] as const,
  ];
  await Promise.all(
    refusals.map(async ([what, valueOf]) => {
      const answer = await send(valueOf);
      const { status } = answer;
      expect({ what, status, code: codeOf(operation, answer) }).toEqual({
        what,
        status: 400,
        code: 'VALIDATION_ERROR',
      });
      expect(fieldsOf(operation, answer).toSorted()).toEqual(numbers.map(({ name }) => name).toSorted());
    }),
  );
  expect((await send(({ minimum }) => minimum)).status).toBe(200);
  expect((await send(({ maximum }) => maximum)).status).toBe(200);
}

/** Fields and parameters that may not be sent, and values that they may not have. */
export const fields: Visitor = {
  name: 'a field or a parameter',
  visits: [
    {
      title: 'rejects each field that may not be sent by name',
      of: (operation) => isWritten(operation) && isStrict(operation),
      halved: 'foreign fields',
      visit: rejectsFields,
    },
    {
      title: 'rejects a parameter that is not declared',
      of: (operation) => cases.includes(operation) && isStrict(operation),
      halved: 'foreign parameters',
      visit: rejectsParameters,
    },
    {
      title: 'rejects a parameter that is sent twice',
      of: (operation) => secured.includes(operation),
      halved: 'parameters twice',
      visit: rejectsTwice,
    },
    {
      title: 'wants whole numbers of the query to consist of digits and to lie within their bounds',
      // A stream lasts as long as its number says, up to an hour. Each has a test of its own.
      of: (operation) =>
        cases.includes(operation) && numbersOf(operation).length > 0 && !isLasting(operation),
      visit: boundsNumbers,
    },
    {
      title: 'never fails on a value of another type',
      of: isWritten,
      halved: 'other types',
      visit: survivesTypes,
    },
  ],
};
