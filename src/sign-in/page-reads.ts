import { type Shared, sql, type Sql } from '../lib/sql.ts';
import type { PageApplication } from '../platform/pages/application.ts';
import type { Tx } from '../platform/tx.ts';
import type { SignInTarget } from '../users/sessions/attempts.ts';

/**
 * A column of a higher room for a page of a sign-in. The statement that reads the page reads the column, too.
 */
export interface PageRead {
  /** A column of JSON, for a tenant. */
  column: (orgId: Shared) => Sql;
  /** Has everything that asks for it while the page is made find what was read. */
  note: (tx: Tx, read: unknown) => void;
}

/** How users know the applications of one protocol. */
export interface KnownApplications {
  find: (tx: Tx, of: SignInTarget) => Promise<PageApplication | undefined>;
  /** The same as a column of JSON, for a tenant and the sign-in `opened`; null if there is none. */
  column: (orgId: Shared) => Sql;
}

/** The columns that a statement reads beside a sign-in, for its page. */
export interface PageReads {
  /** For a tenant. */
  columns: (orgId: Shared) => Sql;
  /** Notes what the row has for the page. @returns the application of the sign-in */
  note: (tx: Tx, row: Readonly<Record<string, unknown>>) => PageApplication | undefined;
}

/** Puts together what rooms need for a page. */
export function pageReads(reads: readonly PageRead[], applications: readonly KnownApplications[]): PageReads {
  const names = reads.map((_read, at) => sql.raw(`"read${at}"`));
  return {
    columns: (orgId) =>
      sql.join([
        ...reads.map(({ column }, at) => sql`${column(orgId)} as ${names[at] ?? sql.empty}`),
        sql`coalesce(${sql.join([...applications.map(({ column }) => column(orgId)), sql`null`])}) as application`,
      ]),
    note(tx, row) {
      for (const [at, { note }] of reads.entries()) note(tx, row[`read${at}`]);
      return (row['application'] as PageApplication | null) ?? undefined;
    },
  };
}
