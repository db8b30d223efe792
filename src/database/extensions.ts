import type { ClientBase } from 'pg';

/** Extensions that the migrations create. With them, searches for a part of a name are index scans. */
export const neededExtensions: readonly string[] = ['pg_trgm', 'btree_gin'];

/**
 * Checks before the migrations whether they can create the extensions they need. The message of Postgres about a
 * missing file does not say what to install.
 *
 * @param needed all of them trusted: who may create objects in the database may create them
 * @throws with a sentence when the server has not got one, or when the role may not create it
 */
export async function requireExtensions(client: ClientBase, needed = neededExtensions): Promise<void> {
  const { rows } = await client.query<Missing>(text, [needed]);
  const absent = rows.filter(({ available }) => !available).map(({ name }) => name);
  if (absent.length > 0) {
    const sentence = `the PostgreSQL server has no extension ${listed(absent)}: install its contrib package (postgresql-contrib; Debian's postgresql-15 and newer contain it).`;
    throw new Error(sentence);
  }
  const [forbidden] = rows.filter(({ allowed }) => !allowed);
  if (!forbidden) return;
  const names = rows.map(({ name }) => name);
  const { role, database } = forbidden;
  const statements = names.map((name) => `create extension ${name};`).join(' ');
  const sentence = `the role ${role} may not create the extension ${listed(names)} in the database ${database}: make it the owner of the database, or run there as a superuser: ${statements}`;
  throw new Error(sentence);
}

interface Missing {
  name: string;
  available: boolean;
  allowed: boolean;
  role: string;
  database: string;
}

const listed = (names: string[]): string => names.join(' and ');

const text = `
select n.name, exists (select from pg_available_extensions a where a.name = n.name) as available,
       has_database_privilege(current_database(), 'create') as allowed,
       current_user as role, current_database() as database
  from unnest($1::text[]) with ordinality as n (name, at)
 where not exists (select from pg_extension e where e.extname = n.name)
 order by n.at`;
