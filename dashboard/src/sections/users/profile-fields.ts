/** Which details of a user stand together, in the order of the page. */
export const cards = [
  {
    id: 'names',
    fields: ['displayName', 'firstName', 'middleName', 'lastName', 'nickname', 'username'],
  },
  { id: 'contact', fields: ['email', 'phoneNumber', 'website', 'profileUrl', 'picture'] },
  {
    id: 'work',
    fields: [
      'title',
      'department',
      'division',
      'organization',
      'costCenter',
      'employeeNumber',
      'managerId',
      'externalId',
    ],
  },
  { id: 'person', fields: ['locale', 'timezone', 'birthdate', 'gender'] },
] as const;

export type ProfileCard = (typeof cards)[number]['id'];
export type ProfileField = (typeof cards)[number]['fields'][number];

export const addressFields = [
  'streetAddress',
  'postalCode',
  'locality',
  'region',
  'country',
  'formatted',
] as const;
