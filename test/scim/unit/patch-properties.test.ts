import { describe, expect, test } from 'vitest';
import { Failure } from '../../../src/failure.ts';
import { changesBetween } from '../../../src/scim/protocol/changes.ts';
import { parseProjection, project } from '../../../src/scim/protocol/project.ts';
import { readResource, type ScimResource } from '../../../src/scim/protocol/resource.ts';
import { everyAttribute, userType } from '../../../src/scim/protocol/schema.ts';
import { randomFrom } from '../../support/random.ts';
import { enterprise, keyward, patchUser, userOf, userSchema } from './support.ts';

const lists = ['emails', 'phoneNumbers', 'ims', 'photos', 'roles', 'entitlements'];
const types = ['work', 'home', 'other'];
const { below, pick } = randomFrom(20_261_121);
const sometimes = () => below(3) === 0;

const text = () => pick(['a', 'B', 'c@example.com', 'ü', '']);
const element = (): object => ({
  value: text(),
  ...(sometimes() && { type: pick(types) }),
  ...(sometimes() && { primary: pick([true, false, 'True', 'False']) }),
  ...(sometimes() && { display: text() }),
});
const elements = () => Array.from({ length: below(4) }, element);
const filter = () =>
  pick([
    () => `type eq "${pick(types)}"`,
    () => `value ${pick(['eq', 'ne', 'co', 'sw', 'gt'])} "${text()}"`,
    () => `type eq "${pick(types)}" and value eq "${text()}"`,
    () => `not (primary eq true) or display pr`,
    () => 'primary eq "True"',
  ])();

/** Draws an operation that a client could send, good or bad. */
const operation = (): object => {
  const op = pick(['add', 'Add', 'replace', 'Replace', 'remove', 'Remove']);
  const list = pick(lists);
  return pick<() => object>([
    () => ({ op, path: pick(['title', 'nickName', 'userName', 'name.givenName', 'name']), value: text() }),
    () => ({ op, path: 'name', value: { givenName: text(), FAMILYNAME: pick([text(), null]) } }),
    () => ({ op, path: 'active', value: pick([true, 'False', 'x', null]) }),
    () => ({ op, path: list, value: elements() }),
    () => ({ op, path: list }),
    () => ({ op, path: `${list}[${filter()}]`, value: element() }),
    () => ({ op, path: `${list}[${filter()}].${pick(['value', 'type', 'display'])}`, value: text() }),
    () => ({ op, path: `${list}[${filter()}].primary`, value: pick([true, 'True', false]) }),
    () => ({ op, path: `${list}.${pick(['value', 'primary', 'display'])}`, value: pick([text(), true]) }),
    () => ({ op, path: 'addresses[type eq "work"].locality', value: text() }),
    () => ({ op, value: { [list]: elements(), 'name.givenName': text(), nope: 1 } }),
    () => ({ op, path: `${enterprise}:${pick(['department', 'manager', 'manager.value'])}`, value: text() }),
    () => ({ op, path: enterprise, value: { department: text(), manager: { value: text() } } }),
    () => ({ op, path: `${keyward}:extensionAttribute${pick([1, 2])}`, value: text() }),
    () => ({ op, path: 'password', value: 'secret-word' }),
    () => ({
      op,
      path: pick(['__proto__', 'constructor.prototype', 'id', 'groups', 'a[b]', '']),
      value: { polluted: 1 },
    }),
    () => ({
      op,
      value: JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}') as object,
    }),
  ])();
};

/** The resource after the operations, or undefined when they were refused. */
function tried(resource: ScimResource, operations: object[]): ScimResource | undefined {
  try {
    return patchUser(resource, ...operations);
  } catch (error) {
    if (error instanceof Failure && error.code.startsWith('SCIM_')) return undefined;
    throw error;
  }
}

const freeze = (value: unknown): void => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  Object.values(value).forEach(freeze);
};

const elementsOf = (resource: ScimResource): Record<string, unknown>[][] =>
  everyAttribute(userType)
    .filter(({ multiValued, schema }) => multiValued && schema === userSchema)
    .map(({ name }) => (resource[name] ?? []) as Record<string, unknown>[]);

describe('any sequence of operations', () => {
  test('creates a valid resource or is rejected, and changes nothing else', () => {
    let applied = 0;
    for (let round = 0; round < 400; round++) {
      let user = userOf();
      for (let step = 0; step < 30; step++) {
        freeze(user);
        const before = JSON.stringify(user);
        const operations = Array.from({ length: 1 + below(3) }, operation);
        const after = tried(user, operations);
        expect(JSON.stringify(user)).toBe(before);
        if (after === undefined) continue;
        applied++;
        const reread = readResource(userType, { schemas: [userSchema], ...after });
        expect(reread, JSON.stringify(operations)).toStrictEqual({ resource: after, ignored: [] });
        for (const list of elementsOf(after))
          expect(list.filter(({ primary }) => primary === true).length).toBeLessThanOrEqual(1);

        const changes = changesBetween(userType, user, after);
        const { password: _a, ...one } = user;
        const { password: _b, ...two } = after;
        expect(changes.length === 0).toBe(sorted(one) === sorted(two));
        expect(JSON.stringify(changes)).not.toContain('secret-word');
        const attributes = pick(['password', 'password,title', `${userSchema}:password`, '']);
        expect(
          JSON.stringify(project(userType, after, parseProjection(userType, { attributes }))),
        ).not.toContain('secret-word');
        user = after;
      }
    }
    expect(applied).toBeGreaterThan(4000);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('has the same result after replacing by the same value twice', () => {
    let applied = 0;
    for (let round = 0; round < 4000; round++) {
      const start = tried(userOf(), [operation(), operation()]) ?? userOf();
      const list = pick(lists);
      const replace = {
        op: 'replace',
        ...pick<() => object>([
          () => ({ path: list, value: elements() }),
          () => ({ path: `${list}[type eq "${pick(types)}"]`, value: element() }),
          () => ({ path: `${list}[type eq "${pick(types)}"].value`, value: text() }),
          () => ({ path: `${list}[type eq "${pick(types)}"].primary`, value: true }),
          () => ({ path: 'name', value: { givenName: text(), familyName: text() } }),
          () => ({ value: { title: text(), [list]: elements(), [`${enterprise}:department`]: text() } }),
        ])(),
      };
      const once = tried(start, [replace]);
      if (once === undefined) continue;
      applied++;
      expect(tried(once, [replace]), JSON.stringify([start, replace])).toStrictEqual(once);
    }
    expect(applied).toBeGreaterThan(2000);
  });

  test('removes exactly the values it lists, in any order', () => {
    const values = ['a', 'b', 'c', 'd', 'e', 'f'];
    const shuffled = (list: string[]): string[] =>
      list
        .map((value) => [below(1e9), value] as const)
        .sort(([a], [b]) => a - b)
        .map(([, value]) => value);
    for (let round = 0; round < 500; round++) {
      const there = shuffled(values);
      const gone = shuffled(values).slice(0, 3);
      const user = userOf({ roles: there });
      const left = there.filter((value) => !gone.includes(value)).map((value) => ({ value }));
      const inOne = { op: 'remove', path: 'roles', value: gone.map((value) => ({ value })) };
      expect(patchUser(user, inOne).roles).toEqual(left);
      const oneByOne = gone.map((value) => ({ op: 'remove', path: `roles[value eq "${value}"]` }));
      expect(patchUser(user, ...oneByOne).roles).toEqual(left);
    }
  });
});

/** One spelling for equal values: the order of names says nothing. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
