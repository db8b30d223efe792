/** Returns the query of an address as it was sent: a signature of the redirect binding covers its bytes. */
export const rawQueryOf = (here = ''): string => here.slice(here.indexOf('?') + 1 || here.length);
