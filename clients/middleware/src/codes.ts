import type { BearerError } from './decision.ts';

interface Refusal {
  status: number;
  bearer?: BearerError;
  message: string;
}

const token = (message: string): Refusal => ({ status: 401, bearer: 'invalid_token', message });

/** The response to each verification code but `VALID`. A test compares this table with the contract. */
export const refusals = {
  NOT_FOUND: token('The API key is unknown'),
  EXPIRED: token('The API key has expired'),
  REVOKED: token('The API key was revoked'),
  SUSPENDED: token('The API key is suspended'),
  IDENTITY_INACTIVE: token('The owner of the API key is not active'),
  USAGE_EXCEEDED: { status: 429, message: 'The uses of the API key are spent' },
  INSUFFICIENT_SCOPE: {
    status: 403,
    bearer: 'insufficient_scope',
    message: 'The API key lacks a scope that this request requires',
  },
  IP_NOT_ALLOWED: { status: 403, message: 'The API key is not allowed from this address' },
  POLICY_DENIED: { status: 403, message: 'A policy refuses this use of the API key' },
} as const satisfies Record<string, Refusal>;

/** The response to a code of a later release. A challenge would call the key wrong, and nothing says that it is. */
export const unknownRefusal: Refusal = { status: 403, message: 'The API key is refused' };

/** Returns the response to a verification code that is not `VALID`. */
export const refusalOf = (code: string): Refusal =>
  Object.hasOwn(refusals, code) ? refusals[code as keyof typeof refusals] : unknownRefusal;
