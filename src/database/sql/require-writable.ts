import type { Pool } from 'pg';

/**
 * Fails with the code 25006 if the server only reads, as a former primary does. The statement raises the error itself, so the
 * pool throws the connection away and the next one may lead to the new primary.
 */
export async function requireWritable(pool: Pool): Promise<void> {
  await pool.query({ name: 'require-writable', text });
}

const text = `do $$ begin
  if current_setting('transaction_read_only')::boolean then
    raise read_only_sql_transaction using message = 'the server only reads';
  end if;
end $$`;
