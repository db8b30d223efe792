import type { User, UserStatus } from '../users/directory/entities/user.ts';
import type { ScimResource } from './protocol/resource.ts';
import { userType } from './protocol/schema.ts';
import type { ScimUserRow } from './sql/scim-resources.ts';
import { boundedAttributes } from '../platform/fields.ts';
import { resourceOf, type Storing, textOf } from './scim-mapping.ts';

/** A person as their schemas describe them; their groups only if the row has them. */
export function resourceOfUser(row: ScimUserRow): ScimResource {
  const { values, groups, scim, status } = row;
  const computed = new Map<string, unknown>([['resourceType', userType.name]]);
  const active = isActive(status);
  if (scim[unassigned] !== active) computed.set('active', active);
  if (groups.length > 0) {
    computed.set(
      'groups',
      groups.map(({ id, name }) => ({ value: id, display: name, type: 'direct' })),
    );
  }
  return resourceOf(userType, { fields: { ...row }, scim, values, computed });
}

/** Whether a person may log in, now or once invited. */
export const isActive = (status: UserStatus): boolean => status === 'ACTIVE' || status === 'INVITED';

/**
 * Where `users.scim` notes that a directory removed `active`, and what it was then. Removing it changes no state, but it
 * is not shown (RFC 7644 section 3.5.2.2) until it is set again or the state is another.
 */
export const unassigned = 'active';

/**
 * Returns the new attributes of a user, by the result of `storingOf`. Attributes that SCIM does not know stay
 * as they are. A value that comes back as it was shown keeps its type.
 * @throws {Failure} VALIDATION_ERROR when they are too large
 */
export function attributesFrom(
  { attributes: sent }: Pick<Storing, 'attributes'>,
  before: User['attributes'],
): User['attributes'] {
  const attributes = new Map(Object.entries(before));
  for (const [key, value] of sent) {
    if (value === (textOf(attributes.get(key)) ?? null)) continue;
    if (value === null) attributes.delete(key);
    else attributes.set(key, value);
  }
  return boundedAttributes(Object.fromEntries(attributes));
}
