/** The scopes of OpenID Connect that every tenant has, with their claims (OpenID Connect Core section 5.4). */
export const standardClaims = {
  // Every ID token says how and when the user signed in.
  openid: ['sub', 'acr', 'amr', 'auth_time'],
  profile: [
    'name',
    'family_name',
    'given_name',
    'middle_name',
    'nickname',
    'preferred_username',
    'profile',
    'picture',
    'website',
    'gender',
    'birthdate',
    'zoneinfo',
    'locale',
    'updated_at',
  ],
  email: ['email', 'email_verified'],
  address: ['address'],
  phone: ['phone_number', 'phone_number_verified'],
  groups: ['groups'],
} as const satisfies Record<string, readonly string[]>;

export const protocolScopes: readonly string[] = [...Object.keys(standardClaims), 'offline_access'];
