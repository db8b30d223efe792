import { describe, expect } from 'vitest';
import {
  aDirectory,
  aScimPerson,
  patchSchema,
  replacing,
  scimPerson,
  userSchema,
} from '../../support/directories.ts';
import { expectRefusal } from '../../support/scim.ts';
import { test } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const password = (at: number) => `Zebra crossing ${at} tulips?`;
const bulkSchema = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';

describe('a guess of a password', () => {
  test('is confirmed only if a wrong guess would be set', async ({ service }) => {
    const directory = await aDirectory(service);
    const userName = anEmail();
    const id = await aScimPerson(directory, userName, { password: password(1) });
    const taken = anEmail();
    await aScimPerson(directory, taken);
    const guess = (at: number, more: object, headers?: Record<string, string>) =>
      directory.send(
        'PUT',
        `/Users/${id}`,
        scimPerson(userName, { password: password(at), ...more }),
        headers,
      );
    for (const at of [1, 2]) {
      const dry = await guess(at, {}, { 'x-dry-run': 'true' });
      expect(dry.status, JSON.stringify(dry.body)).toBe(200);
      expectRefusal(await guess(at, { userName: taken }), 409, 'USER_EXISTS', 'uniqueness');
      const old = await guess(at, {}, { 'if-match': 'W/"99"' });
      expectRefusal(old, 412, 'PRECONDITION_FAILED');
    }
    // The right password changes nothing, and a wrong password is set.
    expect((await guess(1, {})).body.meta.version).toBe('W/"1"');
    expect((await guess(2, {})).body.meta.version).toBe('W/"2"');
  });

  test('is confirmed over the API only if a wrong guess would be set', async ({ service }) => {
    const { ours } = service;
    const [email, taken] = [anEmail(), anEmail()];
    const { body } = await ours.call('createUser', { body: { email, password: password(1) } });
    await ours.call('createUser', { body: { email: taken, sendInvite: false } });
    const guess = (at: number, more: object) =>
      ours.call('updateUser', { path: { userId: body.id }, body: { password: password(at), ...more } });
    for (const at of [1, 2]) expect((await guess(at, { email: taken })).body.code).toBe('USER_EXISTS');
    expect((await guess(1, {})).body.code).toBe('PASSWORD_POLICY_VIOLATION');
    expect((await guess(2, {})).status).toBe(200);
  });
});

describe('a revoked token', () => {
  test('ends the running bulk request', async ({ service }) => {
    const directory = await aDirectory(service);
    const names = Array.from({ length: 60 }, () => anEmail());
    const operations = names.map((userName, at) => ({
      method: 'POST',
      bulkId: `${at}`,
      path: '/Users',
      data: scimPerson(userName, { password: password(at) }),
    }));
    const running = directory.send('POST', '/Bulk', { schemas: [bulkSchema], Operations: operations });
    const made = async () =>
      (
        await service.sql<{ count: number }>('select count(*)::int from users where username = any ($1)', [
          names,
        ])
      )[0]?.count ?? 0;
    await expect.poll(made, { interval: 5 }).toBeGreaterThan(0);
    await service.ours.call('revokeScimToken', { path: { tokenId: directory.tokenId } });
    const { body } = await running;
    const statuses: string[] = body.Operations.map(({ status }: { status: string }) => status);
    expect(statuses[0]).toBe('201');
    expect(statuses.at(-1)).toBe('401');
    expect(body.Operations.at(-1).response.detail).toMatch(/^SCIM_TOKEN_INVALID: /);
    expect(await made()).toBe(statuses.filter((status) => status === '201').length);
  });
});

describe('a request that could cause a server error', () => {
  test('sorts by a value that all users share', async ({ service }) => {
    const directory = await aDirectory(service);
    for (const _ of [1, 2]) await aScimPerson(directory, anEmail());
    const search = (more: string) => directory.send('GET', `/Users?sortBy=meta.resourceType&count=1${more}`);
    const { status, body } = await search('&cursor=');
    expect(status, JSON.stringify(body)).toBe(200);
    expect((await search(`&cursor=${body.nextCursor}`)).status).toBe(200);
    expect((await search('&sortOrder=descending')).status).toBe(200);
  });

  test('does not guess which of two paths is meant', async ({ service }) => {
    const directory = await aDirectory(service);
    const id = await aScimPerson(directory, anEmail());
    const patch = replacing('title', password(1));
    Object.assign(patch.Operations[0] ?? {}, { Path: 'password' });
    const answer = await directory.send('PATCH', `/Users/${id}`, patch);
    expectRefusal(answer, 400, 'SCIM_SYNTAX_INVALID', 'invalidSyntax');
  });

  test('is rejected if it needs too many comparisons', async ({ service }) => {
    const directory = await aDirectory(service);
    const photos = Array.from({ length: 15 }, (_, at) => ({ value: `${at}.`.padEnd(8_000, 'x') }));
    const id = await aScimPerson(directory, anEmail(), { photos });
    const filter = Array.from({ length: 60 }, () => 'value co "xy"').join(' or ');
    const operation = { op: 'remove', path: `photos[${filter}]` };
    const body = { schemas: [patchSchema], Operations: Array.from({ length: 50 }, () => operation) };
    expectRefusal(await directory.send('PATCH', `/Users/${id}`, body), 413, 'PAYLOAD_TOO_LARGE');
  });

  test('stores no user who would make a page too large', async ({ service }) => {
    const directory = await aDirectory(service);
    const photos = Array.from({ length: 100 }, (_, at) => ({ value: `${at}.`.padEnd(8_000, 'x') }));
    const sent = { schemas: [userSchema], userName: anEmail(), photos };
    const refused = await directory.send('POST', '/Users', sent);
    expectRefusal(refused, 400, 'SCIM_VALUE_INVALID', 'invalidValue');
  });

  test('omits long values from the log, but records that they changed', async ({ service }) => {
    const directory = await aDirectory(service);
    const id = await aScimPerson(directory, anEmail());
    const x509Certificates = Array.from({ length: 10 }, (_, at) => ({ value: `${at}`.repeat(8_000) }));
    const { status } = await directory.send(
      'PATCH',
      `/Users/${id}`,
      replacing('x509Certificates', x509Certificates),
    );
    expect(status).toBe(200);
    const rows = await service.sql<{ content: string }>(
      `select p.content from audit_personal p join audit_logs a on a.org_id = p.org_id and a.id = p.audit_id
        where a.target_id = $1 and a.action = 'user.update'`,
      [id],
    );
    expect(rows.map(({ content }) => JSON.parse(content).changes)).toEqual([
      [{ field: 'x509Certificates', from: null, to: '(too long to show here)' }],
    ]);
  });
});
