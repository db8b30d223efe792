// Measures the bytes that requests leave in the database.
import { randomBytes } from 'node:crypto';
import type { TestService } from './service.ts';

/** The most that a request without a key stores (docs/decisions/0039-what-strangers-may-cost.md). */
export const mostStored = 8 * 1024;

/** Text that no compression shortens. */
export const noise = (length: number): string =>
  randomBytes(length).toString('base64url').slice(0, Math.max(0, length));

/** The bytes of all rows of all tables, as if nothing were compressed, and those of the jobs. */
export async function storedBytes({ sql }: Pick<TestService, 'sql'>): Promise<number> {
  const tables = await sql<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  const sizes = tables.map(
    ({ name }) => `select coalesce(sum(pg_column_size(t.*)), 0)::float8 as bytes from ${name} t`,
  );
  const [row] = await sql<{ bytes: number }>(
    `select sum(bytes) as bytes from (${sizes.join(' union all ')}) as s`,
  );
  return row?.bytes ?? 0;
}
