import { describe, expect } from 'vitest';
import { aDirectory, aDirectoryOf, type Directory, patchOf } from '../../support/directories.ts';
import { aScimUser, auditOf, expectRefusal, group, person, type Sender } from '../../support/scim.ts';
import { test, type TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const requestSchema = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';
const responseSchema = 'urn:ietf:params:scim:api:messages:2.0:BulkResponse';
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const generic = (service: TestService): Promise<Directory> => aDirectoryOf(service, 'GENERIC');

const bulk = ({ send }: Sender, operations: unknown[], fields: object = {}) =>
  send('POST', '/Bulk', { schemas: [requestSchema], Operations: operations, ...fields });

const post = (bulkId: string, path: string, data: unknown) => ({ method: 'POST', path, bulkId, data });

/** The results of a bulk request that was answered as a whole. */
async function results(provider: Sender, operations: unknown[], fields: object = {}) {
  const { status, body } = await bulk(provider, operations, fields);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.schemas).toEqual([responseSchema]);
  return body.Operations as {
    method: string;
    bulkId?: string;
    status: string;
    location?: string;
    version?: string;
    response?: { detail: string; scimType?: string; status: string };
  }[];
}

const statuses = (all: { status: string }[]): string[] => all.map(({ status }) => status);
const idIn = ({ location = '' }: { location?: string }): string => location.split('/').at(-1) ?? '';

describe('runScimBulk', () => {
  test('creates users and their group in one request, in any order', async ({ service }) => {
    const provider = await generic(service);
    const { id: existing, meta } = await aScimUser(provider);
    const all = await results(provider, [
      post('group', '/Groups', group({ members: [{ value: 'bulkId:ada' }, { value: 'bulkId:bob' }] })),
      post('ada', '/Users', person({ [enterprise]: { manager: { value: 'bulkId:bob' } } })),
      post('bob', '/Users', person()),
      {
        method: 'PATCH',
        path: '/Groups/bulkId:group',
        data: patchOf({ op: 'add', path: 'members', value: [{ value: existing }] }),
      },
      {
        method: 'PATCH',
        path: `/Users/${existing}`,
        version: 'W/"1"',
        data: patchOf({ op: 'add', path: 'title', value: 'x' }),
      },
      { method: 'DELETE', path: `/Users/${existing}` },
    ]);
    expect(statuses(all)).toEqual(['201', '201', '201', '200', '200', '204']);
    const [made, ada, bob, patched, titled, deleted] = all;
    expect(made).toEqual({
      method: 'POST',
      bulkId: 'group',
      status: '201',
      version: 'W/"1"',
      location: expect.stringMatching(/\/Groups\/grp_[0-9a-z]{26}$/),
    });
    expect(patched).toMatchObject({ method: 'PATCH', version: 'W/"2"', location: made?.location });
    expect(titled).toMatchObject({ location: meta.location, version: 'W/"2"' });
    expect(deleted).toEqual({ method: 'DELETE', status: '204', location: meta.location });
    const { body } = await provider.send('GET', `/Groups/${idIn(made ?? {})}`);
    expect(body.members.map(({ value }: { value: string }) => value).toSorted()).toEqual(
      [idIn(ada ?? {}), idIn(bob ?? {})].toSorted(),
    );
    const { body: user } = await provider.send('GET', `/Users/${idIn(ada ?? {})}`);
    expect(user[enterprise].manager.value).toBe(idIn(bob ?? {}));
    expect(await auditOf(service, idIn(ada ?? {}))).toEqual([
      expect.objectContaining({ action: 'user.create', actor_type: 'SCIM', result: 'SUCCESS' }),
    ]);
  });

  test('does what it can, and reports the result of each operation', async ({ service }) => {
    const provider = await generic(service);
    const userName = anEmail();
    const all = await results(provider, [
      post('one', '/Users', person({ userName })),
      post('two', '/Users', person({ userName })),
      post('three', '/Groups', group({ members: [{ value: 'bulkId:two' }] })),
      { method: 'DELETE', path: '/Users/usr_01kahz5v3be4nr7q2m8x9c0d1e' },
      { method: 'PUT', path: '/Users/bulkId:one', version: 'W/"7"', data: person({ userName }) },
      { method: 'GET', path: '/Users' },
      { method: 'DELETE', path: '/Users' },
      post('four', '/Bulk', { schemas: [requestSchema], Operations: [] }),
      post('five', '/Users', person()),
    ]);
    expect(statuses(all)).toEqual(['201', '409', '409', '404', '412', '400', '405', '400', '201']);
    expect(all[1]?.response).toMatchObject({ status: '409', scimType: 'uniqueness' });
    expect(all[2]?.response?.detail).toContain('SCIM_REFERENCE_UNRESOLVED');
    expect(all[3]?.response?.detail).toContain('SCIM_RESOURCE_NOT_FOUND');
    // RFC 7644 section 3.7: everything has a location but a POST that failed.
    for (const { method, status, location } of all)
      expect(location !== undefined, `${method} ${status}`).toBe(method !== 'POST' || status === '201');
    expect(idIn(all[4] ?? {})).toBe(idIn(all[0] ?? {}));
  });

  test('rejects circular and missing references, and runs the rest', async ({ service }) => {
    const provider = await generic(service);
    const managedBy = (name: string) => person({ [enterprise]: { manager: { value: `bulkId:${name}` } } });
    const all = await results(provider, [
      post('ada', '/Users', managedBy('bob')),
      post('bob', '/Users', managedBy('ada')),
      post('self', '/Users', managedBy('self')),
      post('below', '/Groups', group({ members: [{ value: 'bulkId:ada' }] })),
      post('lost', '/Users', managedBy('nobody')),
      post('free', '/Users', person()),
    ]);
    expect(statuses(all)).toEqual(['409', '409', '409', '409', '400', '201']);
    expect(all[0]?.response?.detail).toMatch(/SCIM_REFERENCE_UNRESOLVED: .*refer to each other/);
    expect(all[4]?.response).toMatchObject({ scimType: 'invalidValue' });
  });

  test('stops after the allowed number of failures', async ({ service }) => {
    const provider = await generic(service);
    const missing = { method: 'DELETE', path: '/Users/usr_01kahz5v3be4nr7q2m8x9c0d1e' };
    const userName = anEmail();
    const operations = [
      missing,
      post('a', '/Users', person()),
      missing,
      post('b', '/Users', person({ userName })),
    ];
    expect(statuses(await results(provider, operations, { failOnErrors: 2 }))).toEqual(['404', '201', '404']);
    expect((await provider.send('GET', `/Users?filter=userName eq "${userName}"`)).body.totalResults).toBe(0);
    const again = [missing, post('a', '/Users', person())];
    expect(statuses(await results(provider, again, { failOnErrors: 1 }))).toEqual(['404']);
    expect(statuses(await results(provider, again, { failOnErrors: 0 }))).toEqual(['404']);
  });

  test('gives a token the same rights in bulk as one by one', async ({ service }) => {
    const reader = await aDirectory(service, { permissions: ['users.write', 'groups.read'] });
    const all = await results(reader, [post('a', '/Users', person()), post('b', '/Groups', group())]);
    expect(statuses(all)).toEqual(['201', '403']);
  });

  test('logs what an operation requested even if the operation was rejected early', async ({ service }) => {
    const provider = await generic(service);
    const wrong = { schemas: patchOf().schemas, Operations: [{ op: 'add', path: 'x'.repeat(5_000) }] };
    await results(provider, [
      post('lost', '/Groups', { displayName: 'lost', members: [{ value: 'bulkId:nobody' }] }),
      { method: 'PATCH', path: '/Users/usr_01kahz5v3be4nr7q2m8x9c0d1e', data: wrong },
    ]);
    const asked = await service.sql(
      `select asked from provisioning_log where token_id = $1 and status = 400 order by target_type`,
      [provider.tokenId],
    );
    expect(asked).toEqual([
      {
        asked: [
          { op: 'add', path: 'displayName' },
          { op: 'add', path: 'members' },
        ],
      },
      { asked: [{ op: 'add', path: 'x'.repeat(200) }] },
    ]);
  });

  test('rejects a too large or malformed request, and a dry run, as a whole', async ({ service }) => {
    const provider = await generic(service);
    const userName = anEmail();
    const one = post('a', '/Users', person({ userName }));
    const many = Array.from({ length: 1_001 }, () => ({ method: 'DELETE', path: '/Users/x' }));
    expectRefusal(await bulk(provider, many), 413, 'PAYLOAD_TOO_LARGE');
    const bytes = await bulk(provider, [post('a', '/Users', person({ odd: 'x'.repeat(1_048_576) }))]);
    expectRefusal(bytes, 413, 'PAYLOAD_TOO_LARGE');
    const malformed: unknown[][] = [
      [{ ...one, bulkId: undefined }],
      [{ ...one, path: 'Users' }],
      [{ ...one, method: undefined }],
      [{ ...one, METHOD: 'PUT' }],
    ];
    for (const operations of malformed)
      expectRefusal(await bulk(provider, operations), 400, 'SCIM_SYNTAX_INVALID', 'invalidSyntax');
    expectRefusal(await bulk(provider, [one, one]), 400, 'SCIM_VALUE_INVALID', 'invalidValue');
    const none = await provider.send('POST', '/Bulk', { schemas: [requestSchema] });
    expectRefusal(none, 400, 'SCIM_SYNTAX_INVALID', 'invalidSyntax');
    const dry = await provider.send(
      'POST',
      '/Bulk',
      { schemas: [requestSchema], Operations: [one] },
      { 'x-dry-run': 'true' },
    );
    expectRefusal(dry, 400, 'SCIM_VALUE_INVALID', 'invalidValue');
    expect((await provider.send('GET', `/Users?filter=userName eq "${userName}"`)).body.totalResults).toBe(0);
  });

  test('runs hundreds of operations, each with a reference to the next', async ({ service }) => {
    const provider = await generic(service);
    const operations = Array.from({ length: 300 }, (_, at) =>
      post(
        `${at}`,
        '/Users',
        person(at < 299 ? { [enterprise]: { manager: { value: `bulkId:${at + 1}` } } } : {}),
      ),
    );
    const all = await results(provider, operations);
    expect(all.map(({ bulkId }) => bulkId)).toEqual(operations.map(({ bulkId }) => bulkId));
    expect(new Set(statuses(all))).toEqual(new Set(['201']));
    const [first, second] = all;
    const { body } = await provider.send('GET', `/Users/${idIn(first ?? {})}`);
    expect(body[enterprise].manager.value).toBe(idIn(second ?? {}));
  });

  test('changes no prototype through the request', async ({ service }) => {
    const provider = await generic(service);
    const data = JSON.parse(
      `{"schemas":["urn:ietf:params:scim:schemas:core:2.0:User"],"userName":"${anEmail()}","__proto__":{"polluted":1}}`,
    );
    const [one] = await results(provider, [post('__proto__', '/Users', data)]);
    expect(one).toMatchObject({ status: '201', bulkId: '__proto__' });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('runs four requests of an organization at once, and asks the others to wait', async ({ service }) => {
    const provider = await generic(service);
    const operations = Array.from({ length: 40 }, (_, at) => post(`${at}`, '/Users', person()));
    const answers = await Promise.all(Array.from({ length: 8 }, () => bulk(provider, operations)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(4);
    for (const answer of refused) {
      expect(expectRefusal(answer, 429, 'RATE_LIMITED')).toContain('4 bulk requests are under way');
      expect(answer.headers.get('retry-after')).toBe('2');
    }
    await results(provider, [post('later', '/Users', person())]);
  });
});
