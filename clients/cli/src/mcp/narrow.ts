// The scopes of a run, and the caller that has them and no others.
import { covers, holds } from '../../../../src/lib/scope.ts';
import { UsageError } from '../failures.ts';
import type { Service } from '../service.ts';

/** The scopes that a run wants. */
export interface WantedScopes {
  /** The scopes of the tools, and those of `--allow`. */
  scopes: readonly string[];
  /** The scopes of `--allow`. */
  allow: readonly string[];
}

/** A caller that can do no more than the tools. */
export interface Narrow {
  scopes: readonly string[];
  /** A sentence about the caller, for the log of the client. */
  about: string;
  /** A hint beside refusals because of the bounds of the caller. */
  hint?: string;
  /** The profile of the user, if the caller is one. */
  profile?: string | undefined;
  /** Returns the service for the next call. */
  service: () => Promise<Pick<Service, 'call'>>;
  /** Ends the caller. Returns whether it has no rights any more. */
  end: () => Promise<boolean>;
}

/**
 * Returns the wanted scopes that a caller has, and whether it has others.
 * @param whose the key or the sign-in, at the start of a sentence
 * @throws {UsageError} if it lacks a scope of `--allow`, or has none of the scopes
 */
export function fitting(
  held: readonly string[],
  { scopes, allow }: WantedScopes,
  whose: string,
): { scopes: string[]; hasMore: boolean } {
  const lacking = allow.filter((scope) => !holds(held, scope));
  if (lacking.length > 0)
    throw new UsageError(`${whose} does not have ${lacking.join(', ')}, so --allow cannot give it.`);
  const found = scopes.filter((scope) => holds(held, scope));
  if (found.length === 0)
    throw new UsageError(`${whose} has none of the scopes of the tools. --family chooses other tools.`);
  return { scopes: found, hasMore: !held.every((scope) => found.some((one) => covers(one, scope))) };
}
