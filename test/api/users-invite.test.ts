import { describe, expect } from 'vitest';
import { createClient } from '../support/client.ts';
import { test, type TestService } from '../support/service.ts';
import { anEmail } from '../support/users.ts';

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

/** The jobs that send a mail to somebody, and the invitations of theirs. */
async function waiting({ sql }: TestService, id: string) {
  const jobs = await sql(`select key from graphile_worker.jobs where key = 'send-invitation:' || $1`, [id]);
  const links = await sql('select token_hash from invitations where user_id = $1', [id]);
  return { jobs: jobs.length, links: links.length };
}

async function anInvited({ ours }: TestService): Promise<string> {
  return (await ours.call('createUser', { body: { email: anEmail() } })).body.id;
}

describe('createUser', () => {
  test('invites whoever has no password, by a mail of the same transaction', async ({ service }) => {
    const { status, body } = await service.ours.call('createUser', { body: { email: anEmail() } });
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ status: 'INVITED', invitedAt: time, activatedAt: null }),
    ]);
    expect(await waiting(service, body.id)).toEqual({ jobs: 1, links: 1 });
  });

  test('creates nobody when an invitation is wanted and no mail can be sent', async ({ service }) => {
    const node = await service.startNode({ DATABASE_URL: service.database });
    const email = anEmail();
    const client = createClient(node.origin, service.ours.key);
    const { status, body } = await client.call('createUser', { body: { email } });
    expect([status, body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect((await client.call('createUser', { body: { email, sendInvite: false } })).status).toBe(201);
    await node.stop();
  });
});

describe('an invitation', () => {
  test('goes to the new address when that changes, and the old link is dead', async ({ service }) => {
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

  test('is sent after all to whoever was suspended before it was', async ({ service }) => {
    const { ours, sql } = service;
    const userId = await anInvited(service);
    await ours.call('suspendUser', { path: { userId } });
    // The job finds nobody INVITED and ends.
    await sql(`select graphile_worker.remove_job('send-invitation:' || $1)`, [userId]);
    expect((await waiting(service, userId)).jobs).toBe(0);
    await ours.call('reactivateUser', { path: { userId } });
    expect((await waiting(service, userId)).jobs).toBe(1);
  });

  test('ends when the person is deprovisioned', async ({ service }) => {
    const userId = await anInvited(service);
    await service.ours.call('deprovisionUser', { path: { userId } });
    expect((await waiting(service, userId)).links).toBe(0);
  });

  test('is still open for whoever was suspended and reactivated before accepting it', async ({ service }) => {
    const { ours } = service;
    const userId = await anInvited(service);
    expect((await ours.call('suspendUser', { path: { userId } })).body.status).toBe('SUSPENDED');
    expect((await ours.call('reactivateUser', { path: { userId } })).body.status).toBe('INVITED');
    expect((await waiting(service, userId)).links).toBe(1);
  });
});
