import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readContract } from '../../../scripts/contract.ts';
import { follow, type Operation, operationsOf, type Schema } from '../../../src/lib/contract.ts';

type Verb = 'create' | 'read' | 'list' | 'update' | 'delete';
interface Kind {
  operations: Partial<Record<Verb, string>>;
  id?: string;
  parts?: string[];
  name?: string;
  references?: Record<string, string[]>;
  named?: Record<string, string[]>;
  people?: string[];
  immutable?: string[];
  later?: string[];
  secrets?: { given?: string[]; made?: string[] };
  unseen?: string[];
  otherwise?: Record<string, { from: string; where: Record<string, string> }>;
  published?: string[];
  follows?: string[];
  merged?: string[];
  acts?: string[];
  own?: string[];
}

const contract = readContract();
const { kinds, exceptions } = parse(readFileSync('openapi/resources.yaml', 'utf8')) as {
  kinds: Record<string, Kind>;
  exceptions: Record<string, string>;
};
const operations = new Map(operationsOf(contract).map((operation) => [operation.id, operation]));

/** Returns the fields of a schema and of everything that it is composed of. */
function fieldsOf(node: Schema): Map<string, Schema> {
  const schema = follow(contract, node);
  const parts = [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  return new Map([
    ...parts.flatMap((part) => [...fieldsOf(part)]),
    ...Object.entries(schema.properties ?? {}),
  ]);
}

function operationOf(id: string): Operation {
  const found = operations.get(id);
  if (!found) throw new Error(`openapi/resources.yaml names ${id}, but the contract does not`);
  return found;
}

const bodyOf = (id: string | undefined): Map<string, Schema> => {
  const schema = id === undefined ? undefined : operationOf(id).body?.content?.['application/json']?.schema;
  return schema ? fieldsOf(schema) : new Map();
};

function answerOf(id: string): Map<string, Schema> {
  const [, answer] = Object.entries(operationOf(id).responses).find(([status]) => status < '300') ?? [];
  const schema = answer && follow(contract, answer).content?.['application/json']?.schema;
  return schema ? fieldsOf(schema) : new Map();
}

/** Returns the fields of one object as the service shows it. */
function viewOf({ operations: { read, list } }: Kind): Map<string, Schema> {
  if (read !== undefined) return answerOf(read);
  const data = answerOf(list ?? '').get('data');
  const { items } = data ? follow(contract, data) : {};
  return items ? fieldsOf(items) : new Map();
}

/** Whether a path like `channels[].url` leads to a field of one of the schemas. */
function leads(path: string, fields: ReadonlyMap<string, Schema>): boolean {
  const [first = '', ...rest] = path.split('.');
  const name = first.replace('[]', '');
  const found = fields.get(name);
  if (!found) return false;
  const schema = innermost(found, first.endsWith('[]'));
  if (!schema) return false;
  return rest.length === 0 || leads(rest.join('.'), fieldsOf(schema));
}

/** Returns the schema of a field, or of its elements, behind what composes it. */
function innermost(node: Schema, isList: boolean): Schema | undefined {
  const schema = follow(contract, node);
  if (!isList) return schema;
  return schema.items ?? (schema.allOf ?? []).map((part) => innermost(part, true)).find(Boolean);
}

const top = (paths: readonly string[] = []) => paths.filter((path) => !/[.[]/.test(path)).toSorted();
const names = Object.keys(kinds);

test.each(names)('every field of %s has one place in the table of resources', (name) => {
  const kind = kinds[name] as Kind;
  const { create, update } = kind.operations;
  const created = [...bodyOf(create).keys()];
  const changed = [...bodyOf(update).keys()];
  const written = [...new Set([...created, ...changed])];
  const shown = [...viewOf(kind).keys()];
  const acts = kind.acts ?? [];
  const isAct = (field: string) => acts.includes(field);
  expect(acts.filter((field) => !written.includes(field) || shown.includes(field))).toEqual([]);
  if (create !== undefined) {
    expect(top(kind.immutable)).toEqual(
      created.filter((one) => !changed.includes(one) && !isAct(one)).toSorted(),
    );
    expect(top(kind.later)).toEqual(
      changed.filter((one) => !created.includes(one) && !isAct(one)).toSorted(),
    );
  }
  expect(top([...(kind.secrets?.given ?? []), ...(kind.unseen ?? [])])).toEqual(
    top(written.filter((one) => !shown.includes(one) && !isAct(one))),
  );
  for (const [field, { from, where }] of Object.entries(kind.otherwise ?? {})) {
    expect(written).toContain(field);
    const elements = follow(contract, viewOf(kind).get(field) ?? {}).items ?? {};
    expect([...fieldsOf(elements).keys()]).toEqual(expect.arrayContaining([from, ...Object.keys(where)]));
  }
  expect(top(kind.own)).toEqual(shown.filter((one) => !written.includes(one)).toSorted());
  const named = kind.parts ?? (kind.id === undefined ? [] : [kind.id]);
  expect(named.filter((field) => !shown.includes(field))).toEqual([]);
  expect(kind.name === undefined || shown.includes(kind.name)).toBe(true);
});

test.each(names)('every path of %s in the table leads to a field', (name) => {
  const kind = kinds[name] as Kind;
  const { create, update } = kind.operations;
  const given = [
    ...Object.keys(kind.references ?? {}),
    ...Object.keys(kind.named ?? {}),
    ...(kind.people ?? []),
    ...(kind.merged ?? []),
    ...(kind.published ?? []),
    ...(kind.follows ?? []),
    ...(kind.secrets?.given ?? []),
  ];
  const written = new Map([...bodyOf(update), ...bodyOf(create)]);
  expect(given.filter((path) => !leads(path, written))).toEqual([]);
  const shown = viewOf(kind);
  expect((kind.own ?? []).filter((path) => !leads(path, shown))).toEqual([]);
  const made = new Map([...shown, ...(create === undefined ? [] : answerOf(create))]);
  expect((kind.secrets?.made ?? []).filter((path) => !leads(path, made))).toEqual([]);
});

test('a kind refers to kinds above it', () => {
  for (const [name, { references = {}, named = {} }] of Object.entries(kinds))
    for (const kind of [...Object.values(references), ...Object.values(named)].flat())
      expect(names.slice(0, names.indexOf(name)), `${name} refers to ${kind}`).toContain(kind);
});

test('each operation that makes or changes an object is in the table, or in the list of exceptions with a reason', () => {
  const known = new Set(Object.values(kinds).flatMap(({ operations: of }) => Object.values(of)));
  const isOf = /^(create|update|replace)[A-Z]/;
  const owed = [...operations.values()].filter(
    ({ id, path }) => path.startsWith('/api/v1/') && isOf.test(id),
  );
  expect(owed.map(({ id }) => id).filter((id) => !known.has(id) && exceptions[id] === undefined)).toEqual([]);
  for (const [id, reason] of Object.entries(exceptions)) {
    expect(operations.has(id), id).toBe(true);
    expect(known.has(id), id).toBe(false);
    expect(reason.length).toBeGreaterThan(20);
  }
});

test('the document has the table, and requests name its kinds', () => {
  expect(contract['x-resources']).toEqual(kinds);
  expect(contract.components?.schemas?.['ConfigurationKind']?.enum).toEqual(Object.keys(kinds));
});
