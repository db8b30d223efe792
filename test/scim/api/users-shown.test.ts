import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { aDirectory, enterpriseSchema, groupSchema } from '../../support/directories.ts';
import { aScimUser, made, person } from '../../support/scim.ts';
import { test } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const text = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme-ascii' }).map((value) => `x${value}x`);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const element = (value: fc.Arbitrary<string>) =>
  fc.record({ value, type: fc.constantFrom('work', 'home'), display: maybe(text) });

/** Makes the second value the primary one, or none. */
const led = <Value extends object>(values: fc.Arbitrary<Value>) =>
  fc
    .tuple(fc.array(values, { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([all, second]) => all.map((one, at) => (second && at === 1 ? { ...one, primary: true } : one)));

const body = fc.record({
  externalId: maybe(text),
  displayName: maybe(text),
  active: maybe(fc.boolean()),
  name: maybe(fc.record({ givenName: maybe(text), familyName: text, honorificPrefix: maybe(text) })),
  title: maybe(text),
  locale: maybe(fc.constant('de-CH')),
  emails: maybe(led(element(fc.constant('').map(() => anEmail())))),
  phoneNumbers: maybe(led(element(text))),
  photos: maybe(
    led(fc.record({ value: fc.constant('https://example.com/a.png'), type: fc.constant('photo') })),
  ),
  addresses: maybe(
    led(fc.record({ locality: text, country: fc.constant('CH'), type: fc.constantFrom('work', 'home') })),
  ),
  roles: maybe(led(fc.record({ value: text }))),
  [enterpriseSchema]: maybe(fc.record({ department: maybe(text), employeeNumber: text })),
});

describe('createScimUser', () => {
  test('answers what a GET answers, for users of every shape', async ({ service }) => {
    const directory = await aDirectory(service);
    const manager = await aScimUser(directory, { displayName: 'Boss' });
    await fc.assert(
      fc.asyncProperty(body, fc.boolean(), async (fields, managed) => {
        const extension = fields[enterpriseSchema];
        const sent = person({
          ...fields,
          ...(extension && managed
            ? { [enterpriseSchema]: { ...extension, manager: { value: manager.id } } }
            : {}),
        });
        const answer = await directory.send('POST', '/Users', sent);
        expect(answer.status, JSON.stringify(answer.body)).toBe(201);
        const got = await directory.send('GET', `/Users/${answer.body.id}`);
        expect(answer.body).toEqual(got.body);
        for (const name of ['etag', 'location']) expect(answer.headers.get(name)).toBe(got.headers.get(name));
      }),
      { numRuns: 60 },
    );
  });

  test('keeps an address in the list that another user has, and answers what a GET answers', async ({
    service,
  }) => {
    const directory = await aDirectory(service);
    const shared = anEmail();
    await aScimUser(directory, { emails: [{ value: shared }] });
    const second = await aScimUser(directory, { emails: [{ value: shared, primary: true }] });
    const { body: got } = await directory.send('GET', `/Users/${second.id}`);
    expect(second).toEqual(got);
    expect(got.emails).toEqual([{ value: shared, primary: true }]);
  });
});

describe('listScimUsers', () => {
  test('finds by a user name what it finds by other filters', async ({ service }) => {
    const directory = await aDirectory(service);
    const user = await aScimUser(directory, { displayName: 'One', emails: [{ value: anEmail() }] });
    const group = await made(directory, '/Groups', {
      schemas: [groupSchema],
      displayName: anEmail(),
      members: [{ value: user.id }],
    });
    const list = async (filter: string, rest = '') =>
      (await directory.send('GET', `/Users?filter=${filter}${rest}`)).body;
    const expected = await list(`id eq "${user.id}"`);
    expect(expected.Resources[0].groups).toMatchObject([{ value: group.id }]);
    for (const name of [user.userName, user.userName.toUpperCase()])
      expect(await list(`userName eq "${name}"`)).toEqual(expected);
    const bare = '&attributes=userName,emails';
    expect(await list(`userName eq "${user.userName}"`, bare)).toEqual(
      await list(`id eq "${user.id}"`, bare),
    );
    const none = await list('userName eq "not here"');
    expect(none).toEqual(await list('userName eq "not here" and userName pr'));
    for (const rest of ['&count=0', '&startIndex=2', '&cursor=', '&sortBy=userName'])
      expect(await list(`userName eq "${user.userName}"`, rest)).toEqual(
        await list(`id eq "${user.id}"`, rest),
      );
    await directory.send('DELETE', `/Users/${user.id}`);
    expect((await list(`userName eq "${user.userName}"`)).totalResults).toBe(0);
  });
});
