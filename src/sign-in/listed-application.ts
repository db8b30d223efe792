import type { PageApplication } from '../platform/pages/application.ts';
import type { Tx } from '../platform/tx.ts';

/** An application that a user may open. */
export interface ListedApplication extends PageApplication {
  /** A link, or a form of the account page with the end of its path. */
  opens: { url: string } | { action: string; field: readonly [name: string, value: string] };
}

/** A question to a room for its part of the application list. */
export interface ApplicationQuery {
  orgId: string;
  userId: string;
  /** The pattern of the folded name, for `like`; null lists all. */
  pattern: string | null;
  /** How many it returns at most, by name. */
  most: number;
  /** The public origin of the service. */
  baseUrl: string;
}

/** Lists the active applications of one protocol that a user may open, in one statement. */
export type ApplicationList = (tx: Tx, query: ApplicationQuery) => Promise<ListedApplication[]>;
