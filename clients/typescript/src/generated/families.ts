// Generated from openapi/ by `make generate` (scripts/client-typescript.ts); do not edit.
import { Family } from '../family.ts';
import type { CallOptions } from '../request.ts';
import type { Transport } from '../transport.ts';
import type * as types from './types.ts';

export class Identities extends Family {
  /**
   * List identities
   */
  list(query?: types.ListIdentitiesData['query'], options?: CallOptions): Promise<types.ListIdentitiesResponse> {
    return this.send({ method: 'GET', path: '/api/v1/identities', query, accept: 'application/json' }, options);
  }

  /**
   * List identities, page after page
   */
  listPages(query?: types.ListIdentitiesData['query'], options?: CallOptions): AsyncGenerator<types.ListIdentitiesResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/identities', query, accept: 'application/json' }, options);
  }

  /**
   * List identities, one after another over all pages
   */
  listAll(query?: types.ListIdentitiesData['query'], options?: CallOptions): AsyncGenerator<types.ListIdentitiesResponse['data'][number], void, undefined> {
    return this.items(this.listPages(query, options));
  }

  /**
   * Create an identity
   */
  create(body: types.CreateIdentityData['body'], options?: CallOptions): Promise<types.CreateIdentityResponse> {
    return this.send({ method: 'POST', path: '/api/v1/identities', body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Get an identity
   */
  get(id: string, options?: CallOptions): Promise<types.GetIdentityResponse> {
    return this.send({ method: 'GET', path: '/api/v1/identities/{id}', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * Change an identity
   */
  update(id: string, body: types.UpdateIdentityData['body'], options?: CallOptions): Promise<types.UpdateIdentityResponse> {
    return this.send({ method: 'PATCH', path: '/api/v1/identities/{id}', parameters: { id }, body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Delete an identity
   * Revokes it and all its credentials first.
   */
  delete(id: string, options?: CallOptions): Promise<types.DeleteIdentityResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/identities/{id}', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * Suspend an identity
   * Its credentials keep their status, and verify as invalid until it is reactivated.
   */
  suspend(id: string, body?: types.SuspendIdentityData['body'], options?: CallOptions): Promise<types.SuspendIdentityResponse> {
    return this.send({ method: 'POST', path: '/api/v1/identities/{id}/suspend', parameters: { id }, body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Reactivate a suspended identity
   */
  reactivate(id: string, body?: types.ReactivateIdentityData['body'], options?: CallOptions): Promise<types.ReactivateIdentityResponse> {
    return this.send({ method: 'POST', path: '/api/v1/identities/{id}/reactivate', parameters: { id }, body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Revoke an identity
   * Revokes all its credentials, for good.
   */
  revoke(id: string, body?: types.RevokeIdentityData['body'], options?: CallOptions): Promise<types.RevokeIdentityResponse> {
    return this.send({ method: 'POST', path: '/api/v1/identities/{id}/revoke', parameters: { id }, body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }
}

export class Credentials extends Family {
  /**
   * List credentials
   * Newest first. A credential past its `expiresAt` is `EXPIRED` here at once. `stats` count everything, whatever the filters.
   */
  list(query?: types.ListCredentialsData['query'], options?: CallOptions): Promise<types.ListCredentialsResponse> {
    return this.send({ method: 'GET', path: '/api/v1/credentials', query, accept: 'application/json' }, options);
  }

  /**
   * List credentials, page after page
   */
  listPages(query?: types.ListCredentialsData['query'], options?: CallOptions): AsyncGenerator<types.ListCredentialsResponse, void, undefined> {
    return this.pages('offset', { method: 'GET', path: '/api/v1/credentials', query, accept: 'application/json' }, options);
  }

  /**
   * List credentials, one after another over all pages
   */
  listAll(query?: types.ListCredentialsData['query'], options?: CallOptions): AsyncGenerator<types.ListCredentialsResponse['data'][number], void, undefined> {
    return this.items(this.listPages(query, options));
  }

  /**
   * Create a credential
   */
  create(body: types.CreateCredentialData['body'], options?: CallOptions): Promise<types.CreateCredentialResponse> {
    return this.send({ method: 'POST', path: '/api/v1/credentials', body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Create a just-in-time credential
   */
  createJit(body: types.CreateJitCredentialData['body'], options?: CallOptions): Promise<types.CreateJitCredentialResponse> {
    return this.send({ method: 'POST', path: '/api/v1/credentials/jit', body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Verify a secret
   * Counts one use when the secret is valid, before it answers. A use cap is never overrun, and nothing is valid any more once a revocation has answered.
   */
  verify(body: types.VerifyCredentialData['body'], options?: CallOptions): Promise<types.VerifyCredentialResponse> {
    return this.send({ method: 'POST', path: '/api/v1/credentials/verify', body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Get a credential
   */
  get(id: string, options?: CallOptions): Promise<types.GetCredentialResponse> {
    return this.send({ method: 'GET', path: '/api/v1/credentials/{id}', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * Change a credential
   */
  update(id: string, body: types.UpdateCredentialData['body'], options?: CallOptions): Promise<types.UpdateCredentialResponse> {
    return this.send({ method: 'PATCH', path: '/api/v1/credentials/{id}', parameters: { id }, body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Delete a credential
   * Revokes it first, if it was not.
   */
  delete(id: string, options?: CallOptions): Promise<types.DeleteCredentialResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/credentials/{id}', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * Replace the secret of a credential
   * The old secret stops at once, or after `gracePeriod` seconds; an even older one stops at once. `usageCount` starts again at 0, and with it a use cap.
   */
  rotate(id: string, body?: types.RotateCredentialData['body'], options?: CallOptions): Promise<types.RotateCredentialResponse> {
    return this.send({ method: 'POST', path: '/api/v1/credentials/{id}/rotate', parameters: { id }, body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Suspend a credential
   * Its secrets stop working until it is reactivated.
   */
  suspend(id: string, body?: types.SuspendCredentialData['body'], options?: CallOptions): Promise<types.SuspendCredentialResponse> {
    return this.send({ method: 'POST', path: '/api/v1/credentials/{id}/suspend', parameters: { id }, body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Reactivate a suspended credential
   */
  reactivate(id: string, body?: types.ReactivateCredentialData['body'], options?: CallOptions): Promise<types.ReactivateCredentialResponse> {
    return this.send({ method: 'POST', path: '/api/v1/credentials/{id}/reactivate', parameters: { id }, body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Revoke a credential
   * Its secrets stop working for good.
   */
  revoke(id: string, body?: types.RevokeCredentialData['body'], options?: CallOptions): Promise<types.RevokeCredentialResponse> {
    return this.send({ method: 'POST', path: '/api/v1/credentials/{id}/revoke', parameters: { id }, body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Get the use of a credential
   */
  getUsage(id: string, query?: types.GetCredentialUsageData['query'], options?: CallOptions): Promise<types.GetCredentialUsageResponse> {
    return this.send({ method: 'GET', path: '/api/v1/credentials/{id}/usage', parameters: { id }, query, accept: 'application/json' }, options);
  }
}

export class Service extends Family {
  /**
   * Get this document as JSON
   */
  getOpenapiJson(options?: CallOptions): Promise<types.GetOpenapiJsonResponse> {
    return this.send({ method: 'GET', path: '/api/v1/openapi.json', accept: 'application/json' }, options);
  }

  /**
   * Get this document as YAML
   */
  getOpenapiYaml(options?: CallOptions): Promise<string> {
    return this.send({ method: 'GET', path: '/api/v1/openapi.yaml', accept: 'application/yaml' }, options);
  }

  /**
   * Tell whether the process is alive
   */
  getLiveness(options?: CallOptions): Promise<types.GetLivenessResponse> {
    return this.send({ method: 'GET', path: '/health/live', accept: 'application/json' }, options);
  }

  /**
   * Tell whether the service can answer
   */
  getReadiness(options?: CallOptions): Promise<types.GetReadinessResponse> {
    return this.send({ method: 'GET', path: '/health/ready', accept: 'application/json' }, options);
  }
}

/** The operations of the contract by family. */
export abstract class Families {
  readonly identities: Identities;
  readonly credentials: Credentials;
  readonly service: Service;

  constructor(transport: Transport) {
    this.identities = new Identities(transport);
    this.credentials = new Credentials(transport);
    this.service = new Service(transport);
  }
}
