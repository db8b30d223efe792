import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { aDirectoryOf, type Directory } from '../../support/directories.ts';
import { aScimGroup, aScimUser, expectRefusal, group, membersOf, patch, person } from '../../support/scim.ts';
import { test, type TestService } from '../../support/service.ts';
import { aUser } from '../../support/builders.ts';
import { anEmail } from '../../support/users.ts';

const generic = (service: TestService): Promise<Directory> => aDirectoryOf(service, 'GENERIC');

/** Returns the note in the newest entry of the log. */
async function newestNote(service: TestService, { tokenId }: Directory): Promise<string | null> {
  const { body } = await service.ours.call('listProvisioningLog', { path: { tokenId }, query: { limit: 1 } });
  return body.data[0].detail;
}

const emailOf = async ({ sql }: TestService, id: string): Promise<unknown> =>
  (await sql<{ email: string | null }>('select email from users where id = $1', [id]))[0]?.email;

describe('an address that another user has', () => {
  test('stays in the list of a new user, does not become the sign-in address, and is logged', async ({
    service,
  }) => {
    const provider = await generic(service);
    const value = anEmail();
    await aScimUser(provider, { emails: [{ value }] });
    const emails = [{ value: value.toUpperCase(), type: 'work', primary: true }];
    const { id, emails: shown } = await aScimUser(provider, { emails });
    expect(shown).toEqual(emails);
    expect(await emailOf(service, id)).toBeNull();
    expect(await newestNote(service, provider)).toMatch(/^emails: another user has this address/);
    const found = await provider.send('GET', `/Users?filter=emails.value eq "${value}"`);
    expect(found.body.totalResults).toBe(2);
    // Sending the same addresses again changes nothing.
    const again = await patch(provider, `/Users/${id}`, [{ op: 'replace', path: 'emails', value: emails }]);
    expect(again.body.meta.version).toBe('W/"1"');
    expect(await newestNote(service, provider)).toBeNull();
  });

  test('does not replace an address that the directory still sends, but replaces a dropped one', async ({
    service,
  }) => {
    const provider = await generic(service);
    const [taken, own] = [anEmail(), anEmail()];
    await aScimUser(provider, { emails: [{ value: taken }] });
    const { id } = await aScimUser(provider, { emails: [{ value: own }] });
    const set = (value: object[]) =>
      patch(provider, `/Users/${id}`, [{ op: 'replace', path: 'emails', value }]);
    expect((await set([{ value: taken, primary: true }, { value: own }])).status).toBe(200);
    expect(await emailOf(service, id)).toBe(own);
    expect(await newestNote(service, provider)).toMatch(/^emails: /);
    const { body } = await set([{ value: taken }]);
    expect(body.emails).toEqual([{ value: taken }]);
    expect(await emailOf(service, id)).toBeNull();
  });

  test('is rejected as a user name, even if the new user lists it as an address', async ({ service }) => {
    const provider = await generic(service);
    const value = anEmail();
    await aScimUser(provider, { emails: [{ value }] });
    const answer = await provider.send('POST', '/Users', person({ userName: value, emails: [{ value }] }));
    expectRefusal(answer, 409, 'USER_EXISTS', 'uniqueness');
  });
});

describe('a former member', () => {
  test('is omitted from a group that is created, replaced or patched, and is logged', async ({ service }) => {
    const provider = await generic(service);
    const left = await aUser(service.ours);
    await service.ours.call('deprovisionUser', { path: { userId: left }, body: {} });
    const { id: deleted } = await aScimUser(provider);
    await provider.send('DELETE', `/Users/${deleted}`);
    const here = (await aScimUser(provider)).id;
    const note = expect.stringMatching(new RegExp(`^members .*"${left}".* no longer exist`));

    const all = [left, here, deleted].map((value) => ({ value }));
    const { id, displayName, members } = await aScimGroup(provider, { members: all });
    expect(members).toHaveLength(1);
    expect(await newestNote(service, provider)).toEqual(note);
    const replaced = await provider.send('PUT', `/Groups/${id}`, group({ displayName, members: all }));
    expect(replaced.status).toBe(200);
    expect(await newestNote(service, provider)).toEqual(note);
    const added = await patch(provider, `/Groups/${id}`, [
      { op: 'add', path: 'members', value: [{ value: left }] },
    ]);
    expect(added.status).toBe(200);
    expect(await newestNote(service, provider)).toEqual(note);
    expect(await membersOf(provider, id)).toEqual([here]);
    const [row] = await service.sql<{ member_count: number }>(
      'select member_count from groups where id = $1',
      [id],
    );
    expect(row?.member_count).toBe(1);
  });

  test('does not include an id that never belonged to a user', async ({ service }) => {
    const provider = await generic(service);
    for (const value of [randomUUID(), `grp_${'0'.repeat(26)}`])
      expectRefusal(
        await provider.send('POST', '/Groups', group({ members: [{ value }] })),
        400,
        'SCIM_VALUE_INVALID',
        'invalidValue',
      );
  });
});

describe('a PUT that sends the password again', () => {
  const password = 'correct horse 8 Battery staple!';

  test('does not change the password, but changes everything else', async ({ service }) => {
    const provider = await generic(service);
    const { id, userName } = await aScimUser(provider, { password });
    const before = await service.sql('select password_hash, password_changed_at from users where id = $1', [
      id,
    ]);
    const put = (fields: object) =>
      provider.send('PUT', `/Users/${id}`, person({ userName, password, ...fields }));
    expect((await put({})).body.meta.version).toBe('W/"1"');
    const { status, body } = await put({ title: 'Guide' });
    expect([status, body.title]).toEqual([200, 'Guide']);
    expect(
      await service.sql('select password_hash, password_changed_at from users where id = $1', [id]),
    ).toEqual(before);
    // A password that was used before and is not the present one stays refused. A PATCH that sets one is
    // refused, too.
    expect((await put({ password: `${password}!` })).status).toBe(200);
    expectRefusal(await put({}), 400, 'PASSWORD_POLICY_VIOLATION', 'invalidValue');
    const set = await patch(provider, `/Users/${id}`, [
      { op: 'replace', path: 'password', value: `${password}!` },
    ]);
    expectRefusal(set, 400, 'PASSWORD_POLICY_VIOLATION', 'invalidValue');
  });

  test('does not reveal the password by a dry run', async ({ service }) => {
    const provider = await generic(service);
    const { id, userName } = await aScimUser(provider, { password });
    const changes = async (guess: string) =>
      (
        await provider.send('PUT', `/Users/${id}`, person({ userName, password: guess }), {
          'x-dry-run': 'true',
        })
      ).body['urn:keyward:params:scim:api:messages:2.0:DryRun'].changes;
    expect(await changes(password)).toEqual(await changes(`${password}?`));
  });
});
