// The drill: everything that may come back with a restore is made, backed up, changed, lost, restored and reconciled.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newSecret } from '../../../src/lib/secret.ts';
import { openDatabase } from '../../../src/database/open.ts';
import { markRestored } from '../../../src/recovery/marking.ts';
import { sealAudit } from '../../../src/workers/seal-audit.ts';
import { type Client, createClient } from '../../support/client.ts';
import { comparedChanges } from '../../support/compared-changes.ts';
import { replayedChanges } from '../../support/lost-changes.ts';
import { testMasterKey } from '../../support/master-key.ts';
import { copiedDatabase, migratedDatabase, program, service } from '../../support/process.ts';
import { vault } from '../../support/second-factors.ts';

test('nothing that was taken away after the backup comes back, and what no replay can judge keeps the tenant closed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-fates-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const secrets = {
    MASTER_KEY: testMasterKey,
    BOOTSTRAP_LIVE_KEY: newSecret('kd_live_'),
    BOOTSTRAP_TEST_KEY: newSecret('kd_test_'),
    RATE_LIMIT_PER_MINUTE: '0',
    ROLE: 'api',
  };
  const lost = await migratedDatabase();
  const settings = { ...lost.env, ...secrets };

  // A quiet tenant, and one with everything.
  const first = await service(settings);
  const before = createClient(first.origin, secrets.BOOTSTRAP_LIVE_KEY);
  const made: string[] = [];
  for (const { make } of replayedChanges) made.push(await make(before));
  const compared: string[] = [];
  for (const { make } of comparedChanges) compared.push((await make?.(before)) ?? '');
  /** The actions whose danger is there. */
  const dangers = async (client: Client): Promise<string[]> => {
    const there: string[] = [];
    for (const [at, { action, isBack }] of replayedChanges.entries())
      if (await isBack(client, made[at] ?? '')) there.push(action);
    return there;
  };
  expect(await dangers(before)).toEqual(replayedChanges.map(({ action }) => action));
  first.signal('SIGTERM');
  expect(await first.ended).toBe(0);
  const backup = await copiedDatabase(lost);

  const second = await service(settings);
  const after = createClient(second.origin, secrets.BOOTSTRAP_LIVE_KEY);
  for (const [at, { change }] of replayedChanges.entries()) await change(after, made[at] ?? '');
  for (const [at, { change }] of comparedChanges.entries()) await change(after, compared[at] ?? '');
  const fleeting = { name: 'Fleeting', events: ['anomaly.detected'] };
  const brief = (await after.call('createAlertRule', { body: fleeting })).body as { id: string };
  expect((await after.call('deleteAlertRule', { path: { id: brief.id } })).status).toBe(200);
  const owner = await openDatabase(lost.env.MIGRATION_DATABASE_URL, 2);
  await sealAudit(owner, vault);
  await owner.close();
  const ofTest = createClient(second.origin, secrets.BOOTSTRAP_TEST_KEY);
  const exportOf = async (client: typeof after): Promise<string> =>
    String((await client.call('exportAuditLogs')).body);
  const { keyIds } = (await after.call('getAuditIntegrity')).body as { keyIds: string[] };
  const { orgId: testId } = (await ofTest.call('getMe')).body as { orgId: string };
  const exported = await exportOf(after);
  const quiet = await exportOf(ofTest);
  second.signal('SIGTERM');
  expect(await second.ended).toBe(0);

  const restored = { ...backup.env, ...secrets };
  const marking = await openDatabase(backup.env.MIGRATION_DATABASE_URL, 2);
  await markRestored({ ...marking, vault });
  await marking.close();
  const reconciled = async (text: string, more: Record<string, string> = {}) => {
    const file = join(folder, 'audit.ndjson');
    writeFileSync(file, text);
    const env = { ...restored, FILE: file, KEY_ID: keyIds.join(), ...more };
    const { ended, printed } = program('scripts/operate/reconcile.ts', env);
    return { code: await ended, said: printed() };
  };

  const closed = await reconciled(exported);
  expect(closed.code, closed.said).toBe(1);
  const unjudged = (said: string): number =>
    Number(/stays closed: no replay can judge (\d+) changes/.exec(said)?.[1]);
  expect(unjudged(closed.said)).toBeGreaterThanOrEqual(comparedChanges.length);
  for (const { action } of comparedChanges) expect(closed.said).toContain(`\n    ${action} `);
  // The backup never had this rule.
  expect(closed.said).not.toContain(brief.id);
  // The operator is not asked about changes that the backup has. Their rows had no number yet.
  for (const id of made) if (id.startsWith('pol_')) expect(closed.said).not.toContain(id);
  const outcomes = () => backup.sql('select outcome from restored_tenants where outcome is not null');
  expect(await outcomes()).toEqual([]);
  const some = /ACCEPT=(aud_\w+)/.exec(closed.said)?.[1] ?? '';
  const fewer = await reconciled(exported, { ACCEPT: some });
  expect([fewer.code, unjudged(fewer.said)]).toEqual([1, unjudged(closed.said) - 1]);
  const accepted = await reconciled(exported, { ACCEPT: 'all' });
  expect(accepted, accepted.said).toMatchObject({
    code: 0,
    said: expect.stringContaining('Accepted, as the backup has it:'),
  });
  expect(await outcomes()).toEqual([{ outcome: 'RECONCILED' }]);
  // The same export without an acceptance closes the tenant again.
  expect((await reconciled(exported)).code).toBe(1);
  expect(await outcomes()).toEqual([]);
  expect((await reconciled(exported, { ACCEPT: 'all' })).code).toBe(0);

  // The twin has no sealed row, so its export proves nothing.
  const nothing = await reconciled(quiet);
  expect(nothing).toMatchObject({
    code: 1,
    said: expect.stringContaining(`make reconcile SUSPEND=${testId}`),
  });
  expect(nothing.said).not.toContain('FORGED');

  await backup.sql('update restores set opens_at = now()');
  const again = await service(restored);
  const ours = createClient(again.origin, secrets.BOOTSTRAP_LIVE_KEY);
  expect(await dangers(ours)).toEqual([]);
});
