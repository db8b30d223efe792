import type { ClientBase, Pool } from 'pg';

type Client = Pick<Pool | ClientBase, 'query'>;

/** Tells whether a restore is under way: the database was restored, and the operator has not opened it yet. */
export async function isClosedForRestore(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ closed: boolean }>(closed);
  return rows[0]?.closed === true;
}

const closed = `select exists (select from restores where coalesce(opens_at, 'infinity') > now()) as closed`;
