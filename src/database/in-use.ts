import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { APPLICATION } from './login-roles.ts';

/** A backend whose client has just gone is listed until its statement ends. */
const looks = 50;
const lookEveryMs = 100;

/**
 * Call it before this process connects as the service.
 * @throws while a process of the service is connected to the database. Every role sees the names of applications
 */
export async function refuseInUse(connectionString: string): Promise<void> {
  const client = new Client({ connectionString, application_name: 'keyward-alone' });
  client.on('error', () => {}); // a lost connection fails the statement that runs
  await client.connect();
  try {
    for (let look = 0; look < looks; look++) {
      const { rowCount } = await client.query(
        'select from pg_stat_activity where datname = current_database() and application_name = $1',
        [APPLICATION],
      );
      if (!rowCount) return;
      await pause(lookEveryMs);
    }
    throw new Error('nodes are connected to the database: stop every node first');
  } finally {
    await client.end().catch(() => {});
  }
}
