import { isSealed } from '../platform/master-keys.ts';
import { APPLICATION } from './login-roles.ts';
import { openServers } from './servers.ts';

/** Tells whether the migrated database at this address holds something that a master key sealed. */
export async function holdsSealed(databaseUrl: string): Promise<boolean> {
  const Client = openServers(databaseUrl).client();
  const client = new Client({ application_name: APPLICATION });
  client.on('error', () => {}); // a lost connection fails the statement that runs; it must not end the process
  await client.connect();
  try {
    return await isSealed(client);
  } finally {
    await client.end().catch(() => {});
  }
}
