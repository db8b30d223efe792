import { describe, expect, test } from 'vitest';
import { readResource } from '../../../src/scim/protocol/resource.ts';
import { groupType, userType } from '../../../src/scim/protocol/schema.ts';
import { enterprise, groupSchema, keyward, refusalOf, userOf, userSchema } from './support.ts';

const read = (body: unknown) => readResource(userType, body);
const refusal = (attributes: object) => refusalOf(() => userOf(attributes));

describe('readResource', () => {
  test('normalizes a body: names, booleans, duplicates, missing values', () => {
    const { resource, ignored } = read({
      SCHEMAS: [userSchema.toUpperCase()],
      USERNAME: 'bjensen',
      Name: { FAMILYNAME: 'Jensen', givenName: '' },
      active: 'False',
      title: null,
      nickName: '',
      ims: [],
      emails: [
        { Value: 'b@example.com', TYPE: 'work', Primary: 'True' },
        null,
        { value: 'B@example.com', type: 'work', display: 'B' },
      ],
      phoneNumbers: { value: '1' },
      roles: ['reader'],
      photos: [{ type: 'photo', primary: true }],
    });
    expect(resource).toStrictEqual({
      userName: 'bjensen',
      name: { familyName: 'Jensen' },
      active: false,
      emails: [{ value: 'B@example.com', type: 'work', primary: true, display: 'B' }],
      phoneNumbers: [{ value: '1' }],
      roles: [{ value: 'reader' }],
    });
    expect(ignored).toEqual([]);
  });

  test('reads extensions, and dotted and prefixed names', () => {
    expect(
      userOf({
        'name.givenName': 'Barbara',
        name: { familyName: 'Jensen' },
        [`${enterprise}:department`]: 'Tours',
        [enterprise.toUpperCase()]: { Division: 'Park', manager: 'usr_1' },
        [`${enterprise}:manager.displayName`]: 'dropped',
        [keyward]: { EXTENSIONATTRIBUTE1: '3' },
        costCenter: 'CC1',
        [`${userSchema}:title`]: 'Guide',
      }),
    ).toStrictEqual({
      userName: 'bjensen',
      name: { givenName: 'Barbara', familyName: 'Jensen' },
      title: 'Guide',
      [enterprise]: { department: 'Tours', division: 'Park', costCenter: 'CC1', manager: { value: 'usr_1' } },
      [keyward]: { extensionAttribute1: '3' },
    });
  });

  test('drops read-only attributes, as a full PUT of Okta repeats them', () => {
    expect(
      userOf({
        id: 'usr_2',
        externalId: '00u1',
        meta: { resourceType: 'User', location: 'https://x' },
        groups: [],
        [keyward]: null,
        [enterprise]: { manager: { value: 'usr_1', $ref: 'https://x', displayName: 'Boss' } },
      }),
    ).toStrictEqual({
      userName: 'bjensen',
      externalId: '00u1',
      [enterprise]: { manager: { value: 'usr_1' } },
    });
  });

  test('reports attributes outside the schemas and stores nothing of them', () => {
    const { resource, ignored } = read(
      JSON.parse(`{"schemas":["${userSchema}"],"userName":"x","__proto__":{"polluted":1},"constructor":{"prototype":{}},
        "name":{"__proto__":{"polluted":1},"givenName":"G"},"urn:x:User":{"a":1},"${enterprise}":{"toString":"x"},
        "name.givenName.x":"y","title.x":"y"}`),
    );
    expect(resource).toStrictEqual({ userName: 'x', name: { givenName: 'G' } });
    expect(ignored).toEqual([
      '__proto__',
      'constructor',
      'name.__proto__',
      'urn:x:User',
      `${enterprise}:toString`,
      'name.givenName.x',
      'title.x',
    ]);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('limits what it reports', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`x${at}${'y'.repeat(300)}`, 1]));
    const { ignored } = read({ schemas: [userSchema], userName: 'x', ...many });
    expect(ignored).toHaveLength(100);
    expect(ignored[0]).toHaveLength(200);
  });

  test('does not change the body', () => {
    const body = {
      schemas: [userSchema],
      userName: 'x',
      emails: [{ value: 'a' }, { value: 'a', display: 'A' }],
    };
    const copy = structuredClone(body);
    read(body);
    expect(body).toStrictEqual(copy);
  });

  test.for([null, 'x', 1, [], undefined])('rejects a body that is not an object: %j', (body) =>
    expect(refusalOf(() => read(body))).toBe('SCIM_SYNTAX_INVALID: the body must be a JSON object'),
  );

  test.for([
    [{ schemas: undefined }, `schemas must contain ${userSchema}`],
    [{ schemas: userSchema }, `schemas must contain ${userSchema}`],
    [{ schemas: [groupSchema] }, `schemas must contain ${userSchema}`],
    [{ userName: '' }, 'userName is required'],
    [{ userName: null }, 'userName is required'],
    [{ userName: 5 }, 'userName must be text such as "ada@example.com"'],
    [{ userName: ['x'] }, 'userName must be text such as "ada@example.com"'],
    [{ USERNAME: 'other' }, 'userName is sent twice'],
    [{ userName: 'x\0' }, 'userName must not have NUL or unpaired surrogates'],
    [{ title: '\ud800' }, 'title must not have NUL or unpaired surrogates'],
    [{ userName: 'x'.repeat(257) }, 'userName may have at most 256 characters'],
    [{ userType: 'x'.repeat(1025) }, 'userType may have at most 1024 characters'],
    [{ emails: [{ value: 'x'.repeat(255) }] }, 'emails.value may have at most 254 characters'],
    [{ photos: [{ value: 'x'.repeat(8193) }] }, 'photos.value may have at most 8192 characters'],
    [{ emails: Array.from({ length: 101 }, (_, at) => `${at}`) }, 'emails may have at most 100 values'],
    [
      {
        emails: [
          { value: 'a', primary: true },
          { value: 'b', primary: 'true' },
        ],
      },
      'emails may have one primary value only',
    ],
    [{ emails: [['a']] }, 'emails must be an object such as {"value":"ada@example.com","type":"work"}'],
    [{ emails: 5 }, 'emails must be an object such as {"value":"ada@example.com","type":"work"}'],
    [{ [enterprise]: { manager: ['usr_1', 'usr_2'] } }, `${enterprise}:manager may have one value only`],
    [
      { name: 'Barbara Jensen' },
      'name must be an object such as {"familyName":"Lovelace","givenName":"Ada"}',
    ],
    [{ name: { givenName: 'a', GIVENNAME: 'b' } }, 'name.givenName is sent twice'],
    [{ name: { givenName: 'a' }, 'name.givenName': 'b' }, 'name is sent twice'],
    [
      { addresses: ['Hollywood'] },
      'addresses must be an object such as {"locality":"London","country":"GB"}',
    ],
    [{ active: 'yes' }, 'active must be true or false'],
    [{ active: 1 }, 'active must be true or false'],
    [{ x509Certificates: [{ value: 'no base64!' }] }, 'x509Certificates.value must be base64'],
    [{ [enterprise]: 'x' }, `${enterprise} must be an object`],
    [
      { [keyward]: { extensionAttribute1: ['x'] } },
      `${keyward}:extensionAttribute1 must be text such as "text"`,
    ],
  ] as const)('rejects %j: %s', ([attributes, detail]) =>
    expect(refusal(attributes)).toBe(`SCIM_VALUE_INVALID: ${detail}`),
  );

  test('reads a group with its members', () => {
    const group = (members: unknown) =>
      readResource(groupType, { schemas: [groupSchema], displayName: 'Tour Guides', members }).resource;
    expect(
      group([{ value: 'usr_1', display: 'x', $ref: 'https://x', type: 'User' }, { value: 'usr_1' }, 'usr_2']),
    ).toStrictEqual({
      displayName: 'Tour Guides',
      members: [{ value: 'usr_1' }, { value: 'usr_2' }],
    });
    expect(group([])).toStrictEqual({ displayName: 'Tour Guides' });
    for (const nobody of [{ display: 'Babs' }, { $ref: 'https://x' }, {}, null, ''])
      expect(refusalOf(() => group([nobody]))).toContain('members must each have the field value with an ID');
    const ids = (count: number) => Array.from({ length: count }, (_, at) => ({ value: `usr_${at}` }));
    expect(group(ids(10_000)).members).toHaveLength(10_000);
    expect(refusalOf(() => group(ids(10_001)))).toContain('members may have at most 10000 values');
    expect(refusalOf(() => readResource(groupType, { schemas: [groupSchema] }))).toContain(
      'displayName is required',
    );
  });
});
