import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aCallerWith } from '../../support/builders.ts';
import { aDirectoryOf } from '../../support/directories.ts';
import { aScimUser, patch } from '../../support/scim.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const phoneNumber = '+44 20 7946 0000';
const address = { streetAddress: '12 St James’s Square', locality: 'London', country: 'GB' };

async function aUser(fields: Record<string, unknown> = {}) {
  const body = { email: anEmail(), sendInvite: false, ...fields };
  return service.ours.call('createUser', { body });
}
const update = (id: string, body: Record<string, unknown>) =>
  service.ours.call('updateUser', { path: { userId: id }, body });
const get = async (id: string) => (await service.ours.call('getUser', { path: { userId: id } })).body;

describe('createUser and updateUser', () => {
  test('store and return the profile claims', async () => {
    const profile = {
      middleName: 'King',
      birthdate: '0000-12-10',
      gender: 'female',
      website: 'https://example.com/ada',
      profileUrl: 'http://example.com/people/ada',
      address,
    };
    const { status, body } = await aUser(profile);
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ ...profile, phoneNumberVerified: false }),
    ]);
    const changed = { birthdate: '1815', address: { formatted: 'London' }, website: null };
    expect((await update(body.id, changed)).body).toMatchObject(changed);
    expect((await update(body.id, { address: {} })).body.address).toBeNull();
    expect((await aUser()).body).toMatchObject({ address: null, birthdate: null, profileUrl: null });
  });

  test.for([
    ['birthdate', '10.12.1815'],
    ['birthdate', '1815-02-30'],
    ['birthdate', '1815-13-01'],
    ['birthdate', '1815-12'],
    ['birthdate', '0000'],
    ['website', 'javascript:alert(1)'],
    ['website', 'example.com'],
    ['website', 'https://ada:secret@example.com/'],
    ['website', 'https://example.com/\u202eada'],
    ['profileUrl', 'data:text/html,x'],
    ['picture', 'javascript:alert(1)'],
    ['picture', 'ada.png'],
    ['timezone', 'Mars/Olympus'],
    ['timezone', '+01:00'],
    ['locale', 'english'],
    ['locale', 'en-'],
    ['phoneNumber', 'call me'],
    ['phoneNumber', '+'],
  ] as const)('reject %s %s', async ([field, value]) => {
    const { body } = await aUser();
    for (const answer of [await aUser({ [field]: value }), await update(body.id, { [field]: value })]) {
      expect([answer.status, Object.keys(answer.body.details)]).toEqual([400, [field]]);
      expect(answer.body.details[field]).toMatch(/must be .* such as/);
    }
  });

  test.for([
    { timezone: 'Asia/Calcutta' },
    { timezone: 'Asia/Kolkata' },
    { timezone: 'UTC' },
    { locale: 'en_US' },
    { locale: 'zh-Hant-TW' },
    { phoneNumber: '(020) 7946-0000 ext. 12' },
    { phoneNumber: '+442079460000' },
  ])('accept %j', async (fields) => expect((await aUser(fields)).status).toBe(201));

  test('accept a leap day without the year', async () => {
    expect((await aUser({ birthdate: '0000-02-29' })).status).toBe(201);
    expect((await aUser({ birthdate: '1900-02-29' })).status).toBe(400);
  });
});

describe('phoneNumberVerified', () => {
  test('is set with a number in the same request, and cleared by another number', async () => {
    const { body } = await aUser({ phoneNumber, phoneNumberVerified: true });
    expect(body.phoneNumberVerified).toBe(true);
    expect((await update(body.id, { title: 'Analyst' })).body.phoneNumberVerified).toBe(true);
    expect((await update(body.id, { phoneNumber: '+44 20 7946 0001' })).body.phoneNumberVerified).toBe(false);
    const alone = await update(body.id, { phoneNumberVerified: true });
    expect([alone.status, Object.keys(alone.body.details)]).toEqual([400, ['phoneNumberVerified']]);
    expect((await aUser({ phoneNumberVerified: true })).status).toBe(400);
    const told = await update(body.id, { phoneNumber, phoneNumberVerified: true });
    expect(told.body.phoneNumberVerified).toBe(true);
    expect((await update(body.id, { phoneNumberVerified: false })).body.phoneNumberVerified).toBe(false);
    await update(body.id, { phoneNumber, phoneNumberVerified: true });
    expect((await update(body.id, { phoneNumber: null })).body.phoneNumberVerified).toBe(false);
  });

  test('can be set only by callers that hold every right of the user', async () => {
    const { body } = await aUser({ roles: ['ADMIN'], phoneNumber });
    const { caller } = await aCallerWith(service, ['directory.read', 'directory.write']);
    const claim = { phoneNumber, phoneNumberVerified: true };
    const call = (fields: Record<string, unknown>) =>
      caller.call('updateUser', { path: { userId: body.id }, body: fields });
    expect((await call(claim)).status).toBe(403);
    expect((await get(body.id)).phoneNumberVerified).toBe(false);
    expect((await call({ title: 'Analyst' })).status).toBe(200);
  });
});

describe('SCIM', () => {
  test('maps the primary address and the phone number between the directory and the API', async () => {
    const directory = await aDirectoryOf(service, 'GENERIC');
    const { id } = await aScimUser(directory, {
      phoneNumbers: [{ value: phoneNumber, type: 'work' }],
      addresses: [
        { type: 'home', locality: 'Ockham' },
        { type: 'work', ...address, primary: true },
      ],
    });
    const shownUser = async () => (await directory.send('GET', `/Users/${id}`)).body;
    expect(await get(id)).toMatchObject({
      address,
      phoneNumberVerified: false,
    });
    await update(id, { address: { locality: 'Paris' }, phoneNumber, phoneNumberVerified: true });
    expect((await shownUser()).addresses).toEqual([
      { type: 'home', locality: 'Ockham' },
      { type: 'work', locality: 'Paris', primary: true },
    ]);
    await patch(directory, `/Users/${id}`, [
      { op: 'replace', path: 'addresses[type eq "work"].postalCode', value: '75001' },
    ]);
    expect(await get(id)).toMatchObject({
      address: { locality: 'Paris', postalCode: '75001' },
      phoneNumberVerified: true,
    });
    await patch(directory, `/Users/${id}`, [
      { op: 'replace', path: 'phoneNumbers[type eq "work"].value', value: '+33 1 00 00 00 00' },
    ]);
    expect(await get(id)).toMatchObject({ phoneNumber: '+33 1 00 00 00 00', phoneNumberVerified: false });
    await patch(directory, `/Users/${id}`, [{ op: 'remove', path: 'addresses' }]);
    expect((await get(id)).address).toBeNull();
    await update(id, { address });
    expect((await shownUser()).addresses).toEqual([{ ...address, primary: true }]);
    await update(id, { address: null });
    expect(await shownUser()).not.toHaveProperty('addresses');
  });

  test('keeps directory values as they were sent, and exposes no picture with an invalid URL', async () => {
    const directory = await aDirectoryOf(service, 'GENERIC');
    const said = {
      timezone: 'Pacific Standard Time',
      locale: 'american',
      photos: [{ value: 'javascript:alert(1)' }],
    };
    const { id } = await aScimUser(directory, said);
    expect((await directory.send('GET', `/Users/${id}`)).body).toMatchObject(said);
    expect((await get(id)).picture).toBeNull();
  });
});
