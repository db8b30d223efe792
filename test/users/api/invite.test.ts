import { describe, expect } from 'vitest';
import { aCallerWith, aUser } from '../../support/builders.ts';
import { createClient } from '../../support/client.ts';
import { test, type TestService } from '../../support/service.ts';
import { anEmail, eventsOfUser } from '../../support/users.ts';

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

/** Counts the jobs that send a mail to a user, and the invitations of the user. */
async function waiting({ sql }: TestService, id: string) {
  const jobs = await sql(`select key from tenant_jobs where key = 'send-invitation:' || $1`, [id]);
  const links = await sql('select token_hash from invitations where user_id = $1', [id]);
  return { jobs: jobs.length, links: links.length };
}

async function anInvited({ ours }: TestService): Promise<string> {
  return (await ours.call('createUser', { body: { email: anEmail() } })).body.id;
}

describe('createUser', () => {
  test('invites a user without a password, with a mail job in the same transaction', async ({ service }) => {
    const { status, body } = await service.ours.call('createUser', { body: { email: anEmail() } });
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ status: 'INVITED', invitedAt: time, activatedAt: null }),
    ]);
    expect(await waiting(service, body.id)).toEqual({ jobs: 1, links: 1 });
  });

  test('creates no user if an invitation is wanted and no mail can be sent', async ({ service }) => {
    const node = await service.startNode({ DATABASE_URL: service.database });
    const email = anEmail();
    const client = createClient(node.origin, service.ours.key);
    const { status, body } = await client.call('createUser', { body: { email } });
    expect([status, body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect((await client.call('createUser', { body: { email, sendInvite: false } })).status).toBe(201);
    await node.stop();
  });
});

/** As if the worker had sent the mail so many seconds ago. */
const sent = ({ sql }: TestService, id: string, secondsAgo: number) =>
  sql(
    `with issued as (update invitations set token_hash = decode(md5(user_id), 'hex'), expires_at = now() + interval '7 days'
                      where user_id = $1 returning user_id)
     update users set invited_at = now() - $2 * interval '1 second' where id in (select user_id from issued)`,
    [id, secondsAgo],
  );

describe('inviteUser', () => {
  test('sends a new link, and invalidates the previous one', async ({ service }) => {
    const { ours, sql } = service;
    const userId = await anInvited(service);
    await sent(service, userId, 61);
    await sql(`delete from tenant_jobs where key = 'send-invitation:' || $1`, [userId]);
    const { body: before, headers } = await ours.call('getUser', { path: { userId } });
    const answer = await ours.call('inviteUser', { path: { userId } });
    expect([answer.status, answer.body]).toEqual([200, before]);
    expect(answer.headers.get('etag')).toBe(headers.get('etag'));
    expect(await waiting(service, userId)).toEqual({ jobs: 1, links: 1 });
    expect(await sql('select token_hash, expires_at from invitations where user_id = $1', [userId])).toEqual([
      { token_hash: null, expires_at: null },
    ]);
    const events = await eventsOfUser(service, userId);
    expect(events.map(({ type }) => type)).toEqual(['user.created']);
    expect(
      await sql("select action, result from audit_logs where target_id = $1 and action = 'user.invite'", [
        userId,
      ]),
    ).toEqual([{ action: 'user.invite', result: 'SUCCESS' }]);
  });

  test('invites a user again after the link has expired and was cleaned up', async ({ service }) => {
    const { ours, sql } = service;
    const userId = await anInvited(service);
    await sent(service, userId, 8 * 86_400);
    await sql("update invitations set expires_at = now() - interval '8 days' where user_id = $1", [userId]);
    await service.runTask('clean-up');
    expect((await waiting(service, userId)).links).toBe(0);
    expect((await ours.call('inviteUser', { path: { userId } })).status).toBe(200);
    expect((await waiting(service, userId)).links).toBe(1);
  });

  test('sends at most one mail a minute, and says when the next one is possible', async ({ service }) => {
    const { ours, sql } = service;
    const userId = await anInvited(service);
    // The first has not gone yet: nothing would be sent twice.
    expect((await ours.call('inviteUser', { path: { userId } })).status).toBe(200);
    expect((await waiting(service, userId)).jobs).toBe(1);
    await sent(service, userId, 10);
    const [row] = await sql(`select invited_at + interval '1 minute' as next from users where id = $1`, [
      userId,
    ]);
    const { status, body } = await ours.call('inviteUser', { path: { userId } });
    expect([status, body.code, body.details]).toEqual([
      409,
      'USER_STATE_CONFLICT',
      { status: 'INVITED', retryAt: time, invitation: 'was sent less than a minute ago' },
    ]);
    expect(new Date(body.details.retryAt)).toEqual(row?.['next']);
    expect((await waiting(service, userId)).links).toBe(1);
    expect(await sql('select from invitations where user_id = $1 and token_hash is null', [userId])).toEqual(
      [],
    );
  });

  test.for(['ACTIVE', 'SUSPENDED', 'DEPROVISIONED', 'over'])(
    'rejects a user who is %s',
    async (status, { service }) => {
      const { ours, sql } = service;
      const userId = status === 'ACTIVE' ? await aUser(ours) : await anInvited(service);
      if (status === 'SUSPENDED') await ours.call('suspendUser', { path: { userId } });
      if (status === 'DEPROVISIONED') await ours.call('deprovisionUser', { path: { userId } });
      if (status === 'over') await sql('update users set expires_at = now() where id = $1', [userId]);
      const { status: answered, body } = await ours.call('inviteUser', { path: { userId } });
      const is = status === 'over' ? 'DEPROVISIONED' : status;
      expect([answered, body.code, body.details]).toEqual([409, 'USER_STATE_CONFLICT', { status: is }]);
    },
  );

  test('needs the rights of the invited user, and honours If-Match', async ({ service }) => {
    const { ours } = service;
    const { body: admin } = await ours.call('createUser', { body: { email: anEmail(), roles: ['ADMIN'] } });
    const { caller } = await aCallerWith(service, ['directory.write']);
    const refused = await caller.call('inviteUser', { path: { userId: admin.id } });
    expect([refused.status, refused.body.code]).toEqual([403, 'SCOPE_NOT_GRANTABLE']);
    const stale = await ours.call('inviteUser', {
      path: { userId: admin.id },
      headers: { 'if-match': '"9"' },
    });
    expect([stale.status, stale.body.code]).toEqual([412, 'PRECONDITION_FAILED']);
  });

  test('answers 503 if no mail can be sent, as createUser does', async ({ service }) => {
    const node = await service.startNode({ DATABASE_URL: service.database });
    const userId = await anInvited(service);
    const client = createClient(node.origin, service.ours.key);
    const { status, body } = await client.call('inviteUser', { path: { userId } });
    expect([status, body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    await node.stop();
  });
});

describe('an invitation', () => {
  test('goes to the new address after an address change, and the old link becomes invalid', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const userId = await anInvited(service);
    await sql(
      `update invitations set token_hash = '\\x01', expires_at = now() + interval '1 day' where user_id = $1`,
      [userId],
    );
    await ours.call('updateUser', { path: { userId }, body: { title: 'x' } });
    const hashes = () => sql('select token_hash from invitations where user_id = $1', [userId]);
    expect(await hashes()).toEqual([{ token_hash: Buffer.from([1]) }]);
    const { body } = await ours.call('updateUser', { path: { userId }, body: { email: anEmail() } });
    expect(body.status).toBe('INVITED');
    expect(await hashes()).toEqual([{ token_hash: null }]);
    expect(await waiting(service, userId)).toEqual({ jobs: 1, links: 1 });
  });

  test('is sent after reactivation if the user was suspended before the mail went out', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const userId = await anInvited(service);
    await ours.call('suspendUser', { path: { userId } });
    // The job finds no INVITED user and ends.
    await sql(`delete from tenant_jobs where key = 'send-invitation:' || $1`, [userId]);
    expect((await waiting(service, userId)).jobs).toBe(0);
    await ours.call('reactivateUser', { path: { userId } });
    expect((await waiting(service, userId)).jobs).toBe(1);
  });

  test('ends when the user is deprovisioned', async ({ service }) => {
    const userId = await anInvited(service);
    await service.ours.call('deprovisionUser', { path: { userId } });
    expect((await waiting(service, userId)).links).toBe(0);
  });

  test('stays open for a user who was suspended and reactivated before accepting it', async ({ service }) => {
    const { ours } = service;
    const userId = await anInvited(service);
    expect((await ours.call('suspendUser', { path: { userId } })).body.status).toBe('SUSPENDED');
    expect((await ours.call('reactivateUser', { path: { userId } })).body.status).toBe('INVITED');
    expect((await waiting(service, userId)).links).toBe(1);
  });
});
