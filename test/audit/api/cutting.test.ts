import { describe, expect } from 'vitest';
import { manyAuditRows, partitionOfThePast } from '../../support/audit.ts';
import { test } from '../../support/service.ts';

describe('the seals that are cut', () => {
  test('are removed by the next run after a failed one, and tenants take turns', async ({ service }) => {
    const { ours, theirs, sql, runTask } = service;
    const tenants = [String(ours.orgId), String(theirs.orgId)];
    await partitionOfThePast(service);
    for (const orgId of tenants) await manyAuditRows(service, orgId, 3, { daysAgo: 465 });
    await runTask('seal-audit');
    const cutAndLeft = () =>
      sql<{ cut: number; left: number }>(
        `select cut_sequence::int as cut, (select count(*)::int from audit_seals s where s.org_id = c.org_id) as left
           from audit_chains c where org_id = any ($1)`,
        [tenants],
      );

    await sql('alter function remove_cut_seals(text, integer) rename to remove_some');
    await expect(runTask('cut-audit')).rejects.toThrow('2 failures');
    expect(await cutAndLeft()).toEqual([
      { cut: 3, left: 3 },
      { cut: 3, left: 3 },
    ]);

    // One seal in a turn.
    await sql(`create table turns (at serial, tenant text);
      create function remove_cut_seals(of text, most integer) returns integer security definer
        begin atomic insert into turns (tenant) values (of); select remove_some(of, 1); end`);
    await runTask('cut-audit');
    expect(await cutAndLeft()).toEqual([
      { cut: 3, left: 0 },
      { cut: 3, left: 0 },
    ]);
    const turns = await sql<{ tenant: string }>('select tenant from turns order by at');
    const [first, second] = turns.map(({ tenant }) => tenant);
    expect(new Set([first, second])).toEqual(new Set(tenants));
    expect(turns.map(({ tenant }) => tenant)).toEqual(
      Array.from({ length: 4 }, () => [first, second]).flat(),
    );
  });
});
