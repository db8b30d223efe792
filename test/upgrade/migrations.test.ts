// Gates for every migration since the commit in test/upgrade/from (docs/decisions/0082).
import { MikroORM } from '@mikro-orm/postgresql';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import { replaced, schema } from '../../migrations/replaced.ts';
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
  // The release before writes clients of administrators alone. Both checks hold for each of them, by the default of the new column.
  '0124_origins_of_clients refuses oidc_clients ',
  '0125_documents_of_clients refuses oidc_clients ',
  // Two names more. The release before writes the others, and reads no row by a name that it does not know.
  '0126_settings_of_strangers refuses auth_configs ',
  // It has no client of a stranger, and writes no identity for one.
  '0133_approved_agents refuses oidc_clients ',
];

const names: string[] = [...earlierFile('migrations/index.ts').matchAll(/name: '(\d{4}_\w+)'/g)].map(
  ([, name = '']) => name,
);
/** `0105_schema` makes nothing in a database that has a schema, so the judge begins behind it. */
const later = migrations.filter(({ name }) => name !== schema && !names.includes(name));
const base = migrations.findLast(({ name }) => name === schema || names.includes(name))?.name ?? '';

/** The superuser of the same database: only it can leave triggers and foreign keys out. */
function superuserOf(url: string): string {
  const superuser = new URL(inject('server').superuser);
  superuser.pathname = new URL(url).pathname;
  return superuser.href;
}

describe('the migrations since the release before', () => {
  test('still contain all of that release', () =>
    expect(
      names.filter((name) => !replaced.includes(name) && !migrations.some((one) => one.name === name)),
    ).toEqual([]));

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
    await orm.migrator.up({ to: base });
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
