import { describe, expect } from 'vitest';
import {
  aDirectoryOf,
  type Directory,
  enterpriseSchema,
  scimUrl,
  userSchema,
} from '../../support/directories.ts';
import { aScimGroup, aScimUser, auditOf, expectRefusal, patch, person } from '../../support/scim.ts';
import { test, type TestService } from '../../support/service.ts';
import { anEmail, eventsOfUser } from '../../support/users.ts';

const own = 'urn:keyward:params:scim:schemas:extension:2.0:User';
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const generic = (service: TestService): Promise<Directory> => aDirectoryOf(service, 'GENERIC');

/** Returns the columns of a user that SCIM fills. */
const columnsOf = async ({ sql }: TestService, id: string) => {
  const [row] = await sql<Record<string, unknown>>('select * from users where id = $1', [id]);
  return row ?? {};
};

describe('createScimUser', () => {
  test('stores every sent attribute where the API shows it, and returns it', async ({ service }) => {
    const provider = await generic(service);
    const userName = anEmail();
    const sent = {
      schemas: [userSchema, enterpriseSchema, own],
      externalId: '00u1a2b3c4',
      userName,
      name: {
        formatted: 'Ms. Ada King',
        familyName: 'King',
        givenName: 'Ada',
        middleName: 'Augusta',
        honorificPrefix: 'Ms.',
        honorificSuffix: 'III',
      },
      displayName: 'Ada King',
      nickName: 'Ada',
      profileUrl: 'https://example.com/ada',
      title: 'Countess',
      userType: 'Employee',
      preferredLanguage: 'en-GB',
      locale: 'en-GB',
      timezone: 'Europe/London',
      active: true,
      emails: [
        { value: `home-${userName}`, type: 'home' },
        { value: userName, type: 'work', primary: true },
      ],
      phoneNumbers: [{ value: '+44 20 7946 0000', type: 'work' }],
      photos: [{ value: 'https://example.com/ada.png', type: 'photo' }],
      addresses: [{ locality: 'London', country: 'GB', type: 'work' }],
      [enterpriseSchema]: {
        employeeNumber: '815',
        costCenter: 'CC1',
        organization: 'Analytical',
        division: 'Engines',
        department: 'Notes',
        manager: { value: 'somebody we do not know' },
      },
      [own]: { extensionAttribute1: '3' },
    };
    const answer = await provider.send('POST', '/Users', sent);
    expect(answer.status).toBe(201);
    const { id } = answer.body;
    const location = `${scimUrl(service)}/Users/${id}`.replace('127.0.0.1', 'localhost');
    expect(answer.headers.get('location')).toBe(location);
    expect(answer.headers.get('etag')).toBe('W/"1"');
    expect(answer.body).toEqual({
      ...sent,
      id,
      meta: { resourceType: 'User', created: time, lastModified: time, location, version: 'W/"1"' },
    });
    const { body: shown } = await service.ours.call('getUser', { path: { userId: id } });
    expect(shown).toMatchObject({
      status: 'ACTIVE',
      source: 'SCIM',
      roles: ['MEMBER'],
      email: userName,
      emailVerified: false,
      username: userName,
      firstName: 'Ada',
      lastName: 'King',
      displayName: 'Ada King',
      nickname: 'Ada',
      title: 'Countess',
      department: 'Notes',
      division: 'Engines',
      organization: 'Analytical',
      costCenter: 'CC1',
      employeeNumber: '815',
      managerId: 'somebody we do not know',
      phoneNumber: '+44 20 7946 0000',
      picture: 'https://example.com/ada.png',
      externalId: '00u1a2b3c4',
      attributes: { extensionAttribute1: '3' },
      createdBy: provider.tokenId,
    });
    expect((await provider.send('GET', `/Users/${id}`)).body).toEqual(answer.body);
  });

  test('requires only a user name, and stores no address without one', async ({ service }) => {
    const provider = await generic(service);
    const { id, active, emails } = await aScimUser(provider, { userName: 'nobody.com' });
    expect([active, emails]).toEqual([true, undefined]);
    expect(await columnsOf(service, id)).toMatchObject({ email: null, status: 'ACTIVE' });
    expectRefusal(
      await provider.send('POST', '/Users', { schemas: [userSchema] }),
      400,
      'SCIM_VALUE_INVALID',
      'invalidValue',
    );
  });

  test('suspends a user that the directory marks inactive, and reads a string as a boolean', async ({
    service,
  }) => {
    const provider = await generic(service);
    for (const active of [false, 'False']) {
      const { id } = await aScimUser(provider, { active });
      expect(await columnsOf(service, id)).toMatchObject({ status: 'SUSPENDED', activated_at: null });
      const { body } = await patch(provider, `/Users/${id}`, [
        { op: 'replace', path: 'active', value: true },
      ]);
      expect(body.active).toBe(true);
      expect(await columnsOf(service, id)).toMatchObject({ status: 'ACTIVE' });
    }
  });

  test('rejects a user name that another user has, in any case, and names the reason', async ({
    service,
  }) => {
    const provider = await generic(service);
    const userName = anEmail();
    await aScimUser(provider, { userName });
    const create = (fields: object) => provider.send('POST', '/Users', person({ ...fields }));
    const refused = (answer: Awaited<ReturnType<typeof create>>) =>
      expectRefusal(answer, 409, 'USER_EXISTS', 'uniqueness');
    expect(refused(await create({ userName: userName.toUpperCase() }))).toMatch(/this userName$/);
    const { email } = (
      await service.ours.call('createUser', { body: { email: anEmail(), sendInvite: false } })
    ).body;
    expect(refused(await create({ userName: email }))).toMatch(/this userName$/);
  });

  test('gives no right by unknown roles, entitlements, groups or names', async ({ service }) => {
    const provider = await generic(service);
    const { id: groupId } = await aScimGroup(provider);
    const { id, roles, groups } = await aScimUser(provider, {
      roles: [{ value: 'OWNER', primary: true }],
      entitlements: [{ value: '*' }],
      groups: [{ value: groupId }],
      'urn:example:admin': { admin: true },
      isAdmin: true,
      status: 'ACTIVE',
    });
    expect(roles).toEqual([{ value: 'OWNER', primary: true }]);
    expect(groups).toBeUndefined();
    expect(await columnsOf(service, id)).toMatchObject({ roles: ['MEMBER'], attributes: {} });
    const [log] = await service.sql<{ ignored: string[] }>(
      'select ignored from provisioning_log where target_id = $1',
      [id],
    );
    expect(log?.ignored).toEqual(expect.arrayContaining(['urn:example:admin', 'isAdmin', 'status']));
  });

  test('treats any externalId as a label', async ({ service }) => {
    const provider = await generic(service);
    const owner = (
      await service.ours.call('createUser', {
        body: { email: anEmail(), roles: ['OWNER'], sendInvite: false },
      })
    ).body;
    const before = await columnsOf(service, owner.id);
    for (const externalId of ['1', owner.id, service.organizations.theirs.live.orgId, 'O\'Brien "%_\\']) {
      const { id, externalId: shown } = await aScimUser(provider, { externalId });
      expect(shown).toBe(externalId);
      expect(id).not.toBe(externalId);
      const again = await aScimUser(provider, { externalId });
      expect(again.id).not.toBe(id);
    }
    expect(await columnsOf(service, owner.id)).toEqual(before);
  });

  test('checks a password against the policy, stores only its hash and never shows it', async ({
    service,
  }) => {
    const provider = await generic(service);
    const password = 'correct horse 7 Battery staple!';
    const { id, ...shown } = await aScimUser(provider, { password });
    expect(JSON.stringify(shown)).not.toMatch(/password|horse/i);
    expect(await columnsOf(service, id)).toMatchObject({
      password_hash: expect.stringMatching(/^\$argon2id\$/),
      password_changed_at: expect.any(Date),
    });
    const weak = await provider.send('POST', '/Users', person({ password: 'short' }));
    expectRefusal(weak, 400, 'PASSWORD_POLICY_VIOLATION', 'invalidValue');
  });

  test('names the token as the actor in events and in the audit log', async ({ service }) => {
    const provider = await generic(service);
    const { id, userName } = await aScimUser(provider);
    const actor = { type: 'SCIM', id: provider.tokenId, name: 'GENERIC directory' };
    expect(await eventsOfUser(service, id)).toEqual([
      {
        type: 'user.created',
        data: {
          userId: id,
          userName,
          status: 'ACTIVE',
          email: null,
          roles: ['MEMBER'],
          source: 'SCIM',
          createdBy: actor,
          environment: 'live',
        },
      },
    ]);
    expect(await auditOf(service, id)).toEqual([
      expect.objectContaining({
        action: 'user.create',
        actor_type: 'SCIM',
        actor_id: provider.tokenId,
        result: 'SUCCESS',
      }),
    ]);
  });

  test('checks custom attributes against the rule of the tenant, if the request sends any', async ({
    service,
  }) => {
    const provider = await generic(service);
    const rule = (schema: object | null) => service.ours.call('replaceAttributeSchema', { body: { schema } });
    await rule({
      type: 'object',
      required: ['extensionAttribute1'],
      properties: { extensionAttribute1: { type: 'string', maxLength: 2 } },
    });
    const create = (value: string) =>
      provider.send('POST', '/Users', person({ [own]: { extensionAttribute1: value } }));
    const refused = await create('the third');
    await aScimUser(provider);
    const accepted = await create('3');
    await rule(null);
    expect(expectRefusal(refused, 400, 'VALIDATION_ERROR', 'invalidValue')).toContain(
      'attributes.extensionAttribute1',
    );
    expect(accepted.status).toBe(201);
  });

  test('accepts only a valid e-mail address as the address of a user', async ({ service }) => {
    const provider = await generic(service);
    for (const value of ['ada', 'ada lovelace@example.com', 'ada@example.com\r\nBcc: eve@example.com', '@'])
      expectRefusal(
        await provider.send('POST', '/Users', person({ emails: [{ value }] })),
        400,
        'SCIM_VALUE_INVALID',
        'invalidValue',
      );
    const { id } = await aScimUser(provider);
    const emails = [{ value: 'none' }];
    expectRefusal(
      await patch(provider, `/Users/${id}`, [{ op: 'add', value: { emails } }]),
      400,
      'SCIM_VALUE_INVALID',
      'invalidValue',
    );
  });

  test('sends no mail, because the directory confirms every user', async ({ service }) => {
    const { id } = await aScimUser(await generic(service), { emails: [{ value: anEmail() }] });
    expect(await service.sql('select from invitations where user_id = $1', [id])).toEqual([]);
  });
});

describe('getScimUser', () => {
  test('answers 404 for an id that is malformed, unknown, a group’s or foreign', async ({ service }) => {
    const provider = await generic(service);
    const { id: groupId } = await aScimGroup(provider);
    const theirs = (
      await service.theirs.call('createUser', { body: { email: anEmail(), sendInvite: false } })
    ).body.id;
    for (const id of ['1', 'usr_01kahz5v3be4nr7q2m8x9c0d1e', groupId, theirs, '__proto__', '%2500']) {
      const target = `/Users/${id}`;
      const got = await provider.send('GET', target);
      expect([id, got.status, got.headers.get('x-error-code')]).toEqual([id, 404, 'SCIM_RESOURCE_NOT_FOUND']);
      const patched = await patch(provider, target, [{ op: 'add', path: 'title', value: 'x' }]);
      expect(patched.status).toBe(404);
      expect((await provider.send('PUT', target, person())).status).toBe(404);
      expect((await provider.send('DELETE', target)).status).toBe(404);
    }
  });

  test('returns only requested attributes, and never more than exist', async ({ service }) => {
    const provider = await generic(service);
    const { id, userName } = await aScimUser(provider, {
      name: { givenName: 'Ada', familyName: 'King' },
      title: 'Countess',
      password: 'correct horse 7 Battery staple!',
    });
    const get = async (query: string) => (await provider.send('GET', `/Users/${id}?${query}`)).body;
    expect(await get('attributes=userName,NAME.givenname,password,unknown')).toEqual({
      schemas: [userSchema],
      id,
      userName,
      name: { givenName: 'Ada' },
    });
    const rest = await get('excludedAttributes=meta,name,id,userName');
    expect(rest).toEqual({ schemas: [userSchema], id, title: 'Countess', active: true });
    const both = await provider.send('GET', `/Users/${id}?attributes=id&excludedAttributes=name`);
    expectRefusal(both, 400, 'SCIM_VALUE_INVALID', 'invalidValue');
  });

  test('names the manager, if the manager is a user here', async ({ service }) => {
    const provider = await generic(service);
    const boss = await aScimUser(provider, { displayName: 'The Boss' });
    const { [enterpriseSchema]: extension, id } = await aScimUser(provider, {
      [enterpriseSchema]: { manager: { value: boss.id, displayName: 'somebody else' } },
    });
    expect(extension).toEqual({
      manager: { value: boss.id, $ref: boss.meta.location, displayName: 'The Boss' },
    });
    await provider.send('DELETE', `/Users/${boss.id}`);
    const { body } = await provider.send('GET', `/Users/${id}`);
    expect(body[enterpriseSchema]).toEqual({ manager: { value: boss.id } });
  });
});
