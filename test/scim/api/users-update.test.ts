import { describe, expect } from 'vitest';
import { aUser } from '../../support/builders.ts';
import { aDirectoryOf, type Directory, enterpriseSchema, userSchema } from '../../support/directories.ts';
import { aScimUser, auditOf, expectRefusal, patch, person, rowOf } from '../../support/scim.ts';
import { test, type TestService } from '../../support/service.ts';
import { anEmail, eventsOfUser } from '../../support/users.ts';

const own = 'urn:keyward:params:scim:schemas:extension:2.0:User';
const generic = (service: TestService): Promise<Directory> => aDirectoryOf(service, 'GENERIC');
const password = 'correct horse 7 Battery staple!';
const get = async ({ send }: Directory, id: string) => (await send('GET', `/Users/${id}`)).body;

/** Returns the types of the events about a user after the creation. */
const told = async (service: TestService, id: string) =>
  (await eventsOfUser(service, id)).slice(1).map(({ type }) => type);

describe('replaceScimUser', () => {
  test('clears omitted attributes, and keeps those that a directory does not clear by omission', async ({
    service,
  }) => {
    const provider = await generic(service);
    const userName = anEmail();
    const { id } = await aScimUser(provider, {
      userName,
      externalId: '1',
      title: 'Countess',
      name: { givenName: 'Ada', middleName: 'Augusta' },
      emails: [{ value: userName, primary: true }, { value: anEmail() }],
      addresses: [{ locality: 'London' }],
      [enterpriseSchema]: { department: 'Notes' },
      [own]: { extensionAttribute1: '3' },
      password,
    });
    const { status, body } = await provider.send('PUT', `/Users/${id}`, person({ userName, nickName: 'A' }));
    expect(status).toBe(200);
    expect(body).toEqual({
      schemas: [userSchema],
      id,
      meta: expect.objectContaining({ version: 'W/"2"' }),
      userName,
      nickName: 'A',
      active: true,
    });
    const [row] = await rowOf(service, 'users', id);
    expect(row).toMatchObject({
      email: null,
      first_name: null,
      title: null,
      external_id: null,
      scim: {},
      attributes: {},
    });
    expect(row?.['password_hash']).not.toBeNull();
    expect(await service.sql('select from user_values where user_id = $1', [id])).toEqual([]);
  });

  test('keeps a suspended user suspended if active is omitted', async ({ service }) => {
    const provider = await generic(service);
    const { id, userName } = await aScimUser(provider, { active: false });
    for (const fields of [{}, { active: null }, { title: 'x' }]) {
      const { body } = await provider.send('PUT', `/Users/${id}`, person({ userName, ...fields }));
      expect(body.active).toBe(false);
    }
    const { body } = await provider.send('PUT', `/Users/${id}`, person({ userName, active: 'True' }));
    expect(body.active).toBe(true);
    expect(await told(service, id)).toEqual(['user.updated', 'user.updated', 'user.reactivated']);
  });

  test('keeps the type of a custom attribute after a round trip, and values unknown to SCIM', async ({
    service,
  }) => {
    const provider = await generic(service);
    const others = JSON.parse('{"floor":3,"__proto__":"y"}') as object;
    const id = await aUser(service.ours, {
      attributes: {
        ...others,
        extensionAttribute1: 3,
        extensionAttribute2: ['a'],
        extensionAttribute3: 'x',
        extensionAttribute4: 'y',
      },
    });
    const shown = await get(provider, id);
    expect(shown[own]).toEqual({
      extensionAttribute1: '3',
      extensionAttribute2: '["a"]',
      extensionAttribute3: 'x',
      extensionAttribute4: 'y',
    });
    const { extensionAttribute4: _, ...kept } = shown[own];
    await provider.send('PUT', `/Users/${id}`, { ...shown, [own]: { ...kept, extensionAttribute3: 'z' } });
    const [row] = await service.sql<{ text: string }>(
      'select attributes::text as text from users where id = $1',
      [id],
    );
    expect(JSON.parse(row?.text ?? '')).toEqual({
      ...others,
      extensionAttribute1: 3,
      extensionAttribute2: ['a'],
      extensionAttribute3: 'z',
    });
  });

  test('changes and reports nothing if nothing differs', async ({ service }) => {
    const provider = await generic(service);
    const { id } = await aScimUser(provider, { emails: [{ value: anEmail() }], name: { givenName: 'Ada' } });
    const before = await get(provider, id);
    const { status, body, headers } = await provider.send('PUT', `/Users/${id}`, before);
    expect([status, body, headers.get('etag')]).toEqual([200, before, 'W/"1"']);
    expect(await told(service, id)).toEqual([]);
  });
});

describe('updateScimUser', () => {
  test('disables and enables users by every known form, and reports each change once', async ({
    service,
  }) => {
    const habits: unknown[][] = [
      [{ op: 'Replace', path: 'active', value: 'False' }],
      [{ op: 'replace', value: { active: false } }],
      [{ op: 'Add', path: 'active', value: 'false' }],
      [{ op: 'replace', path: `${userSchema}:active`, value: false }],
    ];
    for (const off of habits) {
      const provider = await aDirectoryOf(service, 'ENTRA');
      const { id } = await aScimUser(provider);
      for (const _ of [1, 2]) {
        const { status, body } = await patch(provider, `/Users/${id}`, off);
        expect([status, body.active]).toEqual([200, false]);
      }
      expect((await rowOf(service, 'users', id))[0]).toMatchObject({ status: 'SUSPENDED', version: 2 });
      await patch(provider, `/Users/${id}`, [{ op: 'Replace', path: 'active', value: 'True' }]);
      expect((await rowOf(service, 'users', id))[0]).toMatchObject({ status: 'ACTIVE', version: 3 });
      expect(await told(service, id)).toEqual(['user.suspended', 'user.reactivated']);
    }
  });

  test('keeps the state of a user whose active is removed, and shows a later change', async ({ service }) => {
    const provider = await generic(service);
    for (const active of [true, false]) {
      const { id } = await aScimUser(provider, { active });
      const status = active ? 'ACTIVE' : 'SUSPENDED';
      const { body } = await patch(provider, `/Users/${id}`, [{ op: 'remove', path: 'active' }]);
      expect([body.active, body.meta.version]).toEqual([undefined, 'W/"2"']);
      await patch(provider, `/Users/${id}`, [{ op: 'add', path: 'title', value: 'x' }]);
      expect((await rowOf(service, 'users', id))[0]).toMatchObject({ status });
      expect((await get(provider, id)).active).toBeUndefined();
      await service.ours.call(active ? 'suspendUser' : 'reactivateUser', { path: { userId: id }, body: {} });
      expect((await get(provider, id)).active).toBe(!active);
      const again = await patch(provider, `/Users/${id}`, [{ op: 'add', path: 'active', value: active }]);
      expect(again.body.active).toBe(active);
    }
  });

  test('applies all of its operations or none', async ({ service }) => {
    const provider = await generic(service);
    const { id, userName } = await aScimUser(provider, { title: 'before' });
    const other = await aScimUser(provider);
    const [before] = await rowOf(service, 'users', id);
    const change = { op: 'replace', path: 'title', value: 'after' };
    const second: [operation: object, status: number, code: string, type: string][] = [
      [{ op: 'replace', path: 'id', value: 'x' }, 400, 'SCIM_MUTABILITY', 'mutability'],
      [{ op: 'replace', path: 'nothing', value: 'x' }, 400, 'SCIM_PATH_INVALID', 'invalidPath'],
      [{ op: 'add', path: '__proto__.polluted', value: 'x' }, 400, 'SCIM_PATH_INVALID', 'invalidPath'],
      [
        { op: 'add', path: 'constructor.prototype.polluted', value: 'x' },
        400,
        'SCIM_PATH_INVALID',
        'invalidPath',
      ],
      [{ op: 'remove', path: 'userName' }, 400, 'SCIM_MUTABILITY', 'mutability'],
      [{ op: 'replace', path: 'emails[type eq', value: 'x' }, 400, 'SCIM_FILTER_INVALID', 'invalidFilter'],
      [{ op: 'move', path: 'title' }, 400, 'SCIM_SYNTAX_INVALID', 'invalidSyntax'],
      [{ op: 'replace', path: 'active', value: 'perhaps' }, 400, 'SCIM_VALUE_INVALID', 'invalidValue'],
      [{ op: 'replace', path: 'userName', value: other.userName }, 409, 'USER_EXISTS', 'uniqueness'],
    ];
    for (const [operation, status, code, type] of second)
      expectRefusal(await patch(provider, `/Users/${id}`, [change, operation]), status, code, type);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect((await rowOf(service, 'users', id))[0]).toEqual(before);
    expect(await told(service, id)).toEqual([]);
    expect((await get(provider, id)).userName).toBe(userName);
  });

  test('creates the address that a value filter names, and the primary one becomes the e-mail', async ({
    service,
  }) => {
    const provider = await aDirectoryOf(service, 'ENTRA');
    const { id } = await aScimUser(provider);
    const [work, home] = [anEmail(), anEmail()];
    const set = (type: string, value: string) =>
      patch(provider, `/Users/${id}`, [{ op: 'Add', path: `emails[type eq "${type}"].value`, value }]);
    await set('work', work);
    expect((await set('home', home)).body.emails).toEqual([
      { type: 'work', value: work },
      { type: 'home', value: home },
    ]);
    const email = async () => (await rowOf(service, 'users', id))[0]?.['email'];
    expect(await email()).toBe(work);
    await patch(provider, `/Users/${id}`, [
      { op: 'replace', path: 'emails[type eq "home"].primary', value: 'True' },
    ]);
    expect(await email()).toBe(home);
    await patch(provider, `/Users/${id}`, [{ op: 'remove', path: 'emails[type eq "home"]' }]);
    expect(await email()).toBe(work);
    await patch(provider, `/Users/${id}`, [{ op: 'remove', path: 'emails' }]);
    expect(await email()).toBeNull();
  });

  test('sees changes of the API, and the API sees its changes', async ({ service }) => {
    const provider = await generic(service);
    const { id } = await aScimUser(provider, { emails: [{ value: anEmail(), type: 'work' }] });
    const email = anEmail();
    await service.ours.call('updateUser', {
      path: { userId: id },
      body: { email, picture: 'https://x.test/p' },
    });
    expect(await get(provider, id)).toMatchObject({
      emails: [{ value: email, type: 'work' }],
      photos: [{ value: 'https://x.test/p', primary: true }],
    });
  });

  test('does not restore what the API cleared when it changes something else', async ({ service }) => {
    const provider = await generic(service);
    const home = { value: '+2', type: 'home' };
    const { id } = await aScimUser(provider, { phoneNumbers: [{ value: '+1', primary: true }, home] });
    await service.ours.call('updateUser', { path: { userId: id }, body: { phoneNumber: null } });
    const { body } = await patch(provider, `/Users/${id}`, [{ op: 'replace', path: 'title', value: 'b' }]);
    expect(body.phoneNumbers).toEqual([home]);
    const read = await service.ours.call('getUser', { path: { userId: id } });
    expect(read.body).toMatchObject({ title: 'b', phoneNumber: null });
  });

  test('counts a version for every change, also without a column, and honours If-Match', async ({
    service,
  }) => {
    const provider = await generic(service);
    const { id } = await aScimUser(provider, { emails: [{ value: anEmail(), primary: true }] });
    const second = [{ op: 'add', path: 'emails', value: [{ value: anEmail() }] }];
    const changed = await patch(provider, `/Users/${id}`, second, { 'if-match': 'W/"1"' });
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, 'W/"2"']);
    expect(changed.body.meta.version).toBe('W/"2"');
    const profile = [{ op: 'add', path: 'profileUrl', value: 'https://x.test' }];
    expect((await patch(provider, `/Users/${id}`, profile)).headers.get('etag')).toBe('W/"3"');
    for (const [method, body] of [
      ['PUT', person()],
      ['DELETE', undefined],
    ] as const) {
      const stale = await provider.send(method, `/Users/${id}`, body, { 'if-match': 'W/"1"' });
      expectRefusal(stale, 412, 'PRECONDITION_FAILED');
    }
    expectRefusal(
      await patch(provider, `/Users/${id}`, profile, { 'if-match': '"2", W/"1"' }),
      412,
      'PRECONDITION_FAILED',
    );
    expect((await patch(provider, `/Users/${id}`, profile, { 'if-match': '*' })).status).toBe(200);
    expect((await provider.send('DELETE', `/Users/${id}`, undefined, { 'if-match': '"3"' })).status).toBe(
      204,
    );
  });

  test('sets a password that was never used, and never shows it', async ({ service }) => {
    const provider = await generic(service);
    const { id } = await aScimUser(provider);
    const set = (value: string) =>
      patch(provider, `/Users/${id}`, [{ op: 'replace', path: 'password', value }]);
    expect((await set(password)).status).toBe(200);
    expectRefusal(await set(password), 400, 'PASSWORD_POLICY_VIOLATION', 'invalidValue');
    const { status } = await provider.send('PUT', `/Users/${id}`, person({ password: `${password}!` }));
    expect(status).toBe(200);
    const events = await eventsOfUser(service, id);
    expect(events.at(1)?.data['changes']).toEqual([{ field: 'password', from: null, to: null }]);
    expectRefusal(
      await provider.send('GET', '/Users?filter=password eq "x"'),
      400,
      'SCIM_FILTER_INVALID',
      'invalidFilter',
    );
  });

  test('leaves no trace of a password in any row', async ({ service }) => {
    const provider = await generic(service);
    const secret = 'kQ7-canary-of-the-password-Zx9';
    const { id, userName } = await aScimUser(provider, { password: secret });
    await provider.send('PUT', `/Users/${id}`, person({ userName, password: `${secret}1` }));
    await patch(provider, `/Users/${id}`, [{ op: 'replace', value: { Password: `${secret}2` } }]);
    await patch(provider, `/Users/${id}`, [
      { op: 'add', path: 'password', value: `${secret}3` },
      { op: 'add', path: 'nowhere', value: 1 },
    ]);
    await patch(provider, `/Users/${id}`, [{ op: 'add', path: 'password', value: { value: secret } }]);
    await provider.send('POST', '/Users', person({ userName, password: secret }));
    await provider.send('PUT', `/Users/${id}`, person({ userName, password: secret }), {
      'x-dry-run': 'true',
    });
    for (const table of [
      'users',
      'user_values',
      'events',
      'audit_logs',
      'audit_personal',
      'provisioning_log',
    ]) {
      const rows = await service.sql(`select from ${table} t where t::text ilike '%canary%'`);
      expect([table, rows.length]).toEqual([table, 0]);
    }
  });

  test('unverifies a new e-mail address and ends the invitation to the old one', async ({ service }) => {
    const provider = await generic(service);
    const { body: user } = await service.ours.call('createUser', { body: { email: anEmail() } });
    await service.sql('update users set email_verified = true where id = $1', [user.id]);
    const email = anEmail();
    const { body } = await patch(provider, `/Users/${user.id}`, [
      { op: 'replace', path: 'emails', value: [{ value: email }] },
    ]);
    expect(body).toMatchObject({ active: true, emails: [{ value: email }] });
    expect((await rowOf(service, 'users', user.id))[0]).toMatchObject({
      email,
      email_verified: false,
      status: 'INVITED',
      source: 'SCIM',
    });
  });

  test('changes no deprovisioned user, but accepts a request without effect', async ({ service }) => {
    const provider = await generic(service);
    const { id } = await aScimUser(provider);
    await service.ours.call('deprovisionUser', { path: { userId: id }, body: {} });
    const off = await patch(provider, `/Users/${id}`, [{ op: 'replace', path: 'active', value: false }]);
    expect([off.status, off.body.active]).toEqual([200, false]);
    for (const [path, value] of [
      ['active', true],
      ['title', 'x'],
    ])
      expectRefusal(
        await patch(provider, `/Users/${id}`, [{ op: 'replace', path, value }]),
        409,
        'USER_STATE_CONFLICT',
      );
    expect((await provider.send('DELETE', `/Users/${id}`)).status).toBe(204);
  });

  test('names the changed paths in the event, the audit log and the provisioning log', async ({
    service,
  }) => {
    const provider = await generic(service);
    const { id } = await aScimUser(provider, { title: 'a', externalId: 'x1' });
    await patch(provider, `/Users/${id}`, [
      { op: 'replace', path: 'title', value: 'b' },
      { op: 'Add', value: { 'name.givenName': 'Ada', [`${enterpriseSchema}:department`]: 'Notes', odd: 1 } },
      { op: 'replace', path: 'active', value: false },
    ]);
    const changes = [
      { field: 'name.givenName', from: null, to: 'Ada' },
      { field: 'title', from: 'a', to: 'b' },
      { field: `${enterpriseSchema}:department`, from: null, to: 'Notes' },
    ];
    const actor = { type: 'SCIM', id: provider.tokenId, name: 'GENERIC directory' };
    const [, updated, suspended] = await eventsOfUser(service, id);
    expect(updated?.data).toMatchObject({ changes, updatedBy: actor });
    expect(suspended?.data).toMatchObject({ reason: null, suspendedBy: actor });
    const [, trail] = await auditOf(service, id);
    expect(trail).toMatchObject({ action: 'user.update', actor_type: 'SCIM', result: 'SUCCESS' });
    const active = { field: 'active', from: true, to: false };
    expect(JSON.parse(trail?.content ?? '').changes).toEqual(expect.arrayContaining([...changes, active]));
    const [, log] = await service.sql<Record<string, unknown>>(
      'select * from provisioning_log where target_id = $1 order by at, id',
      [id],
    );
    expect(log).toMatchObject({
      token_id: provider.tokenId,
      operation: 'updateScimUser',
      method: 'PATCH',
      target_type: 'User',
      external_id: 'x1',
      status: 200,
      asked: [
        { op: 'replace', path: 'title' },
        { op: 'Add', path: 'name.givenName' },
        { op: 'Add', path: `${enterpriseSchema}:department` },
        { op: 'Add', path: 'odd' },
        { op: 'replace', path: 'active' },
      ],
      ignored: ['odd'],
      dry_run: false,
    });
  });
});
