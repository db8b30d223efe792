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

const silent = { info: () => undefined, warn: () => undefined };

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
  // The act that the backup has. It made a key of an operator.
  const madeAt = '2026-11-01T00:00:00.000Z';
  const before = 'aud_01kahz5v3be4nr7q2m8x9c0d1e';
  await lost.sql(
    `insert into operator_audit (id, at, action, result) values ($1, $2, 'operator_key.create', 'SUCCESS')`,
    [before, madeAt],
  );
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
  const audit = async (...given: string[]) => {
    const { ended, printed: said } = program(
      'scripts/operator-keys.ts',
      { ...lost.env, MASTER_KEY: testMasterKey },
      'audit',
      ...given,
    );
    return { code: await ended, said: said() };
  };
  const linesOf = ({ code, said }: { code: string | number; said: string }): string[] => {
    expect(code, said).toBe(0);
    return said.split('\n').filter((line) => line !== '');
  };
  // An operator did more than the command prints without SINCE.
  await lost.sql(
    `insert into operator_audit (id, at, action, result) select 'aud_' || lpad(i::text, 26, '0'), now(), 'organization.update', 'FAILURE' from generate_series(1, 100) i`,
  );
  const lines = linesOf(await audit('', madeAt));
  const printed = lines.map((line) => `${line}\n`).join('');
  expect(printed.split('\n').filter((line) => line.includes('organization.erase'))).toHaveLength(1);
  const newest = linesOf(await audit());
  expect(newest).toHaveLength(100);
  expect(newest.join('')).not.toContain(erased.live.orgId);
  expect(await audit('', 'yesterday')).toMatchObject({ code: 1, said: expect.stringContaining('SINCE') });

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
    said: expect.stringContaining('is not an act of an operator'),
  });
  const due = () => backup.sql('select from tenants where erase_at <= now()');
  expect(await due()).toEqual([]);

  // A line alone erases nothing.
  const acts = printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; at: string; action: string });
  const erasure = acts.find(({ action }) => action === 'organization.erase')?.id ?? '';
  // An output with a limit begins after the backup, so acts may be missing.
  const short = acts.filter(({ id }) => id !== before);
  const shortText = short.map((act) => `${JSON.stringify(act)}\n`).join('');
  const shortFrom = short.at(-1)?.at ?? '';
  const refused = await reconciled(shortText, { ACCEPT: 'all' });
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining(`UNTIL=${shortFrom}`) });
  expect(refused.said).toContain(`SINCE=${madeAt}`);
  expect((await reconciled(shortText, { UNTIL: shortFrom })).said).toContain(`ACCEPT=${erasure}`);
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
  expect(done.said).not.toContain('Still to read');
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

  // Another restore asks again.
  await markRestored({ ...restored, vault }, 'rst_second');
  const rest = await command('scripts/operate/reconcile.ts', { SUSPEND: 'rest' });
  expect(rest).toMatchObject({ code: 0, said: expect.stringContaining('Still to read: what operators did') });
  expect(await command('scripts/operate/open.ts')).toMatchObject({
    code: 1,
    said: expect.stringContaining('NO_OPERATOR_AUDIT=1'),
  });
  const empty = await reconciled('');
  expect(empty).toMatchObject({ code: 1, said: expect.stringContaining('is empty') });
  expect(await command('scripts/operate/open.ts', { NO_OPERATOR_AUDIT: '1' })).toMatchObject({ code: 0 });
  expect(await backup.sql(`select target_id from operator_audit where action = 'restore.open'`)).toEqual([
    { target_id: 'rst_second' },
  ]);

  // A server without operators is not asked.
  await backup.sql('alter table operator_audit disable trigger all');
  await backup.sql('delete from operator_audit');
  await markRestored({ ...restored, vault }, 'rst_third');
  expect((await command('scripts/operate/reconcile.ts', { SUSPEND: 'rest' })).said).toContain('make open');
  expect(await command('scripts/operate/open.ts')).toMatchObject({ code: 0 });
});
