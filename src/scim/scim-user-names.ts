import { Failure } from '../failure.ts';
import { signInKey } from '../lib/name-key.ts';
import { ownValue } from '../lib/object.ts';
import { refusalOfUserName } from '../lib/user-name.ts';
import type { ScimResource } from './protocol/resource.ts';

/**
 * Rejects a user name that no user may get (RFC 7644 section 5). Users keep names that they have.
 * @param before the user name that the user has
 * @throws {Failure} SCIM_VALUE_INVALID
 */
export function requireScimUserName(username: string | null, before?: string): void {
  const refusal = username !== null && username !== before ? refusalOfUserName(username) : undefined;
  if (refusal !== undefined) throw new Failure('SCIM_VALUE_INVALID', { detail: `userName ${refusal}` });
}

/** Tells whether a directory knows an address, in any spelling, as one of the user. */
export const hasAddress = ({ emails }: ScimResource, address: string): boolean =>
  Array.isArray(emails) &&
  emails.some((each) => {
    const value: unknown = ownValue(each, 'value');
    return typeof value === 'string' && signInKey(value) === signInKey(address);
  });
