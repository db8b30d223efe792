/** The row of a signed token has this before the `jti` of the token as its id. */
export const signedPrefix = 'jwt~';

/** Tells whether a presented token has the form of a JWT. */
export const looksSigned = (presented: string): boolean => presented.split('.').length === 3;
