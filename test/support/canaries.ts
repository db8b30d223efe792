import { readFileSync } from 'node:fs';
import { inject } from 'vitest';
import type { TestService } from './service.ts';

/**
 * Every table of the database as text. Hashes are bytes, so they show as hex.
 * @param except tables that may contain what is looked for
 */
export async function tablesAsText(
  { sql }: Pick<TestService, 'sql'>,
  except: readonly string[] = [],
): Promise<string> {
  const tables = await sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')
        and tablename <> all ($1::text[])`,
    [except],
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await sql<{ row: string }>(`select t::text as row from ${name} t`);
    texts.push(name, ...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

/** A secret in every form in which it could leak; half of it is a leak already. */
function formsOf(secret: string): string[] {
  const half = secret.length < 16 ? secret : secret.slice(8, 36);
  const bytes = Buffer.from(half);
  return [
    half,
    bytes.toString('hex'),
    Buffer.from(secret).toString('base64').slice(12, 44),
    encodeURIComponent(JSON.stringify(half)).slice(3, -3),
  ].filter((form) => form.length >= 8);
}

/** Where any of the secrets stands, and beside what. */
export const leaksOf = (secrets: Iterable<string>, places: Record<string, string>): string[] =>
  Object.entries(places).flatMap(([place, text]) =>
    [...secrets].flatMap((one) =>
      formsOf(one)
        .filter((form) => text.includes(form))
        .map(
          (form) => `${place}: ${text.slice(Math.max(0, text.indexOf(form) - 80), text.indexOf(form) + 40)}`,
        ),
    ),
  );

/**
 * Returns the log of the test run's database server so far, of this test and others. The text is empty for a
 * server that was given.
 */
export function serverLog(): string {
  const { log } = inject('server');
  return log === undefined ? '' : readFileSync(log, 'utf8');
}
