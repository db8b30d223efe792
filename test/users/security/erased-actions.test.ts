import { expect, onTestFinished } from 'vitest';
import { eraseActions } from '../../../src/workers/erase-actions.ts';
import { anIdentity } from '../../support/builders.ts';
import { besides } from '../../support/second-factors.ts';
import { startTestService, test } from '../../support/service.ts';
import { aUserCaller } from '../../support/user-caller.ts';

test('a deleted user is erased from the rows of changes that the user made, in both tenants', async () => {
  const service = await startTestService();
  onTestFinished(() => service.stop());
  const beside = await besides(service);
  onTestFinished(() => beside.close());
  const { ours, oursTest, sql, runTask } = service;
  const name = 'Ada Canary';
  const user = await aUserCaller(service, { roles: ['ADMIN'], displayName: name });
  const other = await aUserCaller(service, { roles: ['ADMIN'], displayName: 'Grace Kept' });
  const tenants = [ours, oursTest];
  for (const { orgId } of tenants) for (const { in: at } of [user, other]) await anIdentity(at(orgId));
  // As many rows as one statement does not erase, some of them of one time.
  await sql(
    `with made as (
       insert into audit_logs (org_id, id, created_at, action, actor_type, actor_id, target_type, target_id, result,
                               personal_hash)
       select $1, 'aud_' || lpad(n::text, 26, '0'), now() - n / 2 * interval '1 ms', 'identity.update', 'USER', $2,
              'identity', null, 'SUCCESS', '\\x00' from generate_series(1, 2300) n
       returning org_id, id, created_at)
     insert into audit_personal (org_id, audit_id, created_at, salt, content)
     select org_id, id, created_at, '\\x00', $3 from made`,
    [oursTest.orgId, user.userId, JSON.stringify({ actorName: name })],
  );
  await sql(`delete from tenant_jobs where task = 'erase-actions'`);
  expect((await ours.call('deleteUser', { path: { userId: user.userId } })).status).toBe(200);
  const jobs = await sql<{ payload: { orgId: string; userId: string } }>(
    `delete from tenant_jobs where task = 'erase-actions' returning payload`,
  );
  expect(jobs.map(({ payload }) => payload).toSorted((a, b) => a.orgId.localeCompare(b.orgId))).toEqual(
    tenants
      .map(({ orgId }) => ({ orgId, userId: user.userId }))
      .toSorted((a, b) => (a.orgId ?? '').localeCompare(b.orgId ?? '')),
  );
  for (const { payload } of jobs) await eraseActions(beside, payload);
  const left = await sql(
    `select a.org_id, a.action, p.content from audit_logs a
       join audit_personal p on p.org_id = a.org_id and p.audit_id = a.id and p.created_at = a.created_at
      where a.actor_id = $1`,
    [user.userId],
  );
  expect(left).toEqual([]);
  expect(await sql('select 1 from audit_personal where content like $1', [`%${name}%`])).toEqual([]);
  const kept = await sql('select 1 from audit_personal where content like $1', ['%Grace Kept%']);
  expect(kept.length).toBeGreaterThanOrEqual(tenants.length);
  // The rows that this test made have no hash that fits.
  await sql(
    `alter table audit_logs disable trigger all; delete from audit_logs where personal_hash = '\\x00';
     alter table audit_logs enable trigger all; delete from audit_unsealed u
      where not exists (select from audit_logs a where a.id = u.audit_id)`,
  );
  await runTask('seal-audit');
  for (const client of tenants)
    expect((await client.call('getAuditIntegrity', { query: {} })).body).toMatchObject({
      valid: true,
      faults: [],
    });
  const { body } = await oursTest.call('listAuditLogs', { query: { actorId: user.userId } });
  expect(body.data[0]).toMatchObject({ erased: true, actor: { type: 'USER', id: user.userId, name: null } });
});
