import pg from 'pg';
import { describe, expect } from 'vitest';
import { aCredential, verify } from '../../support/builders.ts';
import { test } from '../../support/service.ts';

describe('a change that holds the row of a credential', () => {
  test('delays only the calls of that key', async ({ service }) => {
    const { ours, as, database } = service;
    const held = await aCredential(ours, { scopes: ['credentials.verify'] });
    const other = await aCredential(ours, { scopes: ['credentials.verify'] });
    const change = new pg.Client(database);
    await change.connect();
    await change.query('begin');
    await change.query('select from credentials where id = $1 for update', [held.id]);
    let answered = false;
    const waiting = Promise.all([verify(as(held.secret), other.secret), verify(ours, held.secret)]);
    void waiting.finally(() => {
      answered = true;
    });
    // Each of them joins the same statements as the calls that wait.
    // Five at a time: those that wait give up after two seconds, in which a busy machine does not answer 20 in turn.
    for (let round = 0; round < 4; round++) {
      const calls = Array.from({ length: 5 }, () => verify(as(other.secret), other.secret));
      expect((await Promise.all(calls)).every(({ valid }) => valid)).toBe(true);
    }
    expect(answered).toBe(false);
    await change.query('commit');
    await change.end();
    expect((await waiting).map(({ valid }) => valid)).toEqual([true, true]);
  });

  test('lets no call through after the change ended the credential', async ({ service }) => {
    const { ours, as, database } = service;
    const held = await aCredential(ours, { scopes: ['credentials.verify'] });
    const change = new pg.Client(database);
    await change.connect();
    await change.query('begin');
    await change.query("update credentials set status = 'REVOKED', version = version + 1 where id = $1", [
      held.id,
    ]);
    const calls = [
      as(held.secret).call('verifyCredential', { body: { credential: 'x' } }),
      verify(ours, held.secret),
    ];
    // Both have asked and found the row held when this one, which asks after them, is answered.
    await verify(ours, (await aCredential(ours)).secret);
    await change.query('commit');
    await change.end();
    expect(await Promise.all(calls)).toMatchObject([{ status: 401 }, { valid: false, code: 'REVOKED' }]);
  });
});

describe('a lost connection', () => {
  test('during a change gives its place in the pool back', async ({ service }) => {
    const { ours, sql, database } = service;
    const blocker = new pg.Client(database);
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query('select from tenants for update');
    const creates = Array.from({ length: 9 }, () =>
      ours.call('createIdentity', { body: { name: 'deploy-bot', type: 'CI_CD' } }),
    );
    const waiters = "from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect
      .poll(async () => (await sql(`select count(*)::int as n ${waiters}`))[0]?.['n'], { timeout: 20_000 })
      .toBe(9);
    await sql(`select pg_terminate_backend(pid) ${waiters}`);
    expect(new Set((await Promise.all(creates)).map(({ status }) => status))).toEqual(new Set([503]));
    await blocker.query('rollback');
    await blocker.end();
    const { status } = await ours.call('createIdentity', { body: { name: 'deploy-bot', type: 'CI_CD' } });
    expect(status).toBe(201);
    await expect
      .poll(async () => {
        const calls = Array.from({ length: 10 }, () => ours.call('listIdentities'));
        return new Set((await Promise.all(calls)).map((answer) => answer.status));
      })
      .toEqual(new Set([200]));
  });
});
