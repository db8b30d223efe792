import { describe, expect, test } from 'vitest';
import { changesBetween } from '../../../src/scim/protocol/changes.ts';
import { parseProjection, project, wants } from '../../../src/scim/protocol/project.ts';
import type { ScimResource } from '../../../src/scim/protocol/resource.ts';
import { groupType, schemaDocuments, userType } from '../../../src/scim/protocol/schema.ts';
import { enterprise, groupSchema, refusalOf, userOf, userSchema } from './support.ts';

const resource: ScimResource = {
  id: 'usr_1',
  ...userOf({
    password: 'secret-1',
    name: { givenName: 'Barbara', familyName: 'Jensen' },
    emails: [{ value: 'b@example.com', type: 'work' }, { value: 'h@example.com' }],
    [enterprise]: { department: 'Tours', division: 'Park' },
  }),
  meta: { resourceType: 'User', version: 'W/"1"' },
};
const show = (query: { attributes?: string | string[]; excludedAttributes?: string | string[] }) =>
  project(userType, resource, parseProjection(userType, query));

describe('project', () => {
  test('shows what is returned by default, and the schemas that exist', () => {
    const { password: _password, ...rest } = resource;
    expect(show({})).toStrictEqual({ schemas: [userSchema, enterprise], ...rest });
    expect(show({ attributes: ' , ' })).toStrictEqual(show({}));
  });

  test.for([
    ['userName', { userName: 'bjensen' }],
    ['USERNAME, nope,constructor', { userName: 'bjensen' }],
    ['nope', {}],
    ['name.givenName', { name: { givenName: 'Barbara' } }],
    ['name', { name: { givenName: 'Barbara', familyName: 'Jensen' } }],
    ['name,name.givenName', { name: { givenName: 'Barbara', familyName: 'Jensen' } }],
    ['emails.type', { emails: [{ type: 'work' }] }],
    [`${userSchema}:userName`, { userName: 'bjensen' }],
    [`${enterprise}:department`, { [enterprise]: { department: 'Tours' } }],
    [enterprise, { [enterprise]: { department: 'Tours', division: 'Park' } }],
    ['password', {}],
    ['id,schemas', {}],
  ] as const)('shows attributes=%s, and always id and schemas', ([attributes, expected]) =>
    expect(show({ attributes })).toStrictEqual({
      schemas: enterprise in expected ? [userSchema, enterprise] : [userSchema],
      id: 'usr_1',
      ...expected,
    }),
  );

  test('omits excluded attributes, but keeps those that are always returned', () => {
    const excludedAttributes = ['emails', 'id', 'schemas', 'name.givenName', enterprise, 'meta', 'nope'];
    expect(show({ excludedAttributes })).toStrictEqual({
      schemas: [userSchema],
      id: 'usr_1',
      userName: 'bjensen',
      name: { familyName: 'Jensen' },
    });
  });

  test('never shows a password, even on request', () => {
    for (const attributes of ['password', `${userSchema}:password`, 'PASSWORD,userName', enterprise])
      expect(JSON.stringify(show({ attributes }))).not.toContain('secret-1');
    expect(JSON.stringify(show({ excludedAttributes: 'userName' }))).not.toContain('secret-1');
  });

  test('shows the names of members on request', () => {
    const group = { displayName: 'G', members: [{ value: 'usr_1', display: 'Babs' }] };
    const members = (attributes?: string) =>
      project(groupType, group, parseProjection(groupType, attributes ? { attributes } : {})).members;
    expect(members()).toEqual([{ value: 'usr_1' }]);
    expect(members('members')).toEqual([{ value: 'usr_1' }]);
    expect(members('members.value')).toEqual([{ value: 'usr_1' }]);
    expect(members('members.value,members.display')).toEqual([{ value: 'usr_1', display: 'Babs' }]);
    expect(project(groupType, group, parseProjection(groupType, {})).schemas).toEqual([groupSchema]);
  });

  test('shows nothing outside the schemas', () => {
    const strange = { ...resource, passwordHash: 'x', name: { givenName: 'B', secret: 'x' } };
    const shown = project(userType, strange, parseProjection(userType, {}));
    expect(shown).not.toHaveProperty('passwordHash');
    expect(shown.name).toEqual({ givenName: 'B' });
  });

  test('names what need not be loaded', () => {
    const asked = (query: object, path = 'members') => wants(parseProjection(groupType, query), path);
    expect(asked({})).toBe(true);
    expect(asked({ excludedAttributes: 'Members' })).toBe(false);
    expect(asked({ attributes: 'displayName' })).toBe(false);
    expect(asked({ attributes: 'members.value' })).toBe(true);
    expect(asked({}, 'members.display')).toBe(false);
    expect(asked({ attributes: 'members.value' }, 'members.display')).toBe(false);
    expect(asked({ attributes: 'members.display' }, 'members.display')).toBe(true);
    expect(asked({}, 'nope')).toBe(false);
  });

  test('rejects both lists at once, and too many attributes', () => {
    expect(refusalOf(() => show({ attributes: 'id', excludedAttributes: 'name' }))).toContain(
      'SCIM_VALUE_INVALID',
    );
    expect(refusalOf(() => show({ attributes: 'x,'.repeat(201) }))).toContain('at most 200');
  });
});

describe('changesBetween', () => {
  test('names differences by canonical path', () => {
    const after = userOf({
      title: 'Guide',
      name: { familyName: 'Jensen-Smith' },
      emails: [{ value: 'b@example.com', type: 'work' }],
      password: 'secret-2',
      [enterprise]: { division: 'Park', manager: { value: 'usr_9' } },
    });
    expect(changesBetween(userType, resource, after)).toEqual([
      { field: 'name.familyName', from: 'Jensen', to: 'Jensen-Smith' },
      { field: 'name.givenName', from: 'Barbara', to: null },
      { field: 'title', from: null, to: 'Guide' },
      { field: 'emails', from: resource.emails, to: [{ value: 'b@example.com', type: 'work' }] },
      { field: `${enterprise}:department`, from: 'Tours', to: null },
      { field: `${enterprise}:manager.value`, from: null, to: 'usr_9' },
    ]);
  });

  test('finds no difference between a resource and its copy, and no password', () => {
    expect(changesBetween(userType, resource, structuredClone(resource))).toEqual([]);
    expect(changesBetween(userType, resource, { ...resource, password: 'other' })).toEqual([]);
  });
});

describe('the schema documents', () => {
  test('are served without internal annotations and without empty lists', () => {
    const text = JSON.stringify(schemaDocuments);
    expect(text).not.toContain('"keyward":');
    expect(text).not.toContain('[]');
    expect(schemaDocuments.map(({ id }) => id)).toEqual([userSchema, groupSchema, ...userType.extensions]);
  });

  test('have the characteristics of RFC 7643 section 7 on every attribute', () => {
    const isSound = (each: (typeof schemaDocuments)[number]['attributes'][number]): boolean =>
      /^\$?[a-z][A-Za-z0-9]*$/.test(each.name) &&
      ['string', 'boolean', 'dateTime', 'reference', 'binary', 'complex'].includes(each.type) &&
      ['readOnly', 'readWrite', 'immutable', 'writeOnly'].includes(each.mutability) &&
      ['always', 'never', 'default', 'request'].includes(each.returned) &&
      (each.type === 'complex') === (each.subAttributes !== undefined) &&
      (each.subAttributes ?? []).every((sub) => sub.type !== 'complex' && isSound(sub));
    for (const { attributes } of schemaDocuments)
      for (const each of attributes) expect(isSound(each), each.name).toBe(true);
  });
});
