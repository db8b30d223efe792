import type { User } from './entities/user.ts';
import type { FieldChange } from '../../platform/events.ts';
import { invalid } from '../../failure.ts';
import {
  addressOf,
  type FormedValue,
  formedValues,
  type PostalAddress,
  refusalOfProfileValue,
} from '../../lib/profile-values.ts';

type Profile = Partial<Record<FormedValue, string | null>> & {
  phoneNumberVerified?: boolean;
  address?: PostalAddress | null;
};

/**
 * Judges what a request says of a person's profile (OpenID Connect Core section 5.1).
 * @returns the address without empty members; nothing where the request names no address
 * @throws {Failure} VALIDATION_ERROR, naming the field and an example
 */
export function profileOf(said: Profile): { address?: PostalAddress | null } {
  for (const name of formedValues) {
    const value = said[name];
    const refusal = typeof value === 'string' ? refusalOfProfileValue(name, value) : undefined;
    if (refusal !== undefined) throw invalid(name, refusal);
  }
  // The number could have changed since the caller looked, so that another one would count as verified.
  if (said.phoneNumberVerified === true && typeof said.phoneNumber !== 'string')
    throw invalid('phoneNumberVerified', 'requires phoneNumber: send the number that was verified');
  return said.address === undefined ? {} : { address: addressOf({ ...said.address }) };
}

/**
 * A new number is not verified, unless the request says so.
 * @param changes what the request changed so far
 * @returns the change of `phoneNumberVerified`, if there is one
 */
export function unverifiedPhone(
  user: Pick<User, 'phoneNumberVerified'>,
  changes: readonly FieldChange[],
  { phoneNumberVerified }: Profile,
): FieldChange[] {
  const isNew = changes.some(({ field }) => field === 'phoneNumber');
  if (!isNew || phoneNumberVerified === true || !user.phoneNumberVerified) return [];
  user.phoneNumberVerified = false;
  return [{ field: 'phoneNumberVerified', from: true, to: false }];
}
