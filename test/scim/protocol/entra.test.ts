// The requests that Microsoft Entra ID's provisioning service sends, word for word but for ids, from
// "Tutorial: Develop and plan provisioning for a SCIM endpoint in Microsoft Entra ID" (of 2025-03-04) and
// "Known issues and resolutions with SCIM 2.0 protocol compliance" (of 2025-04-15), learn.microsoft.com,
// entra/identity/app-provisioning, both read on 2026-11-21. The second one says what the flag
// `aadOptscim062020` of the tenant URL changes. Entra itself runs in no test.
import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import {
  aDirectoryOf,
  type Directory,
  enterpriseSchema,
  errorSchema,
  listSchema,
  patchOf,
  userSchema,
} from '../../support/directories.ts';
import { expectPatched, stateOf } from '../../support/scim.ts';
import { test, type TestService } from '../../support/service.ts';

const entra = (service: TestService): Promise<Directory> => aDirectoryOf(service, 'ENTRA');

/** Returns the body of "Create User". */
const newUser = (unique: string) => ({
  schemas: [userSchema, enterpriseSchema],
  externalId: unique,
  userName: `Test_User_${unique}`,
  active: true,
  emails: [{ primary: true, type: 'work', value: `Test_User_${unique}@testuser.com` }],
  meta: { resourceType: 'User' },
  name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
  roles: [],
});

async function aProvisioned(
  provider: Directory,
  unique: string = randomUUID(),
): Promise<{ id: string; unique: string }> {
  const { status, body } = await provider.send('POST', '/Users', newUser(unique));
  expect(status, JSON.stringify(body)).toBe(201);
  return { id: body.id, unique };
}

/** Sends a PATCH and tells how the person is afterwards. */
async function patched({ send }: Directory, id: string, ...operations: unknown[]) {
  const answer = await send('PATCH', `/Users/${id}`, patchOf(...operations));
  expectPatched(answer);
  const { body } = await send('GET', `/Users/${id}`);
  if (answer.status === 200) expect(answer.body).toEqual(body);
  return body;
}

describe('Entra ID: test connection', () => {
  test('gets 200 and an empty list for an unknown user', async ({ service }) => {
    const { send } = await entra(service);
    const { status, headers, body } = await send('GET', `/Users?filter=userName eq "${randomUUID()}"`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/scim\+json/);
    expect(body).toMatchObject({ schemas: [listSchema], totalResults: 0, startIndex: 1 });
    expect(body.Resources).toEqual([]);
  });

  test('works with the flag that Entra ID may add', async ({ service }) => {
    const { send } = await entra(service);
    const { status, body } = await send(
      'GET',
      `/Users?aadOptscim062020&filter=userName eq "${randomUUID()}"`,
    );
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.totalResults).toBe(0);
  });

  test('finds the schemas that it offers for mapping, without a null', async ({ service }) => {
    const { send } = await entra(service);
    const { status, body } = await send('GET', '/Schemas');
    expect(status).toBe(200);
    expect(body.schemas).toEqual([listSchema]);
    expect(body.Resources.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining([userSchema, enterpriseSchema]),
    );
    expect(JSON.stringify(body)).not.toContain('null');
  });
});

describe('Entra ID: users', () => {
  test('are created with every sent attribute', async ({ service }) => {
    const { send } = await entra(service);
    const unique = randomUUID();
    const { status, headers, body } = await send('POST', '/Users', newUser(unique));
    expect(status).toBe(201);
    const { roles: _, schemas: _schemas, meta: _meta, ...sent } = newUser(unique);
    expect(body).toMatchObject({
      ...sent,
      meta: { resourceType: 'User', created: expect.any(String), lastModified: expect.any(String) },
    });
    expect(body.schemas).toContain(userSchema);
    expect(headers.get('location')).toBe(body.meta.location);
    expect(await send('GET', `/Users/${body.id}`)).toMatchObject({ status: 200, body });
  });

  test('are found by userName, externalId and work e-mail, in any case', async ({ service }) => {
    const provider = await entra(service);
    const { id, unique } = await aProvisioned(provider);
    for (const filter of [
      `userName eq "Test_User_${unique}"`,
      `userName eq "TEST_USER_${unique.toUpperCase()}"`,
      `externalId eq "${unique}"`,
      `emails[type eq "work"].value eq "Test_User_${unique}@testuser.com"`,
      `userName eq "Test_User_${unique}" and active eq true`,
    ]) {
      const { status, body } = await provider.send('GET', `/Users?filter=${filter}`);
      expect(status, filter).toBe(200);
      expect(body, filter).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    }
  });

  test('that do not exist answer 404 in the format of SCIM', async ({ service }) => {
    const { send } = await entra(service);
    const { status, body } = await send('GET', '/Users/5171a35d82074e068ce2');
    expect(status).toBe(404);
    expect(body).toMatchObject({ schemas: [errorSchema], status: '404' });
  });

  test('are created even if every attribute besides the name is null', async ({ service }) => {
    const { send } = await entra(service);
    const unique = randomUUID();
    // "Example 2. Provision a user", the misspelt URN included.
    const { status, body } = await send('POST', '/Users', {
      schemas: [userSchema, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0User'],
      externalId: unique,
      userName: `${unique}@testuser.com`,
      active: true,
      addresses: null,
      displayName: 'Joy Young',
      emails: [{ type: 'work', value: `${unique}@Contoso.com`, primary: true }],
      meta: { resourceType: 'User' },
      name: { familyName: 'Young', givenName: 'Joy' },
      phoneNumbers: null,
      preferredLanguage: null,
      title: null,
      department: null,
      manager: null,
    });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({ externalId: unique, displayName: 'Joy Young' });
    expect(body).not.toHaveProperty('title');
  });

  test('change multi-valued and single-valued properties', async ({ service }) => {
    const provider = await entra(service);
    const { id, unique } = await aProvisioned(provider);
    const changed = await patched(
      provider,
      id,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: `updated-${unique}@microsoft.com` },
      { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
    );
    expect(changed.emails).toEqual([
      { value: `updated-${unique}@microsoft.com`, type: 'work', primary: true },
    ]);
    expect(changed.name).toMatchObject({ familyName: 'updatedFamilyName', givenName: 'givenName' });
    const renamed = await patched(provider, id, {
      op: 'Replace',
      path: 'userName',
      value: `${unique}@testuser.com`,
    });
    expect(renamed).toMatchObject({ userName: `${unique}@testuser.com`, externalId: unique });
  });

  test('gain new attributes by every path of the default mapping', async ({ service }) => {
    const provider = await entra(service);
    const { id } = await aProvisioned(provider);
    const body = await patched(
      provider,
      id,
      { op: 'Add', path: 'nickName', value: 'Babs' },
      { op: 'Add', path: 'title', value: 'Engineer' },
      { op: 'Add', path: 'preferredLanguage', value: 'en-US' },
      { op: 'Add', path: 'emails[type eq "other"].Value', value: 'babs@other.example' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '55555555555' },
      { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+1 (555) 1' },
      { op: 'Add', path: 'addresses[type eq "work"].streetAddress', value: '1 Microsoft Way' },
      { op: 'Add', path: 'addresses[type eq "work"].postalCode', value: '98052' },
      { op: 'Add', path: 'addresses[type eq "other"].Formatted', value: 'Building 7' },
      { op: 'Add', path: `${enterpriseSchema}:department`, value: 'Sales' },
      { op: 'Add', path: `${enterpriseSchema}:employeeNumber`, value: '701984' },
    );
    expect(body).toMatchObject({
      nickName: 'Babs',
      title: 'Engineer',
      preferredLanguage: 'en-US',
      emails: [{ type: 'work' }, { type: 'other', value: 'babs@other.example' }],
      // "A phone number sent as 55555555555 shouldn't be saved/returned as +5 (555) 555-5555."
      phoneNumbers: [
        { type: 'mobile', value: '55555555555' },
        { type: 'work', value: '+1 (555) 1' },
      ],
      addresses: [
        { type: 'work', streetAddress: '1 Microsoft Way', postalCode: '98052' },
        { type: 'other', formatted: 'Building 7' },
      ],
      [enterpriseSchema]: { department: 'Sales', employeeNumber: '701984' },
    });
  });

  test('change many attributes without the flag, and with it in one operation without a path', async ({
    service,
  }) => {
    const provider = await entra(service);
    const { id, unique } = await aProvisioned(provider);
    const number = `${enterpriseSchema}:employeeNumber`;
    const without = await patched(
      provider,
      id,
      { op: 'Replace', path: 'displayName', value: 'Pvlo' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: `a-${unique}@test.microsoft.com` },
      { op: 'Replace', path: 'name.givenName', value: 'Gtfd' },
      { op: 'Replace', path: 'name.familyName', value: 'Pkqf' },
      { op: 'Replace', path: 'externalId', value: `Eqpj-${unique}` },
      { op: 'Replace', path: number, value: 'Eqpj' },
    );
    expect(without).toMatchObject({
      displayName: 'Pvlo',
      name: { givenName: 'Gtfd', familyName: 'Pkqf' },
      externalId: `Eqpj-${unique}`,
      [enterpriseSchema]: { employeeNumber: 'Eqpj' },
    });
    const flagged = await patched(
      provider,
      id,
      { op: 'replace', path: 'emails[type eq "work"].value', value: `b-${unique}@test.microsoft.com` },
      {
        op: 'replace',
        value: { displayName: 'Bjfe', 'name.givenName': 'Kkom', 'name.familyName': 'Unua', [number]: 'Aklq' },
      },
    );
    expect(flagged).toMatchObject({
      displayName: 'Bjfe',
      emails: [{ value: `b-${unique}@test.microsoft.com`, type: 'work' }],
      name: { givenName: 'Kkom', familyName: 'Unua' },
      [enterpriseSchema]: { employeeNumber: 'Aklq' },
    });
  });

  test('get a manager in each form that Entra ID sends, and return it on request', async ({ service }) => {
    const provider = await entra(service);
    const [manager, other, person] = await Promise.all([1, 2, 3].map(() => aProvisioned(provider)));
    const id = person?.id ?? '';
    for (const [operation, is] of [
      // "Example 5": without the URN, as a list.
      [{ op: 'Add', path: 'manager', value: [{ $ref: 'http://…/Users/1', value: manager?.id }] }, manager],
      // The payload of "Design your user and group schema" has a text.
      [{ op: 'Replace', path: `${enterpriseSchema}:manager`, value: other?.id }, other],
      [{ op: 'Add', path: `${enterpriseSchema}:manager`, value: { value: manager?.id } }, manager],
      [{ op: 'Replace', path: `${enterpriseSchema}:manager.value`, value: other?.id }, other],
    ] as const) {
      const body = await patched(provider, id, operation);
      expect(body[enterpriseSchema].manager.value, JSON.stringify(operation)).toBe(is?.id);
    }
    // "Example 4. Query the value of a reference attribute to be updated".
    const { body } = await provider.send(
      'GET',
      `/Users?filter=id eq "${id}" and manager eq "${other?.id}"&attributes=id`,
    );
    expect(body).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    const without = await patched(provider, id, { op: 'Remove', path: `${enterpriseSchema}:manager` });
    expect(without[enterpriseSchema]?.manager).toBeUndefined();
  });

  test('lose an attribute, and a second removal is not an error', async ({ service }) => {
    const provider = await entra(service);
    const { id } = await aProvisioned(provider);
    for (const _ of [1, 2]) {
      const body = await patched(
        provider,
        id,
        { op: 'Remove', path: 'name.givenName' },
        { op: 'Remove', path: 'phoneNumbers[type eq "work"].value' },
      );
      expect(body.name).not.toHaveProperty('givenName');
      expect(body.name.familyName).toBe('familyName');
    }
  });
});

describe('Entra ID: leaving and coming back', () => {
  test.for([
    ['without the flag', { op: 'Replace', path: 'active', value: 'False' }, 'True'],
    ['as "Disable User" shows', { op: 'Replace', path: 'active', value: false }, true],
    ['with the flag', { op: 'replace', path: 'active', value: false }, true],
    ['without a path', { op: 'replace', value: { active: false } }, true],
  ] as const)('disables and restores %s', async ([, disable, back], { service }) => {
    const provider = await entra(service);
    const { id, unique } = await aProvisioned(provider);
    const statusOf = () => stateOf(service, id);
    expect(await patched(provider, id, disable)).toMatchObject({ active: false });
    expect(await statusOf()).toBe('SUSPENDED');
    // "The user object should be returned in a request whether or not the user is active."
    const { body } = await provider.send('GET', `/Users?filter=userName eq "Test_User_${unique}"`);
    expect(body).toMatchObject({ totalResults: 1, Resources: [{ id, active: false }] });
    const restored = await patched(provider, id, { op: 'Replace', path: 'active', value: back });
    expect(restored).toMatchObject({ active: true });
    expect(await statusOf()).toBe('ACTIVE');
  });

  test('deletes permanently, and frees the name for a new user', async ({ service }) => {
    const provider = await entra(service);
    const { id, unique } = await aProvisioned(provider);
    expect(await provider.send('DELETE', `/Users/${id}`)).toMatchObject({ status: 204, body: '' });
    expect(await provider.send('GET', `/Users/${id}`)).toMatchObject({ status: 404 });
    expect(await provider.send('DELETE', `/Users/${id}`)).toMatchObject({ status: 404 });
    const again = await aProvisioned(provider, unique);
    expect(again.id).not.toBe(id);
  });
});
