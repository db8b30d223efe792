// The requests of Okta's provisioning, word for word but for ids, from "Okta and SCIM Version 2.0"
// (developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20), read on 2026-11-21. Okta itself runs in no test.
import { describe, expect } from 'vitest';
import { errorSchema, listSchema, patchOf, scimUrl, userSchema } from '../../support/directories.ts';
import { expectPatched, stateOf } from '../../support/scim.ts';
import { test, type TestService } from '../../support/service.ts';
import { aName, anAssigned, newUser, okta } from './okta.ts';

async function hashOf({ sql }: TestService, id: string): Promise<string | null | undefined> {
  const [row] = await sql<{ hash: string | null }>('select password_hash as hash from users where id = $1', [
    id,
  ]);
  return row?.hash;
}

describe('Okta: the base URL', () => {
  // "A base URL can't contain the underscore `_` character": developer.okta.com, "Build your SCIM API service".
  test('may have a hyphen where the organization id has an underscore', async ({ service }) => {
    const provider = await okta(service);
    const { id } = await anAssigned(provider);
    const url = scimUrl(service).replace('_', '-');
    expect(url).not.toContain('_');
    const headers = { authorization: `Bearer ${provider.token}` };
    const response = await fetch(`${url}/Users/${id}`, { headers });
    expect(await response.json()).toMatchObject({ id });
    const stranger = await fetch(url.replace('/org-', '/org-0'), { headers });
    expect(stranger.status).toBeOneOf([401, 404]);
  });
});

describe('Okta: assigning a user', () => {
  test('searches the name, finds no user, and creates one', async ({ service }) => {
    const { send } = await okta(service);
    const userName = aName();
    const query = `/Users?filter=userName eq "${userName}"&startIndex=1&count=100`;
    const before = await send('GET', query);
    expect(before.status).toBe(200);
    expect(before.body).toEqual({
      schemas: [listSchema],
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    });
    const { status, body } = await send('POST', '/Users', newUser(userName));
    expect(status).toBe(201);
    const { password: _, groups: _groups, ...sent } = newUser(userName);
    expect(body).toMatchObject({ ...sent, id: expect.any(String), meta: { resourceType: 'User' } });
    expect(JSON.stringify(body)).not.toContain('1mz050nq');
    expect((await send('GET', query)).body).toMatchObject({ totalResults: 1, Resources: [{ id: body.id }] });
  });

  test('receives 409 in the format of SCIM if another user has the name', async ({ service }) => {
    const provider = await okta(service);
    const { userName } = await anAssigned(provider);
    const { status, body } = await provider.send('POST', '/Users', newUser(userName));
    expect(status).toBe(409);
    expect(body).toMatchObject({ schemas: [errorSchema], status: '409', scimType: 'uniqueness' });
    expect(body.detail).toEqual(expect.stringMatching(/^USER_EXISTS: /));
  });

  // "In addition to the user profile, Okta sends a random password in its request to create a new user":
  // "Connect your SCIM API service to Okta".
  test('creates the user without the random password, which is too short', async ({ service }) => {
    const { send, tokenId } = await okta(service);
    const { status, body } = await send('POST', '/Users', { ...newUser(aName()), password: '1mz050nq' });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(await hashOf(service, body.id)).toBeNull();
    const [entry] = await service.sql<{ ignored: string[]; changes: object[] }>(
      'select ignored, changes from provisioning_log where token_id = $1',
      [tokenId],
    );
    expect(entry?.ignored).toEqual(['password']);
    expect(JSON.stringify(entry)).not.toContain('1mz050nq');
  });

  test('learns what is wrong with a password that it synchronizes', async ({ service }) => {
    const provider = await okta(service);
    const { id } = await anAssigned(provider);
    const before = await hashOf(service, id);
    const { status, body } = await provider.send(
      'PATCH',
      `/Users/${id}`,
      patchOf({ op: 'replace', value: { password: '1mz050nq' } }),
    );
    expect(status).toBe(400);
    expect(body).toMatchObject({ status: '400', scimType: 'invalidValue' });
    expect(body.detail).toMatch(/^PASSWORD_POLICY_VIOLATION: /);
    expect(body.detail).not.toContain('1mz050nq');
    expect(await hashOf(service, id)).toBe(before);
  });
});

describe('Okta: updating a user', () => {
  test('reads the user, and sends it back with changes and all it read', async ({ service }) => {
    const provider = await okta(service);
    const { id, userName } = await anAssigned(provider);
    const { body: was } = await provider.send('GET', `/Users/${id}`);
    const put = {
      ...was,
      name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' },
      emails: [{ primary: true, value: userName, type: 'work', display: userName }],
      groups: [],
    };
    const { status, body } = await provider.send('PUT', `/Users/${id}`, put);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      id,
      userName,
      name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' },
      emails: put.emails,
      active: true,
      locale: 'en-US',
    });
    const { meta: _, ...same } = body;
    const { body: kept } = await provider.send('GET', `/Users/${id}`);
    expect(kept).toMatchObject(same);
  });

  test('clears what a PUT omits, but neither the state nor the password', async ({ service }) => {
    const provider = await okta(service);
    const { id, userName } = await anAssigned(provider);
    const { status, body } = await provider.send('PUT', `/Users/${id}`, {
      schemas: [userSchema],
      id,
      userName,
      name: { givenName: 'Another', middleName: '', familyName: 'User' },
      emails: [{ primary: true, value: userName, type: 'work', display: userName }],
      groups: [],
      meta: { resourceType: 'User' },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).not.toHaveProperty('displayName');
    expect(body).not.toHaveProperty('locale');
    expect(body.active).toBe(true);
    expect(await hashOf(service, id)).toMatch(/^\$argon2id/);
  });

  test('deactivates and activates by PATCH without a path', async ({ service }) => {
    const provider = await okta(service);
    const { id } = await anAssigned(provider);
    for (const active of [false, true, false]) {
      const answer = await provider.send(
        'PATCH',
        `/Users/${id}`,
        patchOf({ op: 'replace', value: { active } }),
      );
      expectPatched(answer);
      const { body } = await provider.send('GET', `/Users/${id}`);
      expect(body).toMatchObject({ id, active, name: { givenName: 'Test' } });
    }
    expect(await stateOf(service, id)).toBe('SUSPENDED');
  });

  test('deactivates and activates by PUT, as integrations of the wizard do', async ({ service }) => {
    const provider = await okta(service);
    const { id } = await anAssigned(provider);
    for (const [active, state] of [
      [false, 'SUSPENDED'],
      [true, 'ACTIVE'],
    ] as const) {
      const { body: was } = await provider.send('GET', `/Users/${id}`);
      const { status } = await provider.send('PUT', `/Users/${id}`, { ...was, active });
      expect(status).toBe(200);
      expect(await stateOf(service, id)).toBe(state);
    }
  });

  test('changes the password, and no response shows it', async ({ service }) => {
    const provider = await okta(service);
    const { id } = await anAssigned(provider);
    const before = await hashOf(service, id);
    const password = 'another-Long-Secret-9';
    const answer = await provider.send(
      'PATCH',
      `/Users/${id}`,
      patchOf({ op: 'replace', value: { password } }),
    );
    expectPatched(answer);
    expect(JSON.stringify(answer.body)).not.toContain(password);
    expect(await hashOf(service, id)).not.toBe(before);
  });
});
