import { describe, expect } from 'vitest';
import type { Database } from '../../../src/database/open.ts';
import { readScimUsers } from '../../../src/scim/sql/scim-resources.ts';
import { saveUserValues } from '../../../src/users/directory/sql/attributes.ts';
import type { User } from '../../../src/users/directory/entities/user.ts';
import { aUser } from '../../support/builders.ts';
import { aGroup } from '../../support/groups.ts';
import { asLocked } from '../../support/locks.ts';
import { test } from '../../support/scim-database.ts';
import type { TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const orgOf = ({ organizations }: TestService): string => organizations.ours.live.orgId;

async function read(service: TestService, { orm }: Database, id: string, groups = false) {
  const [row] = await readScimUsers(orm.em.fork(), orgOf(service), [id], { groups });
  if (!row) throw new Error('user not found');
  return row;
}

const valuesOf = async (service: TestService, database: Database, id: string) =>
  Object.fromEntries((await read(service, database, id)).values);

const save = (service: TestService, { orm }: Database, id: string, values: Record<string, unknown[]>) =>
  saveUserValues(
    orm.em.fork(),
    asLocked<User>({ orgId: orgOf(service), id }),
    new Map(Object.entries(values)),
  );

describe('the values of a user', () => {
  test('hold what REST created and changed', async ({ service, database }) => {
    const [email, newer] = [anEmail(), anEmail()];
    const id = await aUser(service.ours, { email, phoneNumber: '+1' });
    expect(await valuesOf(service, database, id)).toEqual({
      emails: [{ value: email, primary: true }],
      phoneNumbers: [{ value: '+1', primary: true }],
    });
    const patch = (body: object) => service.ours.call('updateUser', { path: { userId: id }, body });
    await patch({ email: newer, phoneNumber: null, picture: 'https://example.com/a.png' });
    expect(await valuesOf(service, database, id)).toEqual({
      emails: [{ value: newer, primary: true }],
      photos: [{ value: 'https://example.com/a.png', primary: true }],
    });
    await patch({ phoneNumber: '+2' });
    const values = await valuesOf(service, database, id);
    expect(values['phoneNumbers']).toEqual([{ value: '+2', primary: true }]);
  });

  test('keep their other rows when REST changes the primary one', async ({ service, database }) => {
    const [email, newer, home] = [anEmail(), anEmail(), anEmail()];
    const id = await aUser(service.ours, { email });
    const work = { value: email, type: 'work', primary: true, display: email };
    await save(service, database, id, { emails: [{ value: home, type: 'home' }, work] });
    const patch = (body: object) => service.ours.call('updateUser', { path: { userId: id }, body });
    await patch({ email: newer });
    expect(await valuesOf(service, database, id)).toEqual({
      emails: [
        { value: home, type: 'home' },
        { value: newer, type: 'work', primary: true },
      ],
    });
    // The new leading value was another one before: it is not there twice.
    await patch({ email: home.toUpperCase() });
    expect(await valuesOf(service, database, id)).toEqual({
      emails: [{ value: home.toUpperCase(), type: 'work', primary: true }],
    });
  });

  test('stay unchanged when REST changes something else', async ({ service, database }) => {
    const id = await aUser(service.ours);
    const emails = [{ value: 'a@example.com', type: 'work' }, { value: 'b@example.com' }];
    await save(service, database, id, { emails });
    await service.ours.call('updateUser', { path: { userId: id }, body: { title: 'Dr.' } });
    expect(await valuesOf(service, database, id)).toEqual({ emails });
  });

  test('are replaced attribute by attribute, in their order', async ({ service, database }) => {
    const id = await aUser(service.ours);
    const roles = [{ value: 'a' }, { value: 'b', primary: true }, { value: 'c' }];
    const ims = [{ value: 'x' }];
    await save(service, database, id, { emails: [], roles, ims });
    expect(await valuesOf(service, database, id)).toEqual({ roles, ims });
    const leads = () =>
      service.sql('select attribute, value from user_values where user_id = $1 and leads order by 1', [id]);
    expect(await leads()).toEqual([
      { attribute: 'ims', value: 'x' },
      { attribute: 'roles', value: 'b' },
    ]);
    await save(service, database, id, { roles: [{ value: 'c' }, { value: 'a' }] });
    expect(await valuesOf(service, database, id)).toEqual({ roles: [{ value: 'c' }, { value: 'a' }], ims });
    expect(await leads()).toContainEqual({ attribute: 'roles', value: 'c' });
    await save(service, database, id, { roles: [] });
    expect(await valuesOf(service, database, id)).toEqual({ ims });
  });

  test('may be longer than an index entry', async ({ service, database }) => {
    const id = await aUser(service.ours);
    const x509Certificates = [{ value: Array.from({ length: 8192 }, (_, at) => (at * 7919) % 10).join('') }];
    await save(service, database, id, { emails: [], x509Certificates });
    expect(await valuesOf(service, database, id)).toEqual({ x509Certificates });
  });

  test('are deleted with the user', async ({ service }) => {
    const id = await aUser(service.ours);
    await service.ours.call('deleteUser', { path: { userId: id } });
    expect(await service.sql('select from user_values where user_id = $1', [id])).toEqual([]);
  });
});

describe('readScimUsers', () => {
  test('reads existing users in the requested order, but none that SCIM deleted', async ({
    service,
    database,
  }) => {
    const [one, two, gone] = [
      await aUser(service.ours),
      await aUser(service.ours),
      await aUser(service.ours),
    ];
    const foreign = await aUser(service.theirs);
    await service.sql('update users set released_at = now() where id = $1', [gone]);
    const ids = [two, gone, foreign, 'usr_x', one];
    const rows = await readScimUsers(database.orm.em.fork(), orgOf(service), ids, { groups: false });
    expect(rows.map(({ id }) => id)).toEqual([two, one]);
  });

  test('reads groups on request, the manager by name, and the status by the clock', async ({
    service,
    database,
  }) => {
    const { ours, sql } = service;
    const managerId = await aUser(ours, { displayName: 'Grace' });
    const id = await aUser(ours, { managerId });
    const groups = [await aGroup(ours, { name: 'Beta' }), await aGroup(ours, { name: 'alpha' })];
    for (const groupId of groups)
      await ours.call('addGroupMembers', { path: { groupId }, body: { userId: id } });
    const row = await read(service, database, id, true);
    expect(row.groups).toEqual([
      { id: groups[1], name: 'alpha' },
      { id: groups[0], name: 'Beta' },
    ]);
    expect(row).toMatchObject({
      manager: { displayName: 'Grace' },
      status: 'ACTIVE',
      scim: {},
      attributes: {},
      version: 1,
    });
    expect([row.createdAt, row.expiresAt]).toEqual([expect.any(Date), null]);
    expect((await read(service, database, id)).groups).toEqual([]);
    await sql('update users set expires_at = now() where id = $1', [id]);
    expect((await read(service, database, id)).status).toBe('DEPROVISIONED');
  });
});
