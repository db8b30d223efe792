import { describe, expect, test } from 'vitest';
import { claimAt, type Claims, groupsAt } from '../../../src/federation/connections/claims.ts';
import type { AttributeSource } from '../../../src/federation/connections/entities/connection.ts';
import { mapped, mappingOfNewUser } from '../../../src/federation/connections/mapping.ts';

const claims: Claims = {
  given_name: 'Ada',
  nick: 'ADA\u0130',
  'https://acme.example/team': 'Engines',
  address: { locality: 'London', deep: { er: 'x' } },
  'address.country': 'UK',
  empty: ' \u200b ',
  nothing: null,
  number: 42,
  half: 4.5,
  yes: true,
  list: ['first', 'second'],
  mixed: [1, true, 'a'],
  nested: [['a']],
  object: { a: 1 },
  long: 'x'.repeat(257),
  longer: 'x'.repeat(1001),
  disguised: 'Ada\u202e\u200b\nLovelace\ud800',
};

describe('a path', () => {
  test.for<[path: string, value: unknown]>([
    ['given_name', 'Ada'],
    ['https://acme.example/team', 'Engines'],
    ['address.locality', 'London'],
    ['address.deep.er', 'x'],
    ['address.country', 'UK'],
    ['address.nothing', undefined],
    ['given_name.length', undefined],
    ['list.0', undefined],
    ['nothing', undefined],
    ['constructor', undefined],
    ['address.constructor.name', undefined],
    ['__proto__', undefined],
  ])('leads to a claim of the user alone: %s', ([path, value]) => expect(claimAt(claims, path)).toBe(value));
});

describe('a mapping of a field', () => {
  test.for<[source: AttributeSource, value: string | undefined]>([
    [{ from: ['given_name'] }, 'Ada'],
    [{ from: ['missing', 'empty', 'nothing', 'object', 'given_name'] }, 'Ada'],
    [{ from: ['nick'], lowerCase: true }, 'adai'],
    [{ from: ['address.locality'] }, 'London'],
    [{ constant: 'Engines' }, 'Engines'],
    [{ constant: 'Engines', lowerCase: true }, 'engines'],
    [{ from: ['number'] }, '42'],
    [{ from: ['list'] }, 'first'],
    [{ from: ['disguised'] }, 'Ada Lovelace'],
    [{ from: ['half'] }, undefined],
    [{ from: ['yes'] }, undefined],
    [{ from: ['object'] }, undefined],
    [{ from: ['nested'] }, undefined],
    [{ from: ['long'] }, undefined],
    [{ from: ['empty'] }, undefined],
    [{}, undefined],
  ])('takes the first text of %j', ([source, value]) =>
    expect(mapped({ department: source }, claims).fields.department).toBe(value),
  );

  test.for<[field: string, value: string, isTaken: boolean]>([
    ['locale', 'en-GB', true],
    ['locale', 'English', false],
    ['timezone', 'Europe/London', true],
    ['timezone', 'GMT+99', false],
    ['picture', 'https://acme.example/ada.png', true],
    ['picture', 'javascript:alert(1)', false],
    ['phoneNumber', '+44 20 7946 0000', true],
    ['phoneNumber', 'call me', false],
  ])('takes a value that has the form of %s: %s', ([field, value, isTaken]) =>
    expect(mapped({ [field]: { from: ['value'] } }, { value }).fields).toEqual(
      isTaken ? { [field]: value } : {},
    ),
  );

  test.for([['roles'], ['email'], ['status'], ['source'], ['managerId'], ['password'], ['orgId']])(
    'never sets what decides rights: %s',
    ([field = '']) =>
      expect(mapped({ [field]: { constant: 'OWNER' } }, claims)).toEqual({ fields: {}, attributes: {} }),
  );
});

describe('a mapping of an attribute', () => {
  test.for<[path: string, value: unknown]>([
    ['number', 42],
    ['half', 4.5],
    ['yes', true],
    ['list', ['first', 'second']],
    ['mixed', [1, true, 'a']],
    ['long', 'x'.repeat(257)],
    ['longer', undefined],
    ['nested', undefined],
    ['object', undefined],
  ])('takes scalars and lists of them: %s', ([path, value]) =>
    expect(mapped({ 'attributes.it': { from: [path] } }, claims).attributes).toEqual(
      value === undefined ? {} : { it: value },
    ),
  );

  test('makes own properties of any name', () => {
    const { attributes } = mapped({ 'attributes.__proto__': { constant: 'x' } }, claims);
    expect(Object.keys(attributes)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  test('takes no list without an end', () => {
    const many = { many: Array.from({ length: 101 }, () => 'x') };
    expect(mapped({ 'attributes.it': { from: ['many'] } }, many).attributes).toEqual({});
  });
});

test('the standard claims name new users, unless the mapping has the field', () => {
  const names = { given_name: 'Ada', family_name: 'Lovelace', name: 'Ada L.' };
  const mapping = mappingOfNewUser({ displayName: { from: ['nickname'] } });
  expect(mapped(mapping, names).fields).toEqual({ firstName: 'Ada', lastName: 'Lovelace' });
});

describe('groups', () => {
  test.for<[value: unknown, groups: string[]]>([
    [
      ['a', 'b', 'a'],
      ['a', 'b'],
    ],
    ['a', ['a']],
    [['a', 1, null, { b: 1 }], ['a']],
    [undefined, []],
    [{ a: 1 }, []],
    [
      Array.from({ length: 3_000 }, (_, at) => String(at)),
      Array.from({ length: 2_000 }, (_, at) => String(at)),
    ],
  ])('are texts, and not endless: %#', ([value, groups]) =>
    expect([...(groupsAt({ groups: value }, 'groups') ?? [])]).toEqual(groups),
  );

  test('are unknown if Entra ID left them out', () => {
    expect(groupsAt({ _claim_names: { groups: 'src1' } }, 'groups')).toBeUndefined();
    expect(groupsAt({ _claim_names: { roles: 'src1' } }, 'groups')).toEqual(new Set());
  });
});
