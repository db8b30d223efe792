import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { verifyAuditExport } from '../../../clients/typescript/src/index.ts';
import type { Database } from '../../../src/database/open.ts';
import { createVault } from '../../../src/platform/vault.ts';
import { resealSecrets } from '../../../src/workers/reseal-secrets.ts';
import { sealAudit } from '../../../src/workers/seal-audit.ts';
import { aCredential } from '../../support/builders.ts';
import { type Client, createClient } from '../../support/client.ts';
import { testMasterKey } from '../../support/master-key.ts';
import { test } from '../../support/scim-database.ts';
import type { TestService } from '../../support/service.ts';

const old = Buffer.from(testMasterKey, 'base64');
const idOf = (key: Buffer): string => createVault([key]).keyIds[0] ?? '';

interface Key {
  id: string;
  sealedBy: string;
}

const keysOf = ({ sql, ours }: TestService): Promise<Key[]> =>
  sql<Key>(
    `select id, encode(substring(private_key from 2 for 4), 'hex') as "sealedBy" from audit_keys where org_id = $1
      order by created_at desc, id`,
    [ours.orgId],
  );

/** Writes rows, and seals them when a checkpoint is due. */
async function sealed(service: TestService, database: Database, masterKey: Buffer): Promise<void> {
  await aCredential(service.ours);
  await service.sql('update audit_chains set checkpoint_at = null');
  await sealAudit(database, createVault([masterKey]));
}

/** Returns the verdict of the API on the whole chain. */
async function integrityOf(client: Client) {
  const faults: unknown[] = [];
  for (let next: number | null = 1; ; ) {
    const { status, body } = await client.call('getAuditIntegrity', { query: { fromSequence: next } });
    if (status !== 200) return { status };
    faults.push(...body.faults);
    next = body.nextSequence;
    if (next === null)
      return {
        status,
        faults,
        keyIds: body.keyIds as string[],
        signedBy: body.lastCheckpoint.keyId as string,
      };
  }
}

test('a lost audit key is replaced once, and the chain verifies over both keys', async ({
  service,
  database,
}) => {
  const { ours, sql } = service;
  await sealed(service, database, old);
  const [lost] = await keysOf(service);
  const [{ last } = { last: 0 }] = await sql<{ last: number }>(
    'select max(sequence)::int as last from audit_checkpoints where org_id = $1',
    [ours.orgId],
  );
  const next = randomBytes(32);

  // Missing is not lost. Nothing in the database says that it is.
  const unsealed = sealed(service, database, next);
  await expect(unsealed).rejects.toThrow(AggregateError);
  await sql('delete from master_keys');
  await expect(sealed(service, database, next)).rejects.toThrow(AggregateError);
  expect(await keysOf(service)).toEqual([lost]);

  const env = { MASTER_KEY: next.toString('base64'), LOG_LEVEL: 'fatal' };
  const declared = { ...env, MASTER_KEY_LOST: idOf(old) };
  const nodes = await Promise.all([service.startNode(declared), service.startNode(declared)]);
  for (const node of nodes) await node.stop();
  const keys = await keysOf(service);
  expect(keys).toEqual([
    { id: expect.any(String), sealedBy: idOf(next) },
    { id: lost?.id, sealedBy: idOf(next) },
  ]);
  const keyIds = keys.map(({ id }) => id);
  const rows = await sql<object>(
    `select l.target_id as id, p.content::jsonb ->> 'reason' as reason
       from audit_logs l join audit_personal p on p.org_id = l.org_id and p.audit_id = l.id
      where l.org_id = $1 and l.action = 'audit_key.replace'`,
    [ours.orgId],
  );
  expect(rows).toEqual([{ id: keyIds[0], reason: `MASTER_KEY_LOST: replaces ${lost?.id}` }]);

  await sealed(service, database, next);
  // The declaration was for one start.
  const node = await service.startNode(env);
  const there = createClient(node.origin, ours.key, ours.orgId);
  try {
    expect(await integrityOf(there)).toEqual({ status: 200, faults: [], keyIds, signedBy: keyIds[0] });
    const text = String((await there.call('exportAuditLogs')).body);
    expect(await verifyAuditExport(text, { keyIds })).toMatchObject({ valid: true });
    // With the old key alone, the new key is seen where it begins.
    const before = await verifyAuditExport(text, { keyIds: keyIds.slice(1) });
    expect(before.faults.map(({ kind }) => kind)).toContain('FORGED');
    expect(Math.min(...before.faults.map(({ sequence }) => sequence ?? 0))).toBeGreaterThan(last);
    const after = await verifyAuditExport(text, { keyIds: keyIds.slice(0, 1) });
    expect(after.faults[0]?.sequence).toBeLessThanOrEqual(last);

    // Both keys go on with another master key.
    const third = randomBytes(32);
    const silent = { info: () => undefined, error: () => undefined };
    await resealSecrets(database.pool, createVault([third, next]), silent);
    expect((await keysOf(service)).map(({ sealedBy }) => sealedBy)).toEqual([idOf(third), idOf(third)]);
    await sealed(service, database, third);
    await resealSecrets(database.pool, createVault([next, third]), silent);
    expect(await integrityOf(there)).toMatchObject({ faults: [], signedBy: keyIds[0] });

    await expectNoForgery(service, database, there, next);
  } finally {
    await node.stop();
  }
});

/** Tries the forgeries that are possible with the database alone. */
async function expectNoForgery(
  service: TestService,
  database: Database,
  there: Client,
  masterKey: Buffer,
): Promise<void> {
  const { sql, ours } = service;
  const [newest, retired] = await keysOf(service);
  await sql('create table kept_keys as table audit_keys');
  const attempts = [
    // Another key beside them, sealed as the retired one is.
    [
      `insert into audit_keys select org_id, 'forged', public_key, private_key from audit_keys where id = $1`,
      500,
    ],
    // The key that signs is removed, so that another one is made.
    [`delete from audit_keys where id <> $1 and org_id = '${ours.orgId}'`, 200],
    // The key that signs only verifies, so that another one is made.
    [
      `update audit_keys set private_key = (select private_key from audit_keys where id = $1) where id <> $1 and org_id = '${ours.orgId}'`,
      500,
    ],
  ] as const;
  for (const [statement, status] of attempts) {
    await sql(statement, [retired?.id]);
    const present = await keysOf(service);
    await expect(sealed(service, database, masterKey), statement).rejects.toThrow(AggregateError);
    expect(await keysOf(service)).toEqual(present);
    const { faults = ['500'], ...found } = await integrityOf(there);
    expect([found.status, faults.length > 0], statement).toEqual([status, true]);
    await sql('truncate audit_keys; insert into audit_keys select * from kept_keys');
  }
  expect((await keysOf(service))[0]).toEqual(newest);
  await sealed(service, database, masterKey);
}
