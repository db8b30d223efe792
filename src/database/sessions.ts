import type { Servers } from './servers.ts';
import { unusable } from './unusable.ts';

/**
 * Checks that each connection has a session of its own. A pooler in transaction mode runs each transaction in any session that is
 * free. `LISTEN`, advisory locks and settings of the session would then be lost without an error.
 *
 * @param setting leads to the database
 * @throws with a sentence when two connections share a session, or when one connection changes its session
 */
export async function requireSessions(servers: Servers, setting: string): Promise<void> {
  const Client = servers.client();
  const options = { connectionTimeoutMillis: 10_000, query_timeout: 10_000 };
  const [first, second] = [new Client(options), new Client(options)];
  const sessionOf = async (client: typeof first): Promise<number | undefined> =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  try {
    for (const client of [first, second]) {
      client.on('error', () => {}); // a lost connection fails the statement that runs; it must not end the process
      await client.connect();
    }
    const session = await sessionOf(first);
    // A pooler that takes its sessions in turns gives another one now.
    let isKept = session === (await sessionOf(first));
    await second.query('begin read only');
    // A pooler that takes the session used last gives this one to both.
    isKept &&= session !== (await sessionOf(second));
    isKept &&= session === (await sessionOf(first));
    if (isKept) return;
  } catch (error) {
    throw unusable(setting, error);
  } finally {
    for (const client of [first, second]) void client.end().catch(() => {});
  }
  throw unusable(
    setting,
    new Error(
      'a pooler gives each transaction another session. Set it to session pooling (PgBouncer: pool_mode = session), or connect to the server itself',
    ),
  );
}
