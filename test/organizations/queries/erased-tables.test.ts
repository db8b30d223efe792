import { describe, expect } from 'vitest';
import { erasedTables, sharedTables } from '../../../src/organizations/erased-tables.ts';
import { test } from '../../support/scim-database.ts';

describe('the list of tables', () => {
  test('has every table with rows of a tenant, and the others are known', async ({ service }) => {
    const tables = await service.sql<{ name: string; ofTenant: boolean }>(
      `select t.table_name as name,
              exists (select from information_schema.columns c where c.table_schema = 'public' and c.table_name = t.table_name
                         and c.column_name = 'org_id' and t.table_name <> 'erased_organizations') as "ofTenant"
         from information_schema.tables t
        where t.table_schema = 'public' and t.table_type = 'BASE TABLE'
          and not exists (select from pg_inherits i where i.inhrelid = ('public.' || t.table_name)::regclass)`,
    );
    const named = (ofTenant: boolean): string[] =>
      tables
        .filter((table) => table.ofTenant === ofTenant)
        .map(({ name }) => name)
        .toSorted();
    expect([...erasedTables].toSorted()).toEqual(named(true));
    expect([...sharedTables].toSorted()).toEqual(named(false));
  });

  test('has a table before those that its rows refer to, and an index finds the rows of a tenant in each', async ({
    service,
  }) => {
    const references = await service.sql<{ from: string; to: string }>(
      `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
        where contype = 'f' and conparentid = 0 and conrelid <> confrelid`,
    );
    const place = (table: string): number => (erasedTables as readonly string[]).indexOf(table);
    expect(references.length).toBeGreaterThan(80);
    expect(references.filter(({ from, to }) => place(to) !== -1 && place(from) > place(to))).toEqual([]);
    const indexed = await service.sql<{ name: string }>(
      `select distinct i.indrelid::regclass::text as name
         from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
         join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
        where a.attname = 'org_id' and i.indpred is null and m.amname = 'btree'`,
    );
    const names = new Set(indexed.map(({ name }) => name));
    expect(erasedTables.filter((table) => !names.has(table))).toEqual([]);
  });
});
