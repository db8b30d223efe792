import type { AccessSite } from '../access.ts';
import type { SignIn } from '../entities/sign-in.ts';
import type { Tx } from '../../platform/tx.ts';

/** A way to prove who one is. Each has a page in the `pages/` of its room, and handlers. */
export interface Factor {
  name: string;
  kind: 'first' | 'second';
  /**
   * True for a first factor that itself tells which user signs in. Such a factor is offered beside the field for the
   * name.
   */
  nameless?: true;
  /**
   * Tells whether the factor can be used in this sign-in. For a first factor, the result must not depend on the user,
   * or it would reveal which users exist. For a second factor, it tells whether this user has it, and can use it on
   * pages of this address.
   */
  offered: (tx: Tx, signIn: SignIn, site: FactorSite) => Promise<boolean>;
}

/** Where a factor is proved. */
export interface FactorSite {
  /** Where its pages are: passkeys are for one host. */
  baseUrl: string;
  facts?: AccessSite['facts'];
}

/** Where a task is done. */
export interface TaskSite extends AccessSite {
  baseUrl: string;
}

/** A task that a user must do after the factors and before the login. */
export interface Task {
  /** Returns the names of the pages that do the task. The user chooses one. No name means that the task is not due. */
  choices: (tx: Tx, signIn: SignIn, site: TaskSite) => Promise<string[]>;
  /** Tells whether the user may do it here. If not, the sign-in stops. */
  mayDo?: (tx: Tx, signIn: SignIn, site: AccessSite) => Promise<boolean>;
}
