import { describe, expect } from 'vitest';
import { scopesOf } from '../../../src/users/directory/role.ts';
import { aCallerWith, aUser } from '../../support/builders.ts';
import { aPasskey } from '../../support/passkeys.ts';
import { test, type TestService } from '../../support/service.ts';
import { eventsOfUser } from '../../support/users.ts';

const idsOf = async ({ ours }: TestService, userId: string): Promise<string[]> => {
  const { body } = await ours.call('listPasskeys', { path: { userId } });
  return body.data.map(({ id }: { id: string }) => id);
};

describe('listPasskeys', () => {
  test('lists the passkeys of one user, the oldest first, without keys', async ({ service }) => {
    const { ours, sql } = service;
    const [ada, bob] = [await aUser(ours), await aUser(ours)];
    const laptop = await aPasskey(sql, ada);
    const phone = await aPasskey(sql, ada, 'Phone');
    await aPasskey(sql, bob);
    await sql(`update passkeys set created_at = created_at + interval '1 s' where id = $1`, [phone]);
    const { body, status } = await ours.call('listPasskeys', { path: { userId: ada } });
    expect([status, body.pagination.total]).toEqual([200, 2]);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([laptop, phone]);
    expect(body.data[0]).toEqual({
      id: laptop,
      name: 'Work laptop',
      aaguid: '08987058-cadc-4b81-b6e1-30de50dcbe96',
      transports: ['internal', 'hybrid'],
      deviceType: 'multi',
      backedUp: true,
      createdAt: expect.any(String),
      lastUsedAt: null,
    });
    const second = await ours.call('listPasskeys', { path: { userId: ada }, query: { page: 2, limit: 1 } });
    expect(second.body.data.map(({ id }: { id: string }) => id)).toEqual([phone]);
  });

  test('answers 404 for a user of another organization', async ({ service }) => {
    const userId = await aUser(service.ours);
    await aPasskey(service.sql, userId);
    const { status, body } = await service.theirs.call('listPasskeys', { path: { userId } });
    expect([status, body.code]).toEqual([404, 'USER_NOT_FOUND']);
  });
});

describe('deletePasskey', () => {
  test('removes a passkey, and records it in the audit log and an event', async ({ service }) => {
    const { ours, sql } = service;
    const userId = await aUser(ours);
    const kept = await aPasskey(sql, userId, 'Phone');
    const credId = await aPasskey(sql, userId);
    const path = { userId, credId };
    const { status, body } = await ours.call('deletePasskey', { path });
    expect([status, body]).toEqual([200, { message: 'Passkey removed', id: credId }]);
    expect(await idsOf(service, userId)).toEqual([kept]);
    const again = await ours.call('deletePasskey', { path });
    expect([again.status, again.body.code]).toEqual([404, 'PASSKEY_NOT_FOUND']);
    const changes = [{ field: 'passkeys', from: { id: credId, name: 'Work laptop' }, to: null }];
    const events = await eventsOfUser(service, userId);
    expect(events.at(-1)).toMatchObject({ type: 'user.updated', data: { changes } });
    const rows = await ours.call('listAuditLogs', {
      query: { targetId: userId, action: 'user.remove_passkey' },
    });
    type Row = { result: string; changes: unknown[] };
    expect(rows.body.data.map(({ result, changes: told }: Row) => [result, told])).toEqual([
      ['FAILURE', []],
      ['SUCCESS', changes],
    ]);
  });

  test('answers 404 for a passkey of another user, and for a user of another organization', async ({
    service,
  }) => {
    const { ours, theirs, sql } = service;
    const userId = await aUser(ours);
    const credId = await aPasskey(sql, userId);
    const other = await ours.call('deletePasskey', { path: { userId: await aUser(ours), credId } });
    expect([other.status, other.body.code]).toEqual([404, 'PASSKEY_NOT_FOUND']);
    const foreign = await theirs.call('deletePasskey', { path: { userId, credId } });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'USER_NOT_FOUND']);
    expect(await idsOf(service, userId)).toEqual([credId]);
  });

  test('needs every scope of the user, because a removed factor can give the account away', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const { caller } = await aCallerWith(service, ['passkeys.read', 'passkeys.write']);
    const owner = await aUser(ours, { roles: ['OWNER'] });
    const credId = await aPasskey(sql, owner);
    const refused = await caller.call('deletePasskey', { path: { userId: owner, credId } });
    expect([refused.status, refused.body.code, refused.body.details.scopes]).toEqual([
      403,
      'SCOPE_NOT_GRANTABLE',
      ['*'],
    ]);
    expect(await idsOf(service, owner)).toEqual([credId]);
    const member = await aUser(ours);
    const theirs = { userId: member, credId: await aPasskey(sql, member) };
    expect((await caller.call('deletePasskey', { path: theirs })).status).toBe(200);
    expect(scopesOf(['MEMBER'])).toEqual([]);
  });

  test('happens automatically when a user is deprovisioned or deleted', async ({ service }) => {
    const { ours, sql } = service;
    const left = () => sql('select 1 from passkeys where user_id = any ($1)', [[gone, erased]]);
    const [gone, erased] = [await aUser(ours), await aUser(ours)];
    for (const userId of [gone, erased]) await aPasskey(sql, userId);
    await ours.call('deprovisionUser', { path: { userId: gone }, body: {} });
    await ours.call('deleteUser', { path: { userId: erased } });
    expect(await left()).toEqual([]);
  });
});
