import type { PageApplication } from '../platform/pages/application.ts';
import type { Tx } from '../platform/tx.ts';
import type { SignInTarget } from '../users/sessions/attempts.ts';

/** What a page of a sign-in needs of a higher room. The statement that reads the page reads it, too. */
export interface PageRead {
  /** A column of JSON, for the tenant `:orgId`. */
  column: string;
  /** Has everything that asks for it while the page is made find what was read. */
  note: (tx: Tx, read: unknown) => void;
}

/** How users know the applications of one protocol. */
export interface KnownApplications {
  find: (tx: Tx, of: SignInTarget) => Promise<PageApplication | undefined>;
  /** The same as a column of JSON, for the tenant `:orgId` and the sign-in `opened`; null if there is none. */
  column: string;
}

/** What a statement reads beside a sign-in, for its page. */
export interface PageReads {
  columns: string;
  /** Notes what the row has for the page. @returns the application of the sign-in */
  note: (tx: Tx, row: Readonly<Record<string, unknown>>) => PageApplication | undefined;
}

/** Puts together what rooms need for a page. */
export function pageReads(reads: readonly PageRead[], applications: readonly KnownApplications[]): PageReads {
  const application = `coalesce(${[...applications.map(({ column }) => column), 'null'].join(', ')})`;
  const columns = [
    ...reads.map(({ column }, at) => `${column} as "read${at}"`),
    `${application} as application`,
  ];
  return {
    columns: columns.join(', '),
    note(tx, row) {
      for (const [at, { note }] of reads.entries()) note(tx, row[`read${at}`]);
      return (row['application'] as PageApplication | null) ?? undefined;
    },
  };
}
