import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { verifyAuditExport } from '../../../clients/typescript/src/index.ts';
import { openAuditEpoch } from '../../../src/audit/audit-epochs.ts';
import { newSecret } from '../../../src/lib/secret.ts';
import { sealAudit } from '../../../src/workers/seal-audit.ts';
import { openDatabase } from '../../../src/database/open.ts';
import { inTransaction } from '../../../src/platform/tenancy.ts';
import { markRestored } from '../../../src/recovery/marking.ts';
import { linesOf, manyAuditRows } from '../../support/audit.ts';
import { aCredential } from '../../support/builders.ts';
import { type Client, createClient } from '../../support/client.ts';
import { testMasterKey } from '../../support/master-key.ts';
import { migratedDatabase, program, service } from '../../support/process.ts';
import { vault } from '../../support/second-factors.ts';

const folder = mkdtempSync(join(tmpdir(), 'keyward-reconcile-'));

/** The tables that a backup of the audit log would have, and the statements that restore them. */
const tables =
  'audit_logs audit_personal audit_seals audit_checkpoints audit_chains audit_unsealed audit_epochs'.split(
    ' ',
  );
const kept = `create schema kept; ${tables.map((name) => `create table kept.${name} as table ${name}`).join(';')}`;
const back = `begin; set local role keyward_owner; alter table audit_logs disable trigger user; reset role;
  ${tables.map((name) => `truncate ${name}; insert into ${name} select * from kept.${name}`).join(';')};
  alter table audit_logs enable trigger user; commit`;

test('an export that ends early needs a confirmation, and none leads to numbers that are given twice', async () => {
  const { env, sql } = await migratedDatabase();
  const live = newSecret('kd_live_');
  const settings = {
    ...env,
    MASTER_KEY: testMasterKey,
    BOOTSTRAP_LIVE_KEY: live,
    BOOTSTRAP_TEST_KEY: newSecret('kd_test_'),
    ROLE: 'api',
  };
  const owner = await openDatabase(env.MIGRATION_DATABASE_URL, 2);
  onTestFinished(() => owner.close());
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const first = await service(settings);
  const ours = createClient(first.origin, live);
  const { orgId } = (await ours.call('getMe')).body as { orgId: string };
  const tenant = { orgId, environment: 'live' } as const;
  const sealed = async (): Promise<void> => {
    await sql('update audit_chains set checkpoint_at = null');
    await sealAudit(owner, vault);
  };
  await manyAuditRows({ sql }, orgId, 1, { daysAgo: 2 });
  const { id } = await aCredential(ours);
  await sealed();
  await sql(kept);

  // After the backup: an earlier restore, by a clock that was ahead. Then a row of yesterday, and a revocation of now.
  const ahead = Date.now() * 1_000;
  await inTransaction(owner.orm, tenant, (tx) => openAuditEpoch(tx, vault, ahead));
  await manyAuditRows({ sql }, orgId, 1, { daysAgo: 1 });
  await sealed();
  expect((await ours.call('revokeCredential', { path: { id } })).status).toBe(200);
  await sealed();
  const exported = async (client: Client, query = {}): Promise<string> =>
    String((await client.call('exportAuditLogs', { query })).body);
  const whole = await exported(ours);
  const cut = await exported(ours, { to: new Date(Date.now() - 3_600_000).toISOString() });
  const keyIds = (await ours.call('getAuditIntegrity')).body.keyIds as string[];
  const last = (await verifyAuditExport(whole, { keyIds })).lastSequence ?? 0;
  expect(last).toBeGreaterThan(ahead);
  first.signal('SIGTERM');
  expect(await first.ended).toBe(0);

  await sql(back);
  await sql(`update credentials set status = 'ACTIVE' where id = $1`, [id]);
  await markRestored({ ...owner, vault });
  const reconciled = async (text: string, more: Record<string, string> = {}) => {
    const file = join(folder, 'audit.ndjson');
    writeFileSync(file, text);
    const { ended, printed } = program('scripts/operate/reconcile.ts', { ...settings, FILE: file, ...more });
    return { code: await ended, said: printed() };
  };
  const outcomes = () => sql('select outcome from restored_tenants where outcome is not null');
  const statusOf = async () =>
    (await sql('select status from credentials where id = $1', [id]))[0]?.['status'];

  const early = await reconciled(cut);
  const [, until = ''] = /set UNTIL=(\S+Z)\.\n/.exec(early.said) ?? [];
  expect([early.code, early.said]).toEqual([1, expect.stringContaining('with to, use one without it')]);
  expect((await reconciled(cut, { UNTIL: new Date().toISOString() })).code).toBe(1);
  expect(await outcomes()).toEqual([]);
  const confirmed = await reconciled(cut, { UNTIL: until });
  expect(confirmed).toMatchObject({ code: 0, said: expect.stringContaining('the audit log goes on with') });
  expect([await outcomes(), await statusOf()]).toEqual([[{ outcome: 'RECONCILED' }], 'ACTIVE']);

  // The whole export is the second one of this tenant.
  const second = await reconciled(whole);
  expect(second).toMatchObject({ code: 0, said: expect.stringContaining('applied credential.revoke: 1') });
  expect(await statusOf()).toBe('REVOKED');

  await sealed();
  await sql('update restores set opens_at = now()');
  const again = await service(settings);
  const across = await exported(createClient(again.origin, live));
  expect(await verifyAuditExport(across, { keyIds })).toMatchObject({ valid: true, faults: [], restores: 2 });
  const numbersOf = (text: string) =>
    linesOf(text).flatMap(({ type, sequence = 0 }) => (type === 'row' ? [sequence] : []));
  const begun = linesOf(across).find(({ type }) => type === 'epoch');
  const after = numbersOf(across).filter((one) => one > Number(begun?.['previousSequence']));
  expect(after.length).toBeGreaterThan(0);
  expect(Math.min(...after)).toBeGreaterThan(last);
});
