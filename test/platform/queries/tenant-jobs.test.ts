import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  bringBack,
  claimTenantJobs,
  postponeTenantJob,
  readQueue,
  removeTenantJob,
  renewTenantJobs,
  setAside,
  type TenantJob,
} from '../../../src/platform/sql/tenant-jobs.ts';
import { removeOldRows } from '../../../src/workers/sql/retention.ts';
import { poolOf } from '../../support/pool.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let pool: Pool;
let ours: string;
let theirs: string;

beforeAll(async () => {
  service = await startTestService();
  pool = poolOf(service);
  ours = service.organizations.ours.live.orgId;
  theirs = service.organizations.theirs.live.orgId;
});
afterAll(async () => {
  await pool.end();
  await service.stop();
});
beforeEach(async () => {
  await service.sql('delete from tenant_jobs');
  await service.sql('delete from failing_addresses');
});

/** Adds jobs that are due, the oldest first. */
const add = (orgId: string, number: number, { address = '', kind = 'call', tries = 10 } = {}) =>
  service.sql(
    `insert into tenant_jobs (org_id, class, address, task, payload, max_attempts, due_at)
     select $1, $3, $4, 'tell-logout', '{}', $5, now() - interval '1 minute' + n * interval '1 microsecond'
       from generate_series(1, $2::int) as n`,
    [orgId, number, kind, address, tries],
  );

const claim = (free: number, running: readonly TenantJob[] = [], kind = 'call') =>
  claimTenantJobs(pool, { class: kind, free, running, perAddress: 4 });

const numberOf = (jobs: readonly TenantJob[], orgId: string) =>
  jobs.filter((job) => job.orgId === orgId).length;

/** As if the time of something had come. */
const elapse = (what: 'due_at' | 'leased_until') =>
  service.sql(`update tenant_jobs set ${what} = now() - interval '1 s'`);

describe('claimTenantJobs', () => {
  test('gives each tenant its turn, even beside a long queue, and reads only queue starts', async () => {
    await add(ours, 10_000, { kind: 'mail' });
    await service.sql('vacuum (analyze) tenant_jobs');
    await add(theirs, 1, { kind: 'mail' });
    const jobs = await claim(4, [], 'mail');
    expect([numberOf(jobs, ours), numberOf(jobs, theirs)]).toEqual([2, 1]);
    expect(await claim(1, jobs, 'mail')).toEqual([]);
    expect(await claim(4)).toEqual([]);
  });

  test('limits the jobs at one address, and leaves places for other tenants', async () => {
    await add(ours, 100, { address: 'slow.example' });
    const slow = await claim(32);
    expect(slow).toHaveLength(4);
    expect(await claim(28, slow)).toEqual([]);
    for (let at = 0; at < 40; at++) await add(ours, 1, { address: `client-${at}.example` });
    const more = await claim(28, slow);
    // It holds 16 of 32 then.
    expect(more).toHaveLength(12);
    await add(theirs, 1, { address: 'slow.example' });
    expect(numberOf(await claim(16, [...slow, ...more]), theirs)).toBe(1);
  });

  test('claims a job once, again after its lease ended, and not while the lease is renewed', async () => {
    await add(ours, 1);
    const [first] = await claim(4);
    expect(first).toMatchObject({ orgId: ours, attempts: 1, maxAttempts: 10 });
    expect(await claim(4)).toEqual([]);
    await elapse('leased_until');
    await renewTenantJobs(pool, first ? [first] : []);
    expect(await claim(4)).toEqual([]);
    await elapse('leased_until');
    const [second] = await claim(4);
    expect(second?.id).toBe(first?.id);
    // The result of the first claim does not count any more.
    if (first) await removeTenantJob(pool, first);
    if (first) await postponeTenantJob(pool, first, 'late');
    expect(await service.sql('select attempts, last_error from tenant_jobs')).toEqual([
      { attempts: 2, last_error: null },
    ]);
    if (second) await removeTenantJob(pool, second);
    expect(await service.sql('select from tenant_jobs')).toEqual([]);
  });
});

describe('postponeTenantJob', () => {
  test('pauses an address after three failures in a row, probes it with one call, and resumes on success', async () => {
    await add(ours, 5, { address: 'dead.example' });
    await add(theirs, 1, { address: 'dead.example' });
    const failAll = async () => {
      const jobs = (await claim(32)).filter(({ orgId }) => orgId === ours);
      for (const job of jobs)
        expect((await postponeTenantJob(pool, job, 'nobody answered')).givenUp).toBe(false);
      return jobs.length;
    };
    expect(await failAll()).toBe(4);
    await elapse('due_at');
    await service.sql('update tenant_jobs set leased_until = null');
    // The failures of one tenant do not pause the address for another tenant.
    expect((await claim(32)).map(({ orgId }) => orgId)).toEqual([theirs]);
    expect(await readQueue(pool)).toMatchObject({ failingAddresses: 1 });
    await service.sql('delete from tenant_jobs where org_id = $1', [theirs]);
    const { queues } = await readQueue(pool);
    // The jobs wait for their address, so no job counts as late.
    expect(queues.find((queue) => queue.class === 'call')).toMatchObject({ ready: 5, lagSeconds: 0 });

    await service.sql(`update failing_addresses set retry_at = now()`);
    const [probe, ...others] = await claim(32);
    expect(others).toEqual([]);
    if (probe) await removeTenantJob(pool, probe);
    expect(await claim(32)).toHaveLength(4);
    expect(await readQueue(pool)).toMatchObject({ failingAddresses: 0 });
  });

  test('pauses no queue of mails, where one dead mailbox would stop the mails to others', async () => {
    await add(ours, 5, { address: 'alerts', kind: 'mail' });
    for (const job of await claim(32, [], 'mail'))
      expect((await postponeTenantJob(pool, job, 'no such mailbox')).pausesAddress).toBe(false);
    expect(await readQueue(pool)).toMatchObject({ failingAddresses: 0 });
    await elapse('due_at');
    expect(await claim(32, [], 'mail')).toHaveLength(4);
  });

  test('abandons a job after its last attempt, reports it, and clean-up removes it after 30 days', async () => {
    await add(ours, 1, { tries: 2 });
    const outcomes: boolean[] = [];
    for (let attempt = 0; attempt < 2; attempt++) {
      await elapse('due_at');
      for (const job of await claim(4))
        outcomes.push((await postponeTenantJob(pool, job, 'out of order')).givenUp);
    }
    expect(outcomes).toEqual([false, true]);
    await elapse('due_at');
    expect(await claim(4)).toEqual([]);
    const { queues } = await readQueue(pool);
    expect(queues.find((queue) => queue.class === 'call')).toMatchObject({ failed: 1, ready: 0 });
    await service.runTask('clean-up');
    expect(await service.sql('select last_error from tenant_jobs')).toEqual([{ last_error: 'out of order' }]);
    await service.sql(`update tenant_jobs set given_up_at = now() - interval '31 days'`);
    await service.runTask('clean-up');
    expect(await service.sql('select from tenant_jobs')).toEqual([]);
  });

  test('is not needed for a job that waited seven days for a dead address: clean-up abandons it', async () => {
    await add(ours, 1, { address: 'dead.example' });
    await service.sql(`update tenant_jobs set created_at = now() - interval '8 days'`);
    await service.runTask('clean-up');
    expect(await service.sql('select given_up_at is not null as up, last_error from tenant_jobs')).toEqual([
      { up: true, last_error: 'It waited for seven days' },
    ]);
  });
});

describe('jobs of a suspended organization', () => {
  const suspended = (at: 'now()' | 'null') =>
    service.sql(`update tenants set suspended_at = ${at} where id = $1`, [ours]);
  const due = async () => {
    const rows = await service.sql<{ number: number }>(
      'select count(*)::int as number from tenant_jobs where due_at <= now() and lease is null and org_id = $1',
      [ours],
    );
    return rows[0]?.number;
  };
  const all = () => service.sql('select id, due_at, attempts, lease from tenant_jobs order by due_at, id');

  test('are set aside by the claims that meet them, and come back with their times in their order', async () => {
    await add(ours, 1_200, { address: 'a.example' });
    await add(ours, 3, { address: 'b.example', kind: 'mail' });
    const before = await all();
    await suspended('now()');
    await add(theirs, 1);
    const met = await claim(32);
    const stopped = met.filter(({ isStopped }) => isStopped);
    expect([numberOf(stopped, ours), stopped.length, met.length]).toEqual([4, 4, 5]);
    expect(await setAside(pool, 'call', stopped)).toEqual([]);
    expect(await due()).toBe(203);
    await setAside(pool, 'call', await claim(32));
    await setAside(pool, 'mail', await claim(32, [], 'mail'));
    expect(await due()).toBe(0);
    expect([await claim(32), await claim(32, [], 'mail')]).toEqual([[], []]);
    const calls = (await readQueue(pool)).queues.find((queue) => queue.class === 'call');
    expect(calls).toMatchObject({ ready: 1, scheduled: 1_200 });

    await service.sql('delete from tenant_jobs where org_id = $1', [theirs]);
    await suspended('null');
    let blocks = 0;
    for (let last: string | undefined = '0'; last !== undefined; last = await bringBack(pool, ours, last))
      blocks++;
    // Blocks of 1,000, and one that finds nothing.
    expect(blocks).toBe(3);
    expect(await all()).toEqual(before);
  });

  test('are not given up by the clean-up after seven days, also not when they come back', async () => {
    await add(ours, 2);
    await suspended('now()');
    await setAside(pool, 'call', await claim(32));
    await service.sql(`update tenant_jobs set created_at = now() - interval '8 days'`);
    await removeOldRows(pool);
    await suspended('null');
    for (let last: string | undefined = '0'; last !== undefined; last = await bringBack(pool, ours, last));
    await removeOldRows(pool);
    expect(await service.sql('select given_up_at, due_at < now() as due from tenant_jobs')).toEqual([
      { given_up_at: null, due: true },
      { given_up_at: null, due: true },
    ]);
  });

  test('run if it is resumed between the claim and the look at it', async () => {
    await add(ours, 2);
    await suspended('now()');
    const met = await claim(32);
    await suspended('null');
    expect(met.map(({ isStopped }) => isStopped)).toEqual([true, true]);
    expect(await setAside(pool, 'call', met)).toEqual(met);
    expect(await service.sql('select distinct attempts, due_at < now() as due from tenant_jobs')).toEqual([
      { attempts: 1, due: true },
    ]);
  });

  test('leave a job alone that another node runs', async () => {
    await add(ours, 6);
    const theirJobs = await claim(32);
    await suspended('now()');
    await setAside(pool, 'call', await claim(32));
    expect(
      await service.sql('select count(*)::int as number from tenant_jobs where lease is not null'),
    ).toEqual([{ number: theirJobs.length }]);
    await suspended('null');
  });
});
