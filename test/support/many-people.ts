import type { TestService } from './service.ts';

type Database = Pick<TestService, 'sql'>;

/**
 * Inserts users past the API. Their names cannot be guessed, and every twentieth user is suspended. User `n` has the id
 * `personId(n)`, the address md5('en')@example.com and the username md5('un'). User `n` has the names md5('fn'), md5('ln')
 * and md5('dn'), and the externalId md5('xn'). User `n` was created and changed n minutes ago.
 */
export async function manyPeople({ sql }: Database, orgId: string, count: number): Promise<void> {
  await sql(
    `insert into users (org_id, id, status, email, username, first_name, last_name, display_name, external_id,
                        created_at, updated_at)
     select $1, 'usr_' || lpad(n::text, 26, '0'), case when n % 20 = 0 then 'SUSPENDED' else 'ACTIVE' end,
            md5('e' || n) || '@example.com', md5('u' || n), md5('f' || n), md5('l' || n), md5('d' || n), md5('x' || n),
            now() - n * interval '1 minute', now() - n * interval '1 minute'
       from generate_series(1, $2::int) as n`,
    [orgId, count],
  );
}

export const personId = (n: number): string => `usr_${String(n).padStart(26, '0')}`;

/** Runs `load` without the indexes of a table but the unique ones, which are made again from what they were. */
export async function withoutIndexes(
  { sql }: Database,
  table: string,
  load: () => Promise<void>,
): Promise<void> {
  const indexes = await sql<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index where indrelid = $1::regclass and not indisunique`,
    [table],
  );
  for (const { name } of indexes) await sql(`drop index ${name}`);
  await load();
  for (const { definition } of indexes) await sql(definition);
}
