import type { PolicyKind } from '../types.ts';

export const ownerRequired: PolicyKind<object> = {
  schema: 'OwnerRequiredParameters',
  operations: [
    'createCredential',
    'createJitCredential',
    'exchangeToken',
    'rotateCredential',
    'updateIdentity',
    'dailyPass',
  ],
  compile:
    () =>
    ({ hasOwner }) =>
      hasOwner === false ? { reason: 'the identity has no owner', details: {} } : undefined,
};
