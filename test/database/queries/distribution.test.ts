import { describe, expect, test } from 'vitest';
import { type Distribution, type Finding, planDistribution } from '../../../scripts/operate/distribution.ts';
import { databaseCopiedFrom } from '../../support/database-copy.ts';
import { template } from '../../support/global-setup.ts';

const client = databaseCopiedFrom(template);

/** Judges the schema after these statements, and takes the statements back. */
async function after(...statements: string[]): Promise<Distribution> {
  await client().query('begin');
  try {
    for (const statement of statements) await client().query(statement);
    return await planDistribution(client());
  } finally {
    await client().query('rollback');
  }
}

const objects = (findings: readonly Finding[]): string[] =>
  findings.map(({ table, object }) => `${table}: ${object}`);

describe('what Citus would do with the schema', () => {
  test('every table has a place, and what must change is known', async () => {
    const { tables, mustChange } = await planDistribution(client());
    expect(
      tables.filter(({ place }) => place !== 'DISTRIBUTED').map(({ name, place }) => `${name} ${place}`),
    ).toEqual([
      'address_windows LOCAL',
      'browsers REFERENCE',
      'detection_bookmarks LOCAL',
      'master_keys LOCAL',
      'migrations LOCAL',
      'operator_audit LOCAL',
      'operator_keys LOCAL',
      'partition_plans LOCAL',
      'request_windows LOCAL',
      'restores REFERENCE',
      'tenants REFERENCE',
      'usage_progress LOCAL',
    ]);
    // A line that comes here makes it harder to spread tenants over servers. docs/scaling.md says what each needs.
    expect(objects(mustChange)).toEqual([
      'credentials: unique index credentials_previous_secret',
      'credentials: unique index credentials_secret',
      'events: trigger events_owe_deliveries',
      'federation_connections: unique index federation_connections_id_key',
      'federation_domains: unique index federation_domains_verified',
      'federation_setup_links: foreign key federation_setup_links_org_id_connection_id_fkey',
      'tenants: trigger tenants_erased_in_time',
      'tenants: trigger tenants_ids_never_return',
      'tenants: trigger tenants_note_change',
      'tenants: trigger tenants_removed_when_erased',
    ]);
  });

  test('a new table without org_id needs a place', () =>
    expect(after('create table colours (id text primary key)')).rejects.toThrow(
      'The table colours has no org_id.',
    ));

  test.for([
    ['alter table users add constraint one_picture unique (picture)', 'users: unique index one_picture'],
    [
      'create unique index of_lower on users (org_id, lower(picture)); create unique index other on users (lower(org_id))',
      'users: unique index other',
    ],
    [
      'alter table users add foreign key (picture) references master_keys (key_id)',
      'users: foreign key users_picture_fkey',
    ],
    [
      'alter table tenants add column first text; alter table tenants add foreign key (id, first) references users (org_id, id)',
      'tenants: foreign key tenants_id_first_fkey',
    ],
    [
      'create table things (org_id text not null, id text, primary key (org_id, id))',
      'things: column org_id',
    ],
    [
      'create table things (org_id text collate "C" not null, id serial, primary key (org_id, id))',
      'things: sequence things_id_seq',
    ],
    ['create unlogged table things (org_id text collate "C" not null)', 'things: table'],
    [
      `create function noting() returns trigger language plpgsql as $$ begin insert into master_keys values (new.id, ''); return null; end $$;
       create trigger note after insert on users for each row execute function noting()`,
      'users: trigger note',
    ],
  ] as const)('%s', async ([statement, found]) => {
    expect(objects((await after(statement)).mustChange)).toContain(found);
  });
});
