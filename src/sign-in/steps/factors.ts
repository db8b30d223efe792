import type { EntityManager } from '@mikro-orm/postgresql';
import type { SignIn } from '../entities/sign-in.ts';

/** A way to prove who one is. Each has a page in the `pages/` of its room, and handlers. */
export interface Factor {
  name: string;
  kind: 'first' | 'second';
  /** Of a first factor: that it tells by itself who it is of, and is offered beside the field for the name. */
  nameless?: true;
  /**
   * Whether it can be used in this sign-in. Of a first factor it must not depend on the person, or it would tell who there
   * is; of a second one it says whether this person has it, and can use it on pages of this address.
   */
  offered: (em: EntityManager, signIn: SignIn, baseUrl: string) => Promise<boolean>;
}

/** What must be done once somebody has proved themselves and before they are signed in. */
export interface Task {
  name: string;
  isDue: (em: EntityManager, signIn: SignIn) => Promise<boolean>;
}
