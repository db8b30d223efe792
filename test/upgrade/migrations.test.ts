// Gates for every migration since the commit in test/upgrade/from (docs/decisions/0082).
import { MikroORM } from '@mikro-orm/postgresql';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import { migratingOptions } from '../../mikro-orm.config.ts';
import { openDatabase } from '../../src/database/open.ts';
import { earlierFile } from '../support/earlier-release.ts';
import { emptyDatabase } from '../support/process.ts';
import { connected, findingsOf } from './findings.ts';
import { fillTables } from './rows.ts';

/**
 * Findings that are right all the same, as `<migration> <rule> <what>`. Each line says why nodes of the release before lose nothing
 * and wait for nothing.
 */
const exempt: readonly string[] = [
  // No statement has `on conflict (token_hash)`, and the hash alone was unique before.
  ...['scim_tokens', 'invitations', 'wrapped_secrets', 'mailed_links'].flatMap((table) => [
    `0081_tenants_in_keys removes CREATE UNIQUE INDEX ON public.${table} USING btree (token_hash) `,
    `0081_tenants_in_keys refuses CREATE UNIQUE INDEX ON public.${table} USING btree (token_hash, org_id) `,
  ]),
  // The same columns in another order. No statement has `on conflict` with them.
  '0085_indexes_of_keys removes CREATE UNIQUE INDEX ON public.oidc_artifacts USING btree (org_id, model, alias_hash) ',
  '0085_indexes_of_keys refuses CREATE UNIQUE INDEX ON public.oidc_artifacts USING btree (alias_hash, org_id, model) ',
  // These write only rows of names that are not ASCII, and an interrupted run may run again. They follow the indexes because all
  // transactions that made names without keys have ended then.
  '0098_indexes_of_names is not concurrent \nupdate groups g set is_double',
  '0098_indexes_of_names is not concurrent \ninsert into sign_in_names ',
  // Each of these locks or changes one table, in a transaction of its own. The rows are names that were lost before the triggers, so few.
  '0104_indexes_of_doubles is not concurrent \ncreate or replace trigger sign_in_names_gone ',
  '0104_indexes_of_doubles is not concurrent \nupdate groups g set is_double',
  '0104_indexes_of_doubles is not concurrent \ninsert into sign_in_names ',
  // A node of the release before answers GROUP_EXISTS for a second spelling of a name, as it does for another letter case.
  '0098_indexes_of_names refuses CREATE UNIQUE INDEX ON public.groups USING btree (org_id, name_key((name)::text)) ',
];

const names: string[] = [...earlierFile('migrations/index.ts').matchAll(/name: '(\d{4}_\w+)'/g)].map(
  ([, name = '']) => name,
);
const later = migrations.filter(({ name }) => !names.includes(name));

/** The superuser of the same database: only it can leave triggers and foreign keys out. */
function superuserOf(url: string): string {
  const superuser = new URL(inject('server').superuser);
  superuser.pathname = new URL(url).pathname;
  return superuser.href;
}

describe('the migrations since the release before', () => {
  test('still contain all of that release', () =>
    expect(names.filter((name) => !migrations.some((one) => one.name === name))).toEqual([]));

  test('rewrite no large table, read none under a lock, and remove nothing that the release before reads', {
    timeout: 60_000,
  }, async () => {
    const { env } = await emptyDatabase();
    const url = env.MIGRATION_DATABASE_URL;
    const options = await migratingOptions(url);
    const orm = await MikroORM.init({
      ...options,
      migrations: { ...options.migrations, silent: true },
      logger: () => undefined,
    });
    onTestFinished(() => orm.close(true));
    await orm.migrator.up({ to: names.at(-1) ?? '' });
    const database = await openDatabase(url, 5);
    await database.orm.em.getConnection().execute('select maintain_partitions()');
    await database.close();
    const client = await connected(url);
    const filled = await fillTables(await connected(superuserOf(url)));
    expect(filled).toEqual(
      expect.arrayContaining(['users', 'identities', 'credentials', 'events', 'audit_logs']),
    );
    const found: string[] = [];
    for (const { name, class: made } of later) {
      const migration = new made(orm.em.getDriver(), orm.config);
      for (const { rule, what, sentence } of await findingsOf(client, migration))
        found.push(`${name} ${rule} ${what} (${sentence})`);
    }
    expect(found.filter((one) => !exempt.some((line) => one.startsWith(line)))).toEqual([]);
  });
});
