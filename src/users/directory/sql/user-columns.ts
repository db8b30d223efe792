/** Fields of a person that the API and SCIM both show. */
export const userDetails = [
  'id',
  'email',
  'username',
  'firstName',
  'lastName',
  'displayName',
  'nickname',
  'title',
  'department',
  'division',
  'organization',
  'costCenter',
  'employeeNumber',
  'managerId',
  'phoneNumber',
  'locale',
  'timezone',
  'picture',
  'externalId',
  'middleName',
  'birthdate',
  'gender',
  'website',
  'profileUrl',
  'address',
  'attributes',
  'source',
] as const;

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What selects these fields of `users u`, by the names of the entity. */
export const userFields = (names: readonly string[]): string =>
  names.map((name) => `u.${snake(name)} as "${name}"`).join(', ');

/** As {@link userFields}, and the status at this moment. */
export const userColumns = (names: readonly string[]): string =>
  `case when u.expires_at <= now() then 'DEPROVISIONED' else u.status end as status, ${userFields(names)}`;
