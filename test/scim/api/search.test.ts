import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import {
  aDirectory,
  aDirectoryOf,
  type Directory,
  groupSchema,
  listSchema,
  userSchema,
} from '../../support/directories.ts';
import { aScimGroup, aScimUser, expectRefusal, type Sender } from '../../support/scim.ts';
import { somePeople } from '../../support/groups.ts';
import { test, type TestService } from '../../support/service.ts';

const searchSchema = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';
const generic = (service: TestService): Promise<Directory> => aDirectoryOf(service, 'GENERIC');

/** Some people and groups that no other test finds: their names start with the mark. */
async function marked(provider: Directory, people: number, groups: number) {
  const mark = `m${randomUUID()}`;
  for (let at = 0; at < people; at++)
    await aScimUser(provider, {
      userName: `${mark}-${at}`,
      displayName: `${mark} ${people - at}`,
      title: mark,
    });
  for (let at = 0; at < groups; at++) await aScimGroup(provider, { displayName: `${mark} ${at}` });
  return mark;
}

const search = (provider: Sender, target: string, fields: object) =>
  provider.send('POST', `${target}/.search`, { schemas: [searchSchema], ...fields });

const names = (body: { Resources: { displayName: string }[] }): string[] =>
  body.Resources.map(({ displayName }) => displayName.split(' ')[1] ?? '');

describe('listScimUsers', () => {
  test('filters, sorts and cuts the list into pages', async ({ service }) => {
    const provider = await generic(service);
    const mark = await marked(provider, 5, 0);
    const list = async (query: string) =>
      (await provider.send('GET', `/Users?filter=userName sw "${mark.toUpperCase()}"&${query}`)).body;
    const { Resources, ...page } = await list('sortBy=displayName&startIndex=2&count=2');
    expect(page).toEqual({ schemas: [listSchema], totalResults: 5, startIndex: 2, itemsPerPage: 2 });
    expect(names({ Resources })).toEqual(['2', '3']);
    expect(names(await list('sortBy=displayName&sortOrder=descending&count=3'))).toEqual(['5', '4', '3']);
    expect(names(await list('sortBy=userName'))).toEqual(['5', '4', '3', '2', '1']);
    expect(await list('count=0')).toEqual({
      schemas: [listSchema],
      totalResults: 5,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    });
    expect(await list('startIndex=-5&count=-1')).toMatchObject({ startIndex: 1, itemsPerPage: 0 });
    expect(await list('startIndex=100')).toMatchObject({ totalResults: 5, itemsPerPage: 0, Resources: [] });
    const [first] = (await list('attributes=userName&count=1')).Resources;
    expect(Object.keys(first)).toEqual(['schemas', 'id', 'userName']);
  });

  test('shows 100 at a time, and never more than 200', async ({ service }) => {
    const provider = await generic(service);
    await somePeople(service, 210);
    expect((await provider.send('GET', '/Users')).body).toMatchObject({ startIndex: 1, itemsPerPage: 100 });
    expect((await provider.send('GET', '/Users?count=5000')).body.itemsPerPage).toBe(200);
  });

  test('reads a list by cursors while users are added and deleted', async ({ service }) => {
    const provider = await generic(service);
    const mark = await marked(provider, 6, 0);
    const filter = `filter=title eq "${mark}"&sortBy=userName`;
    const seen: string[] = [];
    let cursor: string | undefined = '';
    for (let page = 0; cursor !== undefined && page < 9; page++) {
      const { body } = await provider.send('GET', `/Users?${filter}&count=2&cursor=${cursor}`);
      expect(body.startIndex).toBeUndefined();
      seen.push(...body.Resources.map(({ userName }: { userName: string }) => userName.slice(-1)));
      cursor = body.nextCursor;
      if (page === 0) {
        await provider.send('DELETE', `/Users/${body.Resources[0].id}`);
        await aScimUser(provider, { userName: `${mark}-00`, title: mark });
      }
    }
    expect(seen).toEqual(['0', '1', '2', '3', '4', '5']);
    for (const [query, code, type] of [
      ['cursor=rubbish', 'SCIM_CURSOR_INVALID', 'invalidCursor'],
      ['cursor=&startIndex=1', 'SCIM_VALUE_INVALID', 'invalidValue'],
    ])
      expectRefusal(await provider.send('GET', `/Users?${query}`), 400, code ?? '', type);
  });

  test('rejects what it cannot parse, and names the place', async ({ service }) => {
    const provider = await generic(service);
    const refused: [query: string, code: string, type: string][] = [
      ['filter=userName', 'SCIM_FILTER_INVALID', 'invalidFilter'],
      ['filter=', 'SCIM_FILTER_INVALID', 'invalidFilter'],
      ['filter=userName eq', 'SCIM_FILTER_INVALID', 'invalidFilter'],
      ['filter=unknown eq "x"', 'SCIM_FILTER_INVALID', 'invalidFilter'],
      ['filter=__proto__ pr', 'SCIM_FILTER_INVALID', 'invalidFilter'],
      ['filter=constructor eq "x"', 'SCIM_FILTER_INVALID', 'invalidFilter'],
      ['filter=password pr', 'SCIM_FILTER_INVALID', 'invalidFilter'],
      ['filter=active gt true', 'SCIM_FILTER_INVALID', 'invalidFilter'],
      [`filter=title eq "${'x'.repeat(4_096)}"`, 'SCIM_FILTER_INVALID', 'invalidFilter'],
      ['sortBy=unknown', 'SCIM_PATH_INVALID', 'invalidPath'],
      ['sortBy=password', 'SCIM_PATH_INVALID', 'invalidPath'],
    ];
    for (const [query, code, type] of refused)
      expectRefusal(await provider.send('GET', `/Users?${query}`), 400, code, type);
    expect(
      expectRefusal(
        await provider.send('GET', '/Users?filter=title xx "y"'),
        400,
        'SCIM_FILTER_INVALID',
        'invalidFilter',
      ),
    ).toMatch(/position 6/);
  });
});

describe('searchScimUsers', () => {
  test('answers like the list, with its parameters in the body', async ({ service }) => {
    const provider = await generic(service);
    const mark = await marked(provider, 3, 0);
    const { status, body } = await search(provider, '/Users', {
      filter: `userName sw "${mark}"`,
      sortBy: 'userName',
      sortOrder: 'descending',
      startIndex: 2,
      count: 1,
      attributes: ['userName'],
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      schemas: [listSchema],
      totalResults: 3,
      startIndex: 2,
      itemsPerPage: 1,
      Resources: [{ schemas: [userSchema], id: expect.any(String), userName: `${mark}-1` }],
    });
    const otherCase = { FILTER: `userName ew "${mark}-1"`, Count: 0 };
    for (const target of ['', '/Users'])
      expect((await search(provider, target, otherCase)).body).toMatchObject({ itemsPerPage: 0 });
    expect((await search(provider, '/Groups', { FILTER: 'displayName eq "x"' })).body.totalResults).toBe(0);
    expect((await search(provider, '/Users', otherCase)).body.totalResults).toBe(1);
    const wrong = await search(provider, '/Users', { Filter: 5 });
    expectRefusal(wrong, 400, 'SCIM_VALUE_INVALID', 'invalidValue');
    expectRefusal(
      await search(provider, '/Users', { sortOrder: 'up' }),
      400,
      'SCIM_VALUE_INVALID',
      'invalidValue',
    );
  });
});

describe('listScimGroups', () => {
  test('finds groups by name and by member, and shows members unless excluded', async ({ service }) => {
    const provider = await generic(service);
    const [member = ''] = await somePeople(service, 1);
    const { id, displayName } = await aScimGroup(provider, { members: [{ value: member }] });
    for (const filter of [
      `displayName eq "${String(displayName).toUpperCase()}"`,
      `members.value eq "${member}"`,
      `members[value eq "${member}"]`,
      `id eq "${id}"`,
    ]) {
      const { body } = await provider.send('GET', `/Groups?filter=${filter}`);
      expect([filter, body.totalResults, body.Resources[0]?.id]).toEqual([filter, 1, id]);
      expect(body.Resources[0].members).toHaveLength(1);
    }
    const { body } = await provider.send('GET', `/Groups?filter=id eq "${id}"&excludedAttributes=members`);
    expect(body.Resources[0].members).toBeUndefined();
  });

  test('returns fewer groups than requested if they are large, and continues after them', async ({
    service,
  }) => {
    const provider = await generic(service);
    const mark = await marked(provider, 0, 3);
    // As large as three groups of 60,000, without the people: what is counted is what the groups say.
    await service.sql("update groups set member_count = 60000 where name like $1 || '%'", [mark]);
    const filter = `filter=displayName sw "${mark}"&sortBy=displayName`;
    const first = (await provider.send('GET', `/Groups?${filter}`)).body;
    expect(first).toMatchObject({ totalResults: 3, itemsPerPage: 1 });
    expect(names(first)).toEqual(['0']);
    const whole = (await provider.send('GET', `/Groups?${filter}&excludedAttributes=members`)).body;
    expect(whole.itemsPerPage).toBe(3);
    const seen: string[] = [];
    let cursor: string | undefined = '';
    while (cursor !== undefined && seen.length < 9) {
      const { body } = await provider.send('GET', `/Groups?${filter}&cursor=${cursor}`);
      seen.push(...names(body));
      cursor = body.nextCursor;
    }
    expect(seen).toEqual(['0', '1', '2']);
  });
});

describe('searchScimGroups', () => {
  test('answers like the list, with its parameters in the body', async ({ service }) => {
    const provider = await generic(service);
    const mark = await marked(provider, 0, 2);
    const { body } = await search(provider, '/Groups', {
      filter: `displayName co "${mark}"`,
      sortBy: 'displayName',
      excludedAttributes: ['members', 'meta'],
    });
    expect(body.Resources).toEqual([
      { schemas: [groupSchema], id: expect.any(String), displayName: `${mark} 0` },
      { schemas: [groupSchema], id: expect.any(String), displayName: `${mark} 1` },
    ]);
  });
});

describe('searchScim', () => {
  test('finds users and groups, and its pages continue from one to the other', async ({ service }) => {
    const provider = await generic(service);
    const mark = await marked(provider, 3, 2);
    const all = { filter: `displayName sw "${mark}"`, sortBy: 'displayName' };
    const kinds = (body: { Resources: { meta: { resourceType: string } }[] }): string[] =>
      body.Resources.map(({ meta }) => meta.resourceType);
    const whole = (await search(provider, '', all)).body;
    expect(whole).toMatchObject({ totalResults: 5, startIndex: 1, itemsPerPage: 5 });
    expect(kinds(whole)).toEqual(['User', 'User', 'User', 'Group', 'Group']);
    const pages = [];
    for (const startIndex of [1, 3, 5, 7]) {
      const { body } = await search(provider, '', { ...all, startIndex, count: 2 });
      expect(body.totalResults).toBe(5);
      pages.push(...body.Resources);
    }
    expect(pages).toEqual(whole.Resources);
    expect((await search(provider, '', { ...all, count: 0 })).body).toMatchObject({
      totalResults: 5,
      Resources: [],
    });

    const seen: unknown[] = [];
    let cursor: string | undefined = '';
    for (let page = 0; cursor !== undefined && page < 9; page++) {
      const { body } = await search(provider, '', { ...all, count: 2, cursor });
      expect(body.totalResults).toBe(5);
      seen.push(...body.Resources);
      cursor = body.nextCursor;
    }
    expect(seen).toEqual(whole.Resources);
    for (const wrong of ['x', 'u.x', 'g.x'])
      expectRefusal(
        await search(provider, '', { ...all, cursor: wrong }),
        400,
        'SCIM_CURSOR_INVALID',
        'invalidCursor',
      );
  });

  test('treats an attribute of one type as empty in the other, and rejects unknown ones', async ({
    service,
  }) => {
    const provider = await generic(service);
    const mark = await marked(provider, 2, 2);
    const total = async (filter: string) => (await search(provider, '', { filter })).body.totalResults;
    expect(await total(`userName sw "${mark}"`)).toBe(2);
    expect(await total(`displayName sw "${mark}" and not (members pr)`)).toBe(4);
    expect(await total(`displayName sw "${mark}"`)).toBe(4);
    expect(await total(`displayName sw "${mark}" and meta.resourceType eq "Group"`)).toBe(2);
    expect(await total(`displayName sw "${mark}" and (userName pr or members pr)`)).toBe(2);
    expect(await total(`displayName sw "${mark}" and userName ne "x"`)).toBe(4);
    expect(await total(`displayName sw "${mark}" and name.familyName eq null`)).toBe(4);
    expect(await total(`displayName sw "${mark}" and members[value pr]`)).toBe(0);
    for (const filter of ['unknown eq "x"', 'emails[unknown pr] or members pr', 'displayName eq'])
      expectRefusal(await search(provider, '', { filter }), 400, 'SCIM_FILTER_INVALID', 'invalidFilter');
    expect(
      (await search(provider, '', { filter: `userName sw "${mark}"`, cursor: '' })).body.totalResults,
    ).toBe(2);
  });

  test('shows only what the token may read', async ({ service }) => {
    const mark = await marked(await generic(service), 1, 1);
    const kinds: [permissions: string[], resources: string[] | undefined][] = [
      [['users.read'], ['User']],
      [['groups.read'], ['Group']],
      [['users.write'], undefined],
    ];
    for (const [permissions, expected] of kinds) {
      const answer = await search(await aDirectory(service, { permissions }), '', {
        filter: `displayName sw "${mark}"`,
      });
      expect(answer.status).toBe(expected ? 200 : 403);
      const found = answer.body.Resources as { meta: { resourceType: string } }[] | undefined;
      expect(found?.map(({ meta }) => meta.resourceType)).toEqual(expected);
    }
  });
});

describe('discovery', () => {
  test('describes this service, with addresses that work', async ({ service }) => {
    const provider = await generic(service);
    const { body: config } = await provider.send('GET', '/ServiceProviderConfig');
    expect(config).toMatchObject({
      patch: { supported: true },
      bulk: { supported: true, maxOperations: 100, maxPayloadSize: 1_048_576 },
      filter: { supported: true, maxResults: 200 },
      changePassword: { supported: false },
      sort: { supported: true },
      etag: { supported: true },
      pagination: { cursor: true, index: true, defaultPageSize: 100, maxPageSize: 200 },
      authenticationSchemes: [{ type: 'oauthbearertoken', primary: true }],
    });
    for (const list of ['/Schemas', '/ResourceTypes']) {
      const { body } = await provider.send('GET', list);
      expect(body.totalResults).toBe(body.Resources.length);
      for (const resource of body.Resources) {
        const target = new URL(resource.meta.location).pathname.split('/').slice(5).join('/');
        expect((await provider.send('GET', `/${target}`)).body).toEqual(resource);
      }
      expect(JSON.stringify(body)).not.toMatch(/keyward":\{|"column"|"canonicalValues":\[\]/);
    }
  });

  test.for([
    ['getScimServiceProviderConfig', '/ServiceProviderConfig'],
    ['listScimSchemas', '/Schemas'],
    ['getScimSchema', '/Schemas/urn:ietf:params:scim:schemas:core:2.0:User'],
    ['listScimResourceTypes', '/ResourceTypes'],
    ['getScimResourceType', '/ResourceTypes/User'],
  ])('%s rejects a filter, which would otherwise appear to work', async ([, target], { service }) => {
    const provider = await generic(service);
    const answer = await provider.send('GET', `${target}?filter=id eq "User"`);
    expectRefusal(answer, 403, 'SCIM_DISCOVERY_UNFILTERED');
  });

  test('answers 404 for an unknown schema and an unknown type', async ({ service }) => {
    const provider = await generic(service);
    for (const target of [
      '/Schemas/urn:x',
      '/Schemas/constructor',
      '/ResourceTypes/Device',
      '/ResourceTypes/__proto__',
    ])
      expectRefusal(await provider.send('GET', target), 404, 'SCIM_RESOURCE_NOT_FOUND');
  });
});
