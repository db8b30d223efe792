// Identities and keys that the operator of the service makes, without a caller. Quotas, policies and bounds do not apply to them.

/** Returns the fields of a service account, all but its id. */
export const operatorsIdentity = (name: string, description: string) => ({
  name,
  type: 'SERVICE_ACCOUNT' as const,
  description,
  ownerUserId: null,
  allowedScopes: null,
  allowedIps: null,
  federatedSubjects: [],
  metadata: {},
  expiresAt: null,
  riskFactors: [],
  createdBy: null,
});

/** Returns the fields of a key that can do everything and does not end, all but its ids and its secret. */
export const operatorsKey = (name: string) => ({
  name,
  type: 'API_KEY' as const,
  scopes: ['*'],
  maxUsageCount: null,
  expiresAt: null,
  allowedIps: null,
  metadata: {},
  createdBy: null,
});
