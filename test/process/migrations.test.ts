import { describe, expect, test } from 'vitest';
import { lastCommit, replaced, schema } from '../../migrations/replaced.ts';
import { newSecret } from '../../src/lib/secret.ts';
import { emptyDatabase, program, service } from '../support/process.ts';

describe('MIGRATIONS', { timeout: 60_000 }, () => {
  test('lets a node without the rights of the owner start, once the schema was migrated apart', async () => {
    const { env, sql } = await emptyDatabase();
    const node = {
      DATABASE_URL: env.DATABASE_URL,
      MASTER_KEY: env.MASTER_KEY,
      MIGRATIONS: 'off',
      BOOTSTRAP_LIVE_KEY: newSecret('kd_live_'),
      BOOTSTRAP_TEST_KEY: newSecret('kd_test_'),
    };
    const early = program('src/main.ts', node);
    expect(await early.ended).toBe(1);
    expect(early.printed()).toMatch(
      /\d+ migrations? (is|are) pending and MIGRATIONS is off: run make migrate/,
    );
    expect(await sql("select to_regclass('public.migrations') as found")).toEqual([{ found: null }]);

    const { MASTER_KEY: _unneeded, ...urls } = env;
    const migrating = program('src/main.ts', { ...urls, MIGRATIONS: 'only' });
    expect(await migrating.ended).toBe(0);
    expect(migrating.printed()).toContain('The schema is up to date.');
    // As the commit before left it. Nodes start before the new release has migrated, which would only note that the schema is there.
    await sql('delete from migrations where name = $1', [schema]);

    const { origin } = await service(node);
    // Workers may start a moment later than the port.
    const ready = async (): Promise<number> => (await fetch(`${origin}/health/ready`)).status;
    await expect.poll(ready, { timeout: 20_000 }).toBe(200);
    await sql('insert into migrations (name) values ($1)', [schema]);
    // The rollback to a release before meets migrations that it does not know. Then one that it knows is missing.
    await sql("insert into migrations (name, executed_at) values ('9999_later', now())");
    await sql('delete from migrations where name = any ($1)', [[schema, replaced[0]]]);
    const late = program('src/main.ts', node);
    expect(await late.ended).toBe(1);
    expect(late.printed()).toContain(`git checkout ${lastCommit}`);
  });
});
