import type { ClientBase, QueryResult } from 'pg';
import { unusable } from './unusable.ts';

const limitMs = 10_000;

/**
 * Checks that each connection has a session of its own. A pooler in transaction mode runs each transaction in any session that is
 * free. `LISTEN`, advisory locks and settings of the session would then be lost without an error.
 *
 * The caller goes on with both connections. They are open for what a start needs anyway, because each connection costs a start 3 to 4 ms.
 * @param second is in no transaction
 * @param setting leads to the database
 * @throws with a sentence when two connections share a session, or when one connection changes its session
 */
export async function requireSessions(first: ClientBase, second: ClientBase, setting: string): Promise<void> {
  const ask = (client: ClientBase, text: string): Promise<QueryResult<{ pid: number }>> => {
    const asked = { text, query_timeout: limitMs };
    return client.query(asked);
  };
  const sessionOf = async (client: ClientBase): Promise<number | undefined> =>
    (await ask(client, 'select pg_backend_pid() as pid')).rows[0]?.pid;
  try {
    const session = await sessionOf(first);
    // A pooler that takes its sessions in turns gives another one now.
    let isKept = session === (await sessionOf(first));
    await ask(second, 'begin read only');
    // A pooler that takes the session used last gives this one to both.
    isKept &&= session !== (await sessionOf(second));
    isKept &&= session === (await sessionOf(first));
    await ask(second, 'rollback');
    if (isKept) return;
  } catch (error) {
    throw unusable(setting, error);
  }
  throw unusable(
    setting,
    new Error(
      'a pooler gives each transaction another session. Set it to session pooling (PgBouncer: pool_mode = session), or connect to the server itself',
    ),
  );
}
