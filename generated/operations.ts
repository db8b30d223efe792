// Generated from openapi/ by `make generate` (scripts/operations.ts); do not edit.
import type * as types from './types/types.gen.ts';

export interface Operations {
  listIdentities: {
    data: types.ListIdentitiesData;
    responses: types.ListIdentitiesResponses;
    queryDefaults: 'sort' | 'page' | 'limit';
    bodyDefaults: never;
  };
  createIdentity: {
    data: types.CreateIdentityData;
    responses: types.CreateIdentityResponses;
    queryDefaults: never;
    bodyDefaults: 'description' | 'ownerUserId' | 'tags' | 'allowedScopes' | 'allowedIps' | 'federatedSubjects' | 'metadata' | 'expiresAt';
  };
  getIdentity: {
    data: types.GetIdentityData;
    responses: types.GetIdentityResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateIdentity: {
    data: types.UpdateIdentityData;
    responses: types.UpdateIdentityResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  deleteIdentity: {
    data: types.DeleteIdentityData;
    responses: types.DeleteIdentityResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  suspendIdentity: {
    data: types.SuspendIdentityData;
    responses: types.SuspendIdentityResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  reactivateIdentity: {
    data: types.ReactivateIdentityData;
    responses: types.ReactivateIdentityResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  revokeIdentity: {
    data: types.RevokeIdentityData;
    responses: types.RevokeIdentityResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listCredentials: {
    data: types.ListCredentialsData;
    responses: types.ListCredentialsResponses;
    queryDefaults: 'limit' | 'offset';
    bodyDefaults: never;
  };
  createCredential: {
    data: types.CreateCredentialData;
    responses: types.CreateCredentialResponses;
    queryDefaults: never;
    bodyDefaults: 'type' | 'scopes' | 'isTemporary' | 'maxUsageCount' | 'expiresAt' | 'allowedIps' | 'metadata';
  };
  createJitCredential: {
    data: types.CreateJitCredentialData;
    responses: types.CreateJitCredentialResponses;
    queryDefaults: never;
    bodyDefaults: 'scopes' | 'maxUsage';
  };
  verifyCredential: {
    data: types.VerifyCredentialData;
    responses: types.VerifyCredentialResponses;
    queryDefaults: never;
    bodyDefaults: 'consume' | 'scopes';
  };
  getCredential: {
    data: types.GetCredentialData;
    responses: types.GetCredentialResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateCredential: {
    data: types.UpdateCredentialData;
    responses: types.UpdateCredentialResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  deleteCredential: {
    data: types.DeleteCredentialData;
    responses: types.DeleteCredentialResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  rotateCredential: {
    data: types.RotateCredentialData;
    responses: types.RotateCredentialResponses;
    queryDefaults: never;
    bodyDefaults: 'gracePeriod';
  };
  suspendCredential: {
    data: types.SuspendCredentialData;
    responses: types.SuspendCredentialResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  reactivateCredential: {
    data: types.ReactivateCredentialData;
    responses: types.ReactivateCredentialResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  revokeCredential: {
    data: types.RevokeCredentialData;
    responses: types.RevokeCredentialResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getCredentialUsage: {
    data: types.GetCredentialUsageData;
    responses: types.GetCredentialUsageResponses;
    queryDefaults: 'days';
    bodyDefaults: never;
  };
  getOpenapiJson: {
    data: types.GetOpenapiJsonData;
    responses: types.GetOpenapiJsonResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getOpenapiYaml: {
    data: types.GetOpenapiYamlData;
    responses: types.GetOpenapiYamlResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getLiveness: {
    data: types.GetLivenessData;
    responses: types.GetLivenessResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getReadiness: {
    data: types.GetReadinessData;
    responses: types.GetReadinessResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
}

export interface Families {
  'identities': 'listIdentities' | 'createIdentity' | 'getIdentity' | 'updateIdentity' | 'deleteIdentity' | 'suspendIdentity' | 'reactivateIdentity' | 'revokeIdentity';
  'credentials': 'listCredentials' | 'createCredential' | 'createJitCredential' | 'verifyCredential' | 'getCredential' | 'updateCredential' | 'deleteCredential' | 'rotateCredential' | 'suspendCredential' | 'reactivateCredential' | 'revokeCredential' | 'getCredentialUsage';
  'service': 'getOpenapiJson' | 'getOpenapiYaml' | 'getLiveness' | 'getReadiness';
}

export interface OperationFacts {
  method: string;
  path: string;
  tag: string;
  /** The scope a caller needs, or null where no key is asked for. */
  permission: string | null;
  /** The action the audit row carries, `none` where there is deliberately no row. */
  audit: string | null;
  /** Whether it honours `Idempotency-Key`. */
  idempotent: boolean;
  secured: boolean;
  bodyRequired: boolean;
  requestTypes: readonly string[];
  responseTypes: readonly string[];
  statuses: readonly number[];
}

export const operations = {
  listIdentities: {
    method: 'GET',
    path: '/api/v1/identities',
    tag: 'identities',
    permission: 'identities.read',
    audit: null,
    idempotent: false,
    secured: true,
    bodyRequired: false,
    requestTypes: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
  },
  createIdentity: {
    method: 'POST',
    path: '/api/v1/identities',
    tag: 'identities',
    permission: 'identities.write',
    audit: 'identity.create',
    idempotent: true,
    secured: true,
    bodyRequired: true,
    requestTypes: ['application/json'],
    responseTypes: ['application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
  },
  getIdentity: {
    method: 'GET',
    path: '/api/v1/identities/{id}',
    tag: 'identities',
    permission: 'identities.read',
    audit: null,
    idempotent: false,
    secured: true,
    bodyRequired: false,
    requestTypes: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
  },
  updateIdentity: {
    method: 'PATCH',
    path: '/api/v1/identities/{id}',
    tag: 'identities',
    permission: 'identities.write',
    audit: 'identity.update',
    idempotent: false,
    secured: true,
    bodyRequired: true,
    requestTypes: ['application/json'],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
  },
  deleteIdentity: {
    method: 'DELETE',
    path: '/api/v1/identities/{id}',
    tag: 'identities',
    permission: 'identities.write',
    audit: 'identity.delete',
    idempotent: false,
    secured: true,
    bodyRequired: false,
    requestTypes: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 429, 500, 503],
  },
  suspendIdentity: {
    method: 'POST',
    path: '/api/v1/identities/{id}/suspend',
    tag: 'identities',
    permission: 'identities.write',
    audit: 'identity.suspend',
    idempotent: true,
    secured: true,
    bodyRequired: false,
    requestTypes: ['application/json'],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
  },
  reactivateIdentity: {
    method: 'POST',
    path: '/api/v1/identities/{id}/reactivate',
    tag: 'identities',
    permission: 'identities.write',
    audit: 'identity.reactivate',
    idempotent: true,
    secured: true,
    bodyRequired: false,
    requestTypes: ['application/json'],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
  },
  revokeIdentity: {
    method: 'POST',
    path: '/api/v1/identities/{id}/revoke',
    tag: 'identities',
    permission: 'identities.write',
    audit: 'identity.revoke',
    idempotent: true,
    secured: true,
    bodyRequired: false,
    requestTypes: ['application/json'],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
  },
  listCredentials: {
    method: 'GET',
    path: '/api/v1/credentials',
    tag: 'credentials',
    permission: 'credentials.read',
    audit: null,
    idempotent: false,
    secured: true,
    bodyRequired: false,
    requestTypes: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
  },
  createCredential: {
    method: 'POST',
    path: '/api/v1/credentials',
    tag: 'credentials',
    permission: 'credentials.write',
    audit: 'credential.create',
    idempotent: true,
    secured: true,
    bodyRequired: true,
    requestTypes: ['application/json'],
    responseTypes: ['application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
  },
  createJitCredential: {
    method: 'POST',
    path: '/api/v1/credentials/jit',
    tag: 'credentials',
    permission: 'credentials.write',
    audit: 'credential.create',
    idempotent: true,
    secured: true,
    bodyRequired: true,
    requestTypes: ['application/json'],
    responseTypes: ['application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
  },
  verifyCredential: {
    method: 'POST',
    path: '/api/v1/credentials/verify',
    tag: 'credentials',
    permission: 'credentials.verify',
    audit: 'none',
    idempotent: false,
    secured: true,
    bodyRequired: true,
    requestTypes: ['application/json'],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 413, 415, 429, 500, 503],
  },
  getCredential: {
    method: 'GET',
    path: '/api/v1/credentials/{id}',
    tag: 'credentials',
    permission: 'credentials.read',
    audit: null,
    idempotent: false,
    secured: true,
    bodyRequired: false,
    requestTypes: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
  },
  updateCredential: {
    method: 'PATCH',
    path: '/api/v1/credentials/{id}',
    tag: 'credentials',
    permission: 'credentials.write',
    audit: 'credential.update',
    idempotent: false,
    secured: true,
    bodyRequired: true,
    requestTypes: ['application/json'],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
  },
  deleteCredential: {
    method: 'DELETE',
    path: '/api/v1/credentials/{id}',
    tag: 'credentials',
    permission: 'credentials.revoke',
    audit: 'credential.delete',
    idempotent: false,
    secured: true,
    bodyRequired: false,
    requestTypes: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 429, 500, 503],
  },
  rotateCredential: {
    method: 'POST',
    path: '/api/v1/credentials/{id}/rotate',
    tag: 'credentials',
    permission: 'credentials.rotate',
    audit: 'credential.rotate',
    idempotent: true,
    secured: true,
    bodyRequired: false,
    requestTypes: ['application/json'],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
  },
  suspendCredential: {
    method: 'POST',
    path: '/api/v1/credentials/{id}/suspend',
    tag: 'credentials',
    permission: 'credentials.revoke',
    audit: 'credential.suspend',
    idempotent: true,
    secured: true,
    bodyRequired: false,
    requestTypes: ['application/json'],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
  },
  reactivateCredential: {
    method: 'POST',
    path: '/api/v1/credentials/{id}/reactivate',
    tag: 'credentials',
    permission: 'credentials.revoke',
    audit: 'credential.reactivate',
    idempotent: true,
    secured: true,
    bodyRequired: false,
    requestTypes: ['application/json'],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
  },
  revokeCredential: {
    method: 'POST',
    path: '/api/v1/credentials/{id}/revoke',
    tag: 'credentials',
    permission: 'credentials.revoke',
    audit: 'credential.revoke',
    idempotent: true,
    secured: true,
    bodyRequired: false,
    requestTypes: ['application/json'],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
  },
  getCredentialUsage: {
    method: 'GET',
    path: '/api/v1/credentials/{id}/usage',
    tag: 'credentials',
    permission: 'credentials.read',
    audit: null,
    idempotent: false,
    secured: true,
    bodyRequired: false,
    requestTypes: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
  },
  getOpenapiJson: {
    method: 'GET',
    path: '/api/v1/openapi.json',
    tag: 'service',
    permission: null,
    audit: null,
    idempotent: false,
    secured: false,
    bodyRequired: false,
    requestTypes: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 403, 404, 405, 406, 429, 500, 503],
  },
  getOpenapiYaml: {
    method: 'GET',
    path: '/api/v1/openapi.yaml',
    tag: 'service',
    permission: null,
    audit: null,
    idempotent: false,
    secured: false,
    bodyRequired: false,
    requestTypes: [],
    responseTypes: ['application/yaml', 'application/json'],
    statuses: [200, 400, 403, 404, 405, 406, 429, 500, 503],
  },
  getLiveness: {
    method: 'GET',
    path: '/health/live',
    tag: 'service',
    permission: null,
    audit: null,
    idempotent: false,
    secured: false,
    bodyRequired: false,
    requestTypes: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 403, 404, 405, 406, 500, 503],
  },
  getReadiness: {
    method: 'GET',
    path: '/health/ready',
    tag: 'service',
    permission: null,
    audit: null,
    idempotent: false,
    secured: false,
    bodyRequired: false,
    requestTypes: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 403, 404, 405, 406, 500, 503],
  },
} as const satisfies Record<keyof Operations, OperationFacts>;
