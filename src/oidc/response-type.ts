/** The response types of a client follow from its grants: nothing but codes is offered (RFC 9700 section 2.1.2). */
export const responseTypesOf = (grantTypes: readonly string[]): 'code'[] =>
  grantTypes.includes('authorization_code') ? ['code'] : [];
