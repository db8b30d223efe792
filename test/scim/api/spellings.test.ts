import { describe, expect } from 'vitest';
import { aDirectoryOf, type Directory, enterpriseSchema, userSchema } from '../../support/directories.ts';
import { aScimGroup, aScimUser, expectRefusal, patch } from '../../support/scim.ts';
import { test, type TestService } from '../../support/service.ts';

const generic = (service: TestService): Promise<Directory> => aDirectoryOf(service, 'GENERIC');

const characteristics = [
  'name',
  'type',
  'multiValued',
  'required',
  'caseExact',
  'mutability',
  'returned',
  'uniqueness',
];

interface Served {
  attributes?: Served[];
  subAttributes?: Served[];
}

const within = ({ attributes = [], subAttributes = [] }: Served): Served[] =>
  [...attributes, ...subAttributes].flatMap((each) => [each, ...within(each)]);

describe('/Schemas', () => {
  test('describes every attribute with all its characteristics', async ({ service }) => {
    const { body } = await (await generic(service)).send('GET', '/Schemas');
    const all = (body.Resources as Served[]).flatMap(within);
    expect(all.length).toBeGreaterThan(80);
    const incomplete = all.filter((each) => !characteristics.every((name) => Object.hasOwn(each, name)));
    expect(incomplete).toEqual([]);
  });
});

describe('a resource', () => {
  test('names its location in every response', async ({ service }) => {
    const provider = await generic(service);
    const user = await aScimUser(provider);
    const group = await aScimGroup(provider, { members: [{ value: user.id }] });
    for (const [target, { meta }] of [
      [`/Users/${user.id}`, user],
      [`/Groups/${group.id}`, group],
    ] as const) {
      const answers = [
        await provider.send('GET', target),
        await patch(provider, target, [{ op: 'replace', path: 'externalId', value: 'x' }]),
      ];
      const { schemas, userName, displayName } = answers[0]?.body ?? {};
      answers.push(await provider.send('PUT', target, { schemas, userName, displayName }));
      expect(answers.map(({ headers }) => headers.get('location'))).toEqual(answers.map(() => meta.location));
    }
  });

  test('is found below addresses with an extra slash', async ({ service }) => {
    const provider = await generic(service);
    const { id } = await aScimUser(provider);
    for (const target of [`//Users/${id}`, `/Users//${id}`, `/Users/${id}/`, `//Users//${id}//`])
      expect([target, (await provider.send('GET', target)).body.id]).toEqual([target, id]);
    for (const target of ['/Users/', '//Groups', '/ServiceProviderConfig/', '//Users/.search/'])
      expect([
        target,
        (
          await provider.send(
            target.includes('search') ? 'POST' : 'GET',
            target,
            target.includes('search') ? { schemas: [] } : undefined,
          )
        ).status,
      ]).toEqual([target, 200]);
    const bulk = await provider.send('POST', '/Bulk/', {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
      Operations: [{ method: 'DELETE', path: `/Users/${id}/` }],
    });
    expect(bulk.body.Operations).toMatchObject([{ status: '204' }]);
  });

  test('shows the members of a group if the request asks for them', async ({ service }) => {
    const provider = await generic(service);
    const { id, userName } = await aScimUser(provider);
    const group = await aScimGroup(provider, { members: [{ value: id }] });
    const asked = await provider.send('GET', `/Groups/${group.id}?attributes=members.value,members.display`);
    expect(asked.body.members).toEqual([expect.objectContaining({ value: id, display: userName })]);
  });
});

describe('a search', () => {
  test('accepts attributes as one text as well', async ({ service }) => {
    const provider = await generic(service);
    const { id, userName } = await aScimUser(provider, { title: 'Guide' });
    const { status, body } = await provider.send('POST', '/Users/.search', {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
      filter: `id eq "${id}"`,
      attributes: 'userName, title',
    });
    expect(status).toBe(200);
    expect(body.Resources).toEqual([{ schemas: [userSchema], id, userName, title: 'Guide' }]);
  });

  test('filters by the type of groups and members', async ({ service }) => {
    const provider = await generic(service);
    const { id } = await aScimUser(provider);
    const { id: groupId } = await aScimGroup(provider, { members: [{ value: id }] });
    const total = async (target: string, filter: string) =>
      (await provider.send('GET', `${target}?filter=${filter}`)).body.totalResults;
    expect(await total('/Users', `groups[type eq "direct" and value eq "${groupId}"]`)).toBe(1);
    expect(await total('/Users', `id eq "${id}" and groups.type eq "indirect"`)).toBe(0);
    expect(await total('/Groups', `members[type eq "user" and value eq "${id}"]`)).toBe(1);
    expect(await total('/Groups', `members[type eq "Group" and value eq "${id}"]`)).toBe(0);
    const gone = await patch(provider, `/Groups/${groupId}`, [
      { op: 'remove', path: 'members[type eq "User"]' },
    ]);
    expect([gone.status, gone.body.members]).toEqual([200, undefined]);
  });

  test('accepts a dot after the URN of a schema', async ({ service }) => {
    const provider = await generic(service);
    const { id } = await aScimUser(provider, { [enterpriseSchema]: { department: 'Engines' } });
    const filter = `id eq "${id}" and ${enterpriseSchema}.department eq "engines"`;
    expect((await provider.send('GET', `/Users?filter=${filter}`)).body.totalResults).toBe(1);
    const { body } = await patch(provider, `/Users/${id}`, [
      { op: 'replace', path: `${enterpriseSchema}.department`, value: 'Looms' },
      { op: 'replace', value: [{ title: 'Guide' }] },
    ]);
    expect([body[enterpriseSchema].department, body.title]).toEqual(['Looms', 'Guide']);
  });

  test('and a PATCH ignore the case of letters', async ({ service }) => {
    const provider = await generic(service);
    for (const [value, other] of [
      ['ΟΔΟΣ', 'οδοσ'],
      ['İX', 'ix'],
      ['STRAẞE', 'straße'],
    ] as const) {
      const { id } = await aScimUser(provider, { phoneNumbers: [{ value, type: 'work' }] });
      const { body } = await provider.send(
        'GET',
        `/Users?filter=id eq "${id}" and phoneNumbers.value eq "${other}"`,
      );
      expect([value, body.totalResults]).toEqual([value, 1]);
      const changed = await patch(provider, `/Users/${id}`, [
        { op: 'replace', path: `phoneNumbers[value eq "${other}"].display`, value: 'found' },
      ]);
      expect(changed.body.phoneNumbers).toEqual([expect.objectContaining({ value, display: 'found' })]);
    }
  });

  test('by PATCH creates a value of a type, and of nothing else', async ({ service }) => {
    const provider = await generic(service);
    const { id } = await aScimUser(provider);
    const replace = (path: string, value: unknown) =>
      patch(provider, `/Users/${id}`, [{ op: 'replace', path, value }]);
    const made = await replace('phoneNumbers[type eq "work"].value', '+44 1');
    expect(made.body.phoneNumbers).toEqual([{ type: 'work', value: '+44 1' }]);
    for (const [path, value] of [
      ['phoneNumbers[value eq "+44 2"].display', 'x'],
      ['phoneNumbers[type eq "home" and value eq "+44 2"].display', 'x'],
      ['phoneNumbers[type eq "home"]', { value: '+44 2' }],
      ['phoneNumbers[type ne "work"].value', '+44 2'],
      // A path without a match fails even if there is nothing to write.
      ['phoneNumbers[value eq "+44 2"].display', ''],
      ['phoneNumbers[value eq "+44 2"]', null],
    ] as const)
      expectRefusal(await replace(path, value), 400, 'SCIM_NO_TARGET', 'noTarget');
  });

  test('by PATCH accepts a password in a list of one object', async ({ service }) => {
    const provider = await generic(service);
    const { id } = await aScimUser(provider);
    const hashes = () => service.sql('select password_hash from users where id = $1', [id]);
    const before = await hashes();
    const changed = await patch(provider, `/Users/${id}`, [
      { op: 'replace', value: [{ password: 'correct horse 7 Battery staple!', title: 'Guide' }] },
    ]);
    expect([changed.status, changed.body.title, changed.body.password]).toEqual([200, 'Guide', undefined]);
    expect(await hashes()).not.toEqual(before);
    const [log] = await service.sql<{ asked: unknown }>(
      'select asked from provisioning_log where target_id = $1 order by at desc limit 1',
      [id],
    );
    expect(log?.asked).toEqual([
      { op: 'replace', path: 'password' },
      { op: 'replace', path: 'title' },
    ]);
  });
});
