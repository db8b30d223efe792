import type { EndedLogin, LoginUpstream } from './sessions/sql/logins.ts';
import type { Tx } from '../platform/tx.ts';

/**
 * Why all access of a user ends. After `RECLAIMED` the user goes on, but what was made before the address was proved does not
 * (src/users/directory/reclaiming.ts).
 */
export type UserEnd = 'SUSPENDED' | 'DEPROVISIONED' | 'DELETED' | 'RECLAIMED';

/** The user that the lists below are told of. */
export interface EndedUser {
  orgId: string;
  id: string;
  externalId: string | null;
}

/** A login that its user has ended in the browser. */
export interface SignedOutLogin {
  id: string;
  /** Where the login came from; undefined if the user signed in here. */
  upstream: LoginUpstream | undefined;
}

/**
 * The functions of higher rooms that run when a login or a user ends. `src/wiring.ts` fills the lists.
 * Everything runs in the transaction that ends the login or the user, in the order of the list.
 */
export interface Endings {
  /** Runs when logins have ended, for any reason. */
  readonly onLoginsEnded: readonly ((
    tx: Tx,
    orgId: string,
    logins: readonly EndedLogin[],
  ) => Promise<void>)[];
  /**
   * Runs when another person may know a user's password or hold a factor of the user. It ends what lasts longer than a login
   * (RFC 9700 section 4.14.2).
   */
  readonly onUserAlarmed: readonly ((tx: Tx, user: Omit<EndedUser, 'externalId'>) => Promise<void>)[];
  /**
   * Runs when the access ends that came by a connection to an identity provider. Ends some of what lasts longer than a login.
   * @returns whether there may be more
   */
  readonly onConnectionEnded: readonly ((
    tx: Tx,
    orgId: string,
    some: { connectionId: string; most: number },
  ) => Promise<boolean>)[];
  /** Runs when a user loses all access, after the logins have ended. */
  readonly onUserEnded: readonly ((tx: Tx, user: EndedUser, end: UserEnd) => Promise<void>)[];
  /**
   * Runs when a user has signed out in a browser, after the login has ended. `nextUrl` is where the browser goes then; null
   * for the page that says so.
   * @returns the path that the browser goes to first; undefined if there is nothing to do in the browser
   */
  readonly onSignedOut: (
    tx: Tx,
    orgId: string,
    login: SignedOutLogin,
    nextUrl: string | null,
  ) => Promise<string | undefined>;
  /** Runs when a user is erased, at the end. It erases personal data of the user. */
  readonly onUserErased: readonly ((tx: Tx, user: EndedUser) => Promise<void>)[];
}
