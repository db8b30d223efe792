import { describe, expect, test } from 'vitest';
import { applyPatch } from '../../../src/scim/protocol/patch.ts';
import { userType } from '../../../src/scim/protocol/schema.ts';
import { done, enterprise, keyward, patch, patchUser, refusalOf, userOf, userSchema } from './support.ts';

const refused = (...operations: unknown[]) => refusalOf(() => patchUser(userOf(), ...operations));

describe('applyPatch', () => {
  test('sets, changes and removes one value, by any spelling of its path', () => {
    const user = userOf({ title: 'Guide', name: { givenName: 'Barbara', familyName: 'Jensen' } });
    expect(patchUser(user, { op: 'add', path: 'TITLE', value: 'Boss' }).title).toBe('Boss');
    expect(patchUser(user, { op: 'replace', path: `${userSchema}:title`, value: 'Boss' }).title).toBe('Boss');
    expect(patchUser(user, { op: 'remove', path: 'title' })).not.toHaveProperty('title');
    expect(patchUser(user, { op: 'replace', path: 'title', value: null })).not.toHaveProperty('title');
    expect(patchUser(user, { op: 'replace', path: 'title', value: '' })).not.toHaveProperty('title');
    expect(patchUser(user, { op: 'remove', path: 'name.familyName' }).name).toEqual({ givenName: 'Barbara' });
    expect(
      patchUser(user, { op: 'remove', path: 'name.familyName' }, { op: 'remove', path: 'name.givenName' }),
    ).not.toHaveProperty('name');
    expect(patchUser(userOf(), { op: 'remove', path: 'title' })).toEqual(userOf());
  });

  test('keeps the parts of a complex attribute that are not named', () => {
    const user = userOf({ name: { givenName: 'Barbara', familyName: 'Jensen', middleName: 'J' } });
    for (const op of ['add', 'replace'])
      expect(
        patchUser(user, { op, path: 'name', value: { FamilyName: 'Smith', middleName: null } }).name,
      ).toEqual({ givenName: 'Barbara', familyName: 'Smith' });
    expect(patchUser(user, { op: 'remove', path: 'name' })).not.toHaveProperty('name');
  });

  test('changes extensions by their URN, as a whole and by attribute', () => {
    const user = userOf({ [enterprise]: { department: 'Tours', manager: 'usr_1' } });
    expect(
      patchUser(user, { op: 'replace', path: enterprise, value: { division: 'Park' } })[enterprise],
    ).toEqual({
      department: 'Tours',
      manager: { value: 'usr_1' },
      division: 'Park',
    });
    expect(patchUser(user, { op: 'remove', path: enterprise })).toEqual(userOf());
    expect(
      patchUser(
        user,
        { op: 'remove', path: `${enterprise}:manager.value` },
        { op: 'remove', path: `${enterprise}:DEPARTMENT` },
      ),
    ).toEqual(userOf());
    expect(
      patchUser(user, { op: 'add', value: { [enterprise]: { department: 'X' } } })[enterprise],
    ).toMatchObject({
      department: 'X',
    });
    const made = patchUser(user, { op: 'add', path: `${keyward}:extensionAttribute1`, value: '3' });
    expect(made[keyward]).toEqual({ extensionAttribute1: '3' });
  });

  test('removes what was derived from the previous manager', () => {
    const user = {
      ...userOf(),
      [enterprise]: { manager: { value: 'usr_1', displayName: 'Old', $ref: 'https://x' } },
    };
    const path = `${enterprise}:manager`;
    expect(patchUser(user, { op: 'replace', path, value: { value: 'usr_2' } })[enterprise]).toEqual({
      manager: { value: 'usr_2' },
    });
    expect(patchUser(user, { op: 'remove', path: `${path}.value` })).not.toHaveProperty([enterprise]);
  });

  test('adds missing values to a list', () => {
    const user = userOf({ emails: [{ value: 'a@x', type: 'work', primary: true }] });
    const add = (value: unknown) => patchUser(user, { op: 'add', path: 'emails', value }).emails;
    expect(add([{ value: 'A@x', type: 'work' }])).toEqual([{ value: 'A@x', type: 'work', primary: true }]);
    expect(add({ value: 'b@x' })).toEqual([{ value: 'a@x', type: 'work', primary: true }, { value: 'b@x' }]);
    expect(add([])).toEqual(user.emails);
    expect(add([{ value: 'b@x', primary: true }])).toEqual([
      { value: 'a@x', type: 'work', primary: false },
      { value: 'b@x', primary: true },
    ]);
    expect(
      refusalOf(() =>
        add([
          { value: 'b', primary: true },
          { value: 'c', primary: true },
        ]),
      ),
    ).toContain('one primary');
    expect(refusalOf(() => add(Array.from({ length: 100 }, (_, at) => `${at}@x`)))).toContain(
      'at most 100 values',
    );
  });

  test('marks only one value as primary', () => {
    const user = userOf({ emails: [{ value: 'a', primary: true }, { value: 'b' }, { value: 'c' }] });
    const path = 'emails[value eq "b"].primary';
    expect(patchUser(user, { op: 'replace', path, value: true }).emails).toEqual([
      { value: 'a', primary: false },
      { value: 'b', primary: true },
      { value: 'c' },
    ]);
    const several = { op: 'replace', path: 'emails[value ne "a"].primary', value: true };
    expect(refusalOf(() => patchUser(user, several))).toContain('one primary value only');
  });

  test('replaces, extends and removes the values that a filter selects, and no others', () => {
    const user = userOf({
      ims: [
        { value: 'a', type: 'x', display: 'A' },
        { value: 'b', type: 'y' },
      ],
    });
    const path = 'ims[type eq "x"]';
    expect(patchUser(user, { op: 'replace', path, value: { value: 'c' } }).ims).toEqual([
      { value: 'c', type: 'x' },
      { value: 'b', type: 'y' },
    ]);
    expect(patchUser(user, { op: 'add', path, value: { value: 'c' } }).ims).toEqual([
      { value: 'c', type: 'x', display: 'A' },
      { value: 'b', type: 'y' },
    ]);
    expect(patchUser(user, { op: 'remove', path }).ims).toEqual([{ value: 'b', type: 'y' }]);
    expect(patchUser(user, { op: 'remove', path: `${path}.display` }).ims).toEqual([
      { value: 'a', type: 'x' },
      { value: 'b', type: 'y' },
    ]);
    expect(patchUser(user, { op: 'remove', path: 'ims[type eq "none"]' }).ims).toEqual(user.ims);
    expect(patchUser(user, { op: 'replace', path: 'ims.display', value: 'D' }).ims).toEqual([
      { value: 'a', type: 'x', display: 'D' },
      { value: 'b', type: 'y', display: 'D' },
    ]);
    expect(patchUser(user, { op: 'add', path, value: null }).ims).toEqual(user.ims);
  });

  test('creates a value of the type that an unmatched filter names, and rejects other filters', () => {
    for (const op of ['add', 'replace']) {
      expect(patchUser(userOf(), { op, path: 'emails[type eq "work"].value', value: 'a@x' }).emails).toEqual([
        { type: 'work', value: 'a@x' },
      ]);
      expect(
        patchUser(userOf(), { op, path: 'ims[type eq "a" and primary eq true].value', value: 'v' }).ims,
      ).toEqual([{ type: 'a', primary: true, value: 'v' }]);
      expect(refused({ op, path: 'ims[type eq "a"]', value: { value: 'v' } })).toContain('SCIM_NO_TARGET');
      for (const filter of [
        'value eq "a"',
        'display eq "a"',
        'type eq "a" and value eq "a"',
        'type ne "work"',
        'type eq "a" or type eq "b"',
        'type pr',
        'type co "a"',
        'type eq "a" and type eq "b"',
        'not (type eq "a")',
      ])
        expect(refused({ op, path: `ims[${filter}].value`, value: 'x' })).toBe(
          'SCIM_NO_TARGET: Operations[0]: no value of ims matches the filter',
        );
    }
    expect(refused({ op: 'add', path: `ims[type eq "${'x'.repeat(1025)}"].value`, value: 'x' })).toContain(
      'at most 1024',
    );
  });

  test('keeps the order, applies all or nothing, and does not change its argument', () => {
    const user = userOf({ title: 'a', emails: [{ value: 'a@x', primary: true }] });
    const copy = structuredClone(user);
    const freeze = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      Object.freeze(value);
      Object.values(value).forEach(freeze);
    };
    freeze(user);
    expect(
      patchUser(
        user,
        { op: 'replace', path: 'title', value: 'b' },
        { op: 'remove', path: 'title' },
        { op: 'add', path: 'title', value: 'c' },
      ).title,
    ).toBe('c');
    patchUser(user, { op: 'add', path: 'emails', value: [{ value: 'b@x', primary: true }] });
    expect(
      refusalOf(() =>
        patchUser(
          user,
          { op: 'replace', path: 'title', value: 'b' },
          { op: 'replace', path: 'nope', value: 1 },
        ),
      ),
    ).toBe('SCIM_PATH_INVALID: Operations[1]: nope is not an attribute of a User');
    expect(user).toStrictEqual(copy);
  });

  test.for([
    [{ op: 'replace', path: 'id', value: 'usr_9' }, 'SCIM_MUTABILITY: Operations[0]: id is read-only'],
    [{ op: 'remove', path: 'meta' }, 'SCIM_MUTABILITY: Operations[0]: meta is read-only'],
    [
      { op: 'add', path: 'meta.created', value: 'x' },
      'SCIM_MUTABILITY: Operations[0]: meta.created is read-only',
    ],
    [
      { op: 'add', path: 'schemas', value: ['urn:x'] },
      'SCIM_MUTABILITY: Operations[0]: schemas is read-only',
    ],
    [{ op: 'add', path: 'groups', value: ['grp_1'] }, 'SCIM_MUTABILITY: Operations[0]: groups is read-only'],
    [{ op: 'remove', path: 'groups[value eq "x"]' }, 'SCIM_MUTABILITY: Operations[0]: groups is read-only'],
    [
      { op: 'replace', path: `${enterprise}:manager.displayName`, value: 'x' },
      `SCIM_MUTABILITY: Operations[0]: ${enterprise}:manager.displayName is read-only`,
    ],
    [
      { op: 'remove', path: 'userName' },
      'SCIM_MUTABILITY: Operations[0]: userName is required and cannot be removed',
    ],
    [{ op: 'replace', path: 'userName', value: '' }, 'SCIM_VALUE_INVALID: userName is required'],
    [
      { op: 'replace', path: 'active', value: 'maybe' },
      'SCIM_VALUE_INVALID: Operations[0]: active must be true or false',
    ],
    [{ op: 'replace', path: 'title' }, 'SCIM_VALUE_INVALID: Operations[0]: replace needs a value'],
    [
      { op: 'add', value: 'x' },
      'SCIM_VALUE_INVALID: Operations[0]: without a path, value must be an object of attributes',
    ],
    [
      { op: 'replace', path: 'emails[type eq "a"]', value: ['a', 'b'] },
      'SCIM_VALUE_INVALID: Operations[0]: emails must have one value if the path has a filter',
    ],
    [{ op: 'remove' }, 'SCIM_NO_TARGET: Operations[0]: remove requires the path of an attribute'],
    [{ op: 'remove', path: '' }, 'SCIM_NO_TARGET: Operations[0]: remove requires the path of an attribute'],
    [
      { op: 'remove', path: userSchema },
      'SCIM_NO_TARGET: Operations[0]: remove requires the path of an attribute',
    ],
    [
      { op: 'replace', path: 'nope', value: 1 },
      'SCIM_PATH_INVALID: Operations[0]: nope is not an attribute of a User',
    ],
    [
      { op: 'replace', path: 'urn:x:User:a', value: 1 },
      'SCIM_PATH_INVALID: Operations[0]: urn:x:User:a is not an attribute of a User',
    ],
    [
      { op: 'replace', path: 'name.nope', value: 1 },
      'SCIM_PATH_INVALID: Operations[0]: name.nope is not an attribute of a User',
    ],
    [
      { op: 'replace', path: 'emails[type eq "a"].nope', value: 1 },
      'SCIM_PATH_INVALID: Operations[0]: nope is not a sub-attribute of emails',
    ],
    [
      { op: 'replace', path: 'name[givenName eq "a"]', value: {} },
      'SCIM_PATH_INVALID: Operations[0]: name does not support a filter',
    ],
    [
      { op: 'replace', path: 'emails.type[value eq "a"]', value: 'x' },
      'SCIM_PATH_INVALID: Operations[0]: emails.type does not support a filter',
    ],
    [
      { op: 'replace', path: 'emails[0]', value: 'x' },
      'SCIM_FILTER_INVALID: Operations[0]: expected an attribute at position 7',
    ],
    [
      { op: 'replace', path: 'emails[nope eq 1]', value: 'x' },
      'SCIM_FILTER_INVALID: Operations[0]: nope is not a sub-attribute of emails, at position 7',
    ],
    [{ op: 'replace', path: 5, value: 'x' }, 'SCIM_SYNTAX_INVALID: Operations[0]: path must be text'],
    [
      { op: 'move', path: 'title', value: 'x' },
      'SCIM_SYNTAX_INVALID: Operations[0]: op must be add, remove or replace',
    ],
    [{ path: 'title', value: 'x' }, 'SCIM_SYNTAX_INVALID: Operations[0]: op must be add, remove or replace'],
    ['add', 'SCIM_SYNTAX_INVALID: Operations[0]: op must be add, remove or replace'],
  ] as const)('rejects %j: %s', ([operation, refusal]) => expect(refused(operation)).toBe(refusal));

  test('rejects an invalid body', () => {
    const refusal = (body: unknown) =>
      refusalOf(() => done(applyPatch(userType, userOf(), body, { profile: 'GENERIC' })));
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
    for (const body of [null, [], 'x', {}, { schemas: ['urn:x'], Operations: [] }])
      expect(refusal(body)).toContain('SCIM_SYNTAX_INVALID: schemas must contain');
    for (const body of [{ schemas }, { schemas, Operations: [] }, { schemas, Operations: {} }])
      expect(refusal(body)).toContain('SCIM_SYNTAX_INVALID: Operations must be a list');
    const remove = { op: 'remove', path: 'title' };
    const many = (length: number) => ({ schemas, Operations: Array.from({ length }, () => remove) });
    expect(refusal(many(1000))).toBe('not refused');
    expect(refusal(many(1001))).toContain('at most 1000');
  });

  test.for([
    '__proto__',
    'constructor',
    'prototype',
    '__proto__.x',
    'constructor.prototype.x',
    'name.__proto__',
    'name.constructor',
    'emails[type eq "work"].__proto__',
    'emails[type eq "a"].constructor',
  ])('rejects the unknown attribute %s', (path) => {
    for (const op of ['add', 'replace', 'remove'])
      expect(refused({ op, path, value: { polluted: 1 } })).toMatch(/^SCIM_PATH_INVALID/);
    const value = JSON.parse(`{${JSON.stringify(path.includes('[') ? 'nope' : path)}: {"polluted": 1}}`);
    expect(patch(userType, userOf(), [{ op: 'add', value }])).toMatchObject({
      resource: userOf(),
      ignored: [expect.any(String)],
    });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
