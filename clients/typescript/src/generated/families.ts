// Generated from openapi/ by `make generate` (scripts/client-typescript.ts); do not edit.
import { Family } from '../family.ts';
import type { CallOptions } from '../request.ts';
import type { Transport } from '../transport.ts';
import type * as types from './types.ts';

export class Me extends Family {
  /**
   * Get who calls
   * Says who calls by this key or session, in which tenant, and with which scopes. Any key and any session may ask. A session names the tenant in `Keyward-Tenant`; a session of the live tenant may name the test tenant as well. `organizations` lists every organization that the same browser has a session of.
   */
  get(options?: CallOptions): Promise<types.GetMeResponse> {
    return this.send({ method: 'GET', path: '/api/v1/me', accept: 'application/json' }, options);
  }
}

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

  /**
   * List the credentials of an identity
   * Newest first. A credential past its `expiresAt` is `EXPIRED` here at once.
   */
  listCredentials(id: string, query?: types.ListIdentityCredentialsData['query'], options?: CallOptions): Promise<types.ListIdentityCredentialsResponse> {
    return this.send({ method: 'GET', path: '/api/v1/identities/{id}/credentials', parameters: { id }, query, accept: 'application/json' }, options);
  }

  /**
   * List the credentials of an identity, page after page
   */
  listCredentialsPages(id: string, query?: types.ListIdentityCredentialsData['query'], options?: CallOptions): AsyncGenerator<types.ListIdentityCredentialsResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/identities/{id}/credentials', parameters: { id }, query, accept: 'application/json' }, options);
  }

  /**
   * List the credentials of an identity, one after another over all pages
   */
  listCredentialsAll(id: string, query?: types.ListIdentityCredentialsData['query'], options?: CallOptions): AsyncGenerator<types.ListIdentityCredentialsResponse['data'][number], void, undefined> {
    return this.items(this.listCredentialsPages(id, query, options));
  }

  /**
   * Get the use of an identity
   * The uses of all its credentials, revoked and expired ones too, day by day and address by address.
   */
  getActivity(id: string, query?: types.GetIdentityActivityData['query'], options?: CallOptions): Promise<types.GetIdentityActivityResponse> {
    return this.send({ method: 'GET', path: '/api/v1/identities/{id}/activity', parameters: { id }, query, accept: 'application/json' }, options);
  }

  /**
   * List the unused scopes of an identity
   * Lists the used and unused scopes of each active credential of the identity, within the window. It also lists the narrowest scopes that cover the use. `observation` says where the use is not conclusive yet.
   */
  listUnusedScopes(id: string, query?: types.ListUnusedScopesData['query'], options?: CallOptions): Promise<types.ListUnusedScopesResponse> {
    return this.send({ method: 'GET', path: '/api/v1/identities/{id}/unused-scopes', parameters: { id }, query, accept: 'application/json' }, options);
  }

  /**
   * List the unused scopes of an identity, page after page
   */
  listUnusedScopesPages(id: string, query?: types.ListUnusedScopesData['query'], options?: CallOptions): AsyncGenerator<types.ListUnusedScopesResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/identities/{id}/unused-scopes', parameters: { id }, query, accept: 'application/json' }, options);
  }

  /**
   * List the unused scopes of an identity, one after another over all pages
   */
  listUnusedScopesAll(id: string, query?: types.ListUnusedScopesData['query'], options?: CallOptions): AsyncGenerator<types.ListUnusedScopesResponse['data'][number], void, undefined> {
    return this.items(this.listUnusedScopesPages(id, query, options));
  }

  /**
   * Narrow the credentials of an identity to what they use
   * Gives its active credentials the scopes that `listUnusedScopes` suggests for them, and never one more. By itself it only shows what it would do: send `dryRun: false` to do it. Credentials whose use tells nothing yet are left, and listed with the reason. Needs `credentials.read` as well, because the answer names what it found.
   */
  rightSize(id: string, body?: types.RightSizeIdentityData['body'], options?: CallOptions): Promise<types.RightSizeIdentityResponse> {
    return this.send({ method: 'POST', path: '/api/v1/identities/{id}/right-size', parameters: { id }, body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Get the risk score of an identity
   * Computed for this response. `riskScore` of the identity, which verifications return too, follows changes of the identity within seconds. It follows mere passing of time within the hour.
   */
  getRisk(id: string, options?: CallOptions): Promise<types.GetIdentityRiskResponse> {
    return this.send({ method: 'GET', path: '/api/v1/identities/{id}/risk', parameters: { id }, accept: 'application/json' }, options);
  }
}

export class Credentials extends Family {
  /**
   * List credentials
   * Lists the newest credentials first. A credential past its `expiresAt` is `EXPIRED` here at once. `stats` counts all credentials, regardless of filters.
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
   * Issues a credential to an identity. The field `credential` of the response is the secret, and it is shown only once. The key must hold every management scope it gives (403 `SCOPE_NOT_GRANTABLE`). Some keys end, are capped, are bound to addresses or have a `rateLimitPerMinute`. They give only credentials within their own bounds (403 `BOUND_NOT_GRANTABLE`).
   */
  create(body: types.CreateCredentialData['body'], options?: CallOptions): Promise<types.CreateCredentialResponse> {
    return this.send({ method: 'POST', path: '/api/v1/credentials', body, type: 'application/json', accept: 'application/json', keyed: true, wraps: true }, options);
  }

  /**
   * Create a just-in-time credential
   * The key must hold every management scope it gives (403 `SCOPE_NOT_GRANTABLE`). Some keys end, are capped, are bound to addresses or have a `rateLimitPerMinute`. They give only credentials within their own bounds (403 `BOUND_NOT_GRANTABLE`).
   */
  createJit(body: types.CreateJitCredentialData['body'], options?: CallOptions): Promise<types.CreateJitCredentialResponse> {
    return this.send({ method: 'POST', path: '/api/v1/credentials/jit', body, type: 'application/json', accept: 'application/json', keyed: true, wraps: true }, options);
  }

  /**
   * Exchange a token of another issuer for a credential
   * For workloads that hold an OpenID Connect token of their platform (GitHub Actions, GitLab, Kubernetes) and no API key. One of the identity's `federatedSubjects` must name the token's issuer, audience, subject and claims. A token is exchanged once. Why one was refused stands in the organization's audit log only.
   */
  exchangeToken(body: types.ExchangeTokenData['body'], options?: CallOptions): Promise<types.ExchangeTokenResponse> {
    return this.send({ method: 'POST', path: '/api/v1/credentials/exchange', body, type: 'application/json', accept: 'application/json', wraps: true }, options);
  }

  /**
   * Verify a secret
   * Counts one use when the secret is valid, before it answers. A use cap is never overrun, and nothing is valid any more once a revocation has answered. The call counts in the rate limit of the key that asks.
   */
  verify(body: types.VerifyCredentialData['body'], options?: CallOptions): Promise<types.VerifyCredentialResponse> {
    return this.send({ method: 'POST', path: '/api/v1/credentials/verify', body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Exchange a wrap token for its secret
   * Works once, within the time of `X-Wrap-Ttl`. Needs no API key: the token is the authorization. After that time, and for an unknown token, the response is 404. If you get 404 for a token that is new to you, another caller has the secret: revoke it. The organization's audit log shows every use.
   */
  unwrap(body: types.UnwrapCredentialData['body'], options?: CallOptions): Promise<types.UnwrapCredentialResponse> {
    return this.send({ method: 'POST', path: '/api/v1/credentials/unwrap', body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Revoke the key that calls
   * Revokes the credential that the request carries. Its secrets stop working for good. Any key may do this. It needs no scope. A job calls it when it ends. A session has no credential, so it gets 404.
   */
  revokeOwn(options?: CallOptions): Promise<types.RevokeOwnCredentialResponse> {
    return this.send({ method: 'POST', path: '/api/v1/credentials/revoke-own', accept: 'application/json' }, options);
  }

  /**
   * Suspend or revoke unused credentials
   * Ends live credentials that were not used for the given number of days, in the order of their IDs. By default, the call only shows what it would do: send `dryRun: false` to do it. Unused credentials that are newer than that are left and listed. Credentials whose end would lock everybody out are left and listed too. Needs `credentials.read` as well, because the response names the credentials that it found. A key can end only credentials whose management scopes it holds.
   */
  cleanUp(body: types.CleanUpCredentialsData['body'], options?: CallOptions): Promise<types.CleanUpCredentialsResponse> {
    return this.send({ method: 'POST', path: '/api/v1/credentials/clean-up', body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Stream changes of credentials
   * Streams server-sent events (WHATWG HTML, section 9.2). A service that keeps valid verifications reads the stream, and drops what changed. An event `change` names the `credentials` and `identities` whose verifications may have another result from now on; with `all: true`, every verification of the tenant may have. An event `reset` means that changes may be missing: drop everything that you keep. A stream begins with `reset`, unless it goes on at `Last-Event-ID`. A comment line comes about every second. If none came for three seconds, the stream is lost: drop everything, and open the next stream. The last event `end` has a `reason`: `TIME`, `STOPPING` (the node stops), `UNAVAILABLE`, or `REFUSED` with the `code` of the refusal. Send the last `id` as `Last-Event-ID` or `after`, to any node. An `id` is good for five minutes. No line has a name or a secret. The rights of the caller are read again after each change that concerns the caller, and every 15 seconds.
   */
  streamChanges(query?: types.StreamCredentialChangesData['query'], options?: CallOptions): Promise<string> {
    return this.send({ method: 'GET', path: '/api/v1/credentials/changes', query, accept: 'text/event-stream' }, options);
  }

  /**
   * Get a credential
   */
  get(id: string, options?: CallOptions): Promise<types.GetCredentialResponse> {
    return this.send({ method: 'GET', path: '/api/v1/credentials/{id}', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * Change a credential
   * A change of `scopes`, `expiresAt`, `maxUsageCount`, `allowedIps` or `rateLimitPerMinute` needs the scopes of the credential before and after. An earlier `expiresAt`, or a `maxUsageCount` that is used up already, ends it and needs `credentials.revoke` as well.
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
   * Rotate the secret of a credential
   * Returns a new secret, which is shown only once. The old secret stops at once, or after `gracePeriod` seconds; an even older one stops at once. `usageCount` starts again at 0, and with it a use cap.
   */
  rotate(id: string, body?: types.RotateCredentialData['body'], options?: CallOptions): Promise<types.RotateCredentialResponse> {
    return this.send({ method: 'POST', path: '/api/v1/credentials/{id}/rotate', parameters: { id }, body, type: 'application/json', accept: 'application/json', keyed: true, wraps: true }, options);
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

export class Reports extends Family {
  /**
   * Get an overview
   * Counts what a tenant has, and what needs attention. It counts the newest 10,000 credentials, identities and users, and 10,000 alerts and dead letters. `isCapped` says that there are more. Verifications follow within about two minutes, sign-ins within seconds. One request of a tenant runs at a time, and the next one waits for seven times as long as it took.
   */
  getOverview(options?: CallOptions): Promise<types.GetOverviewResponse> {
    return this.send({ method: 'GET', path: '/api/v1/reports/overview', accept: 'application/json' }, options);
  }

  /**
   * List verifications by code and key
   * Counts the verifications of each day by `code`, and those of the 100 credentials with the most refusals. A verification with `consume: false` counts only if it was refused. A secret that no credential has counts as `NOT_FOUND`, and only without filters. Refusals follow within seconds, valid ones within about two minutes.
   */
  listVerificationOutcomes(query?: types.ListVerificationOutcomesData['query'], options?: CallOptions): Promise<types.ListVerificationOutcomesResponse> {
    return this.send({ method: 'GET', path: '/api/v1/reports/verification-outcomes', query, accept: 'application/json' }, options);
  }

  /**
   * List unused credentials
   * Lists active and suspended credentials that were not used for the given number of days, the oldest first. A credential that was never used counts from its creation, or from its last rotation.
   */
  listUnusedCredentials(query?: types.ListUnusedCredentialsData['query'], options?: CallOptions): Promise<types.ListUnusedCredentialsResponse> {
    return this.send({ method: 'GET', path: '/api/v1/reports/unused-credentials', query, accept: 'application/json' }, options);
  }

  /**
   * List unused credentials, page after page
   */
  listUnusedCredentialsPages(query?: types.ListUnusedCredentialsData['query'], options?: CallOptions): AsyncGenerator<types.ListUnusedCredentialsResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/reports/unused-credentials', query, accept: 'application/json' }, options);
  }

  /**
   * List unused credentials, one after another over all pages
   */
  listUnusedCredentialsAll(query?: types.ListUnusedCredentialsData['query'], options?: CallOptions): AsyncGenerator<types.ListUnusedCredentialsResponse['data'][number], void, undefined> {
    return this.items(this.listUnusedCredentialsPages(query, options));
  }
}

export class Policies extends Family {
  /**
   * List policies
   * Newest first.
   */
  list(query?: types.ListPoliciesData['query'], options?: CallOptions): Promise<types.ListPoliciesResponse> {
    return this.send({ method: 'GET', path: '/api/v1/policies', query, accept: 'application/json' }, options);
  }

  /**
   * List policies, page after page
   */
  listPages(query?: types.ListPoliciesData['query'], options?: CallOptions): AsyncGenerator<types.ListPoliciesResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/policies', query, accept: 'application/json' }, options);
  }

  /**
   * List policies, one after another over all pages
   */
  listAll(query?: types.ListPoliciesData['query'], options?: CallOptions): AsyncGenerator<types.ListPoliciesResponse['data'][number], void, undefined> {
    return this.items(this.listPages(query, options));
  }

  /**
   * Create a policy
   * No request that starts after the answer is judged without it. A policy that is enforced and would suspend or revoke needs `credentials.revoke` as well. One after which no key with scope `*` could call the API is refused (409 `LOCKOUT_RISK`) unless `acknowledgeLockout` is true.
   */
  create(body: types.CreatePolicyData['body'], options?: CallOptions): Promise<types.CreatePolicyResponse> {
    return this.send({ method: 'POST', path: '/api/v1/policies', body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Evaluate the policies on an attempt
   * Judges an attempt by the very checks that would judge it, and changes nothing. With `policy` a draft is judged, too. Needs `identities.read` as well, and `credentials.read` for a credential, because the answer tells what it found of them.
   */
  evaluate(body: types.EvaluatePoliciesData['body'], options?: CallOptions): Promise<types.EvaluatePoliciesResponse> {
    return this.send({ method: 'POST', path: '/api/v1/policies/evaluate', body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Get a policy
   */
  get(id: string, options?: CallOptions): Promise<types.GetPolicyResponse> {
    return this.send({ method: 'GET', path: '/api/v1/policies/{id}', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * Change a policy
   * Fields that are left out keep their values; `selector` and `parameters` are merged, field by field. The type stays. No request that starts after the answer is judged by what it was before.
   */
  update(id: string, body: types.UpdatePolicyData['body'], options?: CallOptions): Promise<types.UpdatePolicyResponse> {
    return this.send({ method: 'PATCH', path: '/api/v1/policies/{id}', parameters: { id }, body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Delete a policy
   */
  delete(id: string, options?: CallOptions): Promise<types.DeletePolicyResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/policies/{id}', parameters: { id }, accept: 'application/json' }, options);
  }
}

export class ConditionalAccess extends Family {
  /**
   * List policies of conditional access
   * In the order in which they are asked, which is that of `priority`.
   */
  listAccessPolicies(query?: types.ListAccessPoliciesData['query'], options?: CallOptions): Promise<types.ListAccessPoliciesResponse> {
    return this.send({ method: 'GET', path: '/api/v1/conditional-access/policies', query, accept: 'application/json' }, options);
  }

  /**
   * List policies of conditional access, page after page
   */
  listAccessPoliciesPages(query?: types.ListAccessPoliciesData['query'], options?: CallOptions): AsyncGenerator<types.ListAccessPoliciesResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/conditional-access/policies', query, accept: 'application/json' }, options);
  }

  /**
   * List policies of conditional access, one after another over all pages
   */
  listAccessPoliciesAll(query?: types.ListAccessPoliciesData['query'], options?: CallOptions): AsyncGenerator<types.ListAccessPoliciesResponse['data'][number], void, undefined> {
    return this.items(this.listAccessPoliciesPages(query, options));
  }

  /**
   * Create a policy of conditional access
   * Every decision that starts after the answer is made with it. A `priority` that another policy has is refused (409 `POLICY_CONFLICT`). One that is enabled and would block all keys with scope `*`, or all owners, is refused (409 `LOCKOUT_RISK`) unless `acknowledgeLockout` is true.
   */
  createAccessPolicy(body: types.CreateAccessPolicyData['body'], options?: CallOptions): Promise<types.CreateAccessPolicyResponse> {
    return this.send({ method: 'POST', path: '/api/v1/conditional-access/policies', body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Order the policies of conditional access
   * Takes the IDs of all policies, in the order in which they are to be asked. The policies share out the present numbers of `priority` again, all at once. Every decision that starts after the answer is made with the new order. If another request has created or deleted a policy, the change is refused (409 `POLICY_ORDER_CONFLICT`). An order that would block all keys with scope `*`, or all owners, is refused (409 `LOCKOUT_RISK`) unless `acknowledgeLockout` is true. Each policy that moves has an audit row of its own.
   */
  putAccessPolicyOrder(body: types.PutAccessPolicyOrderData['body'], options?: CallOptions): Promise<types.PutAccessPolicyOrderResponse> {
    return this.send({ method: 'PUT', path: '/api/v1/conditional-access/policies/order', body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Get a policy of conditional access
   */
  getAccessPolicy(id: string, options?: CallOptions): Promise<types.GetAccessPolicyResponse> {
    return this.send({ method: 'GET', path: '/api/v1/conditional-access/policies/{id}', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * Change a policy of conditional access
   * Fields that are left out keep their values; `conditions` and `session` are merged, field by field. Every decision that starts after the answer is made with the change.
   */
  updateAccessPolicy(id: string, body: types.UpdateAccessPolicyData['body'], options?: CallOptions): Promise<types.UpdateAccessPolicyResponse> {
    return this.send({ method: 'PATCH', path: '/api/v1/conditional-access/policies/{id}', parameters: { id }, body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Delete a policy of conditional access
   */
  deleteAccessPolicy(id: string, query?: types.DeleteAccessPolicyData['query'], options?: CallOptions): Promise<types.DeleteAccessPolicyResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/conditional-access/policies/{id}', parameters: { id }, query, accept: 'application/json' }, options);
  }

  /**
   * Simulate a decision
   * Judges an attempt as the service would, and changes nothing. A field that is left out is a missing signal. To name a user, the caller needs `directory.read` as well, and `identities.read` to name an identity. A caller without this scope gets the decision of other attempts without reasons about groups, devices and risk.
   */
  simulateAccess(body: types.SimulateAccessData['body'], options?: CallOptions): Promise<types.SimulateAccessResponse> {
    return this.send({ method: 'POST', path: '/api/v1/conditional-access/simulate', body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * List devices of conditional access
   * By ID.
   */
  listAccessDevices(query?: types.ListAccessDevicesData['query'], options?: CallOptions): Promise<types.ListAccessDevicesResponse> {
    return this.send({ method: 'GET', path: '/api/v1/conditional-access/devices', query, accept: 'application/json' }, options);
  }

  /**
   * List devices of conditional access, page after page
   */
  listAccessDevicesPages(query?: types.ListAccessDevicesData['query'], options?: CallOptions): AsyncGenerator<types.ListAccessDevicesResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/conditional-access/devices', query, accept: 'application/json' }, options);
  }

  /**
   * List devices of conditional access, one after another over all pages
   */
  listAccessDevicesAll(query?: types.ListAccessDevicesData['query'], options?: CallOptions): AsyncGenerator<types.ListAccessDevicesResponse['data'][number], void, undefined> {
    return this.items(this.listAccessDevicesPages(query, options));
  }

  /**
   * Get a device of conditional access
   */
  getAccessDevice(deviceId: string, options?: CallOptions): Promise<types.GetAccessDeviceResponse> {
    return this.send({ method: 'GET', path: '/api/v1/conditional-access/devices/{deviceId}', parameters: { deviceId }, accept: 'application/json' }, options);
  }

  /**
   * Create or replace a device of conditional access
   * An MDM writes its devices, each with the ID that it has there. The same request twice changes nothing. Fields that are left out get their defaults. A certificate that another device has is refused (409 `DEVICE_CERTIFICATE_TAKEN`). So is a change after which enabled policies would block all keys with scope `*`, or all owners (409 `LOCKOUT_RISK`), unless `acknowledgeLockout` is true.
   */
  putAccessDevice(deviceId: string, body: types.PutAccessDeviceData['body'], options?: CallOptions): Promise<types.PutAccessDeviceResponse> {
    return this.send({ method: 'PUT', path: '/api/v1/conditional-access/devices/{deviceId}', parameters: { deviceId }, body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Delete a device of conditional access
   * The device is unknown from then on.
   */
  deleteAccessDevice(deviceId: string, query?: types.DeleteAccessDeviceData['query'], options?: CallOptions): Promise<types.DeleteAccessDeviceResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/conditional-access/devices/{deviceId}', parameters: { deviceId }, query, accept: 'application/json' }, options);
  }

  /**
   * List decisions of conditional access
   * Newest first, kept for 30 days. Every decision about a sign-in, an authorization and a refresh of a user is listed. Decisions about a key, and about a page of the account of a user, are listed if a policy did not simply allow, or would not have with `REPORT_ONLY`. Such decisions of one minute share a row, and `attempts` says how many they are. `inputs` and `userId` of users require `directory.read` as well, and those of identities `identities.read`. Without it, they are null, and so are `reasons` and `risk`. A filter by `userId` or `identityId` is refused without the same permission.
   */
  listAccessDecisions(query?: types.ListAccessDecisionsData['query'], options?: CallOptions): Promise<types.ListAccessDecisionsResponse> {
    return this.send({ method: 'GET', path: '/api/v1/conditional-access/decisions', query, accept: 'application/json' }, options);
  }

  /**
   * List decisions of conditional access, page after page
   */
  listAccessDecisionsPages(query?: types.ListAccessDecisionsData['query'], options?: CallOptions): AsyncGenerator<types.ListAccessDecisionsResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/conditional-access/decisions', query, accept: 'application/json' }, options);
  }

  /**
   * List decisions of conditional access, one after another over all pages
   */
  listAccessDecisionsAll(query?: types.ListAccessDecisionsData['query'], options?: CallOptions): AsyncGenerator<types.ListAccessDecisionsResponse['data'][number], void, undefined> {
    return this.items(this.listAccessDecisionsPages(query, options));
  }

  /**
   * Count decisions by day
   * The days of the last 30 on which something was counted, in UTC, the oldest first. `reported` counts what policies with `REPORT_ONLY` would have decided. Counts follow within seconds.
   */
  getAccessStats(query?: types.GetAccessStatsData['query'], options?: CallOptions): Promise<types.GetAccessStatsResponse> {
    return this.send({ method: 'GET', path: '/api/v1/conditional-access/stats', query, accept: 'application/json' }, options);
  }

  /**
   * Start a back-test of a draft
   * Replays what happened between `from` and `to` as if `policy` had been enabled beside the present policies, in the background. Recorded decisions about users are replayed with their inputs. For a successful use of a key, the service knows the credential, the identity, the address, the country and the time. It knows the application of calls of this API, but not the application of verifications. Each other input of keys counts as missing. One back-test of an organization runs at a time and three may wait; another one is refused (429). A draft that names users or groups requires `directory.read` as well, and one that names identities `identities.read`.
   */
  startAccessBacktest(body: types.StartAccessBacktestData['body'], options?: CallOptions): Promise<types.StartAccessBacktestResponse> {
    return this.send({ method: 'POST', path: '/api/v1/conditional-access/backtest', body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Get a back-test
   * Kept for 30 days, and the newest 100 of an organization. `examples` of users require `directory.read` as well, and those of identities `identities.read`; others are left out.
   */
  getAccessBacktest(id: string, options?: CallOptions): Promise<types.GetAccessBacktestResponse> {
    return this.send({ method: 'GET', path: '/api/v1/conditional-access/backtests/{id}', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * List named locations
   * By name.
   */
  listNamedLocations(query?: types.ListNamedLocationsData['query'], options?: CallOptions): Promise<types.ListNamedLocationsResponse> {
    return this.send({ method: 'GET', path: '/api/v1/conditional-access/named-locations', query, accept: 'application/json' }, options);
  }

  /**
   * List named locations, page after page
   */
  listNamedLocationsPages(query?: types.ListNamedLocationsData['query'], options?: CallOptions): AsyncGenerator<types.ListNamedLocationsResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/conditional-access/named-locations', query, accept: 'application/json' }, options);
  }

  /**
   * List named locations, one after another over all pages
   */
  listNamedLocationsAll(query?: types.ListNamedLocationsData['query'], options?: CallOptions): AsyncGenerator<types.ListNamedLocationsResponse['data'][number], void, undefined> {
    return this.items(this.listNamedLocationsPages(query, options));
  }

  /**
   * Create a named location
   * A location of countries requires a GeoIP database (`GEOIP_FILE`). Without it, the country of every address is unknown.
   */
  createNamedLocation(body: types.CreateNamedLocationData['body'], options?: CallOptions): Promise<types.CreateNamedLocationResponse> {
    return this.send({ method: 'POST', path: '/api/v1/conditional-access/named-locations', body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Get a named location
   */
  getNamedLocation(id: string, options?: CallOptions): Promise<types.GetNamedLocationResponse> {
    return this.send({ method: 'GET', path: '/api/v1/conditional-access/named-locations/{id}', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * Change a named location
   * The type stays. Every decision that starts after the answer is made with the change. A change after which an enabled policy would block all keys with scope `*`, or all owners, is refused (409 `LOCKOUT_RISK`) unless `acknowledgeLockout` is true.
   */
  updateNamedLocation(id: string, body: types.UpdateNamedLocationData['body'], options?: CallOptions): Promise<types.UpdateNamedLocationResponse> {
    return this.send({ method: 'PATCH', path: '/api/v1/conditional-access/named-locations/{id}', parameters: { id }, body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Delete a named location
   * A location that a policy names is refused (409 `LOCATION_IN_USE`).
   */
  deleteNamedLocation(id: string, options?: CallOptions): Promise<types.DeleteNamedLocationResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/conditional-access/named-locations/{id}', parameters: { id }, accept: 'application/json' }, options);
  }
}

export class ScimTokens extends Family {
  /**
   * List SCIM tokens
   * Newest first, those that expired or were revoked among them.
   */
  list(query?: types.ListScimTokensData['query'], options?: CallOptions): Promise<types.ListScimTokensResponse> {
    return this.send({ method: 'GET', path: '/api/v1/directory/scim/tokens', query, accept: 'application/json' }, options);
  }

  /**
   * List SCIM tokens, page after page
   */
  listPages(query?: types.ListScimTokensData['query'], options?: CallOptions): AsyncGenerator<types.ListScimTokensResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/directory/scim/tokens', query, accept: 'application/json' }, options);
  }

  /**
   * List SCIM tokens, one after another over all pages
   */
  listAll(query?: types.ListScimTokensData['query'], options?: CallOptions): AsyncGenerator<types.ListScimTokensResponse['data'][number], void, undefined> {
    return this.items(this.listPages(query, options));
  }

  /**
   * Create a SCIM token
   * A directory such as Okta or Entra uses the token to provision users and groups. The caller must hold the scopes for the permissions of the token. These are `directory.read` and `directory.write` for users, `groups.read` and `groups.write` for groups. A key with addresses of its own gives only tokens whose `allowedIps` are within them.
   */
  create(body: types.CreateScimTokenData['body'], options?: CallOptions): Promise<types.CreateScimTokenResponse> {
    return this.send({ method: 'POST', path: '/api/v1/directory/scim/tokens', body, type: 'application/json', accept: 'application/json', keyed: true, wraps: true }, options);
  }

  /**
   * Revoke a SCIM token
   * It stops at once and for good, and stays in the list as `REVOKED`.
   */
  revoke(tokenId: string, options?: CallOptions): Promise<types.RevokeScimTokenResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/directory/scim/tokens/{tokenId}', parameters: { tokenId }, accept: 'application/json' }, options);
  }

  /**
   * List the use of a SCIM token
   * Lists the changes that a directory requested with this token, newest first. Each entry shows what the directory sent, what changed, and why a request was refused. Dry runs are listed too. Entries are kept for 30 days. If a user is deleted, the names and values of the user are erased. Values of users need `directory.read`, and values of groups `groups.read`. Without it, the entry names the attributes alone and has `valuesHidden: true`.
   */
  listProvisioningLog(tokenId: string, query?: types.ListProvisioningLogData['query'], options?: CallOptions): Promise<types.ListProvisioningLogResponse> {
    return this.send({ method: 'GET', path: '/api/v1/directory/scim/tokens/{tokenId}/log', parameters: { tokenId }, query, accept: 'application/json' }, options);
  }

  /**
   * List the use of a SCIM token, page after page
   */
  listProvisioningLogPages(tokenId: string, query?: types.ListProvisioningLogData['query'], options?: CallOptions): AsyncGenerator<types.ListProvisioningLogResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/directory/scim/tokens/{tokenId}/log', parameters: { tokenId }, query, accept: 'application/json' }, options);
  }

  /**
   * List the use of a SCIM token, one after another over all pages
   */
  listProvisioningLogAll(tokenId: string, query?: types.ListProvisioningLogData['query'], options?: CallOptions): AsyncGenerator<types.ListProvisioningLogResponse['data'][number], void, undefined> {
    return this.items(this.listProvisioningLogPages(tokenId, query, options));
  }
}

export class Users extends Family {
  /**
   * List users
   */
  list(query?: types.ListUsersData['query'], options?: CallOptions): Promise<types.ListUsersResponse> {
    return this.send({ method: 'GET', path: '/api/v1/directory/users', query, accept: 'application/json' }, options);
  }

  /**
   * List users, page after page
   */
  listPages(query?: types.ListUsersData['query'], options?: CallOptions): AsyncGenerator<types.ListUsersResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/directory/users', query, accept: 'application/json' }, options);
  }

  /**
   * List users, one after another over all pages
   */
  listAll(query?: types.ListUsersData['query'], options?: CallOptions): AsyncGenerator<types.ListUsersResponse['data'][number], void, undefined> {
    return this.items(this.listPages(query, options));
  }

  /**
   * Create a user
   * Without a `password`, the service mails an invitation to `email` at once. The user is `INVITED` until they accept it. To send no mail, set `sendInvite: false` or a `password`. The user is then `ACTIVE` at once. Your key must hold every scope that the roles carry.
   */
  create(body: types.CreateUserData['body'], options?: CallOptions): Promise<types.CreateUserResponse> {
    return this.send({ method: 'POST', path: '/api/v1/directory/users', body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Get a user
   */
  get(userId: string, options?: CallOptions): Promise<types.GetUserResponse> {
    return this.send({ method: 'GET', path: '/api/v1/directory/users/{userId}', parameters: { userId }, accept: 'application/json' }, options);
  }

  /**
   * Change a user
   * The caller must hold every scope that the user's roles and groups carry, before and after the change. This applies to changes of the roles, the password, the username and `expiresAt`. A changed `email` must be verified again, unless the request says `emailVerified: true`.
   */
  update(userId: string, body: types.UpdateUserData['body'], options?: CallOptions): Promise<types.UpdateUserResponse> {
    return this.send({ method: 'PATCH', path: '/api/v1/directory/users/{userId}', parameters: { userId }, body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Delete a user
   * Erases the user; the audit trail keeps the ID and nothing else. Identities that they own have no owner then.
   */
  delete(userId: string, options?: CallOptions): Promise<types.DeleteUserResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/directory/users/{userId}', parameters: { userId }, accept: 'application/json' }, options);
  }

  /**
   * Suspend a user
   * The user cannot sign in until an administrator reactivates the user.
   */
  suspend(userId: string, body?: types.SuspendUserData['body'], options?: CallOptions): Promise<types.SuspendUserResponse> {
    return this.send({ method: 'POST', path: '/api/v1/directory/users/{userId}/suspend', parameters: { userId }, body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Reactivate a suspended user
   * A user who was suspended before accepting an invitation is `INVITED` again.
   */
  reactivate(userId: string, body?: types.ReactivateUserData['body'], options?: CallOptions): Promise<types.ReactivateUserResponse> {
    return this.send({ method: 'POST', path: '/api/v1/directory/users/{userId}/reactivate', parameters: { userId }, body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Deprovision a user
   * For good: password, invitation and memberships are removed. The email address and the username stay taken until the user is deleted.
   */
  deprovision(userId: string, body?: types.DeprovisionUserData['body'], options?: CallOptions): Promise<types.DeprovisionUserResponse> {
    return this.send({ method: 'POST', path: '/api/v1/directory/users/{userId}/deprovision', parameters: { userId }, body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Send a user a new invitation
   * Only for users who are `INVITED`. The new link is the only one that works. The service sends at most one email a minute: an earlier request answers 409 with `retryAt`.
   */
  invite(userId: string, options?: CallOptions): Promise<types.InviteUserResponse> {
    return this.send({ method: 'POST', path: '/api/v1/directory/users/{userId}/invite', parameters: { userId }, accept: 'application/json', keyed: true }, options);
  }

  /**
   * Create an access pass for a user
   * With the pass, a user without an authenticator app signs in once, and sets up the app or a passkey. The pass opens nothing else. An invited user can use it after accepting the invitation. A new pass ends the one before. So do a suspension and the end of the user. The caller must hold the rights that the user's roles and groups carry. A user who must sign in by a connection gets none (409).
   */
  createAccessPass(userId: string, body?: types.CreateAccessPassData['body'], options?: CallOptions): Promise<types.CreateAccessPassResponse> {
    return this.send({ method: 'POST', path: '/api/v1/directory/users/{userId}/access-pass', parameters: { userId }, body, type: 'application/json', accept: 'application/json', keyed: true, wraps: true }, options);
  }

  /**
   * Get what a user signs in with
   * Counts and times of the password, the second factors and the connected accounts, and whether the name of the user is locked. Never a secret.
   */
  getFactors(userId: string, options?: CallOptions): Promise<types.GetUserFactorsResponse> {
    return this.send({ method: 'GET', path: '/api/v1/directory/users/{userId}/factors', parameters: { userId }, accept: 'application/json' }, options);
  }

  /**
   * Remove all second factors of a user
   * For users who lost their second factors. The authenticator app and recovery codes are removed, and every session of the user ends. The user signs in with the remaining factors, and sets up another second factor where one is required. The caller must hold the rights that the user's roles and groups carry. This keeps a help desk from resetting administrators.
   */
  deleteFactors(userId: string, options?: CallOptions): Promise<types.DeleteUserFactorsResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/directory/users/{userId}/factors', parameters: { userId }, accept: 'application/json' }, options);
  }

  /**
   * List the open invitations
   * The newest first. A user has at most one invitation. An invitation that was accepted, or revoked, is not shown. An expired one is shown for seven days.
   */
  listInvitations(query?: types.ListInvitationsData['query'], options?: CallOptions): Promise<types.ListInvitationsResponse> {
    return this.send({ method: 'GET', path: '/api/v1/directory/invitations', query, accept: 'application/json' }, options);
  }

  /**
   * List the open invitations, page after page
   */
  listInvitationsPages(query?: types.ListInvitationsData['query'], options?: CallOptions): AsyncGenerator<types.ListInvitationsResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/directory/invitations', query, accept: 'application/json' }, options);
  }

  /**
   * List the open invitations, one after another over all pages
   */
  listInvitationsAll(query?: types.ListInvitationsData['query'], options?: CallOptions): AsyncGenerator<types.ListInvitationsResponse['data'][number], void, undefined> {
    return this.items(this.listInvitationsPages(query, options));
  }

  /**
   * Revoke an invitation
   * The link stops working. If the mail was not sent yet, it is not sent. The user stays `INVITED`: `inviteUser` sends a new link. The caller must hold the rights that the user's roles and groups carry.
   */
  revokeInvitation(invitationId: string, options?: CallOptions): Promise<types.RevokeInvitationResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/directory/invitations/{invitationId}', parameters: { invitationId }, accept: 'application/json' }, options);
  }

  /**
   * List the sessions of a user
   * The browsers that the user is signed in with, the newest session first. Sessions that have ended are not shown.
   */
  listSessions(userId: string, query?: types.ListUserSessionsData['query'], options?: CallOptions): Promise<types.ListUserSessionsResponse> {
    return this.send({ method: 'GET', path: '/api/v1/directory/users/{userId}/sessions', parameters: { userId }, query, accept: 'application/json' }, options);
  }

  /**
   * List the sessions of a user, page after page
   */
  listSessionsPages(userId: string, query?: types.ListUserSessionsData['query'], options?: CallOptions): AsyncGenerator<types.ListUserSessionsResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/directory/users/{userId}/sessions', parameters: { userId }, query, accept: 'application/json' }, options);
  }

  /**
   * List the sessions of a user, one after another over all pages
   */
  listSessionsAll(userId: string, query?: types.ListUserSessionsData['query'], options?: CallOptions): AsyncGenerator<types.ListUserSessionsResponse['data'][number], void, undefined> {
    return this.items(this.listSessionsPages(userId, query, options));
  }

  /**
   * End all sessions of a user
   * The user must sign in again in every browser. Applications are told, and their tokens end that last as long as a session. Tokens for the absence of the user (`offline_access`) stay. The caller must hold the rights that the user's roles and groups carry. This keeps a help desk from signing administrators out.
   */
  endSessions(userId: string, options?: CallOptions): Promise<types.EndUserSessionsResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/directory/users/{userId}/sessions', parameters: { userId }, accept: 'application/json' }, options);
  }

  /**
   * End a session of a user
   * The user must sign in again in this browser. Otherwise as `endUserSessions`: applications are told, and the caller must hold the rights of the user.
   */
  endSession(userId: string, sessionId: string, options?: CallOptions): Promise<types.EndUserSessionResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/directory/users/{userId}/sessions/{sessionId}', parameters: { userId, sessionId }, accept: 'application/json' }, options);
  }

  /**
   * Get the schema of users' attributes
   */
  getAttributeSchema(options?: CallOptions): Promise<types.GetAttributeSchemaResponse> {
    return this.send({ method: 'GET', path: '/api/v1/directory/attribute-schema', accept: 'application/json' }, options);
  }

  /**
   * Replace the schema of users' attributes
   * From now on, the `attributes` of new users, and changed `attributes`, must fit the schema. Otherwise the response is 400 with `attributes.<name>`. Existing users stay as they are. Null allows any attributes.
   */
  replaceAttributeSchema(body: types.ReplaceAttributeSchemaData['body'], options?: CallOptions): Promise<types.ReplaceAttributeSchemaResponse> {
    return this.send({ method: 'PUT', path: '/api/v1/directory/attribute-schema', body, type: 'application/json', accept: 'application/json' }, options);
  }
}

export class Passkeys extends Family {
  /**
   * List the passkeys of a user
   * The oldest first. A user has at most 20; they add them on their account page.
   */
  list(userId: string, query?: types.ListPasskeysData['query'], options?: CallOptions): Promise<types.ListPasskeysResponse> {
    return this.send({ method: 'GET', path: '/api/v1/auth/webauthn/users/{userId}/credentials', parameters: { userId }, query, accept: 'application/json' }, options);
  }

  /**
   * List the passkeys of a user, page after page
   */
  listPages(userId: string, query?: types.ListPasskeysData['query'], options?: CallOptions): AsyncGenerator<types.ListPasskeysResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/auth/webauthn/users/{userId}/credentials', parameters: { userId }, query, accept: 'application/json' }, options);
  }

  /**
   * List the passkeys of a user, one after another over all pages
   */
  listAll(userId: string, query?: types.ListPasskeysData['query'], options?: CallOptions): AsyncGenerator<types.ListPasskeysResponse['data'][number], void, undefined> {
    return this.items(this.listPages(userId, query, options));
  }

  /**
   * Remove a passkey of a user
   * The passkey cannot be used to sign in any more, for example after the loss of a device. Existing sessions stay. The caller must hold every scope that the roles and groups of the user carry.
   */
  delete(userId: string, credId: string, options?: CallOptions): Promise<types.DeletePasskeyResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/auth/webauthn/users/{userId}/credentials/{credId}', parameters: { userId, credId }, accept: 'application/json' }, options);
  }
}

export class Groups extends Family {
  /**
   * List groups
   */
  list(query?: types.ListGroupsData['query'], options?: CallOptions): Promise<types.ListGroupsResponse> {
    return this.send({ method: 'GET', path: '/api/v1/directory/groups', query, accept: 'application/json' }, options);
  }

  /**
   * List groups, page after page
   */
  listPages(query?: types.ListGroupsData['query'], options?: CallOptions): AsyncGenerator<types.ListGroupsResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/directory/groups', query, accept: 'application/json' }, options);
  }

  /**
   * List groups, one after another over all pages
   */
  listAll(query?: types.ListGroupsData['query'], options?: CallOptions): AsyncGenerator<types.ListGroupsResponse['data'][number], void, undefined> {
    return this.items(this.listPages(query, options));
  }

  /**
   * Create a group
   * The caller must hold the management scopes that the group gets.
   */
  create(body: types.CreateGroupData['body'], options?: CallOptions): Promise<types.CreateGroupResponse> {
    return this.send({ method: 'POST', path: '/api/v1/directory/groups', body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Get a group
   */
  get(groupId: string, options?: CallOptions): Promise<types.GetGroupResponse> {
    return this.send({ method: 'GET', path: '/api/v1/directory/groups/{groupId}', parameters: { groupId }, accept: 'application/json' }, options);
  }

  /**
   * Change a group
   * To change `scopes`, the caller must hold the management scopes that the group had and those that it gets.
   */
  update(groupId: string, body: types.UpdateGroupData['body'], options?: CallOptions): Promise<types.UpdateGroupResponse> {
    return this.send({ method: 'PATCH', path: '/api/v1/directory/groups/{groupId}', parameters: { groupId }, body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Delete a group
   * Its members stay in the directory and lose the scopes of the group. The caller must hold the management scopes of the group. If an enabled policy of conditional access names the group, a change that would keep all owners from signing in is refused (409 `LOCKOUT_RISK`) unless `acknowledgeLockout` is true.
   */
  delete(groupId: string, query?: types.DeleteGroupData['query'], options?: CallOptions): Promise<types.DeleteGroupResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/directory/groups/{groupId}', parameters: { groupId }, query, accept: 'application/json' }, options);
  }

  /**
   * List the members of a group
   * Those who were added last come first.
   */
  listMembers(groupId: string, query?: types.ListGroupMembersData['query'], options?: CallOptions): Promise<types.ListGroupMembersResponse> {
    return this.send({ method: 'GET', path: '/api/v1/directory/groups/{groupId}/members', parameters: { groupId }, query, accept: 'application/json' }, options);
  }

  /**
   * List the members of a group, page after page
   */
  listMembersPages(groupId: string, query?: types.ListGroupMembersData['query'], options?: CallOptions): AsyncGenerator<types.ListGroupMembersResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/directory/groups/{groupId}/members', parameters: { groupId }, query, accept: 'application/json' }, options);
  }

  /**
   * List the members of a group, one after another over all pages
   */
  listMembersAll(groupId: string, query?: types.ListGroupMembersData['query'], options?: CallOptions): AsyncGenerator<types.ListGroupMembersResponse['data'][number], void, undefined> {
    return this.items(this.listMembersPages(groupId, query, options));
  }

  /**
   * Add members to a group
   * Adds all users. If one of them is unknown or deprovisioned, it adds none. A user who is a member already stays a member. To add members to a group with management scopes, the caller must hold these scopes. If an enabled policy of conditional access names the group, a change that would keep all owners from signing in is refused (409 `LOCKOUT_RISK`) unless `acknowledgeLockout` is true.
   */
  addMembers(groupId: string, body: types.AddGroupMembersData['body'], options?: CallOptions): Promise<types.AddGroupMembersResponse> {
    return this.send({ method: 'POST', path: '/api/v1/directory/groups/{groupId}/members', parameters: { groupId }, body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Remove a member from a group
   * If an enabled policy of conditional access names the group, a change that would keep all owners from signing in is refused (409 `LOCKOUT_RISK`) unless `acknowledgeLockout` is true.
   */
  removeMember(groupId: string, userId: string, query?: types.RemoveGroupMemberData['query'], options?: CallOptions): Promise<types.RemoveGroupMemberResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/directory/groups/{groupId}/members/{userId}', parameters: { groupId, userId }, query, accept: 'application/json' }, options);
  }
}

export class ScimUsers extends Family {
  /**
   * List or search users over SCIM
   * By `startIndex`, or by `cursor` (RFC 9865), which stays right while others change the list.
   */
  list(orgId: string, query?: types.ListScimUsersData['query'], options?: CallOptions): Promise<types.ListScimUsersResponse> {
    return this.send({ method: 'GET', path: '/api/scim/v2/{orgId}/Users', parameters: { orgId }, query, accept: 'application/scim+json' }, options);
  }

  /**
   * Create a user over SCIM
   * The new user is active unless `active` is false, and gets no email. Unknown attributes are ignored.
   */
  create(orgId: string, body: types.CreateScimUserData['body'], query?: types.CreateScimUserData['query'], options?: CallOptions): Promise<types.CreateScimUserResponse> {
    return this.send({ method: 'POST', path: '/api/scim/v2/{orgId}/Users', parameters: { orgId }, body, type: 'application/scim+json', query, accept: 'application/scim+json', dry: true }, options);
  }

  /**
   * Search users over SCIM by a body
   * Works like the list, with the parameters in the body (RFC 7644 section 3.4.3). This keeps them out of the logs of proxies.
   */
  search(orgId: string, body: types.SearchScimUsersData['body'], options?: CallOptions): Promise<types.SearchScimUsersResponse> {
    return this.send({ method: 'POST', path: '/api/scim/v2/{orgId}/Users/.search', parameters: { orgId }, body, type: 'application/scim+json', accept: 'application/scim+json' }, options);
  }

  /**
   * Get a user over SCIM
   * By the ID that its creation answered with, or that a filter on `externalId` or a name finds.
   */
  get(orgId: string, id: string, query?: types.GetScimUserData['query'], options?: CallOptions): Promise<types.GetScimUserResponse> {
    return this.send({ method: 'GET', path: '/api/scim/v2/{orgId}/Users/{id}', parameters: { orgId, id }, query, accept: 'application/scim+json' }, options);
  }

  /**
   * Replace a user over SCIM
   * Attributes that are left out lose their values; `active` and `password` keep theirs. Read-only attributes are ignored.
   */
  replace(orgId: string, id: string, body: types.ReplaceScimUserData['body'], query?: types.ReplaceScimUserData['query'], options?: CallOptions): Promise<types.ReplaceScimUserResponse> {
    return this.send({ method: 'PUT', path: '/api/scim/v2/{orgId}/Users/{id}', parameters: { orgId, id }, body, type: 'application/scim+json', query, accept: 'application/scim+json', dry: true }, options);
  }

  /**
   * Update a user over SCIM
   * The operations of RFC 7644 section 3.5.2, all or none, in their order.
   */
  update(orgId: string, id: string, body: types.UpdateScimUserData['body'], query?: types.UpdateScimUserData['query'], options?: CallOptions): Promise<types.UpdateScimUserResponse> {
    return this.send({ method: 'PATCH', path: '/api/scim/v2/{orgId}/Users/{id}', parameters: { orgId, id }, body, type: 'application/scim+json', query, accept: 'application/scim+json', dry: true }, options);
  }

  /**
   * Delete a user over SCIM
   * The user loses all access at once and SCIM no longer finds the user. The userName and email address are free again. Recorded data stays.
   */
  delete(orgId: string, id: string, options?: CallOptions): Promise<types.DeleteScimUserResponse> {
    return this.send({ method: 'DELETE', path: '/api/scim/v2/{orgId}/Users/{id}', parameters: { orgId, id }, accept: 'application/scim+json', empty: true, dry: true }, options);
  }
}

export class ScimGroups extends Family {
  /**
   * List or search groups over SCIM
   * By `startIndex`, or by `cursor` (RFC 9865), which stays right while others change the list.
   */
  list(orgId: string, query?: types.ListScimGroupsData['query'], options?: CallOptions): Promise<types.ListScimGroupsResponse> {
    return this.send({ method: 'GET', path: '/api/scim/v2/{orgId}/Groups', parameters: { orgId }, query, accept: 'application/scim+json' }, options);
  }

  /**
   * Create a group over SCIM
   * With its members, if any are given, each by the ID of a user.
   */
  create(orgId: string, body: types.CreateScimGroupData['body'], query?: types.CreateScimGroupData['query'], options?: CallOptions): Promise<types.CreateScimGroupResponse> {
    return this.send({ method: 'POST', path: '/api/scim/v2/{orgId}/Groups', parameters: { orgId }, body, type: 'application/scim+json', query, accept: 'application/scim+json', dry: true }, options);
  }

  /**
   * Search groups over SCIM by a body
   * Works like the list, with the parameters in the body (RFC 7644 section 3.4.3). This keeps them out of the logs of proxies.
   */
  search(orgId: string, body: types.SearchScimGroupsData['body'], options?: CallOptions): Promise<types.SearchScimGroupsResponse> {
    return this.send({ method: 'POST', path: '/api/scim/v2/{orgId}/Groups/.search', parameters: { orgId }, body, type: 'application/scim+json', accept: 'application/scim+json' }, options);
  }

  /**
   * Get a group over SCIM
   * By the ID that its creation answered with, or that a filter on `externalId` or a name finds.
   */
  get(orgId: string, id: string, query?: types.GetScimGroupData['query'], options?: CallOptions): Promise<types.GetScimGroupResponse> {
    return this.send({ method: 'GET', path: '/api/scim/v2/{orgId}/Groups/{id}', parameters: { orgId, id }, query, accept: 'application/scim+json' }, options);
  }

  /**
   * Replace a group over SCIM
   * Attributes that are left out lose their values, `members` among them. Read-only attributes are ignored.
   */
  replace(orgId: string, id: string, body: types.ReplaceScimGroupData['body'], query?: types.ReplaceScimGroupData['query'], options?: CallOptions): Promise<types.ReplaceScimGroupResponse> {
    return this.send({ method: 'PUT', path: '/api/scim/v2/{orgId}/Groups/{id}', parameters: { orgId, id }, body, type: 'application/scim+json', query, accept: 'application/scim+json', dry: true }, options);
  }

  /**
   * Update a group over SCIM
   * The operations of RFC 7644 section 3.5.2, all or none, in their order. A `remove` of `members` with a `value` takes out only those it names.
   */
  update(orgId: string, id: string, body: types.UpdateScimGroupData['body'], query?: types.UpdateScimGroupData['query'], options?: CallOptions): Promise<types.UpdateScimGroupResponse> {
    return this.send({ method: 'PATCH', path: '/api/scim/v2/{orgId}/Groups/{id}', parameters: { orgId, id }, body, type: 'application/scim+json', query, accept: 'application/scim+json', dry: true }, options);
  }

  /**
   * Delete a group over SCIM
   * Its members stay; they lose what the group gave them.
   */
  delete(orgId: string, id: string, options?: CallOptions): Promise<types.DeleteScimGroupResponse> {
    return this.send({ method: 'DELETE', path: '/api/scim/v2/{orgId}/Groups/{id}', parameters: { orgId, id }, accept: 'application/scim+json', empty: true, dry: true }, options);
  }
}

export class Scim extends Family {
  /**
   * Search users and groups over SCIM
   * Returns users and groups that match the filter, if the token may read them (RFC 7644 section 3.4.3).
   */
  search(orgId: string, body: types.SearchScimData['body'], options?: CallOptions): Promise<types.SearchScimResponse> {
    return this.send({ method: 'POST', path: '/api/scim/v2/{orgId}/.search', parameters: { orgId }, body, type: 'application/scim+json', accept: 'application/scim+json' }, options);
  }

  /**
   * Run many SCIM operations in one request
   * Runs the operations in their order, each with its own result and the permission it needs. Later operations may refer to resources that earlier ones create by `bulkId:` (RFC 7644 section 3.7). More than 1,000 operations answer 413. Bulk has no dry run.
   */
  runBulk(orgId: string, body: types.RunScimBulkData['body'], options?: CallOptions): Promise<types.RunScimBulkResponse> {
    return this.send({ method: 'POST', path: '/api/scim/v2/{orgId}/Bulk', parameters: { orgId }, body, type: 'application/scim+json', accept: 'application/scim+json' }, options);
  }

  /**
   * Get the SCIM configuration of this service
   * Any token of the organization may read it.
   */
  getServiceProviderConfig(orgId: string, query?: types.GetScimServiceProviderConfigData['query'], options?: CallOptions): Promise<types.GetScimServiceProviderConfigResponse> {
    return this.send({ method: 'GET', path: '/api/scim/v2/{orgId}/ServiceProviderConfig', parameters: { orgId }, query, accept: 'application/scim+json' }, options);
  }

  /**
   * List the SCIM schemas
   * Every attribute there is, and what it takes. Any token of the organization may read them.
   */
  listSchemas(orgId: string, query?: types.ListScimSchemasData['query'], options?: CallOptions): Promise<types.ListScimSchemasResponse> {
    return this.send({ method: 'GET', path: '/api/scim/v2/{orgId}/Schemas', parameters: { orgId }, query, accept: 'application/scim+json' }, options);
  }

  /**
   * Get a SCIM schema
   * Any token of the organization may read it.
   */
  getSchema(orgId: string, id: string, query?: types.GetScimSchemaData['query'], options?: CallOptions): Promise<types.GetScimSchemaResponse> {
    return this.send({ method: 'GET', path: '/api/scim/v2/{orgId}/Schemas/{id}', parameters: { orgId, id }, query, accept: 'application/scim+json' }, options);
  }

  /**
   * List the types of SCIM resources
   * Any token of the organization may read them.
   */
  listResourceTypes(orgId: string, query?: types.ListScimResourceTypesData['query'], options?: CallOptions): Promise<types.ListScimResourceTypesResponse> {
    return this.send({ method: 'GET', path: '/api/scim/v2/{orgId}/ResourceTypes', parameters: { orgId }, query, accept: 'application/scim+json' }, options);
  }

  /**
   * Get a type of SCIM resource
   * Any token of the organization may read it.
   */
  getResourceType(orgId: string, name: string, query?: types.GetScimResourceTypeData['query'], options?: CallOptions): Promise<types.GetScimResourceTypeResponse> {
    return this.send({ method: 'GET', path: '/api/scim/v2/{orgId}/ResourceTypes/{name}', parameters: { orgId, name }, query, accept: 'application/scim+json' }, options);
  }
}

export class AuthConfig extends Family {
  /**
   * Get the password policy
   */
  getPasswordPolicy(options?: CallOptions): Promise<types.GetPasswordPolicyResponse> {
    return this.send({ method: 'GET', path: '/api/v1/auth/password-policy', accept: 'application/json' }, options);
  }

  /**
   * Change the password policy
   * Every new password must fit the policy from now on, no matter who sets it, also over SCIM. Existing passwords stay valid. Lock-outs and links follow the new policy at once.
   */
  updatePasswordPolicy(body: types.UpdatePasswordPolicyData['body'], options?: CallOptions): Promise<types.UpdatePasswordPolicyResponse> {
    return this.send({ method: 'PUT', path: '/api/v1/auth/password-policy', body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Get the use of authenticator apps
   */
  getTotpConfig(options?: CallOptions): Promise<types.GetTotpConfigResponse> {
    return this.send({ method: 'GET', path: '/api/v1/auth/totp-config', accept: 'application/json' }, options);
  }

  /**
   * Change the use of authenticator apps
   * Sign-in follows the change at once. `algorithm`, `digits` and `periodSeconds` apply to apps that are set up from now on. Apps that are set up already cannot be changed. All codes that are valid at once, `2 * window + 1`, may span three minutes.
   */
  updateTotpConfig(body: types.UpdateTotpConfigData['body'], options?: CallOptions): Promise<types.UpdateTotpConfigResponse> {
    return this.send({ method: 'PUT', path: '/api/v1/auth/totp-config', body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Get the use of passkeys
   */
  getWebauthnConfig(options?: CallOptions): Promise<types.GetWebauthnConfigResponse> {
    return this.send({ method: 'GET', path: '/api/v1/auth/webauthn-config', accept: 'application/json' }, options);
  }

  /**
   * Change the use of passkeys
   * Sign-in follows it at once. With `passwordless`, `userVerification` must be `required` and `residentKey` not `discouraged`; `allowedAaguids` need an `attestation`.
   */
  updateWebauthnConfig(body: types.UpdateWebauthnConfigData['body'], options?: CallOptions): Promise<types.UpdateWebauthnConfigResponse> {
    return this.send({ method: 'PUT', path: '/api/v1/auth/webauthn-config', body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Get the use of links by mail
   */
  getMagicLinkConfig(options?: CallOptions): Promise<types.GetMagicLinkConfigResponse> {
    return this.send({ method: 'GET', path: '/api/v1/auth/magic-link-config', accept: 'application/json' }, options);
  }

  /**
   * Change the use of links by mail
   * Sign-in follows it at once; links that were sent work no longer than they would have.
   */
  updateMagicLinkConfig(body: types.UpdateMagicLinkConfigData['body'], options?: CallOptions): Promise<types.UpdateMagicLinkConfigResponse> {
    return this.send({ method: 'PUT', path: '/api/v1/auth/magic-link-config', body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Get the rules for new accounts
   * Tells whether people may create an account themselves, with which addresses, and how many a day.
   */
  getRegistrationConfig(options?: CallOptions): Promise<types.GetRegistrationConfigResponse> {
    return this.send({ method: 'GET', path: '/api/v1/auth/registration-config', accept: 'application/json' }, options);
  }

  /**
   * Change the rules for new accounts
   * While `enabled` is true and the service can send mail, the sign-in page offers "Create account". A link by mail proves the address first. The new user has the role `MEMBER`. The rules hold again when the link is used. A new user can sign in to every client without `allowedGroups`.
   */
  updateRegistrationConfig(body: types.UpdateRegistrationConfigData['body'], options?: CallOptions): Promise<types.UpdateRegistrationConfigResponse> {
    return this.send({ method: 'PUT', path: '/api/v1/auth/registration-config', body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * List the texts of mails
   * Each mail in each language, with the texts of Keyward and the texts that the organization has edited. Mails about changes are in the list, too, and cannot be edited.
   */
  listMailTemplates(query?: types.ListMailTemplatesData['query'], options?: CallOptions): Promise<types.ListMailTemplatesResponse> {
    return this.send({ method: 'GET', path: '/api/v1/auth/mail-templates', query, accept: 'application/json' }, options);
  }

  /**
   * List the texts of mails, page after page
   */
  listMailTemplatesPages(query?: types.ListMailTemplatesData['query'], options?: CallOptions): AsyncGenerator<types.ListMailTemplatesResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/auth/mail-templates', query, accept: 'application/json' }, options);
  }

  /**
   * List the texts of mails, one after another over all pages
   */
  listMailTemplatesAll(query?: types.ListMailTemplatesData['query'], options?: CallOptions): AsyncGenerator<types.ListMailTemplatesResponse['data'][number], void, undefined> {
    return this.items(this.listMailTemplatesPages(query, options));
  }

  /**
   * Get the texts of a mail
   */
  getMailTemplate(kind: string, language: string, options?: CallOptions): Promise<types.GetMailTemplateResponse> {
    return this.send({ method: 'GET', path: '/api/v1/auth/mail-templates/{kind}/{language}', parameters: { kind, language }, accept: 'application/json' }, options);
  }

  /**
   * Replace the texts of a mail
   * A part that is null or left out has the text of Keyward. Mails that are sent from now on have the new texts. A text with markup, with anything that mail programs make a link of, or with a placeholder that the mail does not have is refused. So are the mails about changes (409 `MAIL_NOT_EDITABLE`).
   */
  replaceMailTemplate(kind: string, language: string, body: types.ReplaceMailTemplateData['body'], options?: CallOptions): Promise<types.ReplaceMailTemplateResponse> {
    return this.send({ method: 'PUT', path: '/api/v1/auth/mail-templates/{kind}/{language}', parameters: { kind, language }, body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Reset the texts of a mail
   * Every part has the text of Keyward again, as with a replacement that has no parts. So it asks for the same.
   */
  deleteMailTemplate(kind: string, language: string, options?: CallOptions): Promise<types.DeleteMailTemplateResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/auth/mail-templates/{kind}/{language}', parameters: { kind, language }, accept: 'application/json' }, options);
  }

  /**
   * Preview a mail
   * Returns the mail with these texts and example values, and stores nothing. The texts obey the rules of `replaceMailTemplate`.
   */
  previewMailTemplate(kind: string, language: string, body: types.PreviewMailTemplateData['body'], options?: CallOptions): Promise<types.PreviewMailTemplateResponse> {
    return this.send({ method: 'POST', path: '/api/v1/auth/mail-templates/{kind}/{language}/preview', parameters: { kind, language }, body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Send a test mail
   * Sends the mail with these texts and example values to the caller, and stores no text. The link leads to the sign-in page. The caller must be a user whose address is verified (409 `MAIL_ADDRESS_REQUIRED`). Test mails count in `MAX_MAILS_PER_HOUR`.
   */
  testMailTemplate(kind: string, language: string, body: types.TestMailTemplateData['body'], options?: CallOptions): Promise<types.TestMailTemplateResponse> {
    return this.send({ method: 'POST', path: '/api/v1/auth/mail-templates/{kind}/{language}/test', parameters: { kind, language }, body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Get the branding
   */
  getBranding(options?: CallOptions): Promise<types.GetBrandingResponse> {
    return this.send({ method: 'GET', path: '/api/v1/branding', accept: 'application/json' }, options);
  }

  /**
   * Change the branding
   * Pages and mails follow it at once. A color on which neither white nor nearly black text can be read well is refused.
   */
  updateBranding(body: types.UpdateBrandingData['body'], options?: CallOptions): Promise<types.UpdateBrandingResponse> {
    return this.send({ method: 'PUT', path: '/api/v1/branding', body, type: 'application/json', accept: 'application/json' }, options);
  }
}

export class OidcClients extends Family {
  /**
   * List OIDC clients
   * Newest first.
   */
  list(query?: types.ListOidcClientsData['query'], options?: CallOptions): Promise<types.ListOidcClientsResponse> {
    return this.send({ method: 'GET', path: '/api/v1/oidc/clients', query, accept: 'application/json' }, options);
  }

  /**
   * List OIDC clients, page after page
   */
  listPages(query?: types.ListOidcClientsData['query'], options?: CallOptions): AsyncGenerator<types.ListOidcClientsResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/oidc/clients', query, accept: 'application/json' }, options);
  }

  /**
   * List OIDC clients, one after another over all pages
   */
  listAll(query?: types.ListOidcClientsData['query'], options?: CallOptions): AsyncGenerator<types.ListOidcClientsResponse['data'][number], void, undefined> {
    return this.items(this.listPages(query, options));
  }

  /**
   * Register an OIDC client
   * A client is an application that signs users in, or that gets tokens for itself. Fields that are left out get the defaults of the `applicationType` (docs/oidc-clients.md). Only a client that authenticates with a secret gets one: `clientSecret` is null for `spa`, `native`, `private_key_jwt` and `none`. If a redirect URI is not allowed, the response is 400 `INVALID_REDIRECT_URI`. If this type of application may not use a grant, the response is 400 `INVALID_GRANT_TYPE`.
   */
  create(body: types.CreateOidcClientData['body'], options?: CallOptions): Promise<types.CreateOidcClientResponse> {
    return this.send({ method: 'POST', path: '/api/v1/oidc/clients', body, type: 'application/json', accept: 'application/json', keyed: true, wraps: true }, options);
  }

  /**
   * Get an OIDC client
   */
  get(clientId: string, options?: CallOptions): Promise<types.GetOidcClientResponse> {
    return this.send({ method: 'GET', path: '/api/v1/oidc/clients/{clientId}', parameters: { clientId }, accept: 'application/json' }, options);
  }

  /**
   * Change an OIDC client
   * Fields that are left out keep their values; `null` clears. `applicationType` cannot change. Every request that starts after the change follows it. A client that becomes public, or authenticates with a key, loses its secret. If the client needs a secret again, use `rotate-secret`.
   */
  update(clientId: string, body: types.UpdateOidcClientData['body'], options?: CallOptions): Promise<types.UpdateOidcClientResponse> {
    return this.send({ method: 'PATCH', path: '/api/v1/oidc/clients/{clientId}', parameters: { clientId }, body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Delete an OIDC client
   * Its tokens are good for nothing any more.
   */
  delete(clientId: string, options?: CallOptions): Promise<types.DeleteOidcClientResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/oidc/clients/{clientId}', parameters: { clientId }, accept: 'application/json' }, options);
  }

  /**
   * Rotate the secret of an OIDC client
   * The answer is the only one that shows the new secret. The old one is good for `gracePeriod` more seconds, and ends at once without. A client without a secret answers 409 `OIDC_CLIENT_STATE_CONFLICT`.
   */
  rotateSecret(clientId: string, body?: types.RotateOidcClientSecretData['body'], options?: CallOptions): Promise<types.RotateOidcClientSecretResponse> {
    return this.send({ method: 'POST', path: '/api/v1/oidc/clients/{clientId}/rotate-secret', parameters: { clientId }, body, type: 'application/json', accept: 'application/json', keyed: true, wraps: true }, options);
  }

  /**
   * Get which client ID metadata documents are read
   * A client with such a document needs no registration: its `client_id` is the https URL of the document. By default none is read.
   */
  getMetadata(options?: CallOptions): Promise<types.GetOidcClientMetadataResponse> {
    return this.send({ method: 'GET', path: '/api/v1/oidc/client-metadata', accept: 'application/json' }, options);
  }

  /**
   * Change which client ID metadata documents are read
   * Follows at once. A client whose host is not allowed any more can neither sign users in nor refresh tokens. If the host is allowed again within the lifetime of its tokens, the tokens are valid again; delete the consents to end them. Users always read who the client is before they allow it.
   */
  updateMetadata(body: types.UpdateOidcClientMetadataData['body'], options?: CallOptions): Promise<types.UpdateOidcClientMetadataResponse> {
    return this.send({ method: 'PUT', path: '/api/v1/oidc/client-metadata', body, type: 'application/json', accept: 'application/json' }, options);
  }
}

export class OidcAgents extends Family {
  /**
   * List agents
   * Lists the clients that no administrator made, the newest first. An agent shows what all of its users together allowed it.
   */
  list(query?: types.ListOidcAgentsData['query'], options?: CallOptions): Promise<types.ListOidcAgentsResponse> {
    return this.send({ method: 'GET', path: '/api/v1/oidc/agents', query, accept: 'application/json' }, options);
  }

  /**
   * List agents, page after page
   */
  listPages(query?: types.ListOidcAgentsData['query'], options?: CallOptions): AsyncGenerator<types.ListOidcAgentsResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/oidc/agents', query, accept: 'application/json' }, options);
  }

  /**
   * List agents, one after another over all pages
   */
  listAll(query?: types.ListOidcAgentsData['query'], options?: CallOptions): AsyncGenerator<types.ListOidcAgentsResponse['data'][number], void, undefined> {
    return this.items(this.listPages(query, options));
  }

  /**
   * Get the blocked hosts
   */
  getOidcBlockedHosts(options?: CallOptions): Promise<types.GetOidcBlockedHostsResponse> {
    return this.send({ method: 'GET', path: '/api/v1/oidc/agents/blocked-hosts', accept: 'application/json' }, options);
  }

  /**
   * Change the blocked hosts
   * Blocks every agent whose metadata document is on such a host, and every agent that sends users to such a host. All consents to an agent end when it becomes blocked, with its grants, codes and tokens, and a blocked agent cannot ask again. Administrators' clients are not concerned. Users who let an agent in before do so again after its host is taken off the list.
   */
  updateOidcBlockedHosts(body: types.UpdateOidcBlockedHostsData['body'], options?: CallOptions): Promise<types.UpdateOidcBlockedHostsResponse> {
    return this.send({ method: 'PUT', path: '/api/v1/oidc/agents/blocked-hosts', body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Get an agent
   */
  get(agentId: string, options?: CallOptions): Promise<types.GetOidcAgentResponse> {
    return this.send({ method: 'GET', path: '/api/v1/oidc/agents/{agentId}', parameters: { agentId }, accept: 'application/json' }, options);
  }

  /**
   * End an agent for all users
   * Removes the client with all consents to it, and ends its grants, codes and tokens. An approved client stays, so that its identity still decides whether it may act. A signed token that was issued before is good for five minutes at most, at a resource that does not ask. A host that is not blocked can come back with the same agent: users are asked again.
   */
  delete(agentId: string, options?: CallOptions): Promise<types.DeleteOidcAgentResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/oidc/agents/{agentId}', parameters: { agentId }, accept: 'application/json' }, options);
  }

  /**
   * Approve an agent
   * Links the agent with an identity of the type `AI_AGENT`, which has an owner. Without `identityId`, a new identity is made with the name of the agent. While the identity is not active, the agent is refused, and none of its tokens is active at introspection. The caller needs `identities.write` too. A repeated call with the same identity changes nothing.
   */
  approve(agentId: string, body: types.ApproveOidcAgentData['body'], options?: CallOptions): Promise<types.ApproveOidcAgentResponse> {
    return this.send({ method: 'POST', path: '/api/v1/oidc/agents/{agentId}/approve', parameters: { agentId }, body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * List the users of an agent
   * Lists the users who have let the agent in, by their IDs, with what each of them allowed.
   */
  listGrants(agentId: string, query?: types.ListOidcAgentGrantsData['query'], options?: CallOptions): Promise<types.ListOidcAgentGrantsResponse> {
    return this.send({ method: 'GET', path: '/api/v1/oidc/agents/{agentId}/grants', parameters: { agentId }, query, accept: 'application/json' }, options);
  }

  /**
   * List the users of an agent, page after page
   */
  listGrantsPages(agentId: string, query?: types.ListOidcAgentGrantsData['query'], options?: CallOptions): AsyncGenerator<types.ListOidcAgentGrantsResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/oidc/agents/{agentId}/grants', parameters: { agentId }, query, accept: 'application/json' }, options);
  }

  /**
   * List the users of an agent, one after another over all pages
   */
  listGrantsAll(agentId: string, query?: types.ListOidcAgentGrantsData['query'], options?: CallOptions): AsyncGenerator<types.ListOidcAgentGrantsResponse['data'][number], void, undefined> {
    return this.items(this.listGrantsPages(agentId, query, options));
  }

  /**
   * End an agent for one user
   * Takes back what the user allowed, and ends the grants, codes and tokens that the agent holds for the user. A signed token that was issued before is good for five minutes at most, at a resource that does not ask.
   */
  deleteGrant(agentId: string, userId: string, options?: CallOptions): Promise<types.DeleteOidcAgentGrantResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/oidc/agents/{agentId}/grants/{userId}', parameters: { agentId, userId }, accept: 'application/json' }, options);
  }
}

export class OidcScopes extends Family {
  /**
   * List custom scopes
   * By their names. The standard ones, such as `openid`, are not among them.
   */
  list(query?: types.ListOidcScopesData['query'], options?: CallOptions): Promise<types.ListOidcScopesResponse> {
    return this.send({ method: 'GET', path: '/api/v1/oidc/scopes', query, accept: 'application/json' }, options);
  }

  /**
   * List custom scopes, page after page
   */
  listPages(query?: types.ListOidcScopesData['query'], options?: CallOptions): AsyncGenerator<types.ListOidcScopesResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/oidc/scopes', query, accept: 'application/json' }, options);
  }

  /**
   * List custom scopes, one after another over all pages
   */
  listAll(query?: types.ListOidcScopesData['query'], options?: CallOptions): AsyncGenerator<types.ListOidcScopesResponse['data'][number], void, undefined> {
    return this.items(this.listPages(query, options));
  }

  /**
   * Create a custom scope
   * Clients may request the scope once it is in their `scopes`. Mapped claims show the values of their sources to every client with the scope. Therefore the key must hold the scopes that read the sources: `directory.read`, and for `groups` also `groups.read` (403 `SCOPE_NOT_GRANTABLE`).
   */
  create(body: types.CreateOidcScopeData['body'], options?: CallOptions): Promise<types.CreateOidcScopeResponse> {
    return this.send({ method: 'POST', path: '/api/v1/oidc/scopes', body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Get a custom scope
   */
  get(scopeId: string, options?: CallOptions): Promise<types.GetOidcScopeResponse> {
    return this.send({ method: 'GET', path: '/api/v1/oidc/scopes/{scopeId}', parameters: { scopeId }, accept: 'application/json' }, options);
  }

  /**
   * Change a custom scope
   * Fields that are left out keep their values; `claims` is replaced as a whole. Its name stays what it is. A change of `claims` needs a key that holds what reads them, as creating does (403 `SCOPE_NOT_GRANTABLE`).
   */
  update(scopeId: string, body: types.UpdateOidcScopeData['body'], options?: CallOptions): Promise<types.UpdateOidcScopeResponse> {
    return this.send({ method: 'PATCH', path: '/api/v1/oidc/scopes/{scopeId}', parameters: { scopeId }, body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Delete a custom scope
   * One that a client has answers 409 `SCOPE_IN_USE`, and `details.clients` names some.
   */
  delete(scopeId: string, options?: CallOptions): Promise<types.DeleteOidcScopeResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/oidc/scopes/{scopeId}', parameters: { scopeId }, accept: 'application/json' }, options);
  }
}

export class ClientRegistration extends Family {
  /**
   * Get the setting for clients that register themselves
   */
  get(options?: CallOptions): Promise<types.GetClientRegistrationResponse> {
    return this.send({ method: 'GET', path: '/api/v1/oidc/client-registration', accept: 'application/json' }, options);
  }

  /**
   * Change who may register clients
   * The change holds for each registration that comes after it. `OFF` keeps the clients that are registered: they go on, and can be removed. The metadata of the provider has `registration_endpoint` unless `mode` is `OFF`.
   */
  update(body: types.UpdateClientRegistrationData['body'], options?: CallOptions): Promise<types.UpdateClientRegistrationResponse> {
    return this.send({ method: 'PUT', path: '/api/v1/oidc/client-registration', body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * List initial access tokens
   * Newest first, those that expired, were used up or were revoked among them.
   */
  listInitialAccessTokens(query?: types.ListInitialAccessTokensData['query'], options?: CallOptions): Promise<types.ListInitialAccessTokensResponse> {
    return this.send({ method: 'GET', path: '/api/v1/oidc/initial-access-tokens', query, accept: 'application/json' }, options);
  }

  /**
   * List initial access tokens, page after page
   */
  listInitialAccessTokensPages(query?: types.ListInitialAccessTokensData['query'], options?: CallOptions): AsyncGenerator<types.ListInitialAccessTokensResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/oidc/initial-access-tokens', query, accept: 'application/json' }, options);
  }

  /**
   * List initial access tokens, one after another over all pages
   */
  listInitialAccessTokensAll(query?: types.ListInitialAccessTokensData['query'], options?: CallOptions): AsyncGenerator<types.ListInitialAccessTokensResponse['data'][number], void, undefined> {
    return this.items(this.listInitialAccessTokensPages(query, options));
  }

  /**
   * Create an initial access token
   * A program registers clients with the token (RFC 7591 section 3), at most `maxUses` of them. The other fields say what such a client may be. Clients that were registered go on when the token ends, so a key with bounds cannot create one.
   */
  createInitialAccessToken(body: types.CreateInitialAccessTokenData['body'], options?: CallOptions): Promise<types.CreateInitialAccessTokenResponse> {
    return this.send({ method: 'POST', path: '/api/v1/oidc/initial-access-tokens', body, type: 'application/json', accept: 'application/json', keyed: true, wraps: true }, options);
  }

  /**
   * Get an initial access token
   */
  getInitialAccessToken(tokenId: string, options?: CallOptions): Promise<types.GetInitialAccessTokenResponse> {
    return this.send({ method: 'GET', path: '/api/v1/oidc/initial-access-tokens/{tokenId}', parameters: { tokenId }, accept: 'application/json' }, options);
  }

  /**
   * Revoke an initial access token
   * It stops at once and for good, and stays in the list as `REVOKED`. Clients that were registered with it go on.
   */
  revokeInitialAccessToken(tokenId: string, options?: CallOptions): Promise<types.RevokeInitialAccessTokenResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/oidc/initial-access-tokens/{tokenId}', parameters: { tokenId }, accept: 'application/json' }, options);
  }
}

export class OidcResources extends Family {
  /**
   * List resources
   * By their identifiers.
   */
  list(query?: types.ListOidcResourcesData['query'], options?: CallOptions): Promise<types.ListOidcResourcesResponse> {
    return this.send({ method: 'GET', path: '/api/v1/oidc/resources', query, accept: 'application/json' }, options);
  }

  /**
   * List resources, page after page
   */
  listPages(query?: types.ListOidcResourcesData['query'], options?: CallOptions): AsyncGenerator<types.ListOidcResourcesResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/oidc/resources', query, accept: 'application/json' }, options);
  }

  /**
   * List resources, one after another over all pages
   */
  listAll(query?: types.ListOidcResourcesData['query'], options?: CallOptions): AsyncGenerator<types.ListOidcResourcesResponse['data'][number], void, undefined> {
    return this.items(this.listPages(query, options));
  }

  /**
   * Create a resource
   * A resource is an API that clients ask tokens for (RFC 8707). From then on its settings hold for each token with this audience, also for clients that list the identifier in their own `resources`. A resource whose identifier differs only by a slash at the end is the same one (409 `OIDC_RESOURCE_EXISTS`).
   */
  create(body: types.CreateOidcResourceData['body'], options?: CallOptions): Promise<types.CreateOidcResourceResponse> {
    return this.send({ method: 'POST', path: '/api/v1/oidc/resources', body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Get a resource
   */
  get(resourceId: string, options?: CallOptions): Promise<types.GetOidcResourceResponse> {
    return this.send({ method: 'GET', path: '/api/v1/oidc/resources/{resourceId}', parameters: { resourceId }, accept: 'application/json' }, options);
  }

  /**
   * Change a resource
   * Fields that are left out keep their values; lists are replaced as a whole. The identifier cannot change. A scope or a client that is taken out is missing from the next token of each refresh.
   */
  update(resourceId: string, body: types.UpdateOidcResourceData['body'], options?: CallOptions): Promise<types.UpdateOidcResourceResponse> {
    return this.send({ method: 'PATCH', path: '/api/v1/oidc/resources/{resourceId}', parameters: { resourceId }, body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Delete a resource
   * Clients get no more tokens for it, also not by refresh. Clients that list the identifier in their own `resources` get tokens with their own scopes, lifetime and format from then on. Signed tokens stay valid until they expire.
   */
  delete(resourceId: string, options?: CallOptions): Promise<types.DeleteOidcResourceResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/oidc/resources/{resourceId}', parameters: { resourceId }, accept: 'application/json' }, options);
  }
}

export class ServiceProviders extends Family {
  /**
   * List SAML service providers
   * Newest first.
   */
  list(query?: types.ListServiceProvidersData['query'], options?: CallOptions): Promise<types.ListServiceProvidersResponse> {
    return this.send({ method: 'GET', path: '/api/v1/saml/service-providers', query, accept: 'application/json' }, options);
  }

  /**
   * List SAML service providers, page after page
   */
  listPages(query?: types.ListServiceProvidersData['query'], options?: CallOptions): AsyncGenerator<types.ListServiceProvidersResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/saml/service-providers', query, accept: 'application/json' }, options);
  }

  /**
   * List SAML service providers, one after another over all pages
   */
  listAll(query?: types.ListServiceProvidersData['query'], options?: CallOptions): AsyncGenerator<types.ListServiceProvidersResponse['data'][number], void, undefined> {
    return this.items(this.listPages(query, options));
  }

  /**
   * Register a SAML service provider
   * A service provider is an application that signs users in with SAML 2.0. Send its metadata as `metadataXml`, or the address of its metadata as `metadataUrl`, or `entityId` with `acsUrl`. If the metadata describes several service providers, add the `entityId` of one. The metadata gives the endpoints, the certificates and `requireSignedRequests`. Metadata with a DOCTYPE or above 512 KB is refused. If the metadata cannot be read from its address, the response is 502 `FEDERATION_CONN_FAILED`. If another service provider has the entity ID, the response is 409 `SP_EXISTS`.
   */
  create(body: types.CreateServiceProviderData['body'], options?: CallOptions): Promise<types.CreateServiceProviderResponse> {
    return this.send({ method: 'POST', path: '/api/v1/saml/service-providers', body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Get a SAML service provider
   */
  get(spId: string, options?: CallOptions): Promise<types.GetServiceProviderResponse> {
    return this.send({ method: 'GET', path: '/api/v1/saml/service-providers/{spId}', parameters: { spId }, accept: 'application/json' }, options);
  }

  /**
   * Change a SAML service provider
   * Fields that are left out keep their values; `null` clears. The entity ID cannot change, because the identifiers of users depend on it. While `metadataUrl` is set, the metadata governs the endpoints and the certificates. Set `metadataUrl` to null first, or send `metadataXml`. New metadata replaces these fields at once, and must have the same entity ID.
   */
  update(spId: string, body: types.UpdateServiceProviderData['body'], options?: CallOptions): Promise<types.UpdateServiceProviderResponse> {
    return this.send({ method: 'PATCH', path: '/api/v1/saml/service-providers/{spId}', parameters: { spId }, body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Delete a SAML service provider
   * Users can no longer sign in to it. If it is registered again with the same entity ID, users keep their identifiers.
   */
  delete(spId: string, options?: CallOptions): Promise<types.DeleteServiceProviderResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/saml/service-providers/{spId}', parameters: { spId }, accept: 'application/json' }, options);
  }

  /**
   * Read the metadata of a service provider again
   * Reads `metadataUrl` now; the service also reads it once a day. The response shows the outcome: `metadataRefreshedAt`, or `metadataError` if the metadata could not be used. New certificates apply at once if a known certificate remains, or if the key of `metadataSigningCertificate` signed the metadata. Endpoints of new hosts, and certificates that replace all known ones, wait as `pendingChange`. Without `metadataUrl`, the response is 409 `SP_STATE_CONFLICT`.
   */
  refreshMetadata(spId: string, options?: CallOptions): Promise<types.RefreshServiceProviderMetadataResponse> {
    return this.send({ method: 'POST', path: '/api/v1/saml/service-providers/{spId}/refresh-metadata', parameters: { spId }, accept: 'application/json', keyed: true }, options);
  }

  /**
   * Approve the pending change of a service provider
   * Applies the change that `changeId` names. If the metadata has changed since, another change is pending, and the response is 409 `SP_STATE_CONFLICT`. Read the service provider again, and compare the change with its owner first.
   */
  approveChange(spId: string, body: types.ApproveServiceProviderChangeData['body'], options?: CallOptions): Promise<types.ApproveServiceProviderChangeResponse> {
    return this.send({ method: 'POST', path: '/api/v1/saml/service-providers/{spId}/approve-change', parameters: { spId }, body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Reject the pending change of a service provider
   * Drops the change that `changeId` names. The same metadata asks no second time. Other metadata does.
   */
  rejectChange(spId: string, body: types.RejectServiceProviderChangeData['body'], options?: CallOptions): Promise<types.RejectServiceProviderChangeResponse> {
    return this.send({ method: 'POST', path: '/api/v1/saml/service-providers/{spId}/reject-change', parameters: { spId }, body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * List the last SAML messages of a service provider
   * Newest first, for 7 days: at most 1,000 verified AuthnRequests, 1,000 other verified messages, and 100 unverified ones. An entry shows the decoded message, and which rule a refused message broke. Signatures, ciphertexts, tokens and RelayState are never stored. Values about the user are shown only to keys that have `directory.read`, too. The entries of a user are erased with the user.
   */
  listTraces(spId: string, query?: types.ListServiceProviderTracesData['query'], options?: CallOptions): Promise<types.ListServiceProviderTracesResponse> {
    return this.send({ method: 'GET', path: '/api/v1/saml/service-providers/{spId}/traces', parameters: { spId }, query, accept: 'application/json' }, options);
  }

  /**
   * List the last SAML messages of a service provider, page after page
   */
  listTracesPages(spId: string, query?: types.ListServiceProviderTracesData['query'], options?: CallOptions): AsyncGenerator<types.ListServiceProviderTracesResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/saml/service-providers/{spId}/traces', parameters: { spId }, query, accept: 'application/json' }, options);
  }

  /**
   * List the last SAML messages of a service provider, one after another over all pages
   */
  listTracesAll(spId: string, query?: types.ListServiceProviderTracesData['query'], options?: CallOptions): AsyncGenerator<types.ListServiceProviderTracesResponse['data'][number], void, undefined> {
    return this.items(this.listTracesPages(spId, query, options));
  }

  /**
   * Show what a user would get of a service provider
   * Applies the rules of a sign-on to the user, and changes nothing. The response shows the identifier and the attributes, or why the user would be refused. The key needs `directory.read` as well, and `groups.read` if the service provider has `allowedGroups` or learns groups.
   */
  preview(spId: string, body: types.PreviewServiceProviderData['body'], options?: CallOptions): Promise<types.PreviewServiceProviderResponse> {
    return this.send({ method: 'POST', path: '/api/v1/saml/service-providers/{spId}/preview', parameters: { spId }, body, type: 'application/json', accept: 'application/json' }, options);
  }
}

export class SigningKeys extends Family {
  /**
   * List signing keys
   * Those that sign first, then those that will, then those that did. There are none before the first token is asked for. Keys of SAML follow those of OpenID Connect, and keys that assertions are encrypted for follow these.
   */
  list(query?: types.ListSigningKeysData['query'], options?: CallOptions): Promise<types.ListSigningKeysResponse> {
    return this.send({ method: 'GET', path: '/api/v1/keys', query, accept: 'application/json' }, options);
  }

  /**
   * List signing keys, page after page
   */
  listPages(query?: types.ListSigningKeysData['query'], options?: CallOptions): AsyncGenerator<types.ListSigningKeysResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/keys', query, accept: 'application/json' }, options);
  }

  /**
   * List signing keys, one after another over all pages
   */
  listAll(query?: types.ListSigningKeysData['query'], options?: CallOptions): AsyncGenerator<types.ListSigningKeysResponse['data'][number], void, undefined> {
    return this.items(this.listPages(query, options));
  }

  /**
   * Rotate signing keys
   * Creates and publishes a key of every algorithm. The keys sign from a day later on, when all callers that cache the published keys have fetched them. While a key waits to sign, no other is made. With `emergency`, new keys sign at once and all others are removed. Tokens that the removed keys signed become invalid. With `use: SAML`, the new key is published and waits until it is activated; in an emergency it signs at once, and users can sign in to a service provider when its administrator has replaced the certificate. With `use: SAML_ENCRYPTION`, the metadata of the SAML connections names the new key, and the keys before decrypt for 30 more days; in an emergency they are removed.
   */
  rotate(body?: types.RotateSigningKeysData['body'], options?: CallOptions): Promise<types.RotateSigningKeysResponse> {
    return this.send({ method: 'POST', path: '/api/v1/keys/rotate', body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Let a SAML key sign for all service providers
   * The key signs for every service provider from now on, also for those with a `signingKeyId`, which is cleared. The previous key stays in the metadata for 30 days. To change one service provider at a time, set its `signingKeyId` instead. Keys of OpenID Connect sign by themselves when their time comes; for them the response is 409 `KEY_STATE_CONFLICT`.
   */
  activate(keyId: string, options?: CallOptions): Promise<types.ActivateSigningKeyResponse> {
    return this.send({ method: 'POST', path: '/api/v1/keys/{keyId}/activate', parameters: { keyId }, accept: 'application/json', keyed: true }, options);
  }
}

export class SocialProviders extends Family {
  /**
   * List the providers that people may sign in with
   * Newest first.
   */
  list(query?: types.ListSocialProvidersData['query'], options?: CallOptions): Promise<types.ListSocialProvidersResponse> {
    return this.send({ method: 'GET', path: '/api/v1/auth/social-providers', query, accept: 'application/json' }, options);
  }

  /**
   * List the providers that people may sign in with, page after page
   */
  listPages(query?: types.ListSocialProvidersData['query'], options?: CallOptions): AsyncGenerator<types.ListSocialProvidersResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/auth/social-providers', query, accept: 'application/json' }, options);
  }

  /**
   * List the providers that people may sign in with, one after another over all pages
   */
  listAll(query?: types.ListSocialProvidersData['query'], options?: CallOptions): AsyncGenerator<types.ListSocialProvidersResponse['data'][number], void, undefined> {
    return this.items(this.listPages(query, options));
  }

  /**
   * Let people sign in with a provider
   * Register `callbackUrl` of the answer with the provider. From then on the sign-in page has a button for it, unless `enabled` is false. An account of the provider is known by its subject there and never by its email address.
   */
  create(body: types.CreateSocialProviderData['body'], options?: CallOptions): Promise<types.CreateSocialProviderResponse> {
    return this.send({ method: 'POST', path: '/api/v1/auth/social-providers', body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Change a provider
   * Fields that are left out keep their values. `provider` and `issuer` stay what they are: subjects of another issuer would be other people.
   */
  update(providerId: string, body: types.UpdateSocialProviderData['body'], options?: CallOptions): Promise<types.UpdateSocialProviderResponse> {
    return this.send({ method: 'PATCH', path: '/api/v1/auth/social-providers/{providerId}', parameters: { providerId }, body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Delete a provider
   * Users cannot sign in with the provider any more. The connections between users and their accounts at the provider are deleted. The users and their sessions stay.
   */
  delete(providerId: string, options?: CallOptions): Promise<types.DeleteSocialProviderResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/auth/social-providers/{providerId}', parameters: { providerId }, accept: 'application/json' }, options);
  }
}

export class Federation extends Family {
  /**
   * List the connections to identity providers
   * Lists connections of all types, the newest first.
   */
  listConnections(query?: types.ListConnectionsData['query'], options?: CallOptions): Promise<types.ListConnectionsResponse> {
    return this.send({ method: 'GET', path: '/api/v1/federation', query, accept: 'application/json' }, options);
  }

  /**
   * List the connections to identity providers, page after page
   */
  listConnectionsPages(query?: types.ListConnectionsData['query'], options?: CallOptions): AsyncGenerator<types.ListConnectionsResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/federation', query, accept: 'application/json' }, options);
  }

  /**
   * List the connections to identity providers, one after another over all pages
   */
  listConnectionsAll(query?: types.ListConnectionsData['query'], options?: CallOptions): AsyncGenerator<types.ListConnectionsResponse['data'][number], void, undefined> {
    return this.items(this.listConnectionsPages(query, options));
  }

  /**
   * List the domains of all connections
   * By name. Each shows the DNS record that proves it.
   */
  listFederatedDomains(query?: types.ListFederatedDomainsData['query'], options?: CallOptions): Promise<types.ListFederatedDomainsResponse> {
    return this.send({ method: 'GET', path: '/api/v1/federation/domains', query, accept: 'application/json' }, options);
  }

  /**
   * List the domains of all connections, page after page
   */
  listFederatedDomainsPages(query?: types.ListFederatedDomainsData['query'], options?: CallOptions): AsyncGenerator<types.ListFederatedDomainsResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/federation/domains', query, accept: 'application/json' }, options);
  }

  /**
   * List the domains of all connections, one after another over all pages
   */
  listFederatedDomainsAll(query?: types.ListFederatedDomainsData['query'], options?: CallOptions): AsyncGenerator<types.ListFederatedDomainsResponse['data'][number], void, undefined> {
    return this.items(this.listFederatedDomainsPages(query, options));
  }

  /**
   * Prove a domain by its DNS record
   * Looks the record up now. If it is missing, or the DNS does not respond, the response is 400 `DOMAIN_NOT_VERIFIED` with the record that was expected. If another organization has proved the domain, its record is looked for, too. If that record is still there, the response is 409 `DOMAIN_TAKEN`, and otherwise the domain moves. The key needs every management scope of the users that the connection signs in.
   */
  verifyFederatedDomain(domain: string, options?: CallOptions): Promise<types.VerifyFederatedDomainResponse> {
    return this.send({ method: 'POST', path: '/api/v1/federation/domains/{domain}/verify', parameters: { domain }, accept: 'application/json' }, options);
  }

  /**
   * List the OpenID Connect connections
   * Newest first.
   */
  listOidcConnections(query?: types.ListOidcConnectionsData['query'], options?: CallOptions): Promise<types.ListOidcConnectionsResponse> {
    return this.send({ method: 'GET', path: '/api/v1/federation/oidc', query, accept: 'application/json' }, options);
  }

  /**
   * List the OpenID Connect connections, page after page
   */
  listOidcConnectionsPages(query?: types.ListOidcConnectionsData['query'], options?: CallOptions): AsyncGenerator<types.ListOidcConnectionsResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/federation/oidc', query, accept: 'application/json' }, options);
  }

  /**
   * List the OpenID Connect connections, one after another over all pages
   */
  listOidcConnectionsAll(query?: types.ListOidcConnectionsData['query'], options?: CallOptions): AsyncGenerator<types.ListOidcConnectionsResponse['data'][number], void, undefined> {
    return this.items(this.listOidcConnectionsPages(query, options));
  }

  /**
   * Connect an OpenID Connect provider
   * Register `callbackUrl` of the response at the identity provider. Then add a DNS record for each domain, and verify it. The key needs the management scopes of the groups in `groupMapping`. Several connections may have the same issuer and client ID.
   */
  createOidcConnection(body: types.CreateOidcConnectionData['body'], options?: CallOptions): Promise<types.CreateOidcConnectionResponse> {
    return this.send({ method: 'POST', path: '/api/v1/federation/oidc', body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Get an OpenID Connect connection
   */
  getOidcConnection(id: string, options?: CallOptions): Promise<types.GetOidcConnectionResponse> {
    return this.send({ method: 'GET', path: '/api/v1/federation/oidc/{id}', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * Change an OpenID Connect connection
   * Fields that are left out keep their values; `null` clears. The issuer cannot change. The key needs every management scope of the users and groups that the connection can reach, because an identity provider decides who its users are.
   */
  updateOidcConnection(id: string, body: types.UpdateOidcConnectionData['body'], options?: CallOptions): Promise<types.UpdateOidcConnectionResponse> {
    return this.send({ method: 'PATCH', path: '/api/v1/federation/oidc/{id}', parameters: { id }, body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Delete an OpenID Connect connection
   * As `deleteConnection`.
   */
  deleteOidcConnection(id: string, options?: CallOptions): Promise<types.DeleteOidcConnectionResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/federation/oidc/{id}', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * Test an OpenID Connect connection
   * As `testConnection`.
   */
  testOidcConnection(id: string, options?: CallOptions): Promise<types.TestOidcConnectionResponse> {
    return this.send({ method: 'POST', path: '/api/v1/federation/oidc/{id}/test', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * List the SAML connections
   * Newest first.
   */
  listSamlConnections(query?: types.ListSamlConnectionsData['query'], options?: CallOptions): Promise<types.ListSamlConnectionsResponse> {
    return this.send({ method: 'GET', path: '/api/v1/federation/saml', query, accept: 'application/json' }, options);
  }

  /**
   * List the SAML connections, page after page
   */
  listSamlConnectionsPages(query?: types.ListSamlConnectionsData['query'], options?: CallOptions): AsyncGenerator<types.ListSamlConnectionsResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/federation/saml', query, accept: 'application/json' }, options);
  }

  /**
   * List the SAML connections, one after another over all pages
   */
  listSamlConnectionsAll(query?: types.ListSamlConnectionsData['query'], options?: CallOptions): AsyncGenerator<types.ListSamlConnectionsResponse['data'][number], void, undefined> {
    return this.items(this.listSamlConnectionsPages(query, options));
  }

  /**
   * Connect a SAML identity provider
   * Send the metadata of the identity provider as `metadataXml`, or its address as `metadataUrl`, or `idpEntityId` with `ssoUrl` and `certificates`. If the metadata describes several identity providers, add the `idpEntityId` of one. The response shows what was read. Metadata with a DOCTYPE or above 512 KB is refused. If the metadata cannot be read from its address, the response is 502 `FEDERATION_CONN_FAILED`. Register `spMetadataUrl` of the response, or `spEntityId` and `acsUrl`, at the identity provider. Then add a DNS record for each domain, and verify it. If the identity provider asks for these values before it shows its metadata, create a draft with `isDraft: true`, and complete it with `updateSamlConnection`. The key needs the management scopes of the groups in `groupMapping`.
   */
  createSamlConnection(body: types.CreateSamlConnectionData['body'], options?: CallOptions): Promise<types.CreateSamlConnectionResponse> {
    return this.send({ method: 'POST', path: '/api/v1/federation/saml', body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Get a SAML connection
   */
  getSamlConnection(id: string, options?: CallOptions): Promise<types.GetSamlConnectionResponse> {
    return this.send({ method: 'GET', path: '/api/v1/federation/saml/{id}', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * Change a SAML connection
   * Fields that are left out keep their values; `null` clears. `idpEntityId` cannot change, and is for drafts: with the metadata, or with `idpEntityId`, `ssoUrl` and `certificates`, a draft is complete. It stays `DISABLED` unless you send `status: ACTIVE`. While `metadataUrl` is set, the metadata governs the endpoints and the certificates. Set `metadataUrl` to null first, or send `metadataXml`. New metadata replaces these fields at once, and must have the same entity ID. The key needs every management scope of the users and groups that the connection can reach, because an identity provider decides who its users are.
   */
  updateSamlConnection(id: string, body: types.UpdateSamlConnectionData['body'], options?: CallOptions): Promise<types.UpdateSamlConnectionResponse> {
    return this.send({ method: 'PATCH', path: '/api/v1/federation/saml/{id}', parameters: { id }, body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Delete a SAML connection
   * As `deleteConnection`.
   */
  deleteSamlConnection(id: string, options?: CallOptions): Promise<types.DeleteSamlConnectionResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/federation/saml/{id}', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * Test a SAML connection
   * As `testConnection`. It reads the metadata, and changes nothing.
   */
  testSamlConnection(id: string, options?: CallOptions): Promise<types.TestSamlConnectionResponse> {
    return this.send({ method: 'POST', path: '/api/v1/federation/saml/{id}/test', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * Read the metadata of a SAML connection again
   * Reads `metadataUrl` now; the service also reads it once a day, and when a response is signed by an unknown key. The response shows the outcome: `metadataRefreshedAt`, or `metadataError` if the metadata could not be used. New certificates apply at once if a known certificate remains, or if the key of `metadataSigningCertificate` signed the metadata. Endpoints of new hosts, and certificates that replace all known ones, wait as `pendingChange`. Without `metadataUrl`, the response is 409 `CONNECTION_STATE_CONFLICT`.
   */
  refreshSamlConnectionMetadata(id: string, options?: CallOptions): Promise<types.RefreshSamlConnectionMetadataResponse> {
    return this.send({ method: 'POST', path: '/api/v1/federation/saml/{id}/refresh-metadata', parameters: { id }, accept: 'application/json', keyed: true }, options);
  }

  /**
   * Approve the pending change of a SAML connection
   * Applies the change that `changeId` names. If the metadata has changed since, another change is pending, and the response is 409 `CONNECTION_STATE_CONFLICT`. Read the connection again, and compare the change with the administrator of the identity provider first. The key needs every management scope of the users and groups that the connection can reach.
   */
  approveSamlConnectionChange(id: string, body: types.ApproveSamlConnectionChangeData['body'], options?: CallOptions): Promise<types.ApproveSamlConnectionChangeResponse> {
    return this.send({ method: 'POST', path: '/api/v1/federation/saml/{id}/approve-change', parameters: { id }, body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Reject the pending change of a SAML connection
   * Drops the change that `changeId` names. The same metadata asks no second time. Other metadata does. The key needs the same scopes as for an approval.
   */
  rejectSamlConnectionChange(id: string, body: types.RejectSamlConnectionChangeData['body'], options?: CallOptions): Promise<types.RejectSamlConnectionChangeResponse> {
    return this.send({ method: 'POST', path: '/api/v1/federation/saml/{id}/reject-change', parameters: { id }, body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * List the setup links
   * Newest first, those that are finished, expired or revoked among them. They are kept for 90 days after they expire.
   */
  listSetupLinks(query?: types.ListSetupLinksData['query'], options?: CallOptions): Promise<types.ListSetupLinksResponse> {
    return this.send({ method: 'GET', path: '/api/v1/federation/setup-links', query, accept: 'application/json' }, options);
  }

  /**
   * List the setup links, page after page
   */
  listSetupLinksPages(query?: types.ListSetupLinksData['query'], options?: CallOptions): AsyncGenerator<types.ListSetupLinksResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/federation/setup-links', query, accept: 'application/json' }, options);
  }

  /**
   * List the setup links, one after another over all pages
   */
  listSetupLinksAll(query?: types.ListSetupLinksData['query'], options?: CallOptions): AsyncGenerator<types.ListSetupLinksResponse['data'][number], void, undefined> {
    return this.items(this.listSetupLinksPages(query, options));
  }

  /**
   * Create a setup link for the administrator of a customer
   * The link opens a hosted page, once and in one browser. There, the holder connects an identity provider, proves the domains of the link by DNS records, and tests the connection. The connection is `DISABLED` until you activate it with `updateConnection`. Settings that give rights stay with you. The key needs every management scope of the users and groups that connections with these domains can reach.
   */
  createSetupLink(body: types.CreateSetupLinkData['body'], options?: CallOptions): Promise<types.CreateSetupLinkResponse> {
    return this.send({ method: 'POST', path: '/api/v1/federation/setup-links', body, type: 'application/json', accept: 'application/json', keyed: true, wraps: true }, options);
  }

  /**
   * Get a setup link
   */
  getSetupLink(id: string, options?: CallOptions): Promise<types.GetSetupLinkResponse> {
    return this.send({ method: 'GET', path: '/api/v1/federation/setup-links/{id}', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * Revoke a setup link
   * The link and the session of its holder end at once. A connection that the holder has set up stays, without the domains that were proved by the link. The setup link stays in the list as `REVOKED`.
   */
  revokeSetupLink(id: string, options?: CallOptions): Promise<types.RevokeSetupLinkResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/federation/setup-links/{id}', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * Get a connection
   * Its fields that all types have. The path of its type shows the others.
   */
  getConnection(id: string, options?: CallOptions): Promise<types.GetConnectionResponse> {
    return this.send({ method: 'GET', path: '/api/v1/federation/{id}', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * Enable or disable a connection
   * A disabled connection signs no user in, also not in a sign-in that has begun. Sessions that came by it stay, unless `revokeSessions` is true. The key needs every management scope of the users that the connection signs in.
   */
  updateConnection(id: string, body: types.UpdateConnectionData['body'], options?: CallOptions): Promise<types.UpdateConnectionResponse> {
    return this.send({ method: 'PATCH', path: '/api/v1/federation/{id}', parameters: { id }, body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Delete a connection
   * Users stay, without their links to accounts of the identity provider. Sessions that came by it stay, too. Its domains are free for other connections. The key needs every management scope of the users that the connection signs in.
   */
  deleteConnection(id: string, options?: CallOptions): Promise<types.DeleteConnectionResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/federation/{id}', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * Test a connection
   * Reads what the identity provider publishes, and names each check. If the identity provider cannot be reached, the response is 502 `FEDERATION_CONN_FAILED`. A draft has no identity provider yet: the response is 409 `CONNECTION_STATE_CONFLICT`.
   */
  testConnection(id: string, options?: CallOptions): Promise<types.TestConnectionResponse> {
    return this.send({ method: 'POST', path: '/api/v1/federation/{id}/test', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * Show what a connection makes of an account
   * Applies the rules of a sign-in to claims, or to the identifier and the attributes of a SAML assertion, and changes nothing. The response shows the user that the account leads to, or why it would be refused, the fields and the groups. It works in every status of the connection. It verifies no signature, because what is shown is yours. The key needs `directory.read` as well, and `groups.read` if the connection has `groupMapping` or `allowedGroups`.
   */
  previewConnectionMapping(id: string, body: types.PreviewConnectionMappingData['body'], options?: CallOptions): Promise<types.PreviewConnectionMappingResponse> {
    return this.send({ method: 'POST', path: '/api/v1/federation/{id}/preview', parameters: { id }, body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Create a link for a test sign-in
   * The link works once, for 15 minutes, in every status of the connection. A draft has no identity provider to test: the response is 409 `CONNECTION_STATE_CONFLICT`. Its page leads to the identity provider, and then shows the claims that were received, what the mapping makes of them, and the user they lead to, or the error and its step. A test creates and changes nothing, and begins no session. The result is also a trace with `test: true`. Deleting the connection revokes the link.
   */
  createTestSignIn(id: string, options?: CallOptions): Promise<types.CreateTestSignInResponse> {
    return this.send({ method: 'POST', path: '/api/v1/federation/{id}/test-sign-in', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * List the last sign-ins of a connection
   * Newest first, for 7 days: at most 1,000 for which the identity provider vouched, and at most 100 others. An entry names the step that failed, and the claims that were received. Values of claims are shown only to keys that have `directory.read`, too. Tokens, codes, state and nonce are never stored. The entries of a user are erased with the user.
   */
  listConnectionTraces(id: string, query?: types.ListConnectionTracesData['query'], options?: CallOptions): Promise<types.ListConnectionTracesResponse> {
    return this.send({ method: 'GET', path: '/api/v1/federation/{id}/traces', parameters: { id }, query, accept: 'application/json' }, options);
  }

  /**
   * List the last sign-ins of a connection, page after page
   */
  listConnectionTracesPages(id: string, query?: types.ListConnectionTracesData['query'], options?: CallOptions): AsyncGenerator<types.ListConnectionTracesResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/federation/{id}/traces', parameters: { id }, query, accept: 'application/json' }, options);
  }

  /**
   * List the last sign-ins of a connection, one after another over all pages
   */
  listConnectionTracesAll(id: string, query?: types.ListConnectionTracesData['query'], options?: CallOptions): AsyncGenerator<types.ListConnectionTracesResponse['data'][number], void, undefined> {
    return this.items(this.listConnectionTracesPages(id, query, options));
  }
}

export class Webhooks extends Family {
  /**
   * List webhooks
   * Newest first.
   */
  list(query?: types.ListWebhooksData['query'], options?: CallOptions): Promise<types.ListWebhooksResponse> {
    return this.send({ method: 'GET', path: '/api/v1/webhooks', query, accept: 'application/json' }, options);
  }

  /**
   * List webhooks, page after page
   */
  listPages(query?: types.ListWebhooksData['query'], options?: CallOptions): AsyncGenerator<types.ListWebhooksResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/webhooks', query, accept: 'application/json' }, options);
  }

  /**
   * List webhooks, one after another over all pages
   */
  listAll(query?: types.ListWebhooksData['query'], options?: CallOptions): AsyncGenerator<types.ListWebhooksResponse['data'][number], void, undefined> {
    return this.items(this.listPages(query, options));
  }

  /**
   * Create a webhook
   * From now on, every event that the webhook subscribes to is sent to its `url`, signed with its `signingSecret`. `events` describes the deliveries and how to verify them. The key must hold the scopes that read those events, such as `directory.read` for `user.*` and every `.read` for `*`. 403 `SCOPE_NOT_GRANTABLE` names the missing scopes.
   */
  create(body: types.CreateWebhookData['body'], options?: CallOptions): Promise<types.CreateWebhookResponse> {
    return this.send({ method: 'POST', path: '/api/v1/webhooks', body, type: 'application/json', accept: 'application/json', keyed: true, wraps: true }, options);
  }

  /**
   * Get a webhook
   */
  get(id: string, options?: CallOptions): Promise<types.GetWebhookResponse> {
    return this.send({ method: 'GET', path: '/api/v1/webhooks/{id}', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * Change a webhook
   * Fields that are left out keep their values. A change of `url` or `events` needs a key that holds what reads the events, as creating does (403 `SCOPE_NOT_GRANTABLE`).
   */
  update(id: string, body: types.UpdateWebhookData['body'], options?: CallOptions): Promise<types.UpdateWebhookResponse> {
    return this.send({ method: 'PUT', path: '/api/v1/webhooks/{id}', parameters: { id }, body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Delete a webhook
   * No further events are delivered: what was not delivered is canceled, and an attempt under way may finish.
   */
  delete(id: string, options?: CallOptions): Promise<types.DeleteWebhookResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/webhooks/{id}', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * Send a test event
   * Sends `webhook.test` once, signed like every delivery, and waits up to 30 seconds for the response. The status of the webhook does not matter. If the endpoint fails, this call still succeeds: it answers 200 with `status` `FAILED`. The test does not count in statistics. A webhook gets at most ten tests a minute.
   */
  test(id: string, options?: CallOptions): Promise<types.TestWebhookResponse> {
    return this.send({ method: 'POST', path: '/api/v1/webhooks/{id}/test', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * Pause a webhook
   * Events are held for up to 30 days, and delivered in their order when the webhook is resumed. Pausing a paused webhook is not an error.
   */
  pause(id: string, options?: CallOptions): Promise<types.PauseWebhookResponse> {
    return this.send({ method: 'POST', path: '/api/v1/webhooks/{id}/pause', parameters: { id }, accept: 'application/json', keyed: true }, options);
  }

  /**
   * Resume a webhook
   * Ends a pause, and delivers the held events. If the webhook was disabled for its failures, new events are delivered from now on. `recover` sends the missed events. Resuming an active webhook is not an error.
   */
  resume(id: string, options?: CallOptions): Promise<types.ResumeWebhookResponse> {
    return this.send({ method: 'POST', path: '/api/v1/webhooks/{id}/resume', parameters: { id }, accept: 'application/json', keyed: true }, options);
  }

  /**
   * Send the missed events of a webhook again
   * Sends the events in this time that the webhook subscribes to. Events that were delivered, or are about to be, are left out. The oldest events come first, at most 1000 in a call. Dead letters of these events are removed.
   */
  recover(id: string, body: types.RecoverWebhookData['body'], options?: CallOptions): Promise<types.RecoverWebhookResponse> {
    return this.send({ method: 'POST', path: '/api/v1/webhooks/{id}/recover', parameters: { id }, body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Give a webhook a new signing secret
   * Until the grace period ends, deliveries are signed with both secrets. `webhook-signature` carries both signatures, `X-Service-Signature-Previous` that of the old secret.
   */
  rotateSecret(id: string, body?: types.RotateWebhookSecretData['body'], options?: CallOptions): Promise<types.RotateWebhookSecretResponse> {
    return this.send({ method: 'POST', path: '/api/v1/webhooks/{id}/rotate-secret', parameters: { id }, body, type: 'application/json', accept: 'application/json', keyed: true, wraps: true }, options);
  }

  /**
   * List the deliveries of a webhook
   * Newest first; kept for 30 days.
   */
  listDeliveries(id: string, query?: types.ListDeliveriesData['query'], options?: CallOptions): Promise<types.ListDeliveriesResponse> {
    return this.send({ method: 'GET', path: '/api/v1/webhooks/{id}/deliveries', parameters: { id }, query, accept: 'application/json' }, options);
  }

  /**
   * List the deliveries of a webhook, page after page
   */
  listDeliveriesPages(id: string, query?: types.ListDeliveriesData['query'], options?: CallOptions): AsyncGenerator<types.ListDeliveriesResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/webhooks/{id}/deliveries', parameters: { id }, query, accept: 'application/json' }, options);
  }

  /**
   * List the deliveries of a webhook, one after another over all pages
   */
  listDeliveriesAll(id: string, query?: types.ListDeliveriesData['query'], options?: CallOptions): AsyncGenerator<types.ListDeliveriesResponse['data'][number], void, undefined> {
    return this.items(this.listDeliveriesPages(id, query, options));
  }

  /**
   * Get a delivery
   * With what is sent, and every attempt. The key must also hold what reads the event, such as `directory.read` for `user.*`: 403 names what it lacks.
   */
  getDelivery(id: string, deliveryId: string, options?: CallOptions): Promise<types.GetDeliveryResponse> {
    return this.send({ method: 'GET', path: '/api/v1/webhooks/{id}/deliveries/{deliveryId}', parameters: { id, deliveryId }, accept: 'application/json' }, options);
  }

  /**
   * Retry a delivery
   * If the delivery waits for its next attempt, the attempt is made now. If it is finished, successfully or not, another delivery of the same event is made. Its dead letter is then removed.
   */
  retryDelivery(id: string, deliveryId: string, options?: CallOptions): Promise<types.RetryDeliveryResponse> {
    return this.send({ method: 'POST', path: '/api/v1/webhooks/{id}/deliveries/{deliveryId}/retry', parameters: { id, deliveryId }, accept: 'application/json', keyed: true }, options);
  }

  /**
   * List the dead letters of a webhook
   * Deliveries whose last attempt failed, newest first; kept for 30 days.
   */
  listDeadLetters(id: string, query?: types.ListDeadLettersData['query'], options?: CallOptions): Promise<types.ListDeadLettersResponse> {
    return this.send({ method: 'GET', path: '/api/v1/webhooks/{id}/dead-letters', parameters: { id }, query, accept: 'application/json' }, options);
  }

  /**
   * List the dead letters of a webhook, page after page
   */
  listDeadLettersPages(id: string, query?: types.ListDeadLettersData['query'], options?: CallOptions): AsyncGenerator<types.ListDeadLettersResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/webhooks/{id}/dead-letters', parameters: { id }, query, accept: 'application/json' }, options);
  }

  /**
   * List the dead letters of a webhook, one after another over all pages
   */
  listDeadLettersAll(id: string, query?: types.ListDeadLettersData['query'], options?: CallOptions): AsyncGenerator<types.ListDeadLettersResponse['data'][number], void, undefined> {
    return this.items(this.listDeadLettersPages(id, query, options));
  }

  /**
   * Replay the dead letters of a time
   * Delivers events that failed for good in this time once more, and removes their dead letters. The oldest come first, at most 1000 in a call.
   */
  replayDeadLetters(id: string, body: types.ReplayDeadLettersData['body'], options?: CallOptions): Promise<types.ReplayDeadLettersResponse> {
    return this.send({ method: 'POST', path: '/api/v1/webhooks/{id}/dead-letters/replay', parameters: { id }, body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Get a dead letter
   * With what was sent, and every attempt. The key must also hold what reads the event, such as `directory.read` for `user.*`: 403 names what it lacks.
   */
  getDeadLetter(id: string, deadLetterId: string, options?: CallOptions): Promise<types.GetDeadLetterResponse> {
    return this.send({ method: 'GET', path: '/api/v1/webhooks/{id}/dead-letters/{deadLetterId}', parameters: { id, deadLetterId }, accept: 'application/json' }, options);
  }

  /**
   * Delete a dead letter
   * Its event is not delivered any more; the delivery stays in the list as `FAILED`.
   */
  deleteDeadLetter(id: string, deadLetterId: string, options?: CallOptions): Promise<types.DeleteDeadLetterResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/webhooks/{id}/dead-letters/{deadLetterId}', parameters: { id, deadLetterId }, accept: 'application/json' }, options);
  }

  /**
   * Replay a dead letter
   * Delivers its event once more, with all attempts, and removes it.
   */
  replayDeadLetter(id: string, deadLetterId: string, options?: CallOptions): Promise<types.ReplayDeadLetterResponse> {
    return this.send({ method: 'POST', path: '/api/v1/webhooks/{id}/dead-letters/{deadLetterId}/replay', parameters: { id, deadLetterId }, accept: 'application/json', keyed: true }, options);
  }

  /**
   * List who listens to events
   * Newest first.
   */
  listListeners(query?: types.ListWebhookListenersData['query'], options?: CallOptions): Promise<types.ListWebhookListenersResponse> {
    return this.send({ method: 'GET', path: '/api/v1/webhook-listeners', query, accept: 'application/json' }, options);
  }

  /**
   * List who listens to events, page after page
   */
  listListenersPages(query?: types.ListWebhookListenersData['query'], options?: CallOptions): AsyncGenerator<types.ListWebhookListenersResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/webhook-listeners', query, accept: 'application/json' }, options);
  }

  /**
   * List who listens to events, one after another over all pages
   */
  listListenersAll(query?: types.ListWebhookListenersData['query'], options?: CallOptions): AsyncGenerator<types.ListWebhookListenersResponse['data'][number], void, undefined> {
    return this.items(this.listListenersPages(query, options));
  }

  /**
   * Listen to events
   * Makes a temporary webhook without a URL. Read its deliveries with `streamWebhookListener`. They are signed with its `signingSecret`, as deliveries to a URL are. The caller must hold the scopes that read its events, such as `directory.read` for `user.*` and every `.read` for `*`. 403 `SCOPE_NOT_GRANTABLE` names the missing scopes. A tenant has at most 20 listeners. A listener without an open stream for 60 seconds is gone. The command `keyward listen` creates a listener and reads its stream.
   */
  createListener(body: types.CreateWebhookListenerData['body'], options?: CallOptions): Promise<types.CreateWebhookListenerResponse> {
    return this.send({ method: 'POST', path: '/api/v1/webhook-listeners', body, type: 'application/json', accept: 'application/json', keyed: true, wraps: true }, options);
  }

  /**
   * Stop listening
   * Ends the stream of the listener, and removes it. The caller must hold the scopes that read its events.
   */
  deleteListener(id: string, options?: CallOptions): Promise<types.DeleteWebhookListenerResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/webhook-listeners/{id}', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * Stream the deliveries of a listener
   * Streams NDJSON. A line `delivery` has the `headers` and the `body` of a signed request: send both to your receiver, with the `body` as it is. A line comes at least every 15 seconds: a `heartbeat` if there was no delivery. A line `notice` has a `reason` and a `message`, and the stream goes on: with `LONG_TRANSACTION`, a change of the service takes longer than ten minutes, and its events may be missing. The last line `end` has a `reason`: `TIME`, `STOPPING` (the node stops), `REPLACED` (by another stream of the listener), `DELETED`, `UNAVAILABLE`, `UNREADABLE` (the secret), or `REFUSED` with the `code` of the refusal. Open the next stream within 60 seconds, on any node. Send the `id` of the last line that you read as `after`. Then no event is lost. Only the caller that created the listener can read it. The rights of the caller are read again before deliveries, and before each heartbeat after the first line. While deliveries are sent, they are read again every half second. The first stream begins with the events that happened after the listener was created.
   */
  streamListener(id: string, query?: types.StreamWebhookListenerData['query'], options?: CallOptions): Promise<string> {
    return this.send({ method: 'GET', path: '/api/v1/webhook-listeners/{id}/deliveries', parameters: { id }, query, accept: 'application/x-ndjson' }, options);
  }
}

export class AuditLogs extends Family {
  /**
   * List what was done
   * Newest first: every change, and every attempt that was refused. Reads and verifications are not in it. Kept for 400 days.
   */
  list(query?: types.ListAuditLogsData['query'], options?: CallOptions): Promise<types.ListAuditLogsResponse> {
    return this.send({ method: 'GET', path: '/api/v1/audit-logs', query, accept: 'application/json' }, options);
  }

  /**
   * List what was done, page after page
   */
  listPages(query?: types.ListAuditLogsData['query'], options?: CallOptions): AsyncGenerator<types.ListAuditLogsResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/audit-logs', query, accept: 'application/json' }, options);
  }

  /**
   * List what was done, one after another over all pages
   */
  listAll(query?: types.ListAuditLogsData['query'], options?: CallOptions): AsyncGenerator<types.ListAuditLogsResponse['data'][number], void, undefined> {
    return this.items(this.listPages(query, options));
  }

  /**
   * Export the sealed audit log
   * Streams NDJSON, oldest rows first. A line `header` has the public keys. A line `row` follows for each row in the order of the chain. A line `checkpoint` follows each row up to which a checkpoint was signed. The last line is a signed `end`: without it, the export was cut off. `verifyAuditExport` of both client libraries, and `make verify-audit`, prove that the export was not changed. They need the key ID that `getAuditIntegrity` shows. The export is itself recorded. A node makes one at a time for each organization and four in all, and answers 429 to more. After an export, the organization pauses for six times as long as the export took, a minute at most. A request waits up to 20 s for the end of the pause; then the response is 429.
   */
  export(query?: types.ExportAuditLogsData['query'], options?: CallOptions): Promise<string> {
    return this.send({ method: 'GET', path: '/api/v1/audit-logs/export', query, accept: 'application/x-ndjson' }, options);
  }

  /**
   * Verify the chain of the audit log
   * Reads rows, seals and checkpoints again and compares them: at most `limit` rows from `fromSequence` on. `nextSequence` is where the next request continues; null means that all rows are verified. Keep `keyIds`, `lastSequence` and `lastHash` in another place. An attacker who holds the whole database could remove the end of the chain. Only the values that you kept reveal it. A node verifies one stretch at a time for each organization. It then pauses for ten times as long, at most a minute. Up to five requests wait for up to 20 s; more get 429.
   */
  getAuditIntegrity(query?: types.GetAuditIntegrityData['query'], options?: CallOptions): Promise<types.GetAuditIntegrityResponse> {
    return this.send({ method: 'GET', path: '/api/v1/audit-logs/integrity', query, accept: 'application/json' }, options);
  }

  /**
   * Get a row of the audit log
   */
  get(id: string, options?: CallOptions): Promise<types.GetAuditLogResponse> {
    return this.send({ method: 'GET', path: '/api/v1/audit-logs/{id}', parameters: { id }, accept: 'application/json' }, options);
  }
}

export class Anomalies extends Family {
  /**
   * List anomalies
   * Newest first. An anomaly that is found again while it is not closed is counted in the one there is.
   */
  list(query?: types.ListAnomaliesData['query'], options?: CallOptions): Promise<types.ListAnomaliesResponse> {
    return this.send({ method: 'GET', path: '/api/v1/anomalies', query, accept: 'application/json' }, options);
  }

  /**
   * List anomalies, page after page
   */
  listPages(query?: types.ListAnomaliesData['query'], options?: CallOptions): AsyncGenerator<types.ListAnomaliesResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/anomalies', query, accept: 'application/json' }, options);
  }

  /**
   * List anomalies, one after another over all pages
   */
  listAll(query?: types.ListAnomaliesData['query'], options?: CallOptions): AsyncGenerator<types.ListAnomaliesResponse['data'][number], void, undefined> {
    return this.items(this.listPages(query, options));
  }

  /**
   * Get an anomaly
   */
  get(id: string, options?: CallOptions): Promise<types.GetAnomalyResponse> {
    return this.send({ method: 'GET', path: '/api/v1/anomalies/{id}', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * Judge an anomaly
   * `RESOLVED` and `FALSE_POSITIVE` close it for good. `FALSE_POSITIVE` also teaches: the address or the country becomes a known one of the credential. The risk score of the identity follows at once.
   */
  update(id: string, body: types.UpdateAnomalyData['body'], options?: CallOptions): Promise<types.UpdateAnomalyResponse> {
    return this.send({ method: 'PATCH', path: '/api/v1/anomalies/{id}', parameters: { id }, body, type: 'application/json', accept: 'application/json' }, options);
  }
}

export class Alerts extends Family {
  /**
   * List alerts
   * Newest first. What happens again while an alert is not resolved is counted in it.
   */
  list(query?: types.ListAlertsData['query'], options?: CallOptions): Promise<types.ListAlertsResponse> {
    return this.send({ method: 'GET', path: '/api/v1/alerts', query, accept: 'application/json' }, options);
  }

  /**
   * List alerts, page after page
   */
  listPages(query?: types.ListAlertsData['query'], options?: CallOptions): AsyncGenerator<types.ListAlertsResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/alerts', query, accept: 'application/json' }, options);
  }

  /**
   * List alerts, one after another over all pages
   */
  listAll(query?: types.ListAlertsData['query'], options?: CallOptions): AsyncGenerator<types.ListAlertsResponse['data'][number], void, undefined> {
    return this.items(this.listPages(query, options));
  }

  /**
   * Get an alert
   */
  get(id: string, options?: CallOptions): Promise<types.GetAlertResponse> {
    return this.send({ method: 'GET', path: '/api/v1/alerts/{id}', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * Acknowledge or resolve an alert
   * `RESOLVED` closes it for good; when it happens again, there is another alert.
   */
  update(id: string, body: types.UpdateAlertData['body'], options?: CallOptions): Promise<types.UpdateAlertResponse> {
    return this.send({ method: 'PATCH', path: '/api/v1/alerts/{id}', parameters: { id }, body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * List alert rules
   * Newest first.
   */
  listRules(query?: types.ListAlertRulesData['query'], options?: CallOptions): Promise<types.ListAlertRulesResponse> {
    return this.send({ method: 'GET', path: '/api/v1/alert-rules', query, accept: 'application/json' }, options);
  }

  /**
   * List alert rules, page after page
   */
  listRulesPages(query?: types.ListAlertRulesData['query'], options?: CallOptions): AsyncGenerator<types.ListAlertRulesResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/alert-rules', query, accept: 'application/json' }, options);
  }

  /**
   * List alert rules, one after another over all pages
   */
  listRulesAll(query?: types.ListAlertRulesData['query'], options?: CallOptions): AsyncGenerator<types.ListAlertRulesResponse['data'][number], void, undefined> {
    return this.items(this.listRulesPages(query, options));
  }

  /**
   * Create an alert rule
   * From now on, each of these events that matches raises an alert, which is also sent to the `channels` of the rule. Some events raise an alert without a rule: disabled webhooks, leaked credentials, violated policies whose actions include `ALERT`, and identities whose owner has left.
   */
  createRule(body: types.CreateAlertRuleData['body'], options?: CallOptions): Promise<types.CreateAlertRuleResponse> {
    return this.send({ method: 'POST', path: '/api/v1/alert-rules', body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Get an alert rule
   */
  getRule(id: string, options?: CallOptions): Promise<types.GetAlertRuleResponse> {
    return this.send({ method: 'GET', path: '/api/v1/alert-rules/{id}', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * Change an alert rule
   */
  updateRule(id: string, body: types.UpdateAlertRuleData['body'], options?: CallOptions): Promise<types.UpdateAlertRuleResponse> {
    return this.send({ method: 'PATCH', path: '/api/v1/alert-rules/{id}', parameters: { id }, body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Delete an alert rule
   * The alerts it raised stay.
   */
  deleteRule(id: string, options?: CallOptions): Promise<types.DeleteAlertRuleResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/alert-rules/{id}', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * Send a test message to the channels of an alert rule
   * Sends a message that says that it is a test to each channel of the rule, also if the rule is not enabled. It waits up to 30 seconds for the receivers. If a receiver fails, this call still succeeds: the channel has the status `FAILED`. Mails are sent soon after. All rules of an organization get at most 20 tests a minute together, and a user gets at most ten test mails an hour.
   */
  testRule(id: string, options?: CallOptions): Promise<types.TestAlertRuleResponse> {
    return this.send({ method: 'POST', path: '/api/v1/alert-rules/{id}/test', parameters: { id }, accept: 'application/json' }, options);
  }
}

export class Configuration extends Family {
  /**
   * Export the configuration
   * Objects as `planConfiguration` and `applyConfiguration` take them, by kind and then by key. An object that no apply manages has a key that follows from its name. Fields with their default are left out, and secrets are never shown. Kinds that the caller may not read are left out, and `unreadable` names them.
   */
  export(query?: types.ExportConfigurationData['query'], options?: CallOptions): Promise<types.ExportConfigurationResponse> {
    return this.send({ method: 'GET', path: '/api/v1/config/export', query, accept: 'application/json' }, options);
  }

  /**
   * Plan a configuration
   * Compares objects with what there is, and tells what `applyConfiguration` would create, change and delete. Each change is tried as a request of its own and taken back, so `refusal` says what would be refused to this caller. Nothing changes. Send `{"secret": true}` in place of a secret. A change with such a secret, or with a metadataUrl, is judged by permission alone, because a plan calls no other server. An organization makes one plan, apply or export at a time on a node.
   */
  plan(body: types.PlanConfigurationData['body'], options?: CallOptions): Promise<types.PlanConfigurationResponse> {
    return this.send({ method: 'POST', path: '/api/v1/config/plan', body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Apply a configuration
   * Makes every change of a plan in one transaction, or none. Each change needs the permission, the rights to grant and the recent sign-in that its own operation asks for, and has its own audit row. `fingerprint` is that of the plan: if the objects, the state or the caller are others now, the response is 409 `CONFIGURATION_MOVED`. An apply that finds nothing to change succeeds with any fingerprint. Secrets are plain texts here; `env:` and `file:` are refused, because the service resolves neither. Secrets that the service makes are not in the response: rotate them to see them.
   */
  apply(body: types.ApplyConfigurationData['body'], options?: CallOptions): Promise<types.ApplyConfigurationResponse> {
    return this.send({ method: 'POST', path: '/api/v1/config/apply', body, type: 'application/json', accept: 'application/json', keyed: true }, options);
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
   * Whether this process can answer. Its database must be there, with every migration and the partitions of today. Its
   * workers must have started, and its code must have been loaded. How long jobs and deliveries wait is not checked; the metric `keyward_jobs_lag_seconds` shows it.
   */
  getReadiness(options?: CallOptions): Promise<types.GetReadinessResponse> {
    return this.send({ method: 'GET', path: '/health/ready', accept: 'application/json' }, options);
  }
}

/** The operations of the contract by family. */
export abstract class Families {
  readonly me: Me;
  readonly identities: Identities;
  readonly credentials: Credentials;
  readonly reports: Reports;
  readonly policies: Policies;
  readonly conditionalAccess: ConditionalAccess;
  readonly scimTokens: ScimTokens;
  readonly users: Users;
  readonly passkeys: Passkeys;
  readonly groups: Groups;
  readonly scimUsers: ScimUsers;
  readonly scimGroups: ScimGroups;
  readonly scim: Scim;
  readonly authConfig: AuthConfig;
  readonly oidcClients: OidcClients;
  readonly oidcAgents: OidcAgents;
  readonly oidcScopes: OidcScopes;
  readonly clientRegistration: ClientRegistration;
  readonly oidcResources: OidcResources;
  readonly serviceProviders: ServiceProviders;
  readonly signingKeys: SigningKeys;
  readonly socialProviders: SocialProviders;
  readonly federation: Federation;
  readonly webhooks: Webhooks;
  readonly auditLogs: AuditLogs;
  readonly anomalies: Anomalies;
  readonly alerts: Alerts;
  readonly configuration: Configuration;
  readonly service: Service;

  constructor(transport: Transport) {
    this.me = new Me(transport);
    this.identities = new Identities(transport);
    this.credentials = new Credentials(transport);
    this.reports = new Reports(transport);
    this.policies = new Policies(transport);
    this.conditionalAccess = new ConditionalAccess(transport);
    this.scimTokens = new ScimTokens(transport);
    this.users = new Users(transport);
    this.passkeys = new Passkeys(transport);
    this.groups = new Groups(transport);
    this.scimUsers = new ScimUsers(transport);
    this.scimGroups = new ScimGroups(transport);
    this.scim = new Scim(transport);
    this.authConfig = new AuthConfig(transport);
    this.oidcClients = new OidcClients(transport);
    this.oidcAgents = new OidcAgents(transport);
    this.oidcScopes = new OidcScopes(transport);
    this.clientRegistration = new ClientRegistration(transport);
    this.oidcResources = new OidcResources(transport);
    this.serviceProviders = new ServiceProviders(transport);
    this.signingKeys = new SigningKeys(transport);
    this.socialProviders = new SocialProviders(transport);
    this.federation = new Federation(transport);
    this.webhooks = new Webhooks(transport);
    this.auditLogs = new AuditLogs(transport);
    this.anomalies = new Anomalies(transport);
    this.alerts = new Alerts(transport);
    this.configuration = new Configuration(transport);
    this.service = new Service(transport);
  }
}
