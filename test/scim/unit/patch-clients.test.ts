import { describe, expect, test } from 'vitest';
import { readResource } from '../../../src/scim/protocol/resource.ts';
import { groupType, userType } from '../../../src/scim/protocol/schema.ts';
import { enterprise, memberChanges, patch, patchUser, refusalOf, userOf, userSchema } from './support.ts';

describe('Entra ID', () => {
  test('writes op with a capital letter and booleans as text', () => {
    expect(patchUser(userOf(), { op: 'Replace', path: 'active', value: 'False' }).active).toBe(false);
    expect(patchUser(userOf(), { op: 'Add', path: 'active', value: 'True' }).active).toBe(true);
    expect(patchUser(userOf({ title: 'x' }), { op: 'Remove', path: 'title' })).toEqual(userOf());
    expect(patchUser(userOf(), { op: 'replace', value: { active: 'False' } }).active).toBe(false);
  });

  test('sends dotted and prefixed names, and paths with a filter, in a value without a path', () => {
    const { resource, ignored } = patch(userType, userOf({ name: { familyName: 'Jensen' } }), [
      {
        op: 'Add',
        value: {
          'name.givenName': 'Barbara',
          [`${enterprise}:department`]: 'Tours',
          [`${enterprise}:manager`]: 'usr_1',
          'emails[type eq "work"].value': 'b@example.com',
          'emails[type eq "work"].primary': 'True',
          'name.nope': 'x',
          'urn:ietf:params:scim:schemas:extension:custom:2.0:User:tag': 'x',
        },
      },
    ]);
    expect(resource).toStrictEqual({
      userName: 'bjensen',
      name: { familyName: 'Jensen', givenName: 'Barbara' },
      [enterprise]: { department: 'Tours', manager: { value: 'usr_1' } },
      emails: [{ type: 'work', value: 'b@example.com', primary: true }],
    });
    expect(ignored).toEqual(['name.nope', 'urn:ietf:params:scim:schemas:extension:custom:2.0:User:tag']);
  });

  test('replaces an e-mail address and a phone number that are not there', () => {
    const user = patchUser(
      userOf(),
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'b@example.com' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 555 0123' },
      { op: 'Replace', path: 'addresses[type eq "work"].country', value: 'US' },
      { op: 'Replace', path: 'addresses[type eq "work"].locality', value: 'Hollywood' },
    );
    expect(user).toMatchObject({
      emails: [{ type: 'work', value: 'b@example.com' }],
      phoneNumbers: [{ type: 'mobile', value: '+1 555 0123' }],
      addresses: [{ type: 'work', country: 'US', locality: 'Hollywood' }],
    });
    expect(patchUser(user, { op: 'Remove', path: 'emails[type eq "work"].value' })).not.toHaveProperty(
      'emails',
    );
  });

  test('sets the manager as a plain id, or by its value, and takes it away', () => {
    const path = `${enterprise}:manager`;
    for (const operation of [
      { op: 'Add', path, value: 'usr_1' },
      { op: 'Replace', path, value: { value: 'usr_1', displayName: 'Boss' } },
      { op: 'Add', path: `${path}.value`, value: 'usr_1' },
    ]) {
      const user = patchUser(userOf(), operation);
      expect(user[enterprise]).toEqual({ manager: { value: 'usr_1' } });
      expect(patchUser(user, { op: 'Remove', path })).toEqual(userOf());
      expect(patchUser(user, { op: 'Replace', path, value: '' })).toEqual(userOf());
    }
  });

  test('replaces roles with "True" as primary, and sets the primary role by a filter', () => {
    const role = {
      primary: 'True',
      display: 'Admin',
      type: 'WindowsAzureActiveDirectoryRole',
      value: '{"id":"1"}',
    };
    expect(
      patchUser(userOf({ roles: ['old'] }), { op: 'Replace', path: 'roles', value: [role] }).roles,
    ).toEqual([{ ...role, primary: true }]);
    const path = 'roles[primary eq "True"].value';
    const made = patchUser(userOf(), { op: 'Add', path, value: 'Admin' });
    expect(made.roles).toEqual([{ primary: true, value: 'Admin' }]);
    expect(patchUser(made, { op: 'Replace', path, value: 'User' }).roles).toEqual([
      { primary: true, value: 'User' },
    ]);
  });

  test('removes roles by a list of values', () => {
    const user = userOf({ roles: [{ value: 'a', type: 'x' }, { value: 'B' }, { value: 'c' }] });
    const value = [{ value: 'C' }, { value: 'a', type: 'y' }, { value: 'b', display: 'was different' }];
    expect(patchUser(user, { op: 'Remove', path: 'roles', value: [] }).roles).toEqual(user.roles);
    expect(patchUser(user, { op: 'Remove', path: 'roles', value }).roles).toEqual([
      { value: 'a', type: 'x' },
    ]);
  });

  test('adds and removes members one operation at a time, in either form', () => {
    expect(
      memberChanges(
        [
          { op: 'Add', path: 'members', value: [{ $ref: null, value: 'usr_1' }] },
          { op: 'Add', path: 'members', value: [{ $ref: null, value: 'usr_2' }] },
          { op: 'Remove', path: 'members', value: [{ $ref: null, value: 'usr_3' }] },
          { op: 'Remove', path: 'members[value eq "usr_4"]' },
        ],
        'ENTRA',
      ),
    ).toEqual([
      { op: 'add', ids: ['usr_1', 'usr_2'] },
      { op: 'remove', ids: ['usr_3', 'usr_4'] },
    ]);
  });
});

describe('Okta', () => {
  test('deactivates without a path', () => {
    expect(patchUser(userOf({ active: true }), { op: 'replace', value: { active: false } })).toEqual(
      userOf({ active: false }),
    );
  });

  test('renames a group without a path, echoing its id', () => {
    const renamed = patch(groupType, { id: 'grp_1', displayName: 'Old' }, [
      { op: 'replace', value: { id: 'grp_1', displayName: 'New' } },
    ]);
    expect(renamed).toEqual({ resource: { id: 'grp_1', displayName: 'New' }, members: [], ignored: [] });
  });

  test('replaces the password, which stays one value and nothing else', () => {
    expect(patchUser(userOf(), { op: 'replace', value: { password: 't1meMa$heen' } }).password).toBe(
      't1meMa$heen',
    );
    expect(
      refusalOf(() => patchUser(userOf(), { op: 'replace', path: 'password', value: { a: 1 } })),
    ).toContain('password must be text');
  });

  test('puts the whole user, with empty groups and what it has read', () => {
    const { resource, ignored } = readResource(userType, {
      schemas: [userSchema, enterprise],
      id: 'usr_1',
      userName: 'test.user@okta.local',
      name: { givenName: 'Another', middleName: '', familyName: 'User' },
      emails: [
        { primary: true, value: 'test.user@okta.local', type: 'work', display: 'test.user@okta.local' },
      ],
      active: true,
      groups: [],
      meta: { resourceType: 'User' },
      displayName: 'Another User',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
    });
    expect(ignored).toEqual([]);
    expect(resource).toStrictEqual({
      userName: 'test.user@okta.local',
      name: { givenName: 'Another', familyName: 'User' },
      emails: [
        { primary: true, value: 'test.user@okta.local', type: 'work', display: 'test.user@okta.local' },
      ],
      active: true,
      displayName: 'Another User',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
    });
  });
});
