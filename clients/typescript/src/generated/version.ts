// Generated from openapi/ by `make generate` (scripts/client-typescript.ts); do not edit.

/** The version of this client, which is that of the contract. */
export const version = '0.1.0';
