import { describe, expect } from 'vitest';
import { aDirectoryOf, type Directory } from '../../support/directories.ts';
import { aScimGroup, aScimUser, auditOf, expectRefusal, patch, person, rowOf } from '../../support/scim.ts';
import { test, type TestService } from '../../support/service.ts';
import { anEmail, eventsOfUser } from '../../support/users.ts';

const generic = (service: TestService): Promise<Directory> => aDirectoryOf(service, 'GENERIC');
const password = 'correct horse 7 Battery staple!';

/** Returns the types of the events about a user after the creation. */
const told = async (service: TestService, id: string) =>
  (await eventsOfUser(service, id)).slice(1).map(({ type }) => type);

describe('deleteScimUser', () => {
  test('deprovisions a user permanently, hides the user and frees the names', async ({ service }) => {
    const provider = await generic(service);
    const userName = anEmail();
    const fields = { userName, emails: [{ value: userName }] };
    const { id } = await aScimUser(provider, { ...fields, password });
    const { id: groupId } = await aScimGroup(provider, { members: [{ value: id }] });
    const gone = await provider.send('DELETE', `/Users/${id}`);
    expect([gone.status, gone.body]).toEqual([204, '']);
    expect((await rowOf(service, 'users', id))[0]).toMatchObject({
      status: 'DEPROVISIONED',
      password_hash: null,
      released_at: expect.any(Date),
    });
    for (const method of ['GET', 'DELETE'])
      expectRefusal(await provider.send(method, `/Users/${id}`), 404, 'SCIM_RESOURCE_NOT_FOUND');
    const { body: list } = await provider.send('GET', `/Users?filter=userName eq "${userName}"`);
    expect(list.totalResults).toBe(0);
    expect((await provider.send('GET', `/Groups/${groupId}`)).body.members).toBeUndefined();
    const again = await aScimUser(provider, fields);
    expect(again.id).not.toBe(id);
    expect(await told(service, id)).toEqual(['user.deprovisioned']);
    const [, trail] = await auditOf(service, id);
    expect(trail).toMatchObject({ action: 'user.deprovision', actor_type: 'SCIM', result: 'SUCCESS' });
  });
});

describe('X-Dry-Run', () => {
  test('answers with the result, and changes nothing', async ({ service }) => {
    const provider = await generic(service);
    const { id, userName } = await aScimUser(provider, { title: 'before' });
    const dry = { 'x-dry-run': 'true' };
    const message = 'urn:keyward:params:scim:api:messages:2.0:DryRun';
    const count = async () =>
      (
        await service.sql<{ rows: number }>(
          `select ((select count(*) from users) + (select count(*) from events) + (select count(*) from audit_logs))::int
             as rows`,
        )
      )[0]?.rows;
    const before = [await rowOf(service, 'users', id), await count()];

    const patched = await patch(
      provider,
      `/Users/${id}`,
      [{ op: 'replace', path: 'title', value: 'b' }],
      dry,
    );
    expect([patched.status, patched.headers.get('x-dry-run')]).toEqual([200, 'true']);
    expect(patched.body).toMatchObject({
      title: 'b',
      [message]: { changes: [{ path: 'title', from: 'before', to: 'b' }] },
    });
    const created = await provider.send('POST', '/Users', person({ userName: anEmail() }), dry);
    expect([created.status, created.body[message].changes.length]).toEqual([201, 1]);
    const deleted = await provider.send('DELETE', `/Users/${id}`, undefined, dry);
    expect([deleted.status, deleted.body.userName]).toEqual([200, userName]);
    expect(deleted.body[message].changes).toEqual([{ path: 'id', from: id, to: null }]);
    expectRefusal(
      await provider.send('POST', '/Users', person({ userName }), dry),
      409,
      'USER_EXISTS',
      'uniqueness',
    );
    expect([await rowOf(service, 'users', id), await count()]).toEqual(before);
    const log = await service.sql(
      'select status from provisioning_log where token_id = $1 and dry_run order by at, id',
      [provider.tokenId],
    );
    expect(log.map(({ status }) => status)).toEqual([200, 201, 200, 409]);
  });
});
