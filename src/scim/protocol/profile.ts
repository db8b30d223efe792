/** The client program that a token is for. Some programs send what the grammar does not have. */
export type ScimProfile = 'GENERIC' | 'OKTA' | 'ENTRA' | 'GOOGLE' | 'ONELOGIN' | 'JUMPCLOUD';
