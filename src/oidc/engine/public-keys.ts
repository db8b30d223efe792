import type { JWK } from 'jose';

const privateMembers: ReadonlySet<string> = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi']);

/** Returns the public half of a key. */
export const publicOf = (key: JWK): JWK =>
  Object.fromEntries(Object.entries(key).filter(([name]) => !privateMembers.has(name)));
