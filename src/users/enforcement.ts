import type { Shared, Sql } from '../lib/sql.ts';
import type { Tx } from '../platform/tx.ts';

/** A connection that users with an address of its domains must sign in by. */
export interface EnforcedConnection {
  id: string;
  name: string;
}

/** How a user must sign in. */
export interface UserEnforcement {
  /** A user with addresses of several domains may have several. The first is that of the e-mail address. */
  connections: readonly [EnforcedConnection, ...EnforcedConnection[]];
  /** An owner may also sign in with two factors of Keyward. */
  isOwner: boolean;
}

/**
 * The questions of the rooms of sign-in about connections to identity providers. `src/wiring.ts` fills this
 * object. `ofUser` and `ofAddress` return undefined if no connection is enforced.
 */
export interface Enforcement {
  /** A column of a statement, for a tenant: whether it enforces a connection at all. */
  readonly column: (orgId: Shared) => Sql;
  /** If the caller has locked the user, the answer holds until the transaction ends. */
  readonly ofUser: (tx: Tx, userId: string) => Promise<UserEnforcement | undefined>;
  /** A connection that signs users in. It need not be enforced. */
  readonly named: (tx: Tx, connectionId: string) => Promise<EnforcedConnection | undefined>;
  /** For an address that no user has yet. It says nothing of users. */
  readonly ofAddress: (tx: Tx, address: string) => Promise<EnforcedConnection | undefined>;
  /**
   * Tells whether a connection signs users in. If it does, a request that disables it and ends its logins waits until the
   * transaction ends. So it finds the login of this transaction.
   */
  readonly holdOpen: (tx: Tx, connectionId: string) => Promise<boolean>;
}
