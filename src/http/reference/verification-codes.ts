/** Each code of a verification: what the code means, and what the caller can do. */
export const verificationCodes: Readonly<Record<string, readonly [meaning: string, help: string]>> = {
  VALID: [
    'The secret works. With `consume: true`, Keyward counted one use.',
    'Let the request of the holder through.',
  ],
  NOT_FOUND: [
    'This tenant has no such secret. The secret is unknown, belongs to another organization or environment, or was deleted more than 90 days ago. If the secret has the prefix of the other environment, `reason` is `OTHER_ENVIRONMENT`. If its check digits are wrong, `reason` is `MALFORMED`.',
    'Check the secret and the environment of your API key.',
  ],
  EXPIRED: ['The credential has passed its `expiresAt`.', 'Create another credential.'],
  REVOKED: [
    'The credential was revoked or deleted, or a rotation replaced this secret. After a rotation, `reason` is `ROTATED`.',
    'Use the new secret, or create another credential.',
  ],
  SUSPENDED: ['The credential is suspended.', 'Reactivate the credential.'],
  USAGE_EXCEEDED: ['The credential has used up its `maxUsageCount`.', 'Create another credential.'],
  IDENTITY_INACTIVE: [
    'The identity of the credential is suspended, or has expired.',
    'Reactivate the identity.',
  ],
  INSUFFICIENT_SCOPE: [
    'The credential lacks one of the `scopes` of the request.',
    'Ask for fewer scopes, or give the credential the missing scope.',
  ],
  IP_NOT_ALLOWED: [
    'The `ipAddress` of the request is missing, or is outside `allowedIps` of the credential or its identity.',
    'Send the address of the holder in `ipAddress`, or change `allowedIps`.',
  ],
  POLICY_DENIED: [
    'An enforced policy, or a policy of conditional access, rejects this use.',
    'Read the policy that `policyId` names.',
  ],
};
