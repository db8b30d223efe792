import { describe, expect, onTestFinished } from 'vitest';
import type { Mailer } from '../../../src/platform/mail.ts';
import { scopesOf } from '../../../src/users/directory/role.ts';
import { newLinkToken } from '../../../src/users/links/mailed-links.ts';
import { hashSecret } from '../../../src/lib/secret.ts';
import { sendInvitation } from '../../../src/workers/send-invitation.ts';
import { aCallerWith, aUser } from '../../support/builders.ts';
import { inviting } from '../../support/invitations.ts';
import { aPerson } from '../../support/person.ts';
import { test, type TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

const anInvited = ({ ours }: TestService, fields: Record<string, unknown> = {}) =>
  aUser(ours, { sendInvite: true, ...fields });

/** As if the worker had sent the mail. @returns the token of its link */
async function sent({ sql }: TestService, userId: string, ends = '7 days'): Promise<string> {
  const token = newLinkToken();
  await sql(`update invitations set token_hash = $2, expires_at = now() + $3::interval where user_id = $1`, [
    userId,
    hashSecret(token),
    ends,
  ]);
  return token;
}

const idOf = (userId: string) => userId.replace('usr_', 'inv_');

async function found({ ours }: TestService, query: Record<string, string> = {}) {
  const { status, body } = await ours.call('listInvitations', { query: { limit: 100, ...query } });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data as { id: string; userId: string; status: string }[];
}

describe('listInvitations', () => {
  test('shows the user, the caller who invited, and when the mail was sent, but no link', async ({
    service,
  }) => {
    const email = anEmail();
    const userId = await anInvited(service, { email, displayName: 'Ann Example' });
    const one = async () => (await found(service)).find((invitation) => invitation.userId === userId);
    const me = await service.ours.call('getUser', { path: { userId } });
    const waiting = {
      id: idOf(userId),
      status: 'PENDING',
      userId,
      userName: 'Ann Example',
      userStatus: 'INVITED',
      email,
      createdAt: time,
      sentAt: null,
      expiresAt: null,
      invitedBy: me.body.createdBy,
    };
    expect(await one()).toEqual(waiting);
    await sent(service, userId);
    expect(await one()).toEqual({ ...waiting, sentAt: time, expiresAt: time });
    await sent(service, userId, '-1 second');
    await service.ours.call('suspendUser', { path: { userId } });
    expect(await one()).toMatchObject({ status: 'EXPIRED', userStatus: 'SUSPENDED' });
  });

  test('names the caller who invited again', async ({ service }) => {
    const userId = await anInvited(service);
    const { caller, id } = await aCallerWith(service, ['directory.read', 'directory.write']);
    expect((await caller.call('inviteUser', { path: { userId } })).status).toBe(200);
    const [row] = (await found(service)).filter((one) => one.userId === userId);
    expect(row).toMatchObject({ id: idOf(userId), invitedBy: id });
  });

  test('filters by status, and pages by cursor with the newest first', async ({ service }) => {
    const ids: string[] = [];
    for (const at of [1, 2, 3, 4]) {
      const userId = await anInvited(service);
      ids.unshift(userId);
      await service.sql(
        `update invitations set created_at = now() + $2 * interval '1 h' where user_id = $1`,
        [userId, at],
      );
    }
    const [newest = '', second = '', third = '', fourth = ''] = ids;
    await sent(service, second, '-1 second');
    await sent(service, third);
    const among = async (query: Record<string, string>) =>
      (await found(service, query)).map(({ userId }) => userId).filter((id) => ids.includes(id));
    expect(await among({})).toEqual(ids);
    expect(await among({ status: 'PENDING' })).toEqual([newest, third, fourth]);
    expect(await among({ status: 'EXPIRED' })).toEqual([second]);
    const page = async (query: Record<string, string | number>) =>
      (await service.ours.call('listInvitations', { query: { limit: 2, status: 'PENDING', ...query } })).body;
    const first = await page({});
    const next = await page({ cursor: first.pagination.nextCursor });
    const shown = [...first.data, ...next.data].map(({ userId }: { userId: string }) => userId);
    expect(shown.slice(0, 3)).toEqual([newest, third, fourth]);
  });

  test('shows no invitation that was accepted, and none of another tenant', async ({ service }) => {
    const userId = await anInvited(service);
    const token = await sent(service, userId);
    const person = aPerson(service.origin);
    const page = await person.open(`/login/${service.ours.orgId}/invite/${token}`);
    await person.send(page, { new_password: 'vivid-harbor-cello-42' });
    const user = await service.ours.call('getUser', { path: { userId } });
    expect(user.body.status).toBe('ACTIVE');
    const theirs = await aUser(service.theirs, { sendInvite: true });
    const shown = (await found(service)).map((one) => one.userId);
    expect(shown).not.toContain(userId);
    expect(shown).not.toContain(theirs);
  });
});

describe('revokeInvitation', () => {
  test('ends the link, keeps the user INVITED, and is in the audit log', async ({ service }) => {
    const { ours, sql, origin } = service;
    const userId = await anInvited(service);
    const token = await sent(service, userId);
    const open = async () => (await aPerson(origin).open(`/login/${ours.orgId}/invite/${token}`)).status;
    expect(await open()).toBe(200);
    const path = { invitationId: idOf(userId) };
    const { status, body } = await ours.call('revokeInvitation', { path });
    expect([status, body]).toEqual([200, { message: 'Invitation revoked', id: idOf(userId) }]);
    expect(await open()).toBeGreaterThanOrEqual(400);
    expect((await found(service)).map((one) => one.userId)).not.toContain(userId);
    expect((await ours.call('getUser', { path: { userId } })).body.status).toBe('INVITED');
    const rows = await sql(`select target_id from audit_logs where action = 'user.revoke_invitation'`);
    expect(rows).toEqual([{ target_id: userId }]);
    const again = await ours.call('revokeInvitation', { path });
    expect([again.status, again.body.code]).toEqual([404, 'INVITATION_NOT_FOUND']);
    expect((await ours.call('inviteUser', { path: { userId } })).status).toBe(200);
  });

  test('sends no mail that still waits', async ({ service }) => {
    const [kept, revoked] = [await anInvited(service), await anInvited(service)];
    await service.ours.call('revokeInvitation', { path: { invitationId: idOf(revoked) } });
    const { database } = await inviting(service);
    onTestFinished(() => database.close());
    const addresses: string[] = [];
    const mailer = {
      async send({ to }: { to: { address: string } }) {
        addresses.push(to.address);
      },
    };
    const orgId = service.ours.orgId ?? '';
    const parts = { database, mailer: mailer as unknown as Mailer, baseUrl: () => service.origin };
    for (const userId of [kept, revoked]) await sendInvitation(parts, { orgId, userId });
    const { body } = await service.ours.call('getUser', { path: { userId: kept } });
    expect(addresses).toEqual([body.email]);
  });

  test('rejects a help desk if the user is an administrator', async ({ service }) => {
    const { caller } = await aCallerWith(service, scopesOf(['HELPDESK']));
    const [member, admin] = [await anInvited(service), await anInvited(service, { roles: ['ADMIN'] })];
    const revoke = (userId: string) =>
      caller.call('revokeInvitation', { path: { invitationId: idOf(userId) } });
    expect((await revoke(member)).status).toBe(200);
    const { status, body } = await revoke(admin);
    expect([status, body.code]).toEqual([403, 'SCOPE_NOT_GRANTABLE']);
    expect((await found(service)).map((one) => one.userId)).toContain(admin);
  });
});
