// Grant types that are extensions of OAuth, by the names that their specifications give them.

/** RFC 8693. */
export const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange';

/** RFC 7523 section 2.1. */
export const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
