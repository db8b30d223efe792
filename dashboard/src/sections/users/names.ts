import type { User } from '../../generated/types.gen.ts';
import { texts } from '../../texts/users.ts';

/** Returns the name of a user for lists and titles. */
export const nameOf = ({
  displayName,
  firstName,
  lastName,
  email,
  username,
}: Pick<User, 'displayName' | 'firstName' | 'lastName' | 'email' | 'username'>): string =>
  displayName ?? ([firstName, lastName].filter(Boolean).join(' ') || (email ?? (username || texts.unnamed)));

export const sourceOf = (source: string): string => texts.sources[source] ?? source;
