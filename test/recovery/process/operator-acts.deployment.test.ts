// An organization was closed and erased after the backup. Only the audit of operators knows of it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/database/open.ts';
import { createOrganization, describeOrganization } from '../../../src/organizations/creation.ts';
import { markRestored } from '../../../src/recovery/marking.ts';
import { eraseClosedOrganizations } from '../../../src/workers/erase-organizations.ts';
import { testMasterKey } from '../../support/master-key.ts';
import { copiedDatabase, migratedDatabase, program, type TestDatabase } from '../../support/process.ts';
import { vault } from '../../support/second-factors.ts';

async function ownerOf({ env }: TestDatabase) {
  const owner = await openDatabase(env.MIGRATION_DATABASE_URL, 2);
  onTestFinished(() => owner.close());
  return owner;
}

const silent = { info: () => undefined };

test('a restored server erases again what was erased, by the output of make operator-audit', {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-acts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const lost = await migratedDatabase();
  const first = await openDatabase(lost.env.MIGRATION_DATABASE_URL, 2);
  const [erased, kept, resumed] = [
    describeOrganization('Erased'),
    describeOrganization('Kept'),
    describeOrganization('Resumed'),
  ];
  for (const organization of [erased, kept, resumed])
    await createOrganization(first.orm, organization, { onlyIfFirst: false, announce: () => undefined });
  await first.close();
  const backup = await copiedDatabase(lost);
  // It was closed at the backup, and resumed later. Since then, the time of its grace has passed.
  await backup.sql(
    `update tenants set suspended_at = now() - interval '40 days', erase_at = now() - interval '10 days' where organization_id = $1`,
    [resumed.live.orgId],
  );

  await lost.sql(
    `update tenants set suspended_at = now(), erase_at = now() - interval '1 minute' where organization_id = $1`,
    [erased.live.orgId],
  );
  await eraseClosedOrganizations(await ownerOf(lost), silent);
  const audit = program('scripts/operator-keys.ts', { ...lost.env, MASTER_KEY: testMasterKey }, 'audit');
  expect(await audit.ended, audit.printed()).toBe(0);
  const printed = audit.printed();
  expect(printed.trim().split('\n')).toHaveLength(1);

  const restored = await ownerOf(backup);
  await markRestored({ ...restored, vault });
  const command = async (path: string, more: Record<string, string> = {}) => {
    const { ended, printed: said } = program(path, { ...backup.env, MASTER_KEY: testMasterKey, ...more });
    return { code: await ended, said: said() };
  };
  const reconciled = async (text: string, more: Record<string, string> = {}) => {
    const file = join(folder, 'operators.ndjson');
    writeFileSync(file, text);
    return command('scripts/operate/reconcile.ts', { FILE: file, ...more });
  };
  expect(await reconciled('hello\n')).toMatchObject({
    code: 1,
    said: expect.stringContaining('neither an export of the audit log nor the output of make operator-audit'),
  });
  expect(await reconciled(`${printed}{}\n`)).toMatchObject({
    code: 1,
    said: expect.stringContaining('is no act of an operator'),
  });
  const due = () => backup.sql('select from tenants where erase_at <= now()');
  expect(await due()).toEqual([]);

  // A line alone erases nothing.
  const { id: erasure } = JSON.parse(printed) as { id: string };
  const asked = await reconciled(printed);
  expect(asked).toMatchObject({ code: 1, said: expect.stringContaining(`ACCEPT=${erasure}`) });
  expect(asked.said).toContain(
    `${erased.live.orgId}: organization.erase (${erasure}) waits until you accept it\n`,
  );
  expect(await due()).toEqual([]);

  const done = await reconciled(printed, { ACCEPT: erasure });
  expect(done).toMatchObject({
    code: 0,
    said: expect.stringContaining(
      `${erased.live.orgId}: organization.erase (${erasure}) was applied. It is erased once the service is open\n`,
    ),
  });
  // The other organizations still wait for their exports.
  expect(done.said).toContain('Still to reconcile or to suspend:');
  expect(done.said).toContain(kept.live.orgId);
  const opening = await command('scripts/operate/open.ts');
  expect(opening.code).toBe(1);
  expect(opening.said).not.toContain(erased.live.orgId);
  expect((await command('scripts/operate/reconcile.ts', { SUSPEND: 'rest' })).code).toBe(0);
  expect(await command('scripts/operate/open.ts')).toMatchObject({ code: 0 });

  await eraseClosedOrganizations(restored, silent);
  expect(await backup.sql('select name from tenants group by name order by name')).toEqual([
    { name: 'Kept' },
    { name: 'Resumed' },
  ]);
});
