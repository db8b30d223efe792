import { expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/database/open.ts';

test('every connection of the service keeps general plans and compiles none, also where the server would', async () => {
  const database = await openDatabase(inject('server').service, 2);
  onTestFinished(() => database.close());
  const { pool, hot, patient, replay, probe } = database;
  for (const one of [pool, hot, patient, replay, probe]) {
    const { rows } = await one.query(
      "select name, setting, source from pg_settings where name in ('jit', 'plan_cache_mode') order by name",
    );
    // The server of the tests has `jit` off, so the source tells that the session has it off, too.
    expect(rows).toEqual([
      { name: 'jit', setting: 'off', source: 'session' },
      { name: 'plan_cache_mode', setting: 'force_generic_plan', source: 'session' },
    ]);
  }
});
