// Code generated from openapi/ by `make generate` (scripts/client-go.ts); DO NOT EDIT.

package keyward

import (
	"context"
	"iter"
)

// MeFamily has the operations of me.
type MeFamily struct{ transport *transport }

// Get sends GET /api/v1/me: get who calls.
// Says who calls by this key or session, in which tenant, and with which scopes. Any key and any session may ask. A session names the tenant in `Keyward-Tenant`; a session of the live tenant may name the test tenant as well. `organizations` lists every organization that the same browser has a session of.
func (family *MeFamily) Get(ctx context.Context, options ...CallOption) (*Me, error) {
	return send[Me](ctx, family.transport, call{method: "GET", path: "/api/v1/me", accept: "application/json"}, options)
}

// IdentitiesFamily has the operations of identities.
type IdentitiesFamily struct{ transport *transport }

// List sends GET /api/v1/identities: list identities.
func (family *IdentitiesFamily) List(ctx context.Context, query *ListIdentitiesParams, options ...CallOption) (*IdentityList, error) {
	return send[IdentityList](ctx, family.transport, call{method: "GET", path: "/api/v1/identities", query: query, accept: "application/json"}, options)
}

// ListPages sends GET /api/v1/identities: list identities, page after page.
func (family *IdentitiesFamily) ListPages(ctx context.Context, query *ListIdentitiesParams, options ...CallOption) iter.Seq2[*IdentityList, error] {
	return pages[IdentityList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/identities", query: query, accept: "application/json"}, options)
}

// ListAll sends GET /api/v1/identities: list identities, one after another over all pages.
func (family *IdentitiesFamily) ListAll(ctx context.Context, query *ListIdentitiesParams, options ...CallOption) iter.Seq2[Identity, error] {
	return items(family.ListPages(ctx, query, options...), func(page *IdentityList) []Identity { return page.Data })
}

// Create sends POST /api/v1/identities: create an identity.
func (family *IdentitiesFamily) Create(ctx context.Context, body IdentityInput, options ...CallOption) (*Identity, error) {
	return send[Identity](ctx, family.transport, call{method: "POST", path: "/api/v1/identities", body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// Get sends GET /api/v1/identities/{id}: get an identity.
func (family *IdentitiesFamily) Get(ctx context.Context, id string, options ...CallOption) (*Identity, error) {
	return send[Identity](ctx, family.transport, call{method: "GET", path: "/api/v1/identities/{id}", values: []string{id}, accept: "application/json"}, options)
}

// Update sends PATCH /api/v1/identities/{id}: change an identity.
func (family *IdentitiesFamily) Update(ctx context.Context, id string, body IdentityPatch, options ...CallOption) (*Identity, error) {
	return send[Identity](ctx, family.transport, call{method: "PATCH", path: "/api/v1/identities/{id}", values: []string{id}, body: body, media: "application/json", accept: "application/json"}, options)
}

// Delete sends DELETE /api/v1/identities/{id}: delete an identity.
// Revokes it and all its credentials first.
func (family *IdentitiesFamily) Delete(ctx context.Context, id string, options ...CallOption) (*Deleted, error) {
	return send[Deleted](ctx, family.transport, call{method: "DELETE", path: "/api/v1/identities/{id}", values: []string{id}, accept: "application/json"}, options)
}

// Suspend sends POST /api/v1/identities/{id}/suspend: suspend an identity.
// Its credentials keep their status, and verify as invalid until it is reactivated.
func (family *IdentitiesFamily) Suspend(ctx context.Context, id string, body *Reason, options ...CallOption) (*Identity, error) {
	return send[Identity](ctx, family.transport, call{method: "POST", path: "/api/v1/identities/{id}/suspend", values: []string{id}, body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// Reactivate sends POST /api/v1/identities/{id}/reactivate: reactivate a suspended identity.
func (family *IdentitiesFamily) Reactivate(ctx context.Context, id string, body *Reason, options ...CallOption) (*Identity, error) {
	return send[Identity](ctx, family.transport, call{method: "POST", path: "/api/v1/identities/{id}/reactivate", values: []string{id}, body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// Revoke sends POST /api/v1/identities/{id}/revoke: revoke an identity.
// Revokes all its credentials, for good.
func (family *IdentitiesFamily) Revoke(ctx context.Context, id string, body *Reason, options ...CallOption) (*Identity, error) {
	return send[Identity](ctx, family.transport, call{method: "POST", path: "/api/v1/identities/{id}/revoke", values: []string{id}, body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// ListCredentials sends GET /api/v1/identities/{id}/credentials: list the credentials of an identity.
// Newest first. A credential past its `expiresAt` is `EXPIRED` here at once.
func (family *IdentitiesFamily) ListCredentials(ctx context.Context, id string, query *ListIdentityCredentialsParams, options ...CallOption) (*IdentityCredentials, error) {
	return send[IdentityCredentials](ctx, family.transport, call{method: "GET", path: "/api/v1/identities/{id}/credentials", values: []string{id}, query: query, accept: "application/json"}, options)
}

// ListCredentialsPages sends GET /api/v1/identities/{id}/credentials: list the credentials of an identity, page after page.
func (family *IdentitiesFamily) ListCredentialsPages(ctx context.Context, id string, query *ListIdentityCredentialsParams, options ...CallOption) iter.Seq2[*IdentityCredentials, error] {
	return pages[IdentityCredentials](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/identities/{id}/credentials", values: []string{id}, query: query, accept: "application/json"}, options)
}

// ListCredentialsAll sends GET /api/v1/identities/{id}/credentials: list the credentials of an identity, one after another over all pages.
func (family *IdentitiesFamily) ListCredentialsAll(ctx context.Context, id string, query *ListIdentityCredentialsParams, options ...CallOption) iter.Seq2[CredentialItem, error] {
	return items(family.ListCredentialsPages(ctx, id, query, options...), func(page *IdentityCredentials) []CredentialItem { return page.Data })
}

// GetActivity sends GET /api/v1/identities/{id}/activity: get the use of an identity.
// The uses of all its credentials, revoked and expired ones too, day by day and address by address.
func (family *IdentitiesFamily) GetActivity(ctx context.Context, id string, query *GetIdentityActivityParams, options ...CallOption) (*IdentityUsage, error) {
	return send[IdentityUsage](ctx, family.transport, call{method: "GET", path: "/api/v1/identities/{id}/activity", values: []string{id}, query: query, accept: "application/json"}, options)
}

// ListUnusedScopes sends GET /api/v1/identities/{id}/unused-scopes: list the unused scopes of an identity.
// Lists the used and unused scopes of each active credential of the identity, within the window. It also lists the narrowest scopes that cover the use. `observation` says where the use is not conclusive yet.
func (family *IdentitiesFamily) ListUnusedScopes(ctx context.Context, id string, query *ListUnusedScopesParams, options ...CallOption) (*UnusedScopeList, error) {
	return send[UnusedScopeList](ctx, family.transport, call{method: "GET", path: "/api/v1/identities/{id}/unused-scopes", values: []string{id}, query: query, accept: "application/json"}, options)
}

// ListUnusedScopesPages sends GET /api/v1/identities/{id}/unused-scopes: list the unused scopes of an identity, page after page.
func (family *IdentitiesFamily) ListUnusedScopesPages(ctx context.Context, id string, query *ListUnusedScopesParams, options ...CallOption) iter.Seq2[*UnusedScopeList, error] {
	return pages[UnusedScopeList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/identities/{id}/unused-scopes", values: []string{id}, query: query, accept: "application/json"}, options)
}

// ListUnusedScopesAll sends GET /api/v1/identities/{id}/unused-scopes: list the unused scopes of an identity, one after another over all pages.
func (family *IdentitiesFamily) ListUnusedScopesAll(ctx context.Context, id string, query *ListUnusedScopesParams, options ...CallOption) iter.Seq2[CredentialScopes, error] {
	return items(family.ListUnusedScopesPages(ctx, id, query, options...), func(page *UnusedScopeList) []CredentialScopes { return page.Data })
}

// RightSize sends POST /api/v1/identities/{id}/right-size: narrow the credentials of an identity to what they use.
// Gives its active credentials the scopes that `listUnusedScopes` suggests for them, and never one more. By itself it only shows what it would do: send `dryRun: false` to do it. Credentials whose use tells nothing yet are left, and listed with the reason. Needs `credentials.read` as well, because the answer names what it found.
func (family *IdentitiesFamily) RightSize(ctx context.Context, id string, body *RightSizeRequest, options ...CallOption) (*RightSizing, error) {
	return send[RightSizing](ctx, family.transport, call{method: "POST", path: "/api/v1/identities/{id}/right-size", values: []string{id}, body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// GetRisk sends GET /api/v1/identities/{id}/risk: get the risk score of an identity.
// Computed for this response. `riskScore` of the identity, which verifications return too, follows changes of the identity within seconds. It follows mere passing of time within the hour.
func (family *IdentitiesFamily) GetRisk(ctx context.Context, id string, options ...CallOption) (*IdentityRisk, error) {
	return send[IdentityRisk](ctx, family.transport, call{method: "GET", path: "/api/v1/identities/{id}/risk", values: []string{id}, accept: "application/json"}, options)
}

// CredentialsFamily has the operations of credentials.
type CredentialsFamily struct{ transport *transport }

// List sends GET /api/v1/credentials: list credentials.
// Lists the newest credentials first. A credential past its `expiresAt` is `EXPIRED` here at once. `stats` counts all credentials, regardless of filters.
func (family *CredentialsFamily) List(ctx context.Context, query *ListCredentialsParams, options ...CallOption) (*CredentialList, error) {
	return send[CredentialList](ctx, family.transport, call{method: "GET", path: "/api/v1/credentials", query: query, accept: "application/json"}, options)
}

// ListPages sends GET /api/v1/credentials: list credentials, page after page.
func (family *CredentialsFamily) ListPages(ctx context.Context, query *ListCredentialsParams, options ...CallOption) iter.Seq2[*CredentialList, error] {
	return pages[CredentialList](ctx, family.transport, "offset", call{method: "GET", path: "/api/v1/credentials", query: query, accept: "application/json"}, options)
}

// ListAll sends GET /api/v1/credentials: list credentials, one after another over all pages.
func (family *CredentialsFamily) ListAll(ctx context.Context, query *ListCredentialsParams, options ...CallOption) iter.Seq2[CredentialItem, error] {
	return items(family.ListPages(ctx, query, options...), func(page *CredentialList) []CredentialItem { return page.Data })
}

// Create sends POST /api/v1/credentials: create a credential.
// Issues a credential to an identity. The field `credential` of the response is the secret, and it is shown only once. The key must hold every management scope it gives (403 `SCOPE_NOT_GRANTABLE`). Some keys end, are capped, are bound to addresses or have a `rateLimitPerMinute`. They give only credentials within their own bounds (403 `BOUND_NOT_GRANTABLE`).
func (family *CredentialsFamily) Create(ctx context.Context, body CredentialInput, options ...CallOption) (*CredentialWithSecret, error) {
	return send[CredentialWithSecret](ctx, family.transport, call{method: "POST", path: "/api/v1/credentials", body: body, media: "application/json", accept: "application/json", keyed: true, wraps: true}, options)
}

// CreateJit sends POST /api/v1/credentials/jit: create a just-in-time credential.
// The key must hold every management scope it gives (403 `SCOPE_NOT_GRANTABLE`). Some keys end, are capped, are bound to addresses or have a `rateLimitPerMinute`. They give only credentials within their own bounds (403 `BOUND_NOT_GRANTABLE`).
func (family *CredentialsFamily) CreateJit(ctx context.Context, body JitCredentialInput, options ...CallOption) (*JitCredentialWithSecret, error) {
	return send[JitCredentialWithSecret](ctx, family.transport, call{method: "POST", path: "/api/v1/credentials/jit", body: body, media: "application/json", accept: "application/json", keyed: true, wraps: true}, options)
}

// ExchangeToken sends POST /api/v1/credentials/exchange: exchange a token of another issuer for a credential.
// For workloads that hold an OpenID Connect token of their platform (GitHub Actions, GitLab, Kubernetes) and no API key. One of the identity's `federatedSubjects` must name the token's issuer, audience, subject and claims. A token is exchanged once. Why one was refused stands in the organization's audit log only.
func (family *CredentialsFamily) ExchangeToken(ctx context.Context, body TokenExchange, options ...CallOption) (*JitCredentialWithSecret, error) {
	return send[JitCredentialWithSecret](ctx, family.transport, call{method: "POST", path: "/api/v1/credentials/exchange", body: body, media: "application/json", accept: "application/json", wraps: true}, options)
}

// Verify sends POST /api/v1/credentials/verify: verify a secret.
// Counts one use when the secret is valid, before it answers. A use cap is never overrun, and nothing is valid any more once a revocation has answered. The call counts in the rate limit of the key that asks.
func (family *CredentialsFamily) Verify(ctx context.Context, body VerificationRequest, options ...CallOption) (*Verification, error) {
	return send[Verification](ctx, family.transport, call{method: "POST", path: "/api/v1/credentials/verify", body: body, media: "application/json", accept: "application/json"}, options)
}

// Unwrap sends POST /api/v1/credentials/unwrap: exchange a wrap token for its secret.
// Works once, within the time of `X-Wrap-Ttl`. Needs no API key: the token is the authorization. After that time, and for an unknown token, the response is 404. If you get 404 for a token that is new to you, another caller has the secret: revoke it. The organization's audit log shows every use.
func (family *CredentialsFamily) Unwrap(ctx context.Context, body UnwrapRequest, options ...CallOption) (*UnwrappedSecret, error) {
	return send[UnwrappedSecret](ctx, family.transport, call{method: "POST", path: "/api/v1/credentials/unwrap", body: body, media: "application/json", accept: "application/json"}, options)
}

// RevokeOwn sends POST /api/v1/credentials/revoke-own: revoke the key that calls.
// Revokes the credential that the request carries. Its secrets stop working for good. Any key may do this. It needs no scope. A job calls it when it ends. A session has no credential, so it gets 404.
func (family *CredentialsFamily) RevokeOwn(ctx context.Context, options ...CallOption) (*RevokedOwnCredential, error) {
	return send[RevokedOwnCredential](ctx, family.transport, call{method: "POST", path: "/api/v1/credentials/revoke-own", accept: "application/json"}, options)
}

// CleanUp sends POST /api/v1/credentials/clean-up: suspend or revoke unused credentials.
// Ends live credentials that were not used for the given number of days, in the order of their IDs. By default, the call only shows what it would do: send `dryRun: false` to do it. Unused credentials that are newer than that are left and listed. Credentials whose end would lock everybody out are left and listed too. Needs `credentials.read` as well, because the response names the credentials that it found. A key can end only credentials whose management scopes it holds.
func (family *CredentialsFamily) CleanUp(ctx context.Context, body CleanUpRequest, options ...CallOption) (*CleanUp, error) {
	return send[CleanUp](ctx, family.transport, call{method: "POST", path: "/api/v1/credentials/clean-up", body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// StreamChanges sends GET /api/v1/credentials/changes: stream changes of credentials.
// Streams server-sent events (WHATWG HTML, section 9.2). A service that keeps valid verifications reads the stream, and drops what changed. An event `change` names the `credentials` and `identities` whose verifications may have another result from now on; with `all: true`, every verification of the tenant may have. An event `reset` means that changes may be missing: drop everything that you keep. A stream begins with `reset`, unless it goes on at `Last-Event-ID`. A comment line comes about every second. If none came for three seconds, the stream is lost: drop everything, and open the next stream. The last event `end` has a `reason`: `TIME`, `STOPPING` (the node stops), `UNAVAILABLE`, or `REFUSED` with the `code` of the refusal. Send the last `id` as `Last-Event-ID` or `after`, to any node. An `id` is good for five minutes. No line has a name or a secret. The rights of the caller are read again after each change that concerns the caller, and every 15 seconds.
func (family *CredentialsFamily) StreamChanges(ctx context.Context, query *StreamCredentialChangesParams, options ...CallOption) (string, error) {
	return sendText(ctx, family.transport, call{method: "GET", path: "/api/v1/credentials/changes", query: query, accept: "text/event-stream"}, options)
}

// Get sends GET /api/v1/credentials/{id}: get a credential.
func (family *CredentialsFamily) Get(ctx context.Context, id string, options ...CallOption) (*Credential, error) {
	return send[Credential](ctx, family.transport, call{method: "GET", path: "/api/v1/credentials/{id}", values: []string{id}, accept: "application/json"}, options)
}

// Update sends PATCH /api/v1/credentials/{id}: change a credential.
// A change of `scopes`, `expiresAt`, `maxUsageCount`, `allowedIps` or `rateLimitPerMinute` needs the scopes of the credential before and after. An earlier `expiresAt`, or a `maxUsageCount` that is used up already, ends it and needs `credentials.revoke` as well.
func (family *CredentialsFamily) Update(ctx context.Context, id string, body CredentialPatch, options ...CallOption) (*Credential, error) {
	return send[Credential](ctx, family.transport, call{method: "PATCH", path: "/api/v1/credentials/{id}", values: []string{id}, body: body, media: "application/json", accept: "application/json"}, options)
}

// Delete sends DELETE /api/v1/credentials/{id}: delete a credential.
// Revokes it first, if it was not.
func (family *CredentialsFamily) Delete(ctx context.Context, id string, options ...CallOption) (*Deleted, error) {
	return send[Deleted](ctx, family.transport, call{method: "DELETE", path: "/api/v1/credentials/{id}", values: []string{id}, accept: "application/json"}, options)
}

// Rotate sends POST /api/v1/credentials/{id}/rotate: rotate the secret of a credential.
// Returns a new secret, which is shown only once. The old secret stops at once, or after `gracePeriod` seconds; an even older one stops at once. `usageCount` starts again at 0, and with it a use cap.
func (family *CredentialsFamily) Rotate(ctx context.Context, id string, body *Rotation, options ...CallOption) (*RotatedCredential, error) {
	return send[RotatedCredential](ctx, family.transport, call{method: "POST", path: "/api/v1/credentials/{id}/rotate", values: []string{id}, body: body, media: "application/json", accept: "application/json", keyed: true, wraps: true}, options)
}

// Suspend sends POST /api/v1/credentials/{id}/suspend: suspend a credential.
// Its secrets stop working until it is reactivated.
func (family *CredentialsFamily) Suspend(ctx context.Context, id string, body *Reason, options ...CallOption) (*Credential, error) {
	return send[Credential](ctx, family.transport, call{method: "POST", path: "/api/v1/credentials/{id}/suspend", values: []string{id}, body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// Reactivate sends POST /api/v1/credentials/{id}/reactivate: reactivate a suspended credential.
func (family *CredentialsFamily) Reactivate(ctx context.Context, id string, body *Reason, options ...CallOption) (*Credential, error) {
	return send[Credential](ctx, family.transport, call{method: "POST", path: "/api/v1/credentials/{id}/reactivate", values: []string{id}, body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// Revoke sends POST /api/v1/credentials/{id}/revoke: revoke a credential.
// Its secrets stop working for good.
func (family *CredentialsFamily) Revoke(ctx context.Context, id string, body *Reason, options ...CallOption) (*Credential, error) {
	return send[Credential](ctx, family.transport, call{method: "POST", path: "/api/v1/credentials/{id}/revoke", values: []string{id}, body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// GetUsage sends GET /api/v1/credentials/{id}/usage: get the use of a credential.
func (family *CredentialsFamily) GetUsage(ctx context.Context, id string, query *GetCredentialUsageParams, options ...CallOption) (*CredentialUsage, error) {
	return send[CredentialUsage](ctx, family.transport, call{method: "GET", path: "/api/v1/credentials/{id}/usage", values: []string{id}, query: query, accept: "application/json"}, options)
}

// ReportsFamily has the operations of reports.
type ReportsFamily struct{ transport *transport }

// GetOverview sends GET /api/v1/reports/overview: get an overview.
// Counts what a tenant has, and what needs attention. It counts the newest 10,000 credentials, identities and users, and 10,000 alerts and dead letters. `isCapped` says that there are more. Verifications follow within about two minutes, sign-ins within seconds. One request of a tenant runs at a time, and the next one waits for seven times as long as it took.
func (family *ReportsFamily) GetOverview(ctx context.Context, options ...CallOption) (*Overview, error) {
	return send[Overview](ctx, family.transport, call{method: "GET", path: "/api/v1/reports/overview", accept: "application/json"}, options)
}

// ListVerificationOutcomes sends GET /api/v1/reports/verification-outcomes: list verifications by code and key.
// Counts the verifications of each day by `code`, and those of the 100 credentials with the most refusals. A verification with `consume: false` counts only if it was refused. A secret that no credential has counts as `NOT_FOUND`, and only without filters. Refusals follow within seconds, valid ones within about two minutes.
func (family *ReportsFamily) ListVerificationOutcomes(ctx context.Context, query *ListVerificationOutcomesParams, options ...CallOption) (*VerificationOutcomes, error) {
	return send[VerificationOutcomes](ctx, family.transport, call{method: "GET", path: "/api/v1/reports/verification-outcomes", query: query, accept: "application/json"}, options)
}

// ListUnusedCredentials sends GET /api/v1/reports/unused-credentials: list unused credentials.
// Lists active and suspended credentials that were not used for the given number of days, the oldest first. A credential that was never used counts from its creation, or from its last rotation.
func (family *ReportsFamily) ListUnusedCredentials(ctx context.Context, query *ListUnusedCredentialsParams, options ...CallOption) (*UnusedCredentialList, error) {
	return send[UnusedCredentialList](ctx, family.transport, call{method: "GET", path: "/api/v1/reports/unused-credentials", query: query, accept: "application/json"}, options)
}

// ListUnusedCredentialsPages sends GET /api/v1/reports/unused-credentials: list unused credentials, page after page.
func (family *ReportsFamily) ListUnusedCredentialsPages(ctx context.Context, query *ListUnusedCredentialsParams, options ...CallOption) iter.Seq2[*UnusedCredentialList, error] {
	return pages[UnusedCredentialList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/reports/unused-credentials", query: query, accept: "application/json"}, options)
}

// ListUnusedCredentialsAll sends GET /api/v1/reports/unused-credentials: list unused credentials, one after another over all pages.
func (family *ReportsFamily) ListUnusedCredentialsAll(ctx context.Context, query *ListUnusedCredentialsParams, options ...CallOption) iter.Seq2[UnusedCredential, error] {
	return items(family.ListUnusedCredentialsPages(ctx, query, options...), func(page *UnusedCredentialList) []UnusedCredential { return page.Data })
}

// PoliciesFamily has the operations of policies.
type PoliciesFamily struct{ transport *transport }

// List sends GET /api/v1/policies: list policies.
// Newest first.
func (family *PoliciesFamily) List(ctx context.Context, query *ListPoliciesParams, options ...CallOption) (*PolicyList, error) {
	return send[PolicyList](ctx, family.transport, call{method: "GET", path: "/api/v1/policies", query: query, accept: "application/json"}, options)
}

// ListPages sends GET /api/v1/policies: list policies, page after page.
func (family *PoliciesFamily) ListPages(ctx context.Context, query *ListPoliciesParams, options ...CallOption) iter.Seq2[*PolicyList, error] {
	return pages[PolicyList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/policies", query: query, accept: "application/json"}, options)
}

// ListAll sends GET /api/v1/policies: list policies, one after another over all pages.
func (family *PoliciesFamily) ListAll(ctx context.Context, query *ListPoliciesParams, options ...CallOption) iter.Seq2[PolicyItem, error] {
	return items(family.ListPages(ctx, query, options...), func(page *PolicyList) []PolicyItem { return page.Data })
}

// Create sends POST /api/v1/policies: create a policy.
// No request that starts after the answer is judged without it. A policy that is enforced and would suspend or revoke needs `credentials.revoke` as well. One after which no key with scope `*` could call the API is refused (409 `LOCKOUT_RISK`) unless `acknowledgeLockout` is true.
func (family *PoliciesFamily) Create(ctx context.Context, body PolicyInput, options ...CallOption) (*Policy, error) {
	return send[Policy](ctx, family.transport, call{method: "POST", path: "/api/v1/policies", body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// Evaluate sends POST /api/v1/policies/evaluate: evaluate the policies on an attempt.
// Judges an attempt by the very checks that would judge it, and changes nothing. With `policy` a draft is judged, too. Needs `identities.read` as well, and `credentials.read` for a credential, because the answer tells what it found of them.
func (family *PoliciesFamily) Evaluate(ctx context.Context, body PolicyEvaluationRequest, options ...CallOption) (*PolicyEvaluation, error) {
	return send[PolicyEvaluation](ctx, family.transport, call{method: "POST", path: "/api/v1/policies/evaluate", body: body, media: "application/json", accept: "application/json"}, options)
}

// Get sends GET /api/v1/policies/{id}: get a policy.
func (family *PoliciesFamily) Get(ctx context.Context, id string, options ...CallOption) (*Policy, error) {
	return send[Policy](ctx, family.transport, call{method: "GET", path: "/api/v1/policies/{id}", values: []string{id}, accept: "application/json"}, options)
}

// Update sends PATCH /api/v1/policies/{id}: change a policy.
// Fields that are left out keep their values; `selector` and `parameters` are merged, field by field. The type stays. No request that starts after the answer is judged by what it was before.
func (family *PoliciesFamily) Update(ctx context.Context, id string, body PolicyChange, options ...CallOption) (*Policy, error) {
	return send[Policy](ctx, family.transport, call{method: "PATCH", path: "/api/v1/policies/{id}", values: []string{id}, body: body, media: "application/json", accept: "application/json"}, options)
}

// Delete sends DELETE /api/v1/policies/{id}: delete a policy.
func (family *PoliciesFamily) Delete(ctx context.Context, id string, options ...CallOption) (*Deleted, error) {
	return send[Deleted](ctx, family.transport, call{method: "DELETE", path: "/api/v1/policies/{id}", values: []string{id}, accept: "application/json"}, options)
}

// ConditionalAccessFamily has the operations of conditional-access.
type ConditionalAccessFamily struct{ transport *transport }

// ListAccessPolicies sends GET /api/v1/conditional-access/policies: list policies of conditional access.
// In the order in which they are asked, which is that of `priority`.
func (family *ConditionalAccessFamily) ListAccessPolicies(ctx context.Context, query *ListAccessPoliciesParams, options ...CallOption) (*AccessPolicyList, error) {
	return send[AccessPolicyList](ctx, family.transport, call{method: "GET", path: "/api/v1/conditional-access/policies", query: query, accept: "application/json"}, options)
}

// ListAccessPoliciesPages sends GET /api/v1/conditional-access/policies: list policies of conditional access, page after page.
func (family *ConditionalAccessFamily) ListAccessPoliciesPages(ctx context.Context, query *ListAccessPoliciesParams, options ...CallOption) iter.Seq2[*AccessPolicyList, error] {
	return pages[AccessPolicyList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/conditional-access/policies", query: query, accept: "application/json"}, options)
}

// ListAccessPoliciesAll sends GET /api/v1/conditional-access/policies: list policies of conditional access, one after another over all pages.
func (family *ConditionalAccessFamily) ListAccessPoliciesAll(ctx context.Context, query *ListAccessPoliciesParams, options ...CallOption) iter.Seq2[AccessPolicy, error] {
	return items(family.ListAccessPoliciesPages(ctx, query, options...), func(page *AccessPolicyList) []AccessPolicy { return page.Data })
}

// CreateAccessPolicy sends POST /api/v1/conditional-access/policies: create a policy of conditional access.
// Every decision that starts after the answer is made with it. A `priority` that another policy has is refused (409 `POLICY_CONFLICT`). One that is enabled and would block all keys with scope `*`, or all owners, is refused (409 `LOCKOUT_RISK`) unless `acknowledgeLockout` is true.
func (family *ConditionalAccessFamily) CreateAccessPolicy(ctx context.Context, body AccessPolicyInput, options ...CallOption) (*AccessPolicy, error) {
	return send[AccessPolicy](ctx, family.transport, call{method: "POST", path: "/api/v1/conditional-access/policies", body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// PutAccessPolicyOrder sends PUT /api/v1/conditional-access/policies/order: order the policies of conditional access.
// Takes the IDs of all policies, in the order in which they are to be asked. The policies share out the present numbers of `priority` again, all at once. Every decision that starts after the answer is made with the new order. If another request has created or deleted a policy, the change is refused (409 `POLICY_ORDER_CONFLICT`). An order that would block all keys with scope `*`, or all owners, is refused (409 `LOCKOUT_RISK`) unless `acknowledgeLockout` is true. Each policy that moves has an audit row of its own.
func (family *ConditionalAccessFamily) PutAccessPolicyOrder(ctx context.Context, body AccessPolicyOrderChange, options ...CallOption) (*AccessPolicyOrder, error) {
	return send[AccessPolicyOrder](ctx, family.transport, call{method: "PUT", path: "/api/v1/conditional-access/policies/order", body: body, media: "application/json", accept: "application/json"}, options)
}

// GetAccessPolicy sends GET /api/v1/conditional-access/policies/{id}: get a policy of conditional access.
func (family *ConditionalAccessFamily) GetAccessPolicy(ctx context.Context, id string, options ...CallOption) (*AccessPolicy, error) {
	return send[AccessPolicy](ctx, family.transport, call{method: "GET", path: "/api/v1/conditional-access/policies/{id}", values: []string{id}, accept: "application/json"}, options)
}

// UpdateAccessPolicy sends PATCH /api/v1/conditional-access/policies/{id}: change a policy of conditional access.
// Fields that are left out keep their values; `conditions` and `session` are merged, field by field. Every decision that starts after the answer is made with the change.
func (family *ConditionalAccessFamily) UpdateAccessPolicy(ctx context.Context, id string, body AccessPolicyChange, options ...CallOption) (*AccessPolicy, error) {
	return send[AccessPolicy](ctx, family.transport, call{method: "PATCH", path: "/api/v1/conditional-access/policies/{id}", values: []string{id}, body: body, media: "application/json", accept: "application/json"}, options)
}

// DeleteAccessPolicy sends DELETE /api/v1/conditional-access/policies/{id}: delete a policy of conditional access.
func (family *ConditionalAccessFamily) DeleteAccessPolicy(ctx context.Context, id string, query *DeleteAccessPolicyParams, options ...CallOption) (*Deleted, error) {
	return send[Deleted](ctx, family.transport, call{method: "DELETE", path: "/api/v1/conditional-access/policies/{id}", values: []string{id}, query: query, accept: "application/json"}, options)
}

// SimulateAccess sends POST /api/v1/conditional-access/simulate: simulate a decision.
// Judges an attempt as the service would, and changes nothing. A field that is left out is a missing signal. To name a user, the caller needs `directory.read` as well, and `identities.read` to name an identity. A caller without this scope gets the decision of other attempts without reasons about groups, devices and risk.
func (family *ConditionalAccessFamily) SimulateAccess(ctx context.Context, body AccessSimulationRequest, options ...CallOption) (*AccessSimulation, error) {
	return send[AccessSimulation](ctx, family.transport, call{method: "POST", path: "/api/v1/conditional-access/simulate", body: body, media: "application/json", accept: "application/json"}, options)
}

// ListAccessDevices sends GET /api/v1/conditional-access/devices: list devices of conditional access.
// By ID.
func (family *ConditionalAccessFamily) ListAccessDevices(ctx context.Context, query *ListAccessDevicesParams, options ...CallOption) (*AccessDeviceList, error) {
	return send[AccessDeviceList](ctx, family.transport, call{method: "GET", path: "/api/v1/conditional-access/devices", query: query, accept: "application/json"}, options)
}

// ListAccessDevicesPages sends GET /api/v1/conditional-access/devices: list devices of conditional access, page after page.
func (family *ConditionalAccessFamily) ListAccessDevicesPages(ctx context.Context, query *ListAccessDevicesParams, options ...CallOption) iter.Seq2[*AccessDeviceList, error] {
	return pages[AccessDeviceList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/conditional-access/devices", query: query, accept: "application/json"}, options)
}

// ListAccessDevicesAll sends GET /api/v1/conditional-access/devices: list devices of conditional access, one after another over all pages.
func (family *ConditionalAccessFamily) ListAccessDevicesAll(ctx context.Context, query *ListAccessDevicesParams, options ...CallOption) iter.Seq2[AccessDevice, error] {
	return items(family.ListAccessDevicesPages(ctx, query, options...), func(page *AccessDeviceList) []AccessDevice { return page.Data })
}

// GetAccessDevice sends GET /api/v1/conditional-access/devices/{deviceId}: get a device of conditional access.
func (family *ConditionalAccessFamily) GetAccessDevice(ctx context.Context, deviceId string, options ...CallOption) (*AccessDevice, error) {
	return send[AccessDevice](ctx, family.transport, call{method: "GET", path: "/api/v1/conditional-access/devices/{deviceId}", values: []string{deviceId}, accept: "application/json"}, options)
}

// PutAccessDevice sends PUT /api/v1/conditional-access/devices/{deviceId}: create or replace a device of conditional access.
// An MDM writes its devices, each with the ID that it has there. The same request twice changes nothing. Fields that are left out get their defaults. A certificate that another device has is refused (409 `DEVICE_CERTIFICATE_TAKEN`). So is a change after which enabled policies would block all keys with scope `*`, or all owners (409 `LOCKOUT_RISK`), unless `acknowledgeLockout` is true.
func (family *ConditionalAccessFamily) PutAccessDevice(ctx context.Context, deviceId string, body AccessDeviceInput, options ...CallOption) (*AccessDevice, error) {
	return send[AccessDevice](ctx, family.transport, call{method: "PUT", path: "/api/v1/conditional-access/devices/{deviceId}", values: []string{deviceId}, body: body, media: "application/json", accept: "application/json"}, options)
}

// DeleteAccessDevice sends DELETE /api/v1/conditional-access/devices/{deviceId}: delete a device of conditional access.
// The device is unknown from then on.
func (family *ConditionalAccessFamily) DeleteAccessDevice(ctx context.Context, deviceId string, query *DeleteAccessDeviceParams, options ...CallOption) (*Deleted, error) {
	return send[Deleted](ctx, family.transport, call{method: "DELETE", path: "/api/v1/conditional-access/devices/{deviceId}", values: []string{deviceId}, query: query, accept: "application/json"}, options)
}

// ListAccessDecisions sends GET /api/v1/conditional-access/decisions: list decisions of conditional access.
// Newest first, kept for 30 days. Every decision about a sign-in, an authorization and a refresh of a user is listed. Decisions about a key, and about a page of the account of a user, are listed if a policy did not simply allow, or would not have with `REPORT_ONLY`. Such decisions of one minute share a row, and `attempts` says how many they are. `inputs` and `userId` of users require `directory.read` as well, and those of identities `identities.read`. Without it, they are null, and so are `reasons` and `risk`. A filter by `userId` or `identityId` is refused without the same permission.
func (family *ConditionalAccessFamily) ListAccessDecisions(ctx context.Context, query *ListAccessDecisionsParams, options ...CallOption) (*RecordedAccessDecisionList, error) {
	return send[RecordedAccessDecisionList](ctx, family.transport, call{method: "GET", path: "/api/v1/conditional-access/decisions", query: query, accept: "application/json"}, options)
}

// ListAccessDecisionsPages sends GET /api/v1/conditional-access/decisions: list decisions of conditional access, page after page.
func (family *ConditionalAccessFamily) ListAccessDecisionsPages(ctx context.Context, query *ListAccessDecisionsParams, options ...CallOption) iter.Seq2[*RecordedAccessDecisionList, error] {
	return pages[RecordedAccessDecisionList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/conditional-access/decisions", query: query, accept: "application/json"}, options)
}

// ListAccessDecisionsAll sends GET /api/v1/conditional-access/decisions: list decisions of conditional access, one after another over all pages.
func (family *ConditionalAccessFamily) ListAccessDecisionsAll(ctx context.Context, query *ListAccessDecisionsParams, options ...CallOption) iter.Seq2[RecordedAccessDecision, error] {
	return items(family.ListAccessDecisionsPages(ctx, query, options...), func(page *RecordedAccessDecisionList) []RecordedAccessDecision { return page.Data })
}

// GetAccessStats sends GET /api/v1/conditional-access/stats: count decisions by day.
// The days of the last 30 on which something was counted, in UTC, the oldest first. `reported` counts what policies with `REPORT_ONLY` would have decided. Counts follow within seconds.
func (family *ConditionalAccessFamily) GetAccessStats(ctx context.Context, query *GetAccessStatsParams, options ...CallOption) (*AccessStats, error) {
	return send[AccessStats](ctx, family.transport, call{method: "GET", path: "/api/v1/conditional-access/stats", query: query, accept: "application/json"}, options)
}

// StartAccessBacktest sends POST /api/v1/conditional-access/backtest: start a back-test of a draft.
// Replays what happened between `from` and `to` as if `policy` had been enabled beside the present policies, in the background. Recorded decisions about users are replayed with their inputs. For a successful use of a key, the service knows the credential, the identity, the address, the country and the time. It knows the application of calls of this API, but not the application of verifications. Each other input of keys counts as missing. One back-test of an organization runs at a time and three may wait; another one is refused (429). A draft that names users or groups requires `directory.read` as well, and one that names identities `identities.read`.
func (family *ConditionalAccessFamily) StartAccessBacktest(ctx context.Context, body AccessBacktestInput, options ...CallOption) (*AccessBacktest, error) {
	return send[AccessBacktest](ctx, family.transport, call{method: "POST", path: "/api/v1/conditional-access/backtest", body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// GetAccessBacktest sends GET /api/v1/conditional-access/backtests/{id}: get a back-test.
// Kept for 30 days, and the newest 100 of an organization. `examples` of users require `directory.read` as well, and those of identities `identities.read`; others are left out.
func (family *ConditionalAccessFamily) GetAccessBacktest(ctx context.Context, id string, options ...CallOption) (*AccessBacktest, error) {
	return send[AccessBacktest](ctx, family.transport, call{method: "GET", path: "/api/v1/conditional-access/backtests/{id}", values: []string{id}, accept: "application/json"}, options)
}

// ListNamedLocations sends GET /api/v1/conditional-access/named-locations: list named locations.
// By name.
func (family *ConditionalAccessFamily) ListNamedLocations(ctx context.Context, query *ListNamedLocationsParams, options ...CallOption) (*NamedLocationList, error) {
	return send[NamedLocationList](ctx, family.transport, call{method: "GET", path: "/api/v1/conditional-access/named-locations", query: query, accept: "application/json"}, options)
}

// ListNamedLocationsPages sends GET /api/v1/conditional-access/named-locations: list named locations, page after page.
func (family *ConditionalAccessFamily) ListNamedLocationsPages(ctx context.Context, query *ListNamedLocationsParams, options ...CallOption) iter.Seq2[*NamedLocationList, error] {
	return pages[NamedLocationList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/conditional-access/named-locations", query: query, accept: "application/json"}, options)
}

// ListNamedLocationsAll sends GET /api/v1/conditional-access/named-locations: list named locations, one after another over all pages.
func (family *ConditionalAccessFamily) ListNamedLocationsAll(ctx context.Context, query *ListNamedLocationsParams, options ...CallOption) iter.Seq2[NamedLocation, error] {
	return items(family.ListNamedLocationsPages(ctx, query, options...), func(page *NamedLocationList) []NamedLocation { return page.Data })
}

// CreateNamedLocation sends POST /api/v1/conditional-access/named-locations: create a named location.
// A location of countries requires a GeoIP database (`GEOIP_FILE`). Without it, the country of every address is unknown.
func (family *ConditionalAccessFamily) CreateNamedLocation(ctx context.Context, body NamedLocationInput, options ...CallOption) (*NamedLocation, error) {
	return send[NamedLocation](ctx, family.transport, call{method: "POST", path: "/api/v1/conditional-access/named-locations", body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// GetNamedLocation sends GET /api/v1/conditional-access/named-locations/{id}: get a named location.
func (family *ConditionalAccessFamily) GetNamedLocation(ctx context.Context, id string, options ...CallOption) (*NamedLocation, error) {
	return send[NamedLocation](ctx, family.transport, call{method: "GET", path: "/api/v1/conditional-access/named-locations/{id}", values: []string{id}, accept: "application/json"}, options)
}

// UpdateNamedLocation sends PATCH /api/v1/conditional-access/named-locations/{id}: change a named location.
// The type stays. Every decision that starts after the answer is made with the change. A change after which an enabled policy would block all keys with scope `*`, or all owners, is refused (409 `LOCKOUT_RISK`) unless `acknowledgeLockout` is true.
func (family *ConditionalAccessFamily) UpdateNamedLocation(ctx context.Context, id string, body NamedLocationChange, options ...CallOption) (*NamedLocation, error) {
	return send[NamedLocation](ctx, family.transport, call{method: "PATCH", path: "/api/v1/conditional-access/named-locations/{id}", values: []string{id}, body: body, media: "application/json", accept: "application/json"}, options)
}

// DeleteNamedLocation sends DELETE /api/v1/conditional-access/named-locations/{id}: delete a named location.
// A location that a policy names is refused (409 `LOCATION_IN_USE`).
func (family *ConditionalAccessFamily) DeleteNamedLocation(ctx context.Context, id string, options ...CallOption) (*Deleted, error) {
	return send[Deleted](ctx, family.transport, call{method: "DELETE", path: "/api/v1/conditional-access/named-locations/{id}", values: []string{id}, accept: "application/json"}, options)
}

// ScimTokensFamily has the operations of scim-tokens.
type ScimTokensFamily struct{ transport *transport }

// List sends GET /api/v1/directory/scim/tokens: list SCIM tokens.
// Newest first, those that expired or were revoked among them.
func (family *ScimTokensFamily) List(ctx context.Context, query *ListScimTokensParams, options ...CallOption) (*ScimTokenList, error) {
	return send[ScimTokenList](ctx, family.transport, call{method: "GET", path: "/api/v1/directory/scim/tokens", query: query, accept: "application/json"}, options)
}

// ListPages sends GET /api/v1/directory/scim/tokens: list SCIM tokens, page after page.
func (family *ScimTokensFamily) ListPages(ctx context.Context, query *ListScimTokensParams, options ...CallOption) iter.Seq2[*ScimTokenList, error] {
	return pages[ScimTokenList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/directory/scim/tokens", query: query, accept: "application/json"}, options)
}

// ListAll sends GET /api/v1/directory/scim/tokens: list SCIM tokens, one after another over all pages.
func (family *ScimTokensFamily) ListAll(ctx context.Context, query *ListScimTokensParams, options ...CallOption) iter.Seq2[ScimToken, error] {
	return items(family.ListPages(ctx, query, options...), func(page *ScimTokenList) []ScimToken { return page.Data })
}

// Create sends POST /api/v1/directory/scim/tokens: create a SCIM token.
// A directory such as Okta or Entra uses the token to provision users and groups. The caller must hold the scopes for the permissions of the token. These are `directory.read` and `directory.write` for users, `groups.read` and `groups.write` for groups. A key with addresses of its own gives only tokens whose `allowedIps` are within them.
func (family *ScimTokensFamily) Create(ctx context.Context, body ScimTokenInput, options ...CallOption) (*ScimTokenWithSecret, error) {
	return send[ScimTokenWithSecret](ctx, family.transport, call{method: "POST", path: "/api/v1/directory/scim/tokens", body: body, media: "application/json", accept: "application/json", keyed: true, wraps: true}, options)
}

// Revoke sends DELETE /api/v1/directory/scim/tokens/{tokenId}: revoke a SCIM token.
// It stops at once and for good, and stays in the list as `REVOKED`.
func (family *ScimTokensFamily) Revoke(ctx context.Context, tokenId string, options ...CallOption) (*Deleted, error) {
	return send[Deleted](ctx, family.transport, call{method: "DELETE", path: "/api/v1/directory/scim/tokens/{tokenId}", values: []string{tokenId}, accept: "application/json"}, options)
}

// ListProvisioningLog sends GET /api/v1/directory/scim/tokens/{tokenId}/log: list the use of a SCIM token.
// Lists the changes that a directory requested with this token, newest first. Each entry shows what the directory sent, what changed, and why a request was refused. Dry runs are listed too. Entries are kept for 30 days. If a user is deleted, the names and values of the user are erased. Values of users need `directory.read`, and values of groups `groups.read`. Without it, the entry names the attributes alone and has `valuesHidden: true`.
func (family *ScimTokensFamily) ListProvisioningLog(ctx context.Context, tokenId string, query *ListProvisioningLogParams, options ...CallOption) (*ProvisioningLog, error) {
	return send[ProvisioningLog](ctx, family.transport, call{method: "GET", path: "/api/v1/directory/scim/tokens/{tokenId}/log", values: []string{tokenId}, query: query, accept: "application/json"}, options)
}

// ListProvisioningLogPages sends GET /api/v1/directory/scim/tokens/{tokenId}/log: list the use of a SCIM token, page after page.
func (family *ScimTokensFamily) ListProvisioningLogPages(ctx context.Context, tokenId string, query *ListProvisioningLogParams, options ...CallOption) iter.Seq2[*ProvisioningLog, error] {
	return pages[ProvisioningLog](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/directory/scim/tokens/{tokenId}/log", values: []string{tokenId}, query: query, accept: "application/json"}, options)
}

// ListProvisioningLogAll sends GET /api/v1/directory/scim/tokens/{tokenId}/log: list the use of a SCIM token, one after another over all pages.
func (family *ScimTokensFamily) ListProvisioningLogAll(ctx context.Context, tokenId string, query *ListProvisioningLogParams, options ...CallOption) iter.Seq2[ProvisioningEntry, error] {
	return items(family.ListProvisioningLogPages(ctx, tokenId, query, options...), func(page *ProvisioningLog) []ProvisioningEntry { return page.Data })
}

// UsersFamily has the operations of users.
type UsersFamily struct{ transport *transport }

// List sends GET /api/v1/directory/users: list users.
func (family *UsersFamily) List(ctx context.Context, query *ListUsersParams, options ...CallOption) (*UserList, error) {
	return send[UserList](ctx, family.transport, call{method: "GET", path: "/api/v1/directory/users", query: query, accept: "application/json"}, options)
}

// ListPages sends GET /api/v1/directory/users: list users, page after page.
func (family *UsersFamily) ListPages(ctx context.Context, query *ListUsersParams, options ...CallOption) iter.Seq2[*UserList, error] {
	return pages[UserList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/directory/users", query: query, accept: "application/json"}, options)
}

// ListAll sends GET /api/v1/directory/users: list users, one after another over all pages.
func (family *UsersFamily) ListAll(ctx context.Context, query *ListUsersParams, options ...CallOption) iter.Seq2[User, error] {
	return items(family.ListPages(ctx, query, options...), func(page *UserList) []User { return page.Data })
}

// Create sends POST /api/v1/directory/users: create a user.
// Without a `password`, the service mails an invitation to `email` at once. The user is `INVITED` until they accept it. To send no mail, set `sendInvite: false` or a `password`. The user is then `ACTIVE` at once. Your key must hold every scope that the roles carry.
func (family *UsersFamily) Create(ctx context.Context, body UserInput, options ...CallOption) (*User, error) {
	return send[User](ctx, family.transport, call{method: "POST", path: "/api/v1/directory/users", body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// Get sends GET /api/v1/directory/users/{userId}: get a user.
func (family *UsersFamily) Get(ctx context.Context, userId string, options ...CallOption) (*User, error) {
	return send[User](ctx, family.transport, call{method: "GET", path: "/api/v1/directory/users/{userId}", values: []string{userId}, accept: "application/json"}, options)
}

// Update sends PATCH /api/v1/directory/users/{userId}: change a user.
// The caller must hold every scope that the user's roles and groups carry, before and after the change. This applies to changes of the roles, the password, the username and `expiresAt`. A changed `email` must be verified again, unless the request says `emailVerified: true`.
func (family *UsersFamily) Update(ctx context.Context, userId string, body UserPatch, options ...CallOption) (*User, error) {
	return send[User](ctx, family.transport, call{method: "PATCH", path: "/api/v1/directory/users/{userId}", values: []string{userId}, body: body, media: "application/json", accept: "application/json"}, options)
}

// Delete sends DELETE /api/v1/directory/users/{userId}: delete a user.
// Erases the user; the audit trail keeps the ID and nothing else. Identities that they own have no owner then.
func (family *UsersFamily) Delete(ctx context.Context, userId string, options ...CallOption) (*Deleted, error) {
	return send[Deleted](ctx, family.transport, call{method: "DELETE", path: "/api/v1/directory/users/{userId}", values: []string{userId}, accept: "application/json"}, options)
}

// Suspend sends POST /api/v1/directory/users/{userId}/suspend: suspend a user.
// The user cannot sign in until an administrator reactivates the user.
func (family *UsersFamily) Suspend(ctx context.Context, userId string, body *Reason, options ...CallOption) (*User, error) {
	return send[User](ctx, family.transport, call{method: "POST", path: "/api/v1/directory/users/{userId}/suspend", values: []string{userId}, body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// Reactivate sends POST /api/v1/directory/users/{userId}/reactivate: reactivate a suspended user.
// A user who was suspended before accepting an invitation is `INVITED` again.
func (family *UsersFamily) Reactivate(ctx context.Context, userId string, body *Reason, options ...CallOption) (*User, error) {
	return send[User](ctx, family.transport, call{method: "POST", path: "/api/v1/directory/users/{userId}/reactivate", values: []string{userId}, body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// Deprovision sends POST /api/v1/directory/users/{userId}/deprovision: deprovision a user.
// For good: password, invitation and memberships are removed. The email address and the username stay taken until the user is deleted.
func (family *UsersFamily) Deprovision(ctx context.Context, userId string, body *Reason, options ...CallOption) (*User, error) {
	return send[User](ctx, family.transport, call{method: "POST", path: "/api/v1/directory/users/{userId}/deprovision", values: []string{userId}, body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// Invite sends POST /api/v1/directory/users/{userId}/invite: send a user a new invitation.
// Only for users who are `INVITED`. The new link is the only one that works. The service sends at most one email a minute: an earlier request answers 409 with `retryAt`.
func (family *UsersFamily) Invite(ctx context.Context, userId string, options ...CallOption) (*User, error) {
	return send[User](ctx, family.transport, call{method: "POST", path: "/api/v1/directory/users/{userId}/invite", values: []string{userId}, accept: "application/json", keyed: true}, options)
}

// CreateAccessPass sends POST /api/v1/directory/users/{userId}/access-pass: create an access pass for a user.
// With the pass, a user without an authenticator app signs in once, and sets up the app or a passkey. The pass opens nothing else. An invited user can use it after accepting the invitation. A new pass ends the one before. So do a suspension and the end of the user. The caller must hold the rights that the user's roles and groups carry. A user who must sign in by a connection gets none (409).
func (family *UsersFamily) CreateAccessPass(ctx context.Context, userId string, body *AccessPassInput, options ...CallOption) (*AccessPass, error) {
	return send[AccessPass](ctx, family.transport, call{method: "POST", path: "/api/v1/directory/users/{userId}/access-pass", values: []string{userId}, body: body, media: "application/json", accept: "application/json", keyed: true, wraps: true}, options)
}

// GetFactors sends GET /api/v1/directory/users/{userId}/factors: get what a user signs in with.
// Counts and times of the password, the second factors and the connected accounts, and whether the name of the user is locked. Never a secret.
func (family *UsersFamily) GetFactors(ctx context.Context, userId string, options ...CallOption) (*UserFactors, error) {
	return send[UserFactors](ctx, family.transport, call{method: "GET", path: "/api/v1/directory/users/{userId}/factors", values: []string{userId}, accept: "application/json"}, options)
}

// DeleteFactors sends DELETE /api/v1/directory/users/{userId}/factors: remove all second factors of a user.
// For users who lost their second factors. The authenticator app and recovery codes are removed, and every session of the user ends. The user signs in with the remaining factors, and sets up another second factor where one is required. The caller must hold the rights that the user's roles and groups carry. This keeps a help desk from resetting administrators.
func (family *UsersFamily) DeleteFactors(ctx context.Context, userId string, options ...CallOption) (*User, error) {
	return send[User](ctx, family.transport, call{method: "DELETE", path: "/api/v1/directory/users/{userId}/factors", values: []string{userId}, accept: "application/json"}, options)
}

// ListInvitations sends GET /api/v1/directory/invitations: list the open invitations.
// The newest first. A user has at most one invitation. An invitation that was accepted, or revoked, is not shown. An expired one is shown for seven days.
func (family *UsersFamily) ListInvitations(ctx context.Context, query *ListInvitationsParams, options ...CallOption) (*InvitationList, error) {
	return send[InvitationList](ctx, family.transport, call{method: "GET", path: "/api/v1/directory/invitations", query: query, accept: "application/json"}, options)
}

// ListInvitationsPages sends GET /api/v1/directory/invitations: list the open invitations, page after page.
func (family *UsersFamily) ListInvitationsPages(ctx context.Context, query *ListInvitationsParams, options ...CallOption) iter.Seq2[*InvitationList, error] {
	return pages[InvitationList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/directory/invitations", query: query, accept: "application/json"}, options)
}

// ListInvitationsAll sends GET /api/v1/directory/invitations: list the open invitations, one after another over all pages.
func (family *UsersFamily) ListInvitationsAll(ctx context.Context, query *ListInvitationsParams, options ...CallOption) iter.Seq2[Invitation, error] {
	return items(family.ListInvitationsPages(ctx, query, options...), func(page *InvitationList) []Invitation { return page.Data })
}

// RevokeInvitation sends DELETE /api/v1/directory/invitations/{invitationId}: revoke an invitation.
// The link stops working. If the mail was not sent yet, it is not sent. The user stays `INVITED`: `inviteUser` sends a new link. The caller must hold the rights that the user's roles and groups carry.
func (family *UsersFamily) RevokeInvitation(ctx context.Context, invitationId string, options ...CallOption) (*Deleted, error) {
	return send[Deleted](ctx, family.transport, call{method: "DELETE", path: "/api/v1/directory/invitations/{invitationId}", values: []string{invitationId}, accept: "application/json"}, options)
}

// ListSessions sends GET /api/v1/directory/users/{userId}/sessions: list the sessions of a user.
// The browsers that the user is signed in with, the newest session first. Sessions that have ended are not shown.
func (family *UsersFamily) ListSessions(ctx context.Context, userId string, query *ListUserSessionsParams, options ...CallOption) (*UserSessionList, error) {
	return send[UserSessionList](ctx, family.transport, call{method: "GET", path: "/api/v1/directory/users/{userId}/sessions", values: []string{userId}, query: query, accept: "application/json"}, options)
}

// ListSessionsPages sends GET /api/v1/directory/users/{userId}/sessions: list the sessions of a user, page after page.
func (family *UsersFamily) ListSessionsPages(ctx context.Context, userId string, query *ListUserSessionsParams, options ...CallOption) iter.Seq2[*UserSessionList, error] {
	return pages[UserSessionList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/directory/users/{userId}/sessions", values: []string{userId}, query: query, accept: "application/json"}, options)
}

// ListSessionsAll sends GET /api/v1/directory/users/{userId}/sessions: list the sessions of a user, one after another over all pages.
func (family *UsersFamily) ListSessionsAll(ctx context.Context, userId string, query *ListUserSessionsParams, options ...CallOption) iter.Seq2[UserSession, error] {
	return items(family.ListSessionsPages(ctx, userId, query, options...), func(page *UserSessionList) []UserSession { return page.Data })
}

// EndSessions sends DELETE /api/v1/directory/users/{userId}/sessions: end all sessions of a user.
// The user must sign in again in every browser. Applications are told, and their tokens end that last as long as a session. Tokens for the absence of the user (`offline_access`) stay. The caller must hold the rights that the user's roles and groups carry. This keeps a help desk from signing administrators out.
func (family *UsersFamily) EndSessions(ctx context.Context, userId string, options ...CallOption) (*EndedSessions, error) {
	return send[EndedSessions](ctx, family.transport, call{method: "DELETE", path: "/api/v1/directory/users/{userId}/sessions", values: []string{userId}, accept: "application/json"}, options)
}

// EndSession sends DELETE /api/v1/directory/users/{userId}/sessions/{sessionId}: end a session of a user.
// The user must sign in again in this browser. Otherwise as `endUserSessions`: applications are told, and the caller must hold the rights of the user.
func (family *UsersFamily) EndSession(ctx context.Context, userId string, sessionId string, options ...CallOption) (*Deleted, error) {
	return send[Deleted](ctx, family.transport, call{method: "DELETE", path: "/api/v1/directory/users/{userId}/sessions/{sessionId}", values: []string{userId, sessionId}, accept: "application/json"}, options)
}

// GetAttributeSchema sends GET /api/v1/directory/attribute-schema: get the schema of users' attributes.
func (family *UsersFamily) GetAttributeSchema(ctx context.Context, options ...CallOption) (*AttributeSchema, error) {
	return send[AttributeSchema](ctx, family.transport, call{method: "GET", path: "/api/v1/directory/attribute-schema", accept: "application/json"}, options)
}

// ReplaceAttributeSchema sends PUT /api/v1/directory/attribute-schema: replace the schema of users' attributes.
// From now on, the `attributes` of new users, and changed `attributes`, must fit the schema. Otherwise the response is 400 with `attributes.<name>`. Existing users stay as they are. Null allows any attributes.
func (family *UsersFamily) ReplaceAttributeSchema(ctx context.Context, body AttributeSchemaInput, options ...CallOption) (*AttributeSchema, error) {
	return send[AttributeSchema](ctx, family.transport, call{method: "PUT", path: "/api/v1/directory/attribute-schema", body: body, media: "application/json", accept: "application/json"}, options)
}

// PasskeysFamily has the operations of passkeys.
type PasskeysFamily struct{ transport *transport }

// List sends GET /api/v1/auth/webauthn/users/{userId}/credentials: list the passkeys of a user.
// The oldest first. A user has at most 20; they add them on their account page.
func (family *PasskeysFamily) List(ctx context.Context, userId string, query *ListPasskeysParams, options ...CallOption) (*PasskeyList, error) {
	return send[PasskeyList](ctx, family.transport, call{method: "GET", path: "/api/v1/auth/webauthn/users/{userId}/credentials", values: []string{userId}, query: query, accept: "application/json"}, options)
}

// ListPages sends GET /api/v1/auth/webauthn/users/{userId}/credentials: list the passkeys of a user, page after page.
func (family *PasskeysFamily) ListPages(ctx context.Context, userId string, query *ListPasskeysParams, options ...CallOption) iter.Seq2[*PasskeyList, error] {
	return pages[PasskeyList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/auth/webauthn/users/{userId}/credentials", values: []string{userId}, query: query, accept: "application/json"}, options)
}

// ListAll sends GET /api/v1/auth/webauthn/users/{userId}/credentials: list the passkeys of a user, one after another over all pages.
func (family *PasskeysFamily) ListAll(ctx context.Context, userId string, query *ListPasskeysParams, options ...CallOption) iter.Seq2[Passkey, error] {
	return items(family.ListPages(ctx, userId, query, options...), func(page *PasskeyList) []Passkey { return page.Data })
}

// Delete sends DELETE /api/v1/auth/webauthn/users/{userId}/credentials/{credId}: remove a passkey of a user.
// The passkey cannot be used to sign in any more, for example after the loss of a device. Existing sessions stay. The caller must hold every scope that the roles and groups of the user carry.
func (family *PasskeysFamily) Delete(ctx context.Context, userId string, credId string, options ...CallOption) (*Deleted, error) {
	return send[Deleted](ctx, family.transport, call{method: "DELETE", path: "/api/v1/auth/webauthn/users/{userId}/credentials/{credId}", values: []string{userId, credId}, accept: "application/json"}, options)
}

// GroupsFamily has the operations of groups.
type GroupsFamily struct{ transport *transport }

// List sends GET /api/v1/directory/groups: list groups.
func (family *GroupsFamily) List(ctx context.Context, query *ListGroupsParams, options ...CallOption) (*GroupList, error) {
	return send[GroupList](ctx, family.transport, call{method: "GET", path: "/api/v1/directory/groups", query: query, accept: "application/json"}, options)
}

// ListPages sends GET /api/v1/directory/groups: list groups, page after page.
func (family *GroupsFamily) ListPages(ctx context.Context, query *ListGroupsParams, options ...CallOption) iter.Seq2[*GroupList, error] {
	return pages[GroupList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/directory/groups", query: query, accept: "application/json"}, options)
}

// ListAll sends GET /api/v1/directory/groups: list groups, one after another over all pages.
func (family *GroupsFamily) ListAll(ctx context.Context, query *ListGroupsParams, options ...CallOption) iter.Seq2[Group, error] {
	return items(family.ListPages(ctx, query, options...), func(page *GroupList) []Group { return page.Data })
}

// Create sends POST /api/v1/directory/groups: create a group.
// The caller must hold the management scopes that the group gets.
func (family *GroupsFamily) Create(ctx context.Context, body GroupInput, options ...CallOption) (*Group, error) {
	return send[Group](ctx, family.transport, call{method: "POST", path: "/api/v1/directory/groups", body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// Get sends GET /api/v1/directory/groups/{groupId}: get a group.
func (family *GroupsFamily) Get(ctx context.Context, groupId string, options ...CallOption) (*Group, error) {
	return send[Group](ctx, family.transport, call{method: "GET", path: "/api/v1/directory/groups/{groupId}", values: []string{groupId}, accept: "application/json"}, options)
}

// Update sends PATCH /api/v1/directory/groups/{groupId}: change a group.
// To change `scopes`, the caller must hold the management scopes that the group had and those that it gets.
func (family *GroupsFamily) Update(ctx context.Context, groupId string, body GroupPatch, options ...CallOption) (*Group, error) {
	return send[Group](ctx, family.transport, call{method: "PATCH", path: "/api/v1/directory/groups/{groupId}", values: []string{groupId}, body: body, media: "application/json", accept: "application/json"}, options)
}

// Delete sends DELETE /api/v1/directory/groups/{groupId}: delete a group.
// Its members stay in the directory and lose the scopes of the group. The caller must hold the management scopes of the group. If an enabled policy of conditional access names the group, a change that would keep all owners from signing in is refused (409 `LOCKOUT_RISK`) unless `acknowledgeLockout` is true.
func (family *GroupsFamily) Delete(ctx context.Context, groupId string, query *DeleteGroupParams, options ...CallOption) (*Deleted, error) {
	return send[Deleted](ctx, family.transport, call{method: "DELETE", path: "/api/v1/directory/groups/{groupId}", values: []string{groupId}, query: query, accept: "application/json"}, options)
}

// ListMembers sends GET /api/v1/directory/groups/{groupId}/members: list the members of a group.
// Those who were added last come first.
func (family *GroupsFamily) ListMembers(ctx context.Context, groupId string, query *ListGroupMembersParams, options ...CallOption) (*MemberList, error) {
	return send[MemberList](ctx, family.transport, call{method: "GET", path: "/api/v1/directory/groups/{groupId}/members", values: []string{groupId}, query: query, accept: "application/json"}, options)
}

// ListMembersPages sends GET /api/v1/directory/groups/{groupId}/members: list the members of a group, page after page.
func (family *GroupsFamily) ListMembersPages(ctx context.Context, groupId string, query *ListGroupMembersParams, options ...CallOption) iter.Seq2[*MemberList, error] {
	return pages[MemberList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/directory/groups/{groupId}/members", values: []string{groupId}, query: query, accept: "application/json"}, options)
}

// ListMembersAll sends GET /api/v1/directory/groups/{groupId}/members: list the members of a group, one after another over all pages.
func (family *GroupsFamily) ListMembersAll(ctx context.Context, groupId string, query *ListGroupMembersParams, options ...CallOption) iter.Seq2[Member, error] {
	return items(family.ListMembersPages(ctx, groupId, query, options...), func(page *MemberList) []Member { return page.Data })
}

// AddMembers sends POST /api/v1/directory/groups/{groupId}/members: add members to a group.
// Adds all users. If one of them is unknown or deprovisioned, it adds none. A user who is a member already stays a member. To add members to a group with management scopes, the caller must hold these scopes. If an enabled policy of conditional access names the group, a change that would keep all owners from signing in is refused (409 `LOCKOUT_RISK`) unless `acknowledgeLockout` is true.
func (family *GroupsFamily) AddMembers(ctx context.Context, groupId string, body MembersInput, options ...CallOption) (*AddedMembers, error) {
	return send[AddedMembers](ctx, family.transport, call{method: "POST", path: "/api/v1/directory/groups/{groupId}/members", values: []string{groupId}, body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// RemoveMember sends DELETE /api/v1/directory/groups/{groupId}/members/{userId}: remove a member from a group.
// If an enabled policy of conditional access names the group, a change that would keep all owners from signing in is refused (409 `LOCKOUT_RISK`) unless `acknowledgeLockout` is true.
func (family *GroupsFamily) RemoveMember(ctx context.Context, groupId string, userId string, query *RemoveGroupMemberParams, options ...CallOption) (*Deleted, error) {
	return send[Deleted](ctx, family.transport, call{method: "DELETE", path: "/api/v1/directory/groups/{groupId}/members/{userId}", values: []string{groupId, userId}, query: query, accept: "application/json"}, options)
}

// ScimUsersFamily has the operations of scim-users.
type ScimUsersFamily struct{ transport *transport }

// List sends GET /api/scim/v2/{orgId}/Users: list or search users over SCIM.
// By `startIndex`, or by `cursor` (RFC 9865), which stays right while others change the list.
func (family *ScimUsersFamily) List(ctx context.Context, orgId string, query *ListScimUsersParams, options ...CallOption) (*ScimUserList, error) {
	return send[ScimUserList](ctx, family.transport, call{method: "GET", path: "/api/scim/v2/{orgId}/Users", values: []string{orgId}, query: query, accept: "application/scim+json"}, options)
}

// Create sends POST /api/scim/v2/{orgId}/Users: create a user over SCIM.
// The new user is active unless `active` is false, and gets no email. Unknown attributes are ignored.
func (family *ScimUsersFamily) Create(ctx context.Context, orgId string, body ScimUserInput, query *CreateScimUserParams, options ...CallOption) (*ScimUser, error) {
	return send[ScimUser](ctx, family.transport, call{method: "POST", path: "/api/scim/v2/{orgId}/Users", values: []string{orgId}, query: query, body: body, media: "application/scim+json", accept: "application/scim+json", dry: true}, options)
}

// Search sends POST /api/scim/v2/{orgId}/Users/.search: search users over SCIM by a body.
// Works like the list, with the parameters in the body (RFC 7644 section 3.4.3). This keeps them out of the logs of proxies.
func (family *ScimUsersFamily) Search(ctx context.Context, orgId string, body ScimSearchRequest, options ...CallOption) (*ScimUserList, error) {
	return send[ScimUserList](ctx, family.transport, call{method: "POST", path: "/api/scim/v2/{orgId}/Users/.search", values: []string{orgId}, body: body, media: "application/scim+json", accept: "application/scim+json"}, options)
}

// Get sends GET /api/scim/v2/{orgId}/Users/{id}: get a user over SCIM.
// By the ID that its creation answered with, or that a filter on `externalId` or a name finds.
func (family *ScimUsersFamily) Get(ctx context.Context, orgId string, id string, query *GetScimUserParams, options ...CallOption) (*ScimUser, error) {
	return send[ScimUser](ctx, family.transport, call{method: "GET", path: "/api/scim/v2/{orgId}/Users/{id}", values: []string{orgId, id}, query: query, accept: "application/scim+json"}, options)
}

// Replace sends PUT /api/scim/v2/{orgId}/Users/{id}: replace a user over SCIM.
// Attributes that are left out lose their values; `active` and `password` keep theirs. Read-only attributes are ignored.
func (family *ScimUsersFamily) Replace(ctx context.Context, orgId string, id string, body ScimUserInput, query *ReplaceScimUserParams, options ...CallOption) (*ScimUser, error) {
	return send[ScimUser](ctx, family.transport, call{method: "PUT", path: "/api/scim/v2/{orgId}/Users/{id}", values: []string{orgId, id}, query: query, body: body, media: "application/scim+json", accept: "application/scim+json", dry: true}, options)
}

// Update sends PATCH /api/scim/v2/{orgId}/Users/{id}: update a user over SCIM.
// The operations of RFC 7644 section 3.5.2, all or none, in their order.
func (family *ScimUsersFamily) Update(ctx context.Context, orgId string, id string, body ScimPatchRequest, query *UpdateScimUserParams, options ...CallOption) (*ScimUser, error) {
	return send[ScimUser](ctx, family.transport, call{method: "PATCH", path: "/api/scim/v2/{orgId}/Users/{id}", values: []string{orgId, id}, query: query, body: body, media: "application/scim+json", accept: "application/scim+json", dry: true}, options)
}

// Delete sends DELETE /api/scim/v2/{orgId}/Users/{id}: delete a user over SCIM.
// The user loses all access at once and SCIM no longer finds the user. The userName and email address are free again. Recorded data stays.
func (family *ScimUsersFamily) Delete(ctx context.Context, orgId string, id string, options ...CallOption) (*ScimUser, error) {
	return send[ScimUser](ctx, family.transport, call{method: "DELETE", path: "/api/scim/v2/{orgId}/Users/{id}", values: []string{orgId, id}, accept: "application/scim+json", empty: true, dry: true}, options)
}

// ScimGroupsFamily has the operations of scim-groups.
type ScimGroupsFamily struct{ transport *transport }

// List sends GET /api/scim/v2/{orgId}/Groups: list or search groups over SCIM.
// By `startIndex`, or by `cursor` (RFC 9865), which stays right while others change the list.
func (family *ScimGroupsFamily) List(ctx context.Context, orgId string, query *ListScimGroupsParams, options ...CallOption) (*ScimGroupList, error) {
	return send[ScimGroupList](ctx, family.transport, call{method: "GET", path: "/api/scim/v2/{orgId}/Groups", values: []string{orgId}, query: query, accept: "application/scim+json"}, options)
}

// Create sends POST /api/scim/v2/{orgId}/Groups: create a group over SCIM.
// With its members, if any are given, each by the ID of a user.
func (family *ScimGroupsFamily) Create(ctx context.Context, orgId string, body ScimGroupInput, query *CreateScimGroupParams, options ...CallOption) (*ScimGroup, error) {
	return send[ScimGroup](ctx, family.transport, call{method: "POST", path: "/api/scim/v2/{orgId}/Groups", values: []string{orgId}, query: query, body: body, media: "application/scim+json", accept: "application/scim+json", dry: true}, options)
}

// Search sends POST /api/scim/v2/{orgId}/Groups/.search: search groups over SCIM by a body.
// Works like the list, with the parameters in the body (RFC 7644 section 3.4.3). This keeps them out of the logs of proxies.
func (family *ScimGroupsFamily) Search(ctx context.Context, orgId string, body ScimSearchRequest, options ...CallOption) (*ScimGroupList, error) {
	return send[ScimGroupList](ctx, family.transport, call{method: "POST", path: "/api/scim/v2/{orgId}/Groups/.search", values: []string{orgId}, body: body, media: "application/scim+json", accept: "application/scim+json"}, options)
}

// Get sends GET /api/scim/v2/{orgId}/Groups/{id}: get a group over SCIM.
// By the ID that its creation answered with, or that a filter on `externalId` or a name finds.
func (family *ScimGroupsFamily) Get(ctx context.Context, orgId string, id string, query *GetScimGroupParams, options ...CallOption) (*ScimGroup, error) {
	return send[ScimGroup](ctx, family.transport, call{method: "GET", path: "/api/scim/v2/{orgId}/Groups/{id}", values: []string{orgId, id}, query: query, accept: "application/scim+json"}, options)
}

// Replace sends PUT /api/scim/v2/{orgId}/Groups/{id}: replace a group over SCIM.
// Attributes that are left out lose their values, `members` among them. Read-only attributes are ignored.
func (family *ScimGroupsFamily) Replace(ctx context.Context, orgId string, id string, body ScimGroupInput, query *ReplaceScimGroupParams, options ...CallOption) (*ScimGroup, error) {
	return send[ScimGroup](ctx, family.transport, call{method: "PUT", path: "/api/scim/v2/{orgId}/Groups/{id}", values: []string{orgId, id}, query: query, body: body, media: "application/scim+json", accept: "application/scim+json", dry: true}, options)
}

// Update sends PATCH /api/scim/v2/{orgId}/Groups/{id}: update a group over SCIM.
// The operations of RFC 7644 section 3.5.2, all or none, in their order. A `remove` of `members` with a `value` takes out only those it names.
func (family *ScimGroupsFamily) Update(ctx context.Context, orgId string, id string, body ScimPatchRequest, query *UpdateScimGroupParams, options ...CallOption) (*ScimGroup, error) {
	return send[ScimGroup](ctx, family.transport, call{method: "PATCH", path: "/api/scim/v2/{orgId}/Groups/{id}", values: []string{orgId, id}, query: query, body: body, media: "application/scim+json", accept: "application/scim+json", dry: true}, options)
}

// Delete sends DELETE /api/scim/v2/{orgId}/Groups/{id}: delete a group over SCIM.
// Its members stay; they lose what the group gave them.
func (family *ScimGroupsFamily) Delete(ctx context.Context, orgId string, id string, options ...CallOption) (*ScimGroup, error) {
	return send[ScimGroup](ctx, family.transport, call{method: "DELETE", path: "/api/scim/v2/{orgId}/Groups/{id}", values: []string{orgId, id}, accept: "application/scim+json", empty: true, dry: true}, options)
}

// ScimFamily has the operations of scim.
type ScimFamily struct{ transport *transport }

// Search sends POST /api/scim/v2/{orgId}/.search: search users and groups over SCIM.
// Returns users and groups that match the filter, if the token may read them (RFC 7644 section 3.4.3).
func (family *ScimFamily) Search(ctx context.Context, orgId string, body ScimSearchRequest, options ...CallOption) (*ScimResourceList, error) {
	return send[ScimResourceList](ctx, family.transport, call{method: "POST", path: "/api/scim/v2/{orgId}/.search", values: []string{orgId}, body: body, media: "application/scim+json", accept: "application/scim+json"}, options)
}

// RunBulk sends POST /api/scim/v2/{orgId}/Bulk: run many SCIM operations in one request.
// Runs the operations in their order, each with its own result and the permission it needs. Later operations may refer to resources that earlier ones create by `bulkId:` (RFC 7644 section 3.7). More than 1,000 operations answer 413. Bulk has no dry run.
func (family *ScimFamily) RunBulk(ctx context.Context, orgId string, body ScimBulkRequest, options ...CallOption) (*ScimBulkResponse, error) {
	return send[ScimBulkResponse](ctx, family.transport, call{method: "POST", path: "/api/scim/v2/{orgId}/Bulk", values: []string{orgId}, body: body, media: "application/scim+json", accept: "application/scim+json"}, options)
}

// GetServiceProviderConfig sends GET /api/scim/v2/{orgId}/ServiceProviderConfig: get the SCIM configuration of this service.
// Any token of the organization may read it.
func (family *ScimFamily) GetServiceProviderConfig(ctx context.Context, orgId string, query *GetScimServiceProviderConfigParams, options ...CallOption) (*ScimServiceProviderConfig, error) {
	return send[ScimServiceProviderConfig](ctx, family.transport, call{method: "GET", path: "/api/scim/v2/{orgId}/ServiceProviderConfig", values: []string{orgId}, query: query, accept: "application/scim+json"}, options)
}

// ListSchemas sends GET /api/scim/v2/{orgId}/Schemas: list the SCIM schemas.
// Every attribute there is, and what it takes. Any token of the organization may read them.
func (family *ScimFamily) ListSchemas(ctx context.Context, orgId string, query *ListScimSchemasParams, options ...CallOption) (*ScimSchemaList, error) {
	return send[ScimSchemaList](ctx, family.transport, call{method: "GET", path: "/api/scim/v2/{orgId}/Schemas", values: []string{orgId}, query: query, accept: "application/scim+json"}, options)
}

// GetSchema sends GET /api/scim/v2/{orgId}/Schemas/{id}: get a SCIM schema.
// Any token of the organization may read it.
func (family *ScimFamily) GetSchema(ctx context.Context, orgId string, id string, query *GetScimSchemaParams, options ...CallOption) (*ScimSchema, error) {
	return send[ScimSchema](ctx, family.transport, call{method: "GET", path: "/api/scim/v2/{orgId}/Schemas/{id}", values: []string{orgId, id}, query: query, accept: "application/scim+json"}, options)
}

// ListResourceTypes sends GET /api/scim/v2/{orgId}/ResourceTypes: list the types of SCIM resources.
// Any token of the organization may read them.
func (family *ScimFamily) ListResourceTypes(ctx context.Context, orgId string, query *ListScimResourceTypesParams, options ...CallOption) (*ScimResourceTypeList, error) {
	return send[ScimResourceTypeList](ctx, family.transport, call{method: "GET", path: "/api/scim/v2/{orgId}/ResourceTypes", values: []string{orgId}, query: query, accept: "application/scim+json"}, options)
}

// GetResourceType sends GET /api/scim/v2/{orgId}/ResourceTypes/{name}: get a type of SCIM resource.
// Any token of the organization may read it.
func (family *ScimFamily) GetResourceType(ctx context.Context, orgId string, name string, query *GetScimResourceTypeParams, options ...CallOption) (*ScimResourceType, error) {
	return send[ScimResourceType](ctx, family.transport, call{method: "GET", path: "/api/scim/v2/{orgId}/ResourceTypes/{name}", values: []string{orgId, name}, query: query, accept: "application/scim+json"}, options)
}

// AuthConfigFamily has the operations of auth-config.
type AuthConfigFamily struct{ transport *transport }

// GetPasswordPolicy sends GET /api/v1/auth/password-policy: get the password policy.
func (family *AuthConfigFamily) GetPasswordPolicy(ctx context.Context, options ...CallOption) (*PasswordPolicy, error) {
	return send[PasswordPolicy](ctx, family.transport, call{method: "GET", path: "/api/v1/auth/password-policy", accept: "application/json"}, options)
}

// UpdatePasswordPolicy sends PUT /api/v1/auth/password-policy: change the password policy.
// Every new password must fit the policy from now on, no matter who sets it, also over SCIM. Existing passwords stay valid. Lock-outs and links follow the new policy at once.
func (family *AuthConfigFamily) UpdatePasswordPolicy(ctx context.Context, body PasswordPolicyChange, options ...CallOption) (*PasswordPolicy, error) {
	return send[PasswordPolicy](ctx, family.transport, call{method: "PUT", path: "/api/v1/auth/password-policy", body: body, media: "application/json", accept: "application/json"}, options)
}

// GetTotpConfig sends GET /api/v1/auth/totp-config: get the use of authenticator apps.
func (family *AuthConfigFamily) GetTotpConfig(ctx context.Context, options ...CallOption) (*TotpConfig, error) {
	return send[TotpConfig](ctx, family.transport, call{method: "GET", path: "/api/v1/auth/totp-config", accept: "application/json"}, options)
}

// UpdateTotpConfig sends PUT /api/v1/auth/totp-config: change the use of authenticator apps.
// Sign-in follows the change at once. `algorithm`, `digits` and `periodSeconds` apply to apps that are set up from now on. Apps that are set up already cannot be changed. All codes that are valid at once, `2 * window + 1`, may span three minutes.
func (family *AuthConfigFamily) UpdateTotpConfig(ctx context.Context, body TotpConfigChange, options ...CallOption) (*TotpConfig, error) {
	return send[TotpConfig](ctx, family.transport, call{method: "PUT", path: "/api/v1/auth/totp-config", body: body, media: "application/json", accept: "application/json"}, options)
}

// GetWebauthnConfig sends GET /api/v1/auth/webauthn-config: get the use of passkeys.
func (family *AuthConfigFamily) GetWebauthnConfig(ctx context.Context, options ...CallOption) (*WebauthnConfig, error) {
	return send[WebauthnConfig](ctx, family.transport, call{method: "GET", path: "/api/v1/auth/webauthn-config", accept: "application/json"}, options)
}

// UpdateWebauthnConfig sends PUT /api/v1/auth/webauthn-config: change the use of passkeys.
// Sign-in follows it at once. With `passwordless`, `userVerification` must be `required` and `residentKey` not `discouraged`; `allowedAaguids` need an `attestation`.
func (family *AuthConfigFamily) UpdateWebauthnConfig(ctx context.Context, body WebauthnConfigChange, options ...CallOption) (*WebauthnConfig, error) {
	return send[WebauthnConfig](ctx, family.transport, call{method: "PUT", path: "/api/v1/auth/webauthn-config", body: body, media: "application/json", accept: "application/json"}, options)
}

// GetMagicLinkConfig sends GET /api/v1/auth/magic-link-config: get the use of links by mail.
func (family *AuthConfigFamily) GetMagicLinkConfig(ctx context.Context, options ...CallOption) (*MagicLinkConfig, error) {
	return send[MagicLinkConfig](ctx, family.transport, call{method: "GET", path: "/api/v1/auth/magic-link-config", accept: "application/json"}, options)
}

// UpdateMagicLinkConfig sends PUT /api/v1/auth/magic-link-config: change the use of links by mail.
// Sign-in follows it at once; links that were sent work no longer than they would have.
func (family *AuthConfigFamily) UpdateMagicLinkConfig(ctx context.Context, body MagicLinkConfigChange, options ...CallOption) (*MagicLinkConfig, error) {
	return send[MagicLinkConfig](ctx, family.transport, call{method: "PUT", path: "/api/v1/auth/magic-link-config", body: body, media: "application/json", accept: "application/json"}, options)
}

// GetRegistrationConfig sends GET /api/v1/auth/registration-config: get the rules for new accounts.
// Tells whether people may create an account themselves, with which addresses, and how many a day.
func (family *AuthConfigFamily) GetRegistrationConfig(ctx context.Context, options ...CallOption) (*RegistrationConfig, error) {
	return send[RegistrationConfig](ctx, family.transport, call{method: "GET", path: "/api/v1/auth/registration-config", accept: "application/json"}, options)
}

// UpdateRegistrationConfig sends PUT /api/v1/auth/registration-config: change the rules for new accounts.
// While `enabled` is true and the service can send mail, the sign-in page offers "Create account". A link by mail proves the address first. The new user has the role `MEMBER`. The rules hold again when the link is used. A new user can sign in to every client without `allowedGroups`.
func (family *AuthConfigFamily) UpdateRegistrationConfig(ctx context.Context, body RegistrationConfigChange, options ...CallOption) (*RegistrationConfig, error) {
	return send[RegistrationConfig](ctx, family.transport, call{method: "PUT", path: "/api/v1/auth/registration-config", body: body, media: "application/json", accept: "application/json"}, options)
}

// ListMailTemplates sends GET /api/v1/auth/mail-templates: list the texts of mails.
// Each mail in each language, with the texts of Keyward and the texts that the organization has edited. Mails about changes are in the list, too, and cannot be edited.
func (family *AuthConfigFamily) ListMailTemplates(ctx context.Context, query *ListMailTemplatesParams, options ...CallOption) (*MailTemplateList, error) {
	return send[MailTemplateList](ctx, family.transport, call{method: "GET", path: "/api/v1/auth/mail-templates", query: query, accept: "application/json"}, options)
}

// ListMailTemplatesPages sends GET /api/v1/auth/mail-templates: list the texts of mails, page after page.
func (family *AuthConfigFamily) ListMailTemplatesPages(ctx context.Context, query *ListMailTemplatesParams, options ...CallOption) iter.Seq2[*MailTemplateList, error] {
	return pages[MailTemplateList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/auth/mail-templates", query: query, accept: "application/json"}, options)
}

// ListMailTemplatesAll sends GET /api/v1/auth/mail-templates: list the texts of mails, one after another over all pages.
func (family *AuthConfigFamily) ListMailTemplatesAll(ctx context.Context, query *ListMailTemplatesParams, options ...CallOption) iter.Seq2[MailTemplate, error] {
	return items(family.ListMailTemplatesPages(ctx, query, options...), func(page *MailTemplateList) []MailTemplate { return page.Data })
}

// GetMailTemplate sends GET /api/v1/auth/mail-templates/{kind}/{language}: get the texts of a mail.
func (family *AuthConfigFamily) GetMailTemplate(ctx context.Context, kind string, language string, options ...CallOption) (*MailTemplate, error) {
	return send[MailTemplate](ctx, family.transport, call{method: "GET", path: "/api/v1/auth/mail-templates/{kind}/{language}", values: []string{kind, language}, accept: "application/json"}, options)
}

// ReplaceMailTemplate sends PUT /api/v1/auth/mail-templates/{kind}/{language}: replace the texts of a mail.
// A part that is null or left out has the text of Keyward. Mails that are sent from now on have the new texts. A text with markup, with anything that mail programs make a link of, or with a placeholder that the mail does not have is refused. So are the mails about changes (409 `MAIL_NOT_EDITABLE`).
func (family *AuthConfigFamily) ReplaceMailTemplate(ctx context.Context, kind string, language string, body MailTemplateInput, options ...CallOption) (*MailTemplate, error) {
	return send[MailTemplate](ctx, family.transport, call{method: "PUT", path: "/api/v1/auth/mail-templates/{kind}/{language}", values: []string{kind, language}, body: body, media: "application/json", accept: "application/json"}, options)
}

// DeleteMailTemplate sends DELETE /api/v1/auth/mail-templates/{kind}/{language}: reset the texts of a mail.
// Every part has the text of Keyward again, as with a replacement that has no parts. So it asks for the same.
func (family *AuthConfigFamily) DeleteMailTemplate(ctx context.Context, kind string, language string, options ...CallOption) (*MailTemplate, error) {
	return send[MailTemplate](ctx, family.transport, call{method: "DELETE", path: "/api/v1/auth/mail-templates/{kind}/{language}", values: []string{kind, language}, accept: "application/json"}, options)
}

// PreviewMailTemplate sends POST /api/v1/auth/mail-templates/{kind}/{language}/preview: preview a mail.
// Returns the mail with these texts and example values, and stores nothing. The texts obey the rules of `replaceMailTemplate`.
func (family *AuthConfigFamily) PreviewMailTemplate(ctx context.Context, kind string, language string, body MailTemplateInput, options ...CallOption) (*MailPreview, error) {
	return send[MailPreview](ctx, family.transport, call{method: "POST", path: "/api/v1/auth/mail-templates/{kind}/{language}/preview", values: []string{kind, language}, body: body, media: "application/json", accept: "application/json"}, options)
}

// TestMailTemplate sends POST /api/v1/auth/mail-templates/{kind}/{language}/test: send a test mail.
// Sends the mail with these texts and example values to the caller, and stores no text. The link leads to the sign-in page. The caller must be a user whose address is verified (409 `MAIL_ADDRESS_REQUIRED`). Test mails count in `MAX_MAILS_PER_HOUR`.
func (family *AuthConfigFamily) TestMailTemplate(ctx context.Context, kind string, language string, body MailTemplateInput, options ...CallOption) (*MailTest, error) {
	return send[MailTest](ctx, family.transport, call{method: "POST", path: "/api/v1/auth/mail-templates/{kind}/{language}/test", values: []string{kind, language}, body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// GetBranding sends GET /api/v1/branding: get the branding.
func (family *AuthConfigFamily) GetBranding(ctx context.Context, options ...CallOption) (*Branding, error) {
	return send[Branding](ctx, family.transport, call{method: "GET", path: "/api/v1/branding", accept: "application/json"}, options)
}

// UpdateBranding sends PUT /api/v1/branding: change the branding.
// Pages and mails follow it at once. A color on which neither white nor nearly black text can be read well is refused.
func (family *AuthConfigFamily) UpdateBranding(ctx context.Context, body BrandingChange, options ...CallOption) (*Branding, error) {
	return send[Branding](ctx, family.transport, call{method: "PUT", path: "/api/v1/branding", body: body, media: "application/json", accept: "application/json"}, options)
}

// OidcClientsFamily has the operations of oidc-clients.
type OidcClientsFamily struct{ transport *transport }

// List sends GET /api/v1/oidc/clients: list OIDC clients.
// Newest first.
func (family *OidcClientsFamily) List(ctx context.Context, query *ListOidcClientsParams, options ...CallOption) (*OidcClientList, error) {
	return send[OidcClientList](ctx, family.transport, call{method: "GET", path: "/api/v1/oidc/clients", query: query, accept: "application/json"}, options)
}

// ListPages sends GET /api/v1/oidc/clients: list OIDC clients, page after page.
func (family *OidcClientsFamily) ListPages(ctx context.Context, query *ListOidcClientsParams, options ...CallOption) iter.Seq2[*OidcClientList, error] {
	return pages[OidcClientList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/oidc/clients", query: query, accept: "application/json"}, options)
}

// ListAll sends GET /api/v1/oidc/clients: list OIDC clients, one after another over all pages.
func (family *OidcClientsFamily) ListAll(ctx context.Context, query *ListOidcClientsParams, options ...CallOption) iter.Seq2[OidcClient, error] {
	return items(family.ListPages(ctx, query, options...), func(page *OidcClientList) []OidcClient { return page.Data })
}

// Create sends POST /api/v1/oidc/clients: register an OIDC client.
// A client is an application that signs users in, or that gets tokens for itself. Fields that are left out get the defaults of the `applicationType` (docs/oidc-clients.md). Only a client that authenticates with a secret gets one: `clientSecret` is null for `spa`, `native`, `private_key_jwt` and `none`. If a redirect URI is not allowed, the response is 400 `INVALID_REDIRECT_URI`. If this type of application may not use a grant, the response is 400 `INVALID_GRANT_TYPE`.
func (family *OidcClientsFamily) Create(ctx context.Context, body OidcClientInput, options ...CallOption) (*OidcClientWithSecret, error) {
	return send[OidcClientWithSecret](ctx, family.transport, call{method: "POST", path: "/api/v1/oidc/clients", body: body, media: "application/json", accept: "application/json", keyed: true, wraps: true}, options)
}

// Get sends GET /api/v1/oidc/clients/{clientId}: get an OIDC client.
func (family *OidcClientsFamily) Get(ctx context.Context, clientId string, options ...CallOption) (*OidcClient, error) {
	return send[OidcClient](ctx, family.transport, call{method: "GET", path: "/api/v1/oidc/clients/{clientId}", values: []string{clientId}, accept: "application/json"}, options)
}

// Update sends PATCH /api/v1/oidc/clients/{clientId}: change an OIDC client.
// Fields that are left out keep their values; `null` clears. `applicationType` cannot change. Every request that starts after the change follows it. A client that becomes public, or authenticates with a key, loses its secret. If the client needs a secret again, use `rotate-secret`.
func (family *OidcClientsFamily) Update(ctx context.Context, clientId string, body OidcClientPatch, options ...CallOption) (*OidcClient, error) {
	return send[OidcClient](ctx, family.transport, call{method: "PATCH", path: "/api/v1/oidc/clients/{clientId}", values: []string{clientId}, body: body, media: "application/json", accept: "application/json"}, options)
}

// Delete sends DELETE /api/v1/oidc/clients/{clientId}: delete an OIDC client.
// Its tokens are good for nothing any more.
func (family *OidcClientsFamily) Delete(ctx context.Context, clientId string, options ...CallOption) (*Deleted, error) {
	return send[Deleted](ctx, family.transport, call{method: "DELETE", path: "/api/v1/oidc/clients/{clientId}", values: []string{clientId}, accept: "application/json"}, options)
}

// RotateSecret sends POST /api/v1/oidc/clients/{clientId}/rotate-secret: rotate the secret of an OIDC client.
// The answer is the only one that shows the new secret. The old one is good for `gracePeriod` more seconds, and ends at once without. A client without a secret answers 409 `OIDC_CLIENT_STATE_CONFLICT`.
func (family *OidcClientsFamily) RotateSecret(ctx context.Context, clientId string, body *OidcSecretRotation, options ...CallOption) (*OidcClientSecret, error) {
	return send[OidcClientSecret](ctx, family.transport, call{method: "POST", path: "/api/v1/oidc/clients/{clientId}/rotate-secret", values: []string{clientId}, body: body, media: "application/json", accept: "application/json", keyed: true, wraps: true}, options)
}

// GetMetadata sends GET /api/v1/oidc/client-metadata: get which client ID metadata documents are read.
// A client with such a document needs no registration: its `client_id` is the https URL of the document. By default none is read.
func (family *OidcClientsFamily) GetMetadata(ctx context.Context, options ...CallOption) (*OidcClientMetadata, error) {
	return send[OidcClientMetadata](ctx, family.transport, call{method: "GET", path: "/api/v1/oidc/client-metadata", accept: "application/json"}, options)
}

// UpdateMetadata sends PUT /api/v1/oidc/client-metadata: change which client ID metadata documents are read.
// Follows at once. A client whose host is not allowed any more can neither sign users in nor refresh tokens. If the host is allowed again within the lifetime of its tokens, the tokens are valid again; delete the consents to end them. Users always read who the client is before they allow it.
func (family *OidcClientsFamily) UpdateMetadata(ctx context.Context, body OidcClientMetadataChange, options ...CallOption) (*OidcClientMetadata, error) {
	return send[OidcClientMetadata](ctx, family.transport, call{method: "PUT", path: "/api/v1/oidc/client-metadata", body: body, media: "application/json", accept: "application/json"}, options)
}

// OidcAgentsFamily has the operations of oidc-agents.
type OidcAgentsFamily struct{ transport *transport }

// List sends GET /api/v1/oidc/agents: list agents.
// Lists the clients that no administrator made, the newest first. An agent shows what all of its users together allowed it.
func (family *OidcAgentsFamily) List(ctx context.Context, query *ListOidcAgentsParams, options ...CallOption) (*OidcAgentList, error) {
	return send[OidcAgentList](ctx, family.transport, call{method: "GET", path: "/api/v1/oidc/agents", query: query, accept: "application/json"}, options)
}

// ListPages sends GET /api/v1/oidc/agents: list agents, page after page.
func (family *OidcAgentsFamily) ListPages(ctx context.Context, query *ListOidcAgentsParams, options ...CallOption) iter.Seq2[*OidcAgentList, error] {
	return pages[OidcAgentList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/oidc/agents", query: query, accept: "application/json"}, options)
}

// ListAll sends GET /api/v1/oidc/agents: list agents, one after another over all pages.
func (family *OidcAgentsFamily) ListAll(ctx context.Context, query *ListOidcAgentsParams, options ...CallOption) iter.Seq2[OidcAgent, error] {
	return items(family.ListPages(ctx, query, options...), func(page *OidcAgentList) []OidcAgent { return page.Data })
}

// GetOidcBlockedHosts sends GET /api/v1/oidc/agents/blocked-hosts: get the blocked hosts.
func (family *OidcAgentsFamily) GetOidcBlockedHosts(ctx context.Context, options ...CallOption) (*OidcBlockedHosts, error) {
	return send[OidcBlockedHosts](ctx, family.transport, call{method: "GET", path: "/api/v1/oidc/agents/blocked-hosts", accept: "application/json"}, options)
}

// UpdateOidcBlockedHosts sends PUT /api/v1/oidc/agents/blocked-hosts: change the blocked hosts.
// Blocks every agent whose metadata document is on such a host, and every agent that sends users to such a host. All consents to an agent end when it becomes blocked, with its grants, codes and tokens, and a blocked agent cannot ask again. Administrators' clients are not concerned. Users who let an agent in before do so again after its host is taken off the list.
func (family *OidcAgentsFamily) UpdateOidcBlockedHosts(ctx context.Context, body OidcBlockedHostsChange, options ...CallOption) (*OidcBlockedHosts, error) {
	return send[OidcBlockedHosts](ctx, family.transport, call{method: "PUT", path: "/api/v1/oidc/agents/blocked-hosts", body: body, media: "application/json", accept: "application/json"}, options)
}

// Get sends GET /api/v1/oidc/agents/{agentId}: get an agent.
func (family *OidcAgentsFamily) Get(ctx context.Context, agentId string, options ...CallOption) (*OidcAgent, error) {
	return send[OidcAgent](ctx, family.transport, call{method: "GET", path: "/api/v1/oidc/agents/{agentId}", values: []string{agentId}, accept: "application/json"}, options)
}

// Delete sends DELETE /api/v1/oidc/agents/{agentId}: end an agent for all users.
// Removes the client with all consents to it, and ends its grants, codes and tokens. An approved client stays, so that its identity still decides whether it may act. A signed token that was issued before is good for five minutes at most, at a resource that does not ask. A host that is not blocked can come back with the same agent: users are asked again.
func (family *OidcAgentsFamily) Delete(ctx context.Context, agentId string, options ...CallOption) (*Deleted, error) {
	return send[Deleted](ctx, family.transport, call{method: "DELETE", path: "/api/v1/oidc/agents/{agentId}", values: []string{agentId}, accept: "application/json"}, options)
}

// Approve sends POST /api/v1/oidc/agents/{agentId}/approve: approve an agent.
// Links the agent with an identity of the type `AI_AGENT`, which has an owner. Without `identityId`, a new identity is made with the name of the agent. While the identity is not active, the agent is refused, and none of its tokens is active at introspection. The caller needs `identities.write` too. A repeated call with the same identity changes nothing.
func (family *OidcAgentsFamily) Approve(ctx context.Context, agentId string, body OidcAgentApproval, options ...CallOption) (*OidcAgent, error) {
	return send[OidcAgent](ctx, family.transport, call{method: "POST", path: "/api/v1/oidc/agents/{agentId}/approve", values: []string{agentId}, body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// ListGrants sends GET /api/v1/oidc/agents/{agentId}/grants: list the users of an agent.
// Lists the users who have let the agent in, by their IDs, with what each of them allowed.
func (family *OidcAgentsFamily) ListGrants(ctx context.Context, agentId string, query *ListOidcAgentGrantsParams, options ...CallOption) (*OidcAgentGrantList, error) {
	return send[OidcAgentGrantList](ctx, family.transport, call{method: "GET", path: "/api/v1/oidc/agents/{agentId}/grants", values: []string{agentId}, query: query, accept: "application/json"}, options)
}

// ListGrantsPages sends GET /api/v1/oidc/agents/{agentId}/grants: list the users of an agent, page after page.
func (family *OidcAgentsFamily) ListGrantsPages(ctx context.Context, agentId string, query *ListOidcAgentGrantsParams, options ...CallOption) iter.Seq2[*OidcAgentGrantList, error] {
	return pages[OidcAgentGrantList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/oidc/agents/{agentId}/grants", values: []string{agentId}, query: query, accept: "application/json"}, options)
}

// ListGrantsAll sends GET /api/v1/oidc/agents/{agentId}/grants: list the users of an agent, one after another over all pages.
func (family *OidcAgentsFamily) ListGrantsAll(ctx context.Context, agentId string, query *ListOidcAgentGrantsParams, options ...CallOption) iter.Seq2[OidcAgentGrant, error] {
	return items(family.ListGrantsPages(ctx, agentId, query, options...), func(page *OidcAgentGrantList) []OidcAgentGrant { return page.Data })
}

// DeleteGrant sends DELETE /api/v1/oidc/agents/{agentId}/grants/{userId}: end an agent for one user.
// Takes back what the user allowed, and ends the grants, codes and tokens that the agent holds for the user. A signed token that was issued before is good for five minutes at most, at a resource that does not ask.
func (family *OidcAgentsFamily) DeleteGrant(ctx context.Context, agentId string, userId string, options ...CallOption) (*Deleted, error) {
	return send[Deleted](ctx, family.transport, call{method: "DELETE", path: "/api/v1/oidc/agents/{agentId}/grants/{userId}", values: []string{agentId, userId}, accept: "application/json"}, options)
}

// OidcScopesFamily has the operations of oidc-scopes.
type OidcScopesFamily struct{ transport *transport }

// List sends GET /api/v1/oidc/scopes: list custom scopes.
// By their names. The standard ones, such as `openid`, are not among them.
func (family *OidcScopesFamily) List(ctx context.Context, query *ListOidcScopesParams, options ...CallOption) (*OidcScopeList, error) {
	return send[OidcScopeList](ctx, family.transport, call{method: "GET", path: "/api/v1/oidc/scopes", query: query, accept: "application/json"}, options)
}

// ListPages sends GET /api/v1/oidc/scopes: list custom scopes, page after page.
func (family *OidcScopesFamily) ListPages(ctx context.Context, query *ListOidcScopesParams, options ...CallOption) iter.Seq2[*OidcScopeList, error] {
	return pages[OidcScopeList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/oidc/scopes", query: query, accept: "application/json"}, options)
}

// ListAll sends GET /api/v1/oidc/scopes: list custom scopes, one after another over all pages.
func (family *OidcScopesFamily) ListAll(ctx context.Context, query *ListOidcScopesParams, options ...CallOption) iter.Seq2[OidcScope, error] {
	return items(family.ListPages(ctx, query, options...), func(page *OidcScopeList) []OidcScope { return page.Data })
}

// Create sends POST /api/v1/oidc/scopes: create a custom scope.
// Clients may request the scope once it is in their `scopes`. Mapped claims show the values of their sources to every client with the scope. Therefore the key must hold the scopes that read the sources: `directory.read`, and for `groups` also `groups.read` (403 `SCOPE_NOT_GRANTABLE`).
func (family *OidcScopesFamily) Create(ctx context.Context, body OidcScopeInput, options ...CallOption) (*OidcScope, error) {
	return send[OidcScope](ctx, family.transport, call{method: "POST", path: "/api/v1/oidc/scopes", body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// Get sends GET /api/v1/oidc/scopes/{scopeId}: get a custom scope.
func (family *OidcScopesFamily) Get(ctx context.Context, scopeId string, options ...CallOption) (*OidcScope, error) {
	return send[OidcScope](ctx, family.transport, call{method: "GET", path: "/api/v1/oidc/scopes/{scopeId}", values: []string{scopeId}, accept: "application/json"}, options)
}

// Update sends PATCH /api/v1/oidc/scopes/{scopeId}: change a custom scope.
// Fields that are left out keep their values; `claims` is replaced as a whole. Its name stays what it is. A change of `claims` needs a key that holds what reads them, as creating does (403 `SCOPE_NOT_GRANTABLE`).
func (family *OidcScopesFamily) Update(ctx context.Context, scopeId string, body OidcScopePatch, options ...CallOption) (*OidcScope, error) {
	return send[OidcScope](ctx, family.transport, call{method: "PATCH", path: "/api/v1/oidc/scopes/{scopeId}", values: []string{scopeId}, body: body, media: "application/json", accept: "application/json"}, options)
}

// Delete sends DELETE /api/v1/oidc/scopes/{scopeId}: delete a custom scope.
// One that a client has answers 409 `SCOPE_IN_USE`, and `details.clients` names some.
func (family *OidcScopesFamily) Delete(ctx context.Context, scopeId string, options ...CallOption) (*Deleted, error) {
	return send[Deleted](ctx, family.transport, call{method: "DELETE", path: "/api/v1/oidc/scopes/{scopeId}", values: []string{scopeId}, accept: "application/json"}, options)
}

// ClientRegistrationFamily has the operations of client-registration.
type ClientRegistrationFamily struct{ transport *transport }

// Get sends GET /api/v1/oidc/client-registration: get the setting for clients that register themselves.
func (family *ClientRegistrationFamily) Get(ctx context.Context, options ...CallOption) (*ClientRegistration, error) {
	return send[ClientRegistration](ctx, family.transport, call{method: "GET", path: "/api/v1/oidc/client-registration", accept: "application/json"}, options)
}

// Update sends PUT /api/v1/oidc/client-registration: change who may register clients.
// The change holds for each registration that comes after it. `OFF` keeps the clients that are registered: they go on, and can be removed. The metadata of the provider has `registration_endpoint` unless `mode` is `OFF`.
func (family *ClientRegistrationFamily) Update(ctx context.Context, body ClientRegistrationChange, options ...CallOption) (*ClientRegistration, error) {
	return send[ClientRegistration](ctx, family.transport, call{method: "PUT", path: "/api/v1/oidc/client-registration", body: body, media: "application/json", accept: "application/json"}, options)
}

// ListInitialAccessTokens sends GET /api/v1/oidc/initial-access-tokens: list initial access tokens.
// Newest first, those that expired, were used up or were revoked among them.
func (family *ClientRegistrationFamily) ListInitialAccessTokens(ctx context.Context, query *ListInitialAccessTokensParams, options ...CallOption) (*InitialAccessTokenList, error) {
	return send[InitialAccessTokenList](ctx, family.transport, call{method: "GET", path: "/api/v1/oidc/initial-access-tokens", query: query, accept: "application/json"}, options)
}

// ListInitialAccessTokensPages sends GET /api/v1/oidc/initial-access-tokens: list initial access tokens, page after page.
func (family *ClientRegistrationFamily) ListInitialAccessTokensPages(ctx context.Context, query *ListInitialAccessTokensParams, options ...CallOption) iter.Seq2[*InitialAccessTokenList, error] {
	return pages[InitialAccessTokenList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/oidc/initial-access-tokens", query: query, accept: "application/json"}, options)
}

// ListInitialAccessTokensAll sends GET /api/v1/oidc/initial-access-tokens: list initial access tokens, one after another over all pages.
func (family *ClientRegistrationFamily) ListInitialAccessTokensAll(ctx context.Context, query *ListInitialAccessTokensParams, options ...CallOption) iter.Seq2[InitialAccessToken, error] {
	return items(family.ListInitialAccessTokensPages(ctx, query, options...), func(page *InitialAccessTokenList) []InitialAccessToken { return page.Data })
}

// CreateInitialAccessToken sends POST /api/v1/oidc/initial-access-tokens: create an initial access token.
// A program registers clients with the token (RFC 7591 section 3), at most `maxUses` of them. The other fields say what such a client may be. Clients that were registered go on when the token ends, so a key with bounds cannot create one.
func (family *ClientRegistrationFamily) CreateInitialAccessToken(ctx context.Context, body InitialAccessTokenInput, options ...CallOption) (*InitialAccessTokenWithSecret, error) {
	return send[InitialAccessTokenWithSecret](ctx, family.transport, call{method: "POST", path: "/api/v1/oidc/initial-access-tokens", body: body, media: "application/json", accept: "application/json", keyed: true, wraps: true}, options)
}

// GetInitialAccessToken sends GET /api/v1/oidc/initial-access-tokens/{tokenId}: get an initial access token.
func (family *ClientRegistrationFamily) GetInitialAccessToken(ctx context.Context, tokenId string, options ...CallOption) (*InitialAccessToken, error) {
	return send[InitialAccessToken](ctx, family.transport, call{method: "GET", path: "/api/v1/oidc/initial-access-tokens/{tokenId}", values: []string{tokenId}, accept: "application/json"}, options)
}

// RevokeInitialAccessToken sends DELETE /api/v1/oidc/initial-access-tokens/{tokenId}: revoke an initial access token.
// It stops at once and for good, and stays in the list as `REVOKED`. Clients that were registered with it go on.
func (family *ClientRegistrationFamily) RevokeInitialAccessToken(ctx context.Context, tokenId string, options ...CallOption) (*Deleted, error) {
	return send[Deleted](ctx, family.transport, call{method: "DELETE", path: "/api/v1/oidc/initial-access-tokens/{tokenId}", values: []string{tokenId}, accept: "application/json"}, options)
}

// OidcResourcesFamily has the operations of oidc-resources.
type OidcResourcesFamily struct{ transport *transport }

// List sends GET /api/v1/oidc/resources: list resources.
// By their identifiers.
func (family *OidcResourcesFamily) List(ctx context.Context, query *ListOidcResourcesParams, options ...CallOption) (*OidcResourceList, error) {
	return send[OidcResourceList](ctx, family.transport, call{method: "GET", path: "/api/v1/oidc/resources", query: query, accept: "application/json"}, options)
}

// ListPages sends GET /api/v1/oidc/resources: list resources, page after page.
func (family *OidcResourcesFamily) ListPages(ctx context.Context, query *ListOidcResourcesParams, options ...CallOption) iter.Seq2[*OidcResourceList, error] {
	return pages[OidcResourceList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/oidc/resources", query: query, accept: "application/json"}, options)
}

// ListAll sends GET /api/v1/oidc/resources: list resources, one after another over all pages.
func (family *OidcResourcesFamily) ListAll(ctx context.Context, query *ListOidcResourcesParams, options ...CallOption) iter.Seq2[OidcResource, error] {
	return items(family.ListPages(ctx, query, options...), func(page *OidcResourceList) []OidcResource { return page.Data })
}

// Create sends POST /api/v1/oidc/resources: create a resource.
// A resource is an API that clients ask tokens for (RFC 8707). From then on its settings hold for each token with this audience, also for clients that list the identifier in their own `resources`. A resource whose identifier differs only by a slash at the end is the same one (409 `OIDC_RESOURCE_EXISTS`).
func (family *OidcResourcesFamily) Create(ctx context.Context, body OidcResourceInput, options ...CallOption) (*OidcResource, error) {
	return send[OidcResource](ctx, family.transport, call{method: "POST", path: "/api/v1/oidc/resources", body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// Get sends GET /api/v1/oidc/resources/{resourceId}: get a resource.
func (family *OidcResourcesFamily) Get(ctx context.Context, resourceId string, options ...CallOption) (*OidcResource, error) {
	return send[OidcResource](ctx, family.transport, call{method: "GET", path: "/api/v1/oidc/resources/{resourceId}", values: []string{resourceId}, accept: "application/json"}, options)
}

// Update sends PATCH /api/v1/oidc/resources/{resourceId}: change a resource.
// Fields that are left out keep their values; lists are replaced as a whole. The identifier cannot change. A scope or a client that is taken out is missing from the next token of each refresh.
func (family *OidcResourcesFamily) Update(ctx context.Context, resourceId string, body OidcResourcePatch, options ...CallOption) (*OidcResource, error) {
	return send[OidcResource](ctx, family.transport, call{method: "PATCH", path: "/api/v1/oidc/resources/{resourceId}", values: []string{resourceId}, body: body, media: "application/json", accept: "application/json"}, options)
}

// Delete sends DELETE /api/v1/oidc/resources/{resourceId}: delete a resource.
// Clients get no more tokens for it, also not by refresh. Clients that list the identifier in their own `resources` get tokens with their own scopes, lifetime and format from then on. Signed tokens stay valid until they expire.
func (family *OidcResourcesFamily) Delete(ctx context.Context, resourceId string, options ...CallOption) (*Deleted, error) {
	return send[Deleted](ctx, family.transport, call{method: "DELETE", path: "/api/v1/oidc/resources/{resourceId}", values: []string{resourceId}, accept: "application/json"}, options)
}

// ServiceProvidersFamily has the operations of service-providers.
type ServiceProvidersFamily struct{ transport *transport }

// List sends GET /api/v1/saml/service-providers: list SAML service providers.
// Newest first.
func (family *ServiceProvidersFamily) List(ctx context.Context, query *ListServiceProvidersParams, options ...CallOption) (*ServiceProviderList, error) {
	return send[ServiceProviderList](ctx, family.transport, call{method: "GET", path: "/api/v1/saml/service-providers", query: query, accept: "application/json"}, options)
}

// ListPages sends GET /api/v1/saml/service-providers: list SAML service providers, page after page.
func (family *ServiceProvidersFamily) ListPages(ctx context.Context, query *ListServiceProvidersParams, options ...CallOption) iter.Seq2[*ServiceProviderList, error] {
	return pages[ServiceProviderList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/saml/service-providers", query: query, accept: "application/json"}, options)
}

// ListAll sends GET /api/v1/saml/service-providers: list SAML service providers, one after another over all pages.
func (family *ServiceProvidersFamily) ListAll(ctx context.Context, query *ListServiceProvidersParams, options ...CallOption) iter.Seq2[ServiceProvider, error] {
	return items(family.ListPages(ctx, query, options...), func(page *ServiceProviderList) []ServiceProvider { return page.Data })
}

// Create sends POST /api/v1/saml/service-providers: register a SAML service provider.
// A service provider is an application that signs users in with SAML 2.0. Send its metadata as `metadataXml`, or the address of its metadata as `metadataUrl`, or `entityId` with `acsUrl`. If the metadata describes several service providers, add the `entityId` of one. The metadata gives the endpoints, the certificates and `requireSignedRequests`. Metadata with a DOCTYPE or above 512 KB is refused. If the metadata cannot be read from its address, the response is 502 `FEDERATION_CONN_FAILED`. If another service provider has the entity ID, the response is 409 `SP_EXISTS`.
func (family *ServiceProvidersFamily) Create(ctx context.Context, body ServiceProviderInput, options ...CallOption) (*ServiceProvider, error) {
	return send[ServiceProvider](ctx, family.transport, call{method: "POST", path: "/api/v1/saml/service-providers", body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// Get sends GET /api/v1/saml/service-providers/{spId}: get a SAML service provider.
func (family *ServiceProvidersFamily) Get(ctx context.Context, spId string, options ...CallOption) (*ServiceProvider, error) {
	return send[ServiceProvider](ctx, family.transport, call{method: "GET", path: "/api/v1/saml/service-providers/{spId}", values: []string{spId}, accept: "application/json"}, options)
}

// Update sends PATCH /api/v1/saml/service-providers/{spId}: change a SAML service provider.
// Fields that are left out keep their values; `null` clears. The entity ID cannot change, because the identifiers of users depend on it. While `metadataUrl` is set, the metadata governs the endpoints and the certificates. Set `metadataUrl` to null first, or send `metadataXml`. New metadata replaces these fields at once, and must have the same entity ID.
func (family *ServiceProvidersFamily) Update(ctx context.Context, spId string, body ServiceProviderPatch, options ...CallOption) (*ServiceProvider, error) {
	return send[ServiceProvider](ctx, family.transport, call{method: "PATCH", path: "/api/v1/saml/service-providers/{spId}", values: []string{spId}, body: body, media: "application/json", accept: "application/json"}, options)
}

// Delete sends DELETE /api/v1/saml/service-providers/{spId}: delete a SAML service provider.
// Users can no longer sign in to it. If it is registered again with the same entity ID, users keep their identifiers.
func (family *ServiceProvidersFamily) Delete(ctx context.Context, spId string, options ...CallOption) (*Deleted, error) {
	return send[Deleted](ctx, family.transport, call{method: "DELETE", path: "/api/v1/saml/service-providers/{spId}", values: []string{spId}, accept: "application/json"}, options)
}

// RefreshMetadata sends POST /api/v1/saml/service-providers/{spId}/refresh-metadata: read the metadata of a service provider again.
// Reads `metadataUrl` now; the service also reads it once a day. The response shows the outcome: `metadataRefreshedAt`, or `metadataError` if the metadata could not be used. New certificates apply at once if a known certificate remains, or if the key of `metadataSigningCertificate` signed the metadata. Endpoints of new hosts, and certificates that replace all known ones, wait as `pendingChange`. Without `metadataUrl`, the response is 409 `SP_STATE_CONFLICT`.
func (family *ServiceProvidersFamily) RefreshMetadata(ctx context.Context, spId string, options ...CallOption) (*ServiceProvider, error) {
	return send[ServiceProvider](ctx, family.transport, call{method: "POST", path: "/api/v1/saml/service-providers/{spId}/refresh-metadata", values: []string{spId}, accept: "application/json", keyed: true}, options)
}

// ApproveChange sends POST /api/v1/saml/service-providers/{spId}/approve-change: approve the pending change of a service provider.
// Applies the change that `changeId` names. If the metadata has changed since, another change is pending, and the response is 409 `SP_STATE_CONFLICT`. Read the service provider again, and compare the change with its owner first.
func (family *ServiceProvidersFamily) ApproveChange(ctx context.Context, spId string, body PendingChangeDecision, options ...CallOption) (*ServiceProvider, error) {
	return send[ServiceProvider](ctx, family.transport, call{method: "POST", path: "/api/v1/saml/service-providers/{spId}/approve-change", values: []string{spId}, body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// RejectChange sends POST /api/v1/saml/service-providers/{spId}/reject-change: reject the pending change of a service provider.
// Drops the change that `changeId` names. The same metadata asks no second time. Other metadata does.
func (family *ServiceProvidersFamily) RejectChange(ctx context.Context, spId string, body PendingChangeDecision, options ...CallOption) (*ServiceProvider, error) {
	return send[ServiceProvider](ctx, family.transport, call{method: "POST", path: "/api/v1/saml/service-providers/{spId}/reject-change", values: []string{spId}, body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// ListTraces sends GET /api/v1/saml/service-providers/{spId}/traces: list the last SAML messages of a service provider.
// Newest first, for 7 days: at most 1,000 verified AuthnRequests, 1,000 other verified messages, and 100 unverified ones. An entry shows the decoded message, and which rule a refused message broke. Signatures, ciphertexts, tokens and RelayState are never stored. Values about the user are shown only to keys that have `directory.read`, too. The entries of a user are erased with the user.
func (family *ServiceProvidersFamily) ListTraces(ctx context.Context, spId string, query *ListServiceProviderTracesParams, options ...CallOption) (*ServiceProviderTraceList, error) {
	return send[ServiceProviderTraceList](ctx, family.transport, call{method: "GET", path: "/api/v1/saml/service-providers/{spId}/traces", values: []string{spId}, query: query, accept: "application/json"}, options)
}

// ListTracesPages sends GET /api/v1/saml/service-providers/{spId}/traces: list the last SAML messages of a service provider, page after page.
func (family *ServiceProvidersFamily) ListTracesPages(ctx context.Context, spId string, query *ListServiceProviderTracesParams, options ...CallOption) iter.Seq2[*ServiceProviderTraceList, error] {
	return pages[ServiceProviderTraceList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/saml/service-providers/{spId}/traces", values: []string{spId}, query: query, accept: "application/json"}, options)
}

// ListTracesAll sends GET /api/v1/saml/service-providers/{spId}/traces: list the last SAML messages of a service provider, one after another over all pages.
func (family *ServiceProvidersFamily) ListTracesAll(ctx context.Context, spId string, query *ListServiceProviderTracesParams, options ...CallOption) iter.Seq2[ServiceProviderTrace, error] {
	return items(family.ListTracesPages(ctx, spId, query, options...), func(page *ServiceProviderTraceList) []ServiceProviderTrace { return page.Data })
}

// Preview sends POST /api/v1/saml/service-providers/{spId}/preview: show what a user would get of a service provider.
// Applies the rules of a sign-on to the user, and changes nothing. The response shows the identifier and the attributes, or why the user would be refused. The key needs `directory.read` as well, and `groups.read` if the service provider has `allowedGroups` or learns groups.
func (family *ServiceProvidersFamily) Preview(ctx context.Context, spId string, body ServiceProviderPreviewRequest, options ...CallOption) (*ServiceProviderPreview, error) {
	return send[ServiceProviderPreview](ctx, family.transport, call{method: "POST", path: "/api/v1/saml/service-providers/{spId}/preview", values: []string{spId}, body: body, media: "application/json", accept: "application/json"}, options)
}

// SigningKeysFamily has the operations of signing-keys.
type SigningKeysFamily struct{ transport *transport }

// List sends GET /api/v1/keys: list signing keys.
// Those that sign first, then those that will, then those that did. There are none before the first token is asked for. Keys of SAML follow those of OpenID Connect, and keys that assertions are encrypted for follow these.
func (family *SigningKeysFamily) List(ctx context.Context, query *ListSigningKeysParams, options ...CallOption) (*SigningKeyList, error) {
	return send[SigningKeyList](ctx, family.transport, call{method: "GET", path: "/api/v1/keys", query: query, accept: "application/json"}, options)
}

// ListPages sends GET /api/v1/keys: list signing keys, page after page.
func (family *SigningKeysFamily) ListPages(ctx context.Context, query *ListSigningKeysParams, options ...CallOption) iter.Seq2[*SigningKeyList, error] {
	return pages[SigningKeyList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/keys", query: query, accept: "application/json"}, options)
}

// ListAll sends GET /api/v1/keys: list signing keys, one after another over all pages.
func (family *SigningKeysFamily) ListAll(ctx context.Context, query *ListSigningKeysParams, options ...CallOption) iter.Seq2[SigningKey, error] {
	return items(family.ListPages(ctx, query, options...), func(page *SigningKeyList) []SigningKey { return page.Data })
}

// Rotate sends POST /api/v1/keys/rotate: rotate signing keys.
// Creates and publishes a key of every algorithm. The keys sign from a day later on, when all callers that cache the published keys have fetched them. While a key waits to sign, no other is made. With `emergency`, new keys sign at once and all others are removed. Tokens that the removed keys signed become invalid. With `use: SAML`, the new key is published and waits until it is activated; in an emergency it signs at once, and users can sign in to a service provider when its administrator has replaced the certificate. With `use: SAML_ENCRYPTION`, the metadata of the SAML connections names the new key, and the keys before decrypt for 30 more days; in an emergency they are removed.
func (family *SigningKeysFamily) Rotate(ctx context.Context, body *SigningKeyRotation, options ...CallOption) (*SigningKeys, error) {
	return send[SigningKeys](ctx, family.transport, call{method: "POST", path: "/api/v1/keys/rotate", body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// Activate sends POST /api/v1/keys/{keyId}/activate: let a SAML key sign for all service providers.
// The key signs for every service provider from now on, also for those with a `signingKeyId`, which is cleared. The previous key stays in the metadata for 30 days. To change one service provider at a time, set its `signingKeyId` instead. Keys of OpenID Connect sign by themselves when their time comes; for them the response is 409 `KEY_STATE_CONFLICT`.
func (family *SigningKeysFamily) Activate(ctx context.Context, keyId string, options ...CallOption) (*SigningKey, error) {
	return send[SigningKey](ctx, family.transport, call{method: "POST", path: "/api/v1/keys/{keyId}/activate", values: []string{keyId}, accept: "application/json", keyed: true}, options)
}

// SocialProvidersFamily has the operations of social-providers.
type SocialProvidersFamily struct{ transport *transport }

// List sends GET /api/v1/auth/social-providers: list the providers that people may sign in with.
// Newest first.
func (family *SocialProvidersFamily) List(ctx context.Context, query *ListSocialProvidersParams, options ...CallOption) (*SocialProviderList, error) {
	return send[SocialProviderList](ctx, family.transport, call{method: "GET", path: "/api/v1/auth/social-providers", query: query, accept: "application/json"}, options)
}

// ListPages sends GET /api/v1/auth/social-providers: list the providers that people may sign in with, page after page.
func (family *SocialProvidersFamily) ListPages(ctx context.Context, query *ListSocialProvidersParams, options ...CallOption) iter.Seq2[*SocialProviderList, error] {
	return pages[SocialProviderList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/auth/social-providers", query: query, accept: "application/json"}, options)
}

// ListAll sends GET /api/v1/auth/social-providers: list the providers that people may sign in with, one after another over all pages.
func (family *SocialProvidersFamily) ListAll(ctx context.Context, query *ListSocialProvidersParams, options ...CallOption) iter.Seq2[SocialProvider, error] {
	return items(family.ListPages(ctx, query, options...), func(page *SocialProviderList) []SocialProvider { return page.Data })
}

// Create sends POST /api/v1/auth/social-providers: let people sign in with a provider.
// Register `callbackUrl` of the answer with the provider. From then on the sign-in page has a button for it, unless `enabled` is false. An account of the provider is known by its subject there and never by its email address.
func (family *SocialProvidersFamily) Create(ctx context.Context, body SocialProviderInput, options ...CallOption) (*SocialProvider, error) {
	return send[SocialProvider](ctx, family.transport, call{method: "POST", path: "/api/v1/auth/social-providers", body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// Update sends PATCH /api/v1/auth/social-providers/{providerId}: change a provider.
// Fields that are left out keep their values. `provider` and `issuer` stay what they are: subjects of another issuer would be other people.
func (family *SocialProvidersFamily) Update(ctx context.Context, providerId string, body SocialProviderChange, options ...CallOption) (*SocialProvider, error) {
	return send[SocialProvider](ctx, family.transport, call{method: "PATCH", path: "/api/v1/auth/social-providers/{providerId}", values: []string{providerId}, body: body, media: "application/json", accept: "application/json"}, options)
}

// Delete sends DELETE /api/v1/auth/social-providers/{providerId}: delete a provider.
// Users cannot sign in with the provider any more. The connections between users and their accounts at the provider are deleted. The users and their sessions stay.
func (family *SocialProvidersFamily) Delete(ctx context.Context, providerId string, options ...CallOption) (*Deleted, error) {
	return send[Deleted](ctx, family.transport, call{method: "DELETE", path: "/api/v1/auth/social-providers/{providerId}", values: []string{providerId}, accept: "application/json"}, options)
}

// FederationFamily has the operations of federation.
type FederationFamily struct{ transport *transport }

// ListConnections sends GET /api/v1/federation: list the connections to identity providers.
// Lists connections of all types, the newest first.
func (family *FederationFamily) ListConnections(ctx context.Context, query *ListConnectionsParams, options ...CallOption) (*ConnectionList, error) {
	return send[ConnectionList](ctx, family.transport, call{method: "GET", path: "/api/v1/federation", query: query, accept: "application/json"}, options)
}

// ListConnectionsPages sends GET /api/v1/federation: list the connections to identity providers, page after page.
func (family *FederationFamily) ListConnectionsPages(ctx context.Context, query *ListConnectionsParams, options ...CallOption) iter.Seq2[*ConnectionList, error] {
	return pages[ConnectionList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/federation", query: query, accept: "application/json"}, options)
}

// ListConnectionsAll sends GET /api/v1/federation: list the connections to identity providers, one after another over all pages.
func (family *FederationFamily) ListConnectionsAll(ctx context.Context, query *ListConnectionsParams, options ...CallOption) iter.Seq2[Connection, error] {
	return items(family.ListConnectionsPages(ctx, query, options...), func(page *ConnectionList) []Connection { return page.Data })
}

// ListFederatedDomains sends GET /api/v1/federation/domains: list the domains of all connections.
// By name. Each shows the DNS record that proves it.
func (family *FederationFamily) ListFederatedDomains(ctx context.Context, query *ListFederatedDomainsParams, options ...CallOption) (*FederatedDomainList, error) {
	return send[FederatedDomainList](ctx, family.transport, call{method: "GET", path: "/api/v1/federation/domains", query: query, accept: "application/json"}, options)
}

// ListFederatedDomainsPages sends GET /api/v1/federation/domains: list the domains of all connections, page after page.
func (family *FederationFamily) ListFederatedDomainsPages(ctx context.Context, query *ListFederatedDomainsParams, options ...CallOption) iter.Seq2[*FederatedDomainList, error] {
	return pages[FederatedDomainList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/federation/domains", query: query, accept: "application/json"}, options)
}

// ListFederatedDomainsAll sends GET /api/v1/federation/domains: list the domains of all connections, one after another over all pages.
func (family *FederationFamily) ListFederatedDomainsAll(ctx context.Context, query *ListFederatedDomainsParams, options ...CallOption) iter.Seq2[FederatedDomain, error] {
	return items(family.ListFederatedDomainsPages(ctx, query, options...), func(page *FederatedDomainList) []FederatedDomain { return page.Data })
}

// VerifyFederatedDomain sends POST /api/v1/federation/domains/{domain}/verify: prove a domain by its DNS record.
// Looks the record up now. If it is missing, or the DNS does not respond, the response is 400 `DOMAIN_NOT_VERIFIED` with the record that was expected. If another organization has proved the domain, its record is looked for, too. If that record is still there, the response is 409 `DOMAIN_TAKEN`, and otherwise the domain moves. The key needs every management scope of the users that the connection signs in.
func (family *FederationFamily) VerifyFederatedDomain(ctx context.Context, domain string, options ...CallOption) (*FederatedDomain, error) {
	return send[FederatedDomain](ctx, family.transport, call{method: "POST", path: "/api/v1/federation/domains/{domain}/verify", values: []string{domain}, accept: "application/json"}, options)
}

// ListOidcConnections sends GET /api/v1/federation/oidc: list the OpenID Connect connections.
// Newest first.
func (family *FederationFamily) ListOidcConnections(ctx context.Context, query *ListOidcConnectionsParams, options ...CallOption) (*OidcConnectionList, error) {
	return send[OidcConnectionList](ctx, family.transport, call{method: "GET", path: "/api/v1/federation/oidc", query: query, accept: "application/json"}, options)
}

// ListOidcConnectionsPages sends GET /api/v1/federation/oidc: list the OpenID Connect connections, page after page.
func (family *FederationFamily) ListOidcConnectionsPages(ctx context.Context, query *ListOidcConnectionsParams, options ...CallOption) iter.Seq2[*OidcConnectionList, error] {
	return pages[OidcConnectionList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/federation/oidc", query: query, accept: "application/json"}, options)
}

// ListOidcConnectionsAll sends GET /api/v1/federation/oidc: list the OpenID Connect connections, one after another over all pages.
func (family *FederationFamily) ListOidcConnectionsAll(ctx context.Context, query *ListOidcConnectionsParams, options ...CallOption) iter.Seq2[OidcConnection, error] {
	return items(family.ListOidcConnectionsPages(ctx, query, options...), func(page *OidcConnectionList) []OidcConnection { return page.Data })
}

// CreateOidcConnection sends POST /api/v1/federation/oidc: connect an OpenID Connect provider.
// Register `callbackUrl` of the response at the identity provider. Then add a DNS record for each domain, and verify it. The key needs the management scopes of the groups in `groupMapping`. Several connections may have the same issuer and client ID.
func (family *FederationFamily) CreateOidcConnection(ctx context.Context, body OidcConnectionInput, options ...CallOption) (*OidcConnection, error) {
	return send[OidcConnection](ctx, family.transport, call{method: "POST", path: "/api/v1/federation/oidc", body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// GetOidcConnection sends GET /api/v1/federation/oidc/{id}: get an OpenID Connect connection.
func (family *FederationFamily) GetOidcConnection(ctx context.Context, id string, options ...CallOption) (*OidcConnection, error) {
	return send[OidcConnection](ctx, family.transport, call{method: "GET", path: "/api/v1/federation/oidc/{id}", values: []string{id}, accept: "application/json"}, options)
}

// UpdateOidcConnection sends PATCH /api/v1/federation/oidc/{id}: change an OpenID Connect connection.
// Fields that are left out keep their values; `null` clears. The issuer cannot change. The key needs every management scope of the users and groups that the connection can reach, because an identity provider decides who its users are.
func (family *FederationFamily) UpdateOidcConnection(ctx context.Context, id string, body OidcConnectionPatch, options ...CallOption) (*OidcConnection, error) {
	return send[OidcConnection](ctx, family.transport, call{method: "PATCH", path: "/api/v1/federation/oidc/{id}", values: []string{id}, body: body, media: "application/json", accept: "application/json"}, options)
}

// DeleteOidcConnection sends DELETE /api/v1/federation/oidc/{id}: delete an OpenID Connect connection.
// As `deleteConnection`.
func (family *FederationFamily) DeleteOidcConnection(ctx context.Context, id string, options ...CallOption) (*Deleted, error) {
	return send[Deleted](ctx, family.transport, call{method: "DELETE", path: "/api/v1/federation/oidc/{id}", values: []string{id}, accept: "application/json"}, options)
}

// TestOidcConnection sends POST /api/v1/federation/oidc/{id}/test: test an OpenID Connect connection.
// As `testConnection`.
func (family *FederationFamily) TestOidcConnection(ctx context.Context, id string, options ...CallOption) (*ConnectionTest, error) {
	return send[ConnectionTest](ctx, family.transport, call{method: "POST", path: "/api/v1/federation/oidc/{id}/test", values: []string{id}, accept: "application/json"}, options)
}

// ListSamlConnections sends GET /api/v1/federation/saml: list the SAML connections.
// Newest first.
func (family *FederationFamily) ListSamlConnections(ctx context.Context, query *ListSamlConnectionsParams, options ...CallOption) (*SamlConnectionList, error) {
	return send[SamlConnectionList](ctx, family.transport, call{method: "GET", path: "/api/v1/federation/saml", query: query, accept: "application/json"}, options)
}

// ListSamlConnectionsPages sends GET /api/v1/federation/saml: list the SAML connections, page after page.
func (family *FederationFamily) ListSamlConnectionsPages(ctx context.Context, query *ListSamlConnectionsParams, options ...CallOption) iter.Seq2[*SamlConnectionList, error] {
	return pages[SamlConnectionList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/federation/saml", query: query, accept: "application/json"}, options)
}

// ListSamlConnectionsAll sends GET /api/v1/federation/saml: list the SAML connections, one after another over all pages.
func (family *FederationFamily) ListSamlConnectionsAll(ctx context.Context, query *ListSamlConnectionsParams, options ...CallOption) iter.Seq2[SamlConnection, error] {
	return items(family.ListSamlConnectionsPages(ctx, query, options...), func(page *SamlConnectionList) []SamlConnection { return page.Data })
}

// CreateSamlConnection sends POST /api/v1/federation/saml: connect a SAML identity provider.
// Send the metadata of the identity provider as `metadataXml`, or its address as `metadataUrl`, or `idpEntityId` with `ssoUrl` and `certificates`. If the metadata describes several identity providers, add the `idpEntityId` of one. The response shows what was read. Metadata with a DOCTYPE or above 512 KB is refused. If the metadata cannot be read from its address, the response is 502 `FEDERATION_CONN_FAILED`. Register `spMetadataUrl` of the response, or `spEntityId` and `acsUrl`, at the identity provider. Then add a DNS record for each domain, and verify it. If the identity provider asks for these values before it shows its metadata, create a draft with `isDraft: true`, and complete it with `updateSamlConnection`. The key needs the management scopes of the groups in `groupMapping`.
func (family *FederationFamily) CreateSamlConnection(ctx context.Context, body SamlConnectionInput, options ...CallOption) (*SamlConnection, error) {
	return send[SamlConnection](ctx, family.transport, call{method: "POST", path: "/api/v1/federation/saml", body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// GetSamlConnection sends GET /api/v1/federation/saml/{id}: get a SAML connection.
func (family *FederationFamily) GetSamlConnection(ctx context.Context, id string, options ...CallOption) (*SamlConnection, error) {
	return send[SamlConnection](ctx, family.transport, call{method: "GET", path: "/api/v1/federation/saml/{id}", values: []string{id}, accept: "application/json"}, options)
}

// UpdateSamlConnection sends PATCH /api/v1/federation/saml/{id}: change a SAML connection.
// Fields that are left out keep their values; `null` clears. `idpEntityId` cannot change, and is for drafts: with the metadata, or with `idpEntityId`, `ssoUrl` and `certificates`, a draft is complete. It stays `DISABLED` unless you send `status: ACTIVE`. While `metadataUrl` is set, the metadata governs the endpoints and the certificates. Set `metadataUrl` to null first, or send `metadataXml`. New metadata replaces these fields at once, and must have the same entity ID. The key needs every management scope of the users and groups that the connection can reach, because an identity provider decides who its users are.
func (family *FederationFamily) UpdateSamlConnection(ctx context.Context, id string, body SamlConnectionPatch, options ...CallOption) (*SamlConnection, error) {
	return send[SamlConnection](ctx, family.transport, call{method: "PATCH", path: "/api/v1/federation/saml/{id}", values: []string{id}, body: body, media: "application/json", accept: "application/json"}, options)
}

// DeleteSamlConnection sends DELETE /api/v1/federation/saml/{id}: delete a SAML connection.
// As `deleteConnection`.
func (family *FederationFamily) DeleteSamlConnection(ctx context.Context, id string, options ...CallOption) (*Deleted, error) {
	return send[Deleted](ctx, family.transport, call{method: "DELETE", path: "/api/v1/federation/saml/{id}", values: []string{id}, accept: "application/json"}, options)
}

// TestSamlConnection sends POST /api/v1/federation/saml/{id}/test: test a SAML connection.
// As `testConnection`. It reads the metadata, and changes nothing.
func (family *FederationFamily) TestSamlConnection(ctx context.Context, id string, options ...CallOption) (*ConnectionTest, error) {
	return send[ConnectionTest](ctx, family.transport, call{method: "POST", path: "/api/v1/federation/saml/{id}/test", values: []string{id}, accept: "application/json"}, options)
}

// RefreshSamlConnectionMetadata sends POST /api/v1/federation/saml/{id}/refresh-metadata: read the metadata of a SAML connection again.
// Reads `metadataUrl` now; the service also reads it once a day, and when a response is signed by an unknown key. The response shows the outcome: `metadataRefreshedAt`, or `metadataError` if the metadata could not be used. New certificates apply at once if a known certificate remains, or if the key of `metadataSigningCertificate` signed the metadata. Endpoints of new hosts, and certificates that replace all known ones, wait as `pendingChange`. Without `metadataUrl`, the response is 409 `CONNECTION_STATE_CONFLICT`.
func (family *FederationFamily) RefreshSamlConnectionMetadata(ctx context.Context, id string, options ...CallOption) (*SamlConnection, error) {
	return send[SamlConnection](ctx, family.transport, call{method: "POST", path: "/api/v1/federation/saml/{id}/refresh-metadata", values: []string{id}, accept: "application/json", keyed: true}, options)
}

// ApproveSamlConnectionChange sends POST /api/v1/federation/saml/{id}/approve-change: approve the pending change of a SAML connection.
// Applies the change that `changeId` names. If the metadata has changed since, another change is pending, and the response is 409 `CONNECTION_STATE_CONFLICT`. Read the connection again, and compare the change with the administrator of the identity provider first. The key needs every management scope of the users and groups that the connection can reach.
func (family *FederationFamily) ApproveSamlConnectionChange(ctx context.Context, id string, body PendingChangeDecision, options ...CallOption) (*SamlConnection, error) {
	return send[SamlConnection](ctx, family.transport, call{method: "POST", path: "/api/v1/federation/saml/{id}/approve-change", values: []string{id}, body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// RejectSamlConnectionChange sends POST /api/v1/federation/saml/{id}/reject-change: reject the pending change of a SAML connection.
// Drops the change that `changeId` names. The same metadata asks no second time. Other metadata does. The key needs the same scopes as for an approval.
func (family *FederationFamily) RejectSamlConnectionChange(ctx context.Context, id string, body PendingChangeDecision, options ...CallOption) (*SamlConnection, error) {
	return send[SamlConnection](ctx, family.transport, call{method: "POST", path: "/api/v1/federation/saml/{id}/reject-change", values: []string{id}, body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// ListSetupLinks sends GET /api/v1/federation/setup-links: list the setup links.
// Newest first, those that are finished, expired or revoked among them. They are kept for 90 days after they expire.
func (family *FederationFamily) ListSetupLinks(ctx context.Context, query *ListSetupLinksParams, options ...CallOption) (*SetupLinkList, error) {
	return send[SetupLinkList](ctx, family.transport, call{method: "GET", path: "/api/v1/federation/setup-links", query: query, accept: "application/json"}, options)
}

// ListSetupLinksPages sends GET /api/v1/federation/setup-links: list the setup links, page after page.
func (family *FederationFamily) ListSetupLinksPages(ctx context.Context, query *ListSetupLinksParams, options ...CallOption) iter.Seq2[*SetupLinkList, error] {
	return pages[SetupLinkList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/federation/setup-links", query: query, accept: "application/json"}, options)
}

// ListSetupLinksAll sends GET /api/v1/federation/setup-links: list the setup links, one after another over all pages.
func (family *FederationFamily) ListSetupLinksAll(ctx context.Context, query *ListSetupLinksParams, options ...CallOption) iter.Seq2[SetupLink, error] {
	return items(family.ListSetupLinksPages(ctx, query, options...), func(page *SetupLinkList) []SetupLink { return page.Data })
}

// CreateSetupLink sends POST /api/v1/federation/setup-links: create a setup link for the administrator of a customer.
// The link opens a hosted page, once and in one browser. There, the holder connects an identity provider, proves the domains of the link by DNS records, and tests the connection. The connection is `DISABLED` until you activate it with `updateConnection`. Settings that give rights stay with you. The key needs every management scope of the users and groups that connections with these domains can reach.
func (family *FederationFamily) CreateSetupLink(ctx context.Context, body SetupLinkInput, options ...CallOption) (*SetupLinkWithURL, error) {
	return send[SetupLinkWithURL](ctx, family.transport, call{method: "POST", path: "/api/v1/federation/setup-links", body: body, media: "application/json", accept: "application/json", keyed: true, wraps: true}, options)
}

// GetSetupLink sends GET /api/v1/federation/setup-links/{id}: get a setup link.
func (family *FederationFamily) GetSetupLink(ctx context.Context, id string, options ...CallOption) (*SetupLink, error) {
	return send[SetupLink](ctx, family.transport, call{method: "GET", path: "/api/v1/federation/setup-links/{id}", values: []string{id}, accept: "application/json"}, options)
}

// RevokeSetupLink sends DELETE /api/v1/federation/setup-links/{id}: revoke a setup link.
// The link and the session of its holder end at once. A connection that the holder has set up stays, without the domains that were proved by the link. The setup link stays in the list as `REVOKED`.
func (family *FederationFamily) RevokeSetupLink(ctx context.Context, id string, options ...CallOption) (*Deleted, error) {
	return send[Deleted](ctx, family.transport, call{method: "DELETE", path: "/api/v1/federation/setup-links/{id}", values: []string{id}, accept: "application/json"}, options)
}

// GetConnection sends GET /api/v1/federation/{id}: get a connection.
// Its fields that all types have. The path of its type shows the others.
func (family *FederationFamily) GetConnection(ctx context.Context, id string, options ...CallOption) (*Connection, error) {
	return send[Connection](ctx, family.transport, call{method: "GET", path: "/api/v1/federation/{id}", values: []string{id}, accept: "application/json"}, options)
}

// UpdateConnection sends PATCH /api/v1/federation/{id}: enable or disable a connection.
// A disabled connection signs no user in, also not in a sign-in that has begun. Sessions that came by it stay, unless `revokeSessions` is true. The key needs every management scope of the users that the connection signs in.
func (family *FederationFamily) UpdateConnection(ctx context.Context, id string, body ConnectionPatch, options ...CallOption) (*Connection, error) {
	return send[Connection](ctx, family.transport, call{method: "PATCH", path: "/api/v1/federation/{id}", values: []string{id}, body: body, media: "application/json", accept: "application/json"}, options)
}

// DeleteConnection sends DELETE /api/v1/federation/{id}: delete a connection.
// Users stay, without their links to accounts of the identity provider. Sessions that came by it stay, too. Its domains are free for other connections. The key needs every management scope of the users that the connection signs in.
func (family *FederationFamily) DeleteConnection(ctx context.Context, id string, options ...CallOption) (*Deleted, error) {
	return send[Deleted](ctx, family.transport, call{method: "DELETE", path: "/api/v1/federation/{id}", values: []string{id}, accept: "application/json"}, options)
}

// TestConnection sends POST /api/v1/federation/{id}/test: test a connection.
// Reads what the identity provider publishes, and names each check. If the identity provider cannot be reached, the response is 502 `FEDERATION_CONN_FAILED`. A draft has no identity provider yet: the response is 409 `CONNECTION_STATE_CONFLICT`.
func (family *FederationFamily) TestConnection(ctx context.Context, id string, options ...CallOption) (*ConnectionTest, error) {
	return send[ConnectionTest](ctx, family.transport, call{method: "POST", path: "/api/v1/federation/{id}/test", values: []string{id}, accept: "application/json"}, options)
}

// PreviewConnectionMapping sends POST /api/v1/federation/{id}/preview: show what a connection makes of an account.
// Applies the rules of a sign-in to claims, or to the identifier and the attributes of a SAML assertion, and changes nothing. The response shows the user that the account leads to, or why it would be refused, the fields and the groups. It works in every status of the connection. It verifies no signature, because what is shown is yours. The key needs `directory.read` as well, and `groups.read` if the connection has `groupMapping` or `allowedGroups`.
func (family *FederationFamily) PreviewConnectionMapping(ctx context.Context, id string, body ConnectionPreviewRequest, options ...CallOption) (*ConnectionPreview, error) {
	return send[ConnectionPreview](ctx, family.transport, call{method: "POST", path: "/api/v1/federation/{id}/preview", values: []string{id}, body: body, media: "application/json", accept: "application/json"}, options)
}

// CreateTestSignIn sends POST /api/v1/federation/{id}/test-sign-in: create a link for a test sign-in.
// The link works once, for 15 minutes, in every status of the connection. A draft has no identity provider to test: the response is 409 `CONNECTION_STATE_CONFLICT`. Its page leads to the identity provider, and then shows the claims that were received, what the mapping makes of them, and the user they lead to, or the error and its step. A test creates and changes nothing, and begins no session. The result is also a trace with `test: true`. Deleting the connection revokes the link.
func (family *FederationFamily) CreateTestSignIn(ctx context.Context, id string, options ...CallOption) (*TestSignInLink, error) {
	return send[TestSignInLink](ctx, family.transport, call{method: "POST", path: "/api/v1/federation/{id}/test-sign-in", values: []string{id}, accept: "application/json"}, options)
}

// ListConnectionTraces sends GET /api/v1/federation/{id}/traces: list the last sign-ins of a connection.
// Newest first, for 7 days: at most 1,000 for which the identity provider vouched, and at most 100 others. An entry names the step that failed, and the claims that were received. Values of claims are shown only to keys that have `directory.read`, too. Tokens, codes, state and nonce are never stored. The entries of a user are erased with the user.
func (family *FederationFamily) ListConnectionTraces(ctx context.Context, id string, query *ListConnectionTracesParams, options ...CallOption) (*ConnectionTraceList, error) {
	return send[ConnectionTraceList](ctx, family.transport, call{method: "GET", path: "/api/v1/federation/{id}/traces", values: []string{id}, query: query, accept: "application/json"}, options)
}

// ListConnectionTracesPages sends GET /api/v1/federation/{id}/traces: list the last sign-ins of a connection, page after page.
func (family *FederationFamily) ListConnectionTracesPages(ctx context.Context, id string, query *ListConnectionTracesParams, options ...CallOption) iter.Seq2[*ConnectionTraceList, error] {
	return pages[ConnectionTraceList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/federation/{id}/traces", values: []string{id}, query: query, accept: "application/json"}, options)
}

// ListConnectionTracesAll sends GET /api/v1/federation/{id}/traces: list the last sign-ins of a connection, one after another over all pages.
func (family *FederationFamily) ListConnectionTracesAll(ctx context.Context, id string, query *ListConnectionTracesParams, options ...CallOption) iter.Seq2[ConnectionTrace, error] {
	return items(family.ListConnectionTracesPages(ctx, id, query, options...), func(page *ConnectionTraceList) []ConnectionTrace { return page.Data })
}

// WebhooksFamily has the operations of webhooks.
type WebhooksFamily struct{ transport *transport }

// List sends GET /api/v1/webhooks: list webhooks.
// Newest first.
func (family *WebhooksFamily) List(ctx context.Context, query *ListWebhooksParams, options ...CallOption) (*WebhookList, error) {
	return send[WebhookList](ctx, family.transport, call{method: "GET", path: "/api/v1/webhooks", query: query, accept: "application/json"}, options)
}

// ListPages sends GET /api/v1/webhooks: list webhooks, page after page.
func (family *WebhooksFamily) ListPages(ctx context.Context, query *ListWebhooksParams, options ...CallOption) iter.Seq2[*WebhookList, error] {
	return pages[WebhookList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/webhooks", query: query, accept: "application/json"}, options)
}

// ListAll sends GET /api/v1/webhooks: list webhooks, one after another over all pages.
func (family *WebhooksFamily) ListAll(ctx context.Context, query *ListWebhooksParams, options ...CallOption) iter.Seq2[WebhookWithStats, error] {
	return items(family.ListPages(ctx, query, options...), func(page *WebhookList) []WebhookWithStats { return page.Data })
}

// Create sends POST /api/v1/webhooks: create a webhook.
// From now on, every event that the webhook subscribes to is sent to its `url`, signed with its `signingSecret`. `events` describes the deliveries and how to verify them. The key must hold the scopes that read those events, such as `directory.read` for `user.*` and every `.read` for `*`. 403 `SCOPE_NOT_GRANTABLE` names the missing scopes.
func (family *WebhooksFamily) Create(ctx context.Context, body WebhookInput, options ...CallOption) (*WebhookWithSecret, error) {
	return send[WebhookWithSecret](ctx, family.transport, call{method: "POST", path: "/api/v1/webhooks", body: body, media: "application/json", accept: "application/json", keyed: true, wraps: true}, options)
}

// Get sends GET /api/v1/webhooks/{id}: get a webhook.
func (family *WebhooksFamily) Get(ctx context.Context, id string, options ...CallOption) (*WebhookWithStats, error) {
	return send[WebhookWithStats](ctx, family.transport, call{method: "GET", path: "/api/v1/webhooks/{id}", values: []string{id}, accept: "application/json"}, options)
}

// Update sends PUT /api/v1/webhooks/{id}: change a webhook.
// Fields that are left out keep their values. A change of `url` or `events` needs a key that holds what reads the events, as creating does (403 `SCOPE_NOT_GRANTABLE`).
func (family *WebhooksFamily) Update(ctx context.Context, id string, body WebhookChange, options ...CallOption) (*Webhook, error) {
	return send[Webhook](ctx, family.transport, call{method: "PUT", path: "/api/v1/webhooks/{id}", values: []string{id}, body: body, media: "application/json", accept: "application/json"}, options)
}

// Delete sends DELETE /api/v1/webhooks/{id}: delete a webhook.
// No further events are delivered: what was not delivered is canceled, and an attempt under way may finish.
func (family *WebhooksFamily) Delete(ctx context.Context, id string, options ...CallOption) (*Deleted, error) {
	return send[Deleted](ctx, family.transport, call{method: "DELETE", path: "/api/v1/webhooks/{id}", values: []string{id}, accept: "application/json"}, options)
}

// Test sends POST /api/v1/webhooks/{id}/test: send a test event.
// Sends `webhook.test` once, signed like every delivery, and waits up to 30 seconds for the response. The status of the webhook does not matter. If the endpoint fails, this call still succeeds: it answers 200 with `status` `FAILED`. The test does not count in statistics. A webhook gets at most ten tests a minute.
func (family *WebhooksFamily) Test(ctx context.Context, id string, options ...CallOption) (*WebhookTest, error) {
	return send[WebhookTest](ctx, family.transport, call{method: "POST", path: "/api/v1/webhooks/{id}/test", values: []string{id}, accept: "application/json"}, options)
}

// Pause sends POST /api/v1/webhooks/{id}/pause: pause a webhook.
// Events are held for up to 30 days, and delivered in their order when the webhook is resumed. Pausing a paused webhook is not an error.
func (family *WebhooksFamily) Pause(ctx context.Context, id string, options ...CallOption) (*Webhook, error) {
	return send[Webhook](ctx, family.transport, call{method: "POST", path: "/api/v1/webhooks/{id}/pause", values: []string{id}, accept: "application/json", keyed: true}, options)
}

// Resume sends POST /api/v1/webhooks/{id}/resume: resume a webhook.
// Ends a pause, and delivers the held events. If the webhook was disabled for its failures, new events are delivered from now on. `recover` sends the missed events. Resuming an active webhook is not an error.
func (family *WebhooksFamily) Resume(ctx context.Context, id string, options ...CallOption) (*Webhook, error) {
	return send[Webhook](ctx, family.transport, call{method: "POST", path: "/api/v1/webhooks/{id}/resume", values: []string{id}, accept: "application/json", keyed: true}, options)
}

// Recover sends POST /api/v1/webhooks/{id}/recover: send the missed events of a webhook again.
// Sends the events in this time that the webhook subscribes to. Events that were delivered, or are about to be, are left out. The oldest events come first, at most 1000 in a call. Dead letters of these events are removed.
func (family *WebhooksFamily) Recover(ctx context.Context, id string, body RecoveryRange, options ...CallOption) (*Redelivery, error) {
	return send[Redelivery](ctx, family.transport, call{method: "POST", path: "/api/v1/webhooks/{id}/recover", values: []string{id}, body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// RotateSecret sends POST /api/v1/webhooks/{id}/rotate-secret: give a webhook a new signing secret.
// Until the grace period ends, deliveries are signed with both secrets. `webhook-signature` carries both signatures, `X-Service-Signature-Previous` that of the old secret.
func (family *WebhooksFamily) RotateSecret(ctx context.Context, id string, body *WebhookSecretRotation, options ...CallOption) (*WebhookWithSecret, error) {
	return send[WebhookWithSecret](ctx, family.transport, call{method: "POST", path: "/api/v1/webhooks/{id}/rotate-secret", values: []string{id}, body: body, media: "application/json", accept: "application/json", keyed: true, wraps: true}, options)
}

// ListDeliveries sends GET /api/v1/webhooks/{id}/deliveries: list the deliveries of a webhook.
// Newest first; kept for 30 days.
func (family *WebhooksFamily) ListDeliveries(ctx context.Context, id string, query *ListDeliveriesParams, options ...CallOption) (*DeliveryList, error) {
	return send[DeliveryList](ctx, family.transport, call{method: "GET", path: "/api/v1/webhooks/{id}/deliveries", values: []string{id}, query: query, accept: "application/json"}, options)
}

// ListDeliveriesPages sends GET /api/v1/webhooks/{id}/deliveries: list the deliveries of a webhook, page after page.
func (family *WebhooksFamily) ListDeliveriesPages(ctx context.Context, id string, query *ListDeliveriesParams, options ...CallOption) iter.Seq2[*DeliveryList, error] {
	return pages[DeliveryList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/webhooks/{id}/deliveries", values: []string{id}, query: query, accept: "application/json"}, options)
}

// ListDeliveriesAll sends GET /api/v1/webhooks/{id}/deliveries: list the deliveries of a webhook, one after another over all pages.
func (family *WebhooksFamily) ListDeliveriesAll(ctx context.Context, id string, query *ListDeliveriesParams, options ...CallOption) iter.Seq2[Delivery, error] {
	return items(family.ListDeliveriesPages(ctx, id, query, options...), func(page *DeliveryList) []Delivery { return page.Data })
}

// GetDelivery sends GET /api/v1/webhooks/{id}/deliveries/{deliveryId}: get a delivery.
// With what is sent, and every attempt. The key must also hold what reads the event, such as `directory.read` for `user.*`: 403 names what it lacks.
func (family *WebhooksFamily) GetDelivery(ctx context.Context, id string, deliveryId string, options ...CallOption) (*DeliveryDetail, error) {
	return send[DeliveryDetail](ctx, family.transport, call{method: "GET", path: "/api/v1/webhooks/{id}/deliveries/{deliveryId}", values: []string{id, deliveryId}, accept: "application/json"}, options)
}

// RetryDelivery sends POST /api/v1/webhooks/{id}/deliveries/{deliveryId}/retry: retry a delivery.
// If the delivery waits for its next attempt, the attempt is made now. If it is finished, successfully or not, another delivery of the same event is made. Its dead letter is then removed.
func (family *WebhooksFamily) RetryDelivery(ctx context.Context, id string, deliveryId string, options ...CallOption) (*Delivery, error) {
	return send[Delivery](ctx, family.transport, call{method: "POST", path: "/api/v1/webhooks/{id}/deliveries/{deliveryId}/retry", values: []string{id, deliveryId}, accept: "application/json", keyed: true}, options)
}

// ListDeadLetters sends GET /api/v1/webhooks/{id}/dead-letters: list the dead letters of a webhook.
// Deliveries whose last attempt failed, newest first; kept for 30 days.
func (family *WebhooksFamily) ListDeadLetters(ctx context.Context, id string, query *ListDeadLettersParams, options ...CallOption) (*DeadLetterList, error) {
	return send[DeadLetterList](ctx, family.transport, call{method: "GET", path: "/api/v1/webhooks/{id}/dead-letters", values: []string{id}, query: query, accept: "application/json"}, options)
}

// ListDeadLettersPages sends GET /api/v1/webhooks/{id}/dead-letters: list the dead letters of a webhook, page after page.
func (family *WebhooksFamily) ListDeadLettersPages(ctx context.Context, id string, query *ListDeadLettersParams, options ...CallOption) iter.Seq2[*DeadLetterList, error] {
	return pages[DeadLetterList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/webhooks/{id}/dead-letters", values: []string{id}, query: query, accept: "application/json"}, options)
}

// ListDeadLettersAll sends GET /api/v1/webhooks/{id}/dead-letters: list the dead letters of a webhook, one after another over all pages.
func (family *WebhooksFamily) ListDeadLettersAll(ctx context.Context, id string, query *ListDeadLettersParams, options ...CallOption) iter.Seq2[DeadLetter, error] {
	return items(family.ListDeadLettersPages(ctx, id, query, options...), func(page *DeadLetterList) []DeadLetter { return page.Data })
}

// ReplayDeadLetters sends POST /api/v1/webhooks/{id}/dead-letters/replay: replay the dead letters of a time.
// Delivers events that failed for good in this time once more, and removes their dead letters. The oldest come first, at most 1000 in a call.
func (family *WebhooksFamily) ReplayDeadLetters(ctx context.Context, id string, body ReplayRange, options ...CallOption) (*Redelivery, error) {
	return send[Redelivery](ctx, family.transport, call{method: "POST", path: "/api/v1/webhooks/{id}/dead-letters/replay", values: []string{id}, body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// GetDeadLetter sends GET /api/v1/webhooks/{id}/dead-letters/{deadLetterId}: get a dead letter.
// With what was sent, and every attempt. The key must also hold what reads the event, such as `directory.read` for `user.*`: 403 names what it lacks.
func (family *WebhooksFamily) GetDeadLetter(ctx context.Context, id string, deadLetterId string, options ...CallOption) (*DeadLetterDetail, error) {
	return send[DeadLetterDetail](ctx, family.transport, call{method: "GET", path: "/api/v1/webhooks/{id}/dead-letters/{deadLetterId}", values: []string{id, deadLetterId}, accept: "application/json"}, options)
}

// DeleteDeadLetter sends DELETE /api/v1/webhooks/{id}/dead-letters/{deadLetterId}: delete a dead letter.
// Its event is not delivered any more; the delivery stays in the list as `FAILED`.
func (family *WebhooksFamily) DeleteDeadLetter(ctx context.Context, id string, deadLetterId string, options ...CallOption) (*Deleted, error) {
	return send[Deleted](ctx, family.transport, call{method: "DELETE", path: "/api/v1/webhooks/{id}/dead-letters/{deadLetterId}", values: []string{id, deadLetterId}, accept: "application/json"}, options)
}

// ReplayDeadLetter sends POST /api/v1/webhooks/{id}/dead-letters/{deadLetterId}/replay: replay a dead letter.
// Delivers its event once more, with all attempts, and removes it.
func (family *WebhooksFamily) ReplayDeadLetter(ctx context.Context, id string, deadLetterId string, options ...CallOption) (*Delivery, error) {
	return send[Delivery](ctx, family.transport, call{method: "POST", path: "/api/v1/webhooks/{id}/dead-letters/{deadLetterId}/replay", values: []string{id, deadLetterId}, accept: "application/json", keyed: true}, options)
}

// ListListeners sends GET /api/v1/webhook-listeners: list who listens to events.
// Newest first.
func (family *WebhooksFamily) ListListeners(ctx context.Context, query *ListWebhookListenersParams, options ...CallOption) (*WebhookListenerList, error) {
	return send[WebhookListenerList](ctx, family.transport, call{method: "GET", path: "/api/v1/webhook-listeners", query: query, accept: "application/json"}, options)
}

// ListListenersPages sends GET /api/v1/webhook-listeners: list who listens to events, page after page.
func (family *WebhooksFamily) ListListenersPages(ctx context.Context, query *ListWebhookListenersParams, options ...CallOption) iter.Seq2[*WebhookListenerList, error] {
	return pages[WebhookListenerList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/webhook-listeners", query: query, accept: "application/json"}, options)
}

// ListListenersAll sends GET /api/v1/webhook-listeners: list who listens to events, one after another over all pages.
func (family *WebhooksFamily) ListListenersAll(ctx context.Context, query *ListWebhookListenersParams, options ...CallOption) iter.Seq2[WebhookListener, error] {
	return items(family.ListListenersPages(ctx, query, options...), func(page *WebhookListenerList) []WebhookListener { return page.Data })
}

// CreateListener sends POST /api/v1/webhook-listeners: listen to events.
// Makes a temporary webhook without a URL. Read its deliveries with `streamWebhookListener`. They are signed with its `signingSecret`, as deliveries to a URL are. The caller must hold the scopes that read its events, such as `directory.read` for `user.*` and every `.read` for `*`. 403 `SCOPE_NOT_GRANTABLE` names the missing scopes. A tenant has at most 20 listeners. A listener without an open stream for 60 seconds is gone. The command `keyward listen` creates a listener and reads its stream.
func (family *WebhooksFamily) CreateListener(ctx context.Context, body WebhookListenerInput, options ...CallOption) (*WebhookListenerWithSecret, error) {
	return send[WebhookListenerWithSecret](ctx, family.transport, call{method: "POST", path: "/api/v1/webhook-listeners", body: body, media: "application/json", accept: "application/json", keyed: true, wraps: true}, options)
}

// DeleteListener sends DELETE /api/v1/webhook-listeners/{id}: stop listening.
// Ends the stream of the listener, and removes it. The caller must hold the scopes that read its events.
func (family *WebhooksFamily) DeleteListener(ctx context.Context, id string, options ...CallOption) (*Deleted, error) {
	return send[Deleted](ctx, family.transport, call{method: "DELETE", path: "/api/v1/webhook-listeners/{id}", values: []string{id}, accept: "application/json"}, options)
}

// StreamListener sends GET /api/v1/webhook-listeners/{id}/deliveries: stream the deliveries of a listener.
// Streams NDJSON. A line `delivery` has the `headers` and the `body` of a signed request: send both to your receiver, with the `body` as it is. A line comes at least every 15 seconds: a `heartbeat` if there was no delivery. A line `notice` has a `reason` and a `message`, and the stream goes on: with `LONG_TRANSACTION`, a change of the service takes longer than ten minutes, and its events may be missing. The last line `end` has a `reason`: `TIME`, `STOPPING` (the node stops), `REPLACED` (by another stream of the listener), `DELETED`, `UNAVAILABLE`, `UNREADABLE` (the secret), or `REFUSED` with the `code` of the refusal. Open the next stream within 60 seconds, on any node. Send the `id` of the last line that you read as `after`. Then no event is lost. Only the caller that created the listener can read it. The rights of the caller are read again before deliveries, and before each heartbeat after the first line. While deliveries are sent, they are read again every half second. The first stream begins with the events that happened after the listener was created.
func (family *WebhooksFamily) StreamListener(ctx context.Context, id string, query *StreamWebhookListenerParams, options ...CallOption) (string, error) {
	return sendText(ctx, family.transport, call{method: "GET", path: "/api/v1/webhook-listeners/{id}/deliveries", values: []string{id}, query: query, accept: "application/x-ndjson"}, options)
}

// AuditLogsFamily has the operations of audit-logs.
type AuditLogsFamily struct{ transport *transport }

// List sends GET /api/v1/audit-logs: list what was done.
// Newest first: every change, and every attempt that was refused. Reads and verifications are not in it. Kept for 400 days.
func (family *AuditLogsFamily) List(ctx context.Context, query *ListAuditLogsParams, options ...CallOption) (*AuditLogList, error) {
	return send[AuditLogList](ctx, family.transport, call{method: "GET", path: "/api/v1/audit-logs", query: query, accept: "application/json"}, options)
}

// ListPages sends GET /api/v1/audit-logs: list what was done, page after page.
func (family *AuditLogsFamily) ListPages(ctx context.Context, query *ListAuditLogsParams, options ...CallOption) iter.Seq2[*AuditLogList, error] {
	return pages[AuditLogList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/audit-logs", query: query, accept: "application/json"}, options)
}

// ListAll sends GET /api/v1/audit-logs: list what was done, one after another over all pages.
func (family *AuditLogsFamily) ListAll(ctx context.Context, query *ListAuditLogsParams, options ...CallOption) iter.Seq2[AuditLog, error] {
	return items(family.ListPages(ctx, query, options...), func(page *AuditLogList) []AuditLog { return page.Data })
}

// Export sends GET /api/v1/audit-logs/export: export the sealed audit log.
// Streams NDJSON, oldest rows first. A line `header` has the public keys. A line `row` follows for each row in the order of the chain. A line `checkpoint` follows each row up to which a checkpoint was signed. The last line is a signed `end`: without it, the export was cut off. `verifyAuditExport` of both client libraries, and `make verify-audit`, prove that the export was not changed. They need the key ID that `getAuditIntegrity` shows. The export is itself recorded. A node makes one at a time for each organization and four in all, and answers 429 to more. After an export, the organization pauses for six times as long as the export took, a minute at most. A request waits up to 20 s for the end of the pause; then the response is 429.
func (family *AuditLogsFamily) Export(ctx context.Context, query *ExportAuditLogsParams, options ...CallOption) (string, error) {
	return sendText(ctx, family.transport, call{method: "GET", path: "/api/v1/audit-logs/export", query: query, accept: "application/x-ndjson"}, options)
}

// GetAuditIntegrity sends GET /api/v1/audit-logs/integrity: verify the chain of the audit log.
// Reads rows, seals and checkpoints again and compares them: at most `limit` rows from `fromSequence` on. `nextSequence` is where the next request continues; null means that all rows are verified. Keep `keyIds`, `lastSequence` and `lastHash` in another place. An attacker who holds the whole database could remove the end of the chain. Only the values that you kept reveal it. A node verifies one stretch at a time for each organization. It then pauses for ten times as long, at most a minute. Up to five requests wait for up to 20 s; more get 429.
func (family *AuditLogsFamily) GetAuditIntegrity(ctx context.Context, query *GetAuditIntegrityParams, options ...CallOption) (*AuditIntegrity, error) {
	return send[AuditIntegrity](ctx, family.transport, call{method: "GET", path: "/api/v1/audit-logs/integrity", query: query, accept: "application/json"}, options)
}

// Get sends GET /api/v1/audit-logs/{id}: get a row of the audit log.
func (family *AuditLogsFamily) Get(ctx context.Context, id string, options ...CallOption) (*AuditLog, error) {
	return send[AuditLog](ctx, family.transport, call{method: "GET", path: "/api/v1/audit-logs/{id}", values: []string{id}, accept: "application/json"}, options)
}

// AnomaliesFamily has the operations of anomalies.
type AnomaliesFamily struct{ transport *transport }

// List sends GET /api/v1/anomalies: list anomalies.
// Newest first. An anomaly that is found again while it is not closed is counted in the one there is.
func (family *AnomaliesFamily) List(ctx context.Context, query *ListAnomaliesParams, options ...CallOption) (*AnomalyList, error) {
	return send[AnomalyList](ctx, family.transport, call{method: "GET", path: "/api/v1/anomalies", query: query, accept: "application/json"}, options)
}

// ListPages sends GET /api/v1/anomalies: list anomalies, page after page.
func (family *AnomaliesFamily) ListPages(ctx context.Context, query *ListAnomaliesParams, options ...CallOption) iter.Seq2[*AnomalyList, error] {
	return pages[AnomalyList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/anomalies", query: query, accept: "application/json"}, options)
}

// ListAll sends GET /api/v1/anomalies: list anomalies, one after another over all pages.
func (family *AnomaliesFamily) ListAll(ctx context.Context, query *ListAnomaliesParams, options ...CallOption) iter.Seq2[Anomaly, error] {
	return items(family.ListPages(ctx, query, options...), func(page *AnomalyList) []Anomaly { return page.Data })
}

// Get sends GET /api/v1/anomalies/{id}: get an anomaly.
func (family *AnomaliesFamily) Get(ctx context.Context, id string, options ...CallOption) (*Anomaly, error) {
	return send[Anomaly](ctx, family.transport, call{method: "GET", path: "/api/v1/anomalies/{id}", values: []string{id}, accept: "application/json"}, options)
}

// Update sends PATCH /api/v1/anomalies/{id}: judge an anomaly.
// `RESOLVED` and `FALSE_POSITIVE` close it for good. `FALSE_POSITIVE` also teaches: the address or the country becomes a known one of the credential. The risk score of the identity follows at once.
func (family *AnomaliesFamily) Update(ctx context.Context, id string, body AnomalyPatch, options ...CallOption) (*Anomaly, error) {
	return send[Anomaly](ctx, family.transport, call{method: "PATCH", path: "/api/v1/anomalies/{id}", values: []string{id}, body: body, media: "application/json", accept: "application/json"}, options)
}

// AlertsFamily has the operations of alerts.
type AlertsFamily struct{ transport *transport }

// List sends GET /api/v1/alerts: list alerts.
// Newest first. What happens again while an alert is not resolved is counted in it.
func (family *AlertsFamily) List(ctx context.Context, query *ListAlertsParams, options ...CallOption) (*AlertList, error) {
	return send[AlertList](ctx, family.transport, call{method: "GET", path: "/api/v1/alerts", query: query, accept: "application/json"}, options)
}

// ListPages sends GET /api/v1/alerts: list alerts, page after page.
func (family *AlertsFamily) ListPages(ctx context.Context, query *ListAlertsParams, options ...CallOption) iter.Seq2[*AlertList, error] {
	return pages[AlertList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/alerts", query: query, accept: "application/json"}, options)
}

// ListAll sends GET /api/v1/alerts: list alerts, one after another over all pages.
func (family *AlertsFamily) ListAll(ctx context.Context, query *ListAlertsParams, options ...CallOption) iter.Seq2[Alert, error] {
	return items(family.ListPages(ctx, query, options...), func(page *AlertList) []Alert { return page.Data })
}

// Get sends GET /api/v1/alerts/{id}: get an alert.
func (family *AlertsFamily) Get(ctx context.Context, id string, options ...CallOption) (*Alert, error) {
	return send[Alert](ctx, family.transport, call{method: "GET", path: "/api/v1/alerts/{id}", values: []string{id}, accept: "application/json"}, options)
}

// Update sends PATCH /api/v1/alerts/{id}: acknowledge or resolve an alert.
// `RESOLVED` closes it for good; when it happens again, there is another alert.
func (family *AlertsFamily) Update(ctx context.Context, id string, body AlertPatch, options ...CallOption) (*Alert, error) {
	return send[Alert](ctx, family.transport, call{method: "PATCH", path: "/api/v1/alerts/{id}", values: []string{id}, body: body, media: "application/json", accept: "application/json"}, options)
}

// ListRules sends GET /api/v1/alert-rules: list alert rules.
// Newest first.
func (family *AlertsFamily) ListRules(ctx context.Context, query *ListAlertRulesParams, options ...CallOption) (*AlertRuleList, error) {
	return send[AlertRuleList](ctx, family.transport, call{method: "GET", path: "/api/v1/alert-rules", query: query, accept: "application/json"}, options)
}

// ListRulesPages sends GET /api/v1/alert-rules: list alert rules, page after page.
func (family *AlertsFamily) ListRulesPages(ctx context.Context, query *ListAlertRulesParams, options ...CallOption) iter.Seq2[*AlertRuleList, error] {
	return pages[AlertRuleList](ctx, family.transport, "page", call{method: "GET", path: "/api/v1/alert-rules", query: query, accept: "application/json"}, options)
}

// ListRulesAll sends GET /api/v1/alert-rules: list alert rules, one after another over all pages.
func (family *AlertsFamily) ListRulesAll(ctx context.Context, query *ListAlertRulesParams, options ...CallOption) iter.Seq2[AlertRule, error] {
	return items(family.ListRulesPages(ctx, query, options...), func(page *AlertRuleList) []AlertRule { return page.Data })
}

// CreateRule sends POST /api/v1/alert-rules: create an alert rule.
// From now on, each of these events that matches raises an alert, which is also sent to the `channels` of the rule. Some events raise an alert without a rule: disabled webhooks, leaked credentials, violated policies whose actions include `ALERT`, and identities whose owner has left.
func (family *AlertsFamily) CreateRule(ctx context.Context, body AlertRuleInput, options ...CallOption) (*AlertRule, error) {
	return send[AlertRule](ctx, family.transport, call{method: "POST", path: "/api/v1/alert-rules", body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// GetRule sends GET /api/v1/alert-rules/{id}: get an alert rule.
func (family *AlertsFamily) GetRule(ctx context.Context, id string, options ...CallOption) (*AlertRule, error) {
	return send[AlertRule](ctx, family.transport, call{method: "GET", path: "/api/v1/alert-rules/{id}", values: []string{id}, accept: "application/json"}, options)
}

// UpdateRule sends PATCH /api/v1/alert-rules/{id}: change an alert rule.
func (family *AlertsFamily) UpdateRule(ctx context.Context, id string, body AlertRulePatch, options ...CallOption) (*AlertRule, error) {
	return send[AlertRule](ctx, family.transport, call{method: "PATCH", path: "/api/v1/alert-rules/{id}", values: []string{id}, body: body, media: "application/json", accept: "application/json"}, options)
}

// DeleteRule sends DELETE /api/v1/alert-rules/{id}: delete an alert rule.
// The alerts it raised stay.
func (family *AlertsFamily) DeleteRule(ctx context.Context, id string, options ...CallOption) (*Deleted, error) {
	return send[Deleted](ctx, family.transport, call{method: "DELETE", path: "/api/v1/alert-rules/{id}", values: []string{id}, accept: "application/json"}, options)
}

// TestRule sends POST /api/v1/alert-rules/{id}/test: send a test message to the channels of an alert rule.
// Sends a message that says that it is a test to each channel of the rule, also if the rule is not enabled. It waits up to 30 seconds for the receivers. If a receiver fails, this call still succeeds: the channel has the status `FAILED`. Mails are sent soon after. All rules of an organization get at most 20 tests a minute together, and a user gets at most ten test mails an hour.
func (family *AlertsFamily) TestRule(ctx context.Context, id string, options ...CallOption) (*AlertRuleTest, error) {
	return send[AlertRuleTest](ctx, family.transport, call{method: "POST", path: "/api/v1/alert-rules/{id}/test", values: []string{id}, accept: "application/json"}, options)
}

// ConfigurationFamily has the operations of configuration.
type ConfigurationFamily struct{ transport *transport }

// Export sends GET /api/v1/config/export: export the configuration.
// Objects as `planConfiguration` and `applyConfiguration` take them, by kind and then by key. An object that no apply manages has a key that follows from its name. Fields with their default are left out, and secrets are never shown. Kinds that the caller may not read are left out, and `unreadable` names them.
func (family *ConfigurationFamily) Export(ctx context.Context, query *ExportConfigurationParams, options ...CallOption) (*ConfigurationExport, error) {
	return send[ConfigurationExport](ctx, family.transport, call{method: "GET", path: "/api/v1/config/export", query: query, accept: "application/json"}, options)
}

// Plan sends POST /api/v1/config/plan: plan a configuration.
// Compares objects with what there is, and tells what `applyConfiguration` would create, change and delete. Each change is tried as a request of its own and taken back, so `refusal` says what would be refused to this caller. Nothing changes. Send `{"secret": true}` in place of a secret. A change with such a secret, or with a metadataUrl, is judged by permission alone, because a plan calls no other server. An organization makes one plan, apply or export at a time on a node.
func (family *ConfigurationFamily) Plan(ctx context.Context, body ConfigurationPlanRequest, options ...CallOption) (*ConfigurationPlan, error) {
	return send[ConfigurationPlan](ctx, family.transport, call{method: "POST", path: "/api/v1/config/plan", body: body, media: "application/json", accept: "application/json"}, options)
}

// Apply sends POST /api/v1/config/apply: apply a configuration.
// Makes every change of a plan in one transaction, or none. Each change needs the permission, the rights to grant and the recent sign-in that its own operation asks for, and has its own audit row. `fingerprint` is that of the plan: if the objects, the state or the caller are others now, the response is 409 `CONFIGURATION_MOVED`. An apply that finds nothing to change succeeds with any fingerprint. Secrets are plain texts here; `env:` and `file:` are refused, because the service resolves neither. Secrets that the service makes are not in the response: rotate them to see them.
func (family *ConfigurationFamily) Apply(ctx context.Context, body ConfigurationApplyRequest, options ...CallOption) (*ConfigurationPlan, error) {
	return send[ConfigurationPlan](ctx, family.transport, call{method: "POST", path: "/api/v1/config/apply", body: body, media: "application/json", accept: "application/json", keyed: true}, options)
}

// ServiceFamily has the operations of service.
type ServiceFamily struct{ transport *transport }

// GetOpenapiJson sends GET /api/v1/openapi.json: get this document as JSON.
func (family *ServiceFamily) GetOpenapiJson(ctx context.Context, options ...CallOption) (*map[string]any, error) {
	return send[map[string]any](ctx, family.transport, call{method: "GET", path: "/api/v1/openapi.json", accept: "application/json"}, options)
}

// GetOpenapiYaml sends GET /api/v1/openapi.yaml: get this document as YAML.
func (family *ServiceFamily) GetOpenapiYaml(ctx context.Context, options ...CallOption) (string, error) {
	return sendText(ctx, family.transport, call{method: "GET", path: "/api/v1/openapi.yaml", accept: "application/yaml"}, options)
}

// GetLiveness sends GET /health/live: tell whether the process is alive.
func (family *ServiceFamily) GetLiveness(ctx context.Context, options ...CallOption) (*Health, error) {
	return send[Health](ctx, family.transport, call{method: "GET", path: "/health/live", accept: "application/json"}, options)
}

// GetReadiness sends GET /health/ready: tell whether the service can answer.
// Whether this process can answer. Its database must be there, with every migration and the partitions of today. Its
// workers must have started, and its code must have been loaded. How long jobs and deliveries wait is not checked; the metric `keyward_jobs_lag_seconds` shows it.
func (family *ServiceFamily) GetReadiness(ctx context.Context, options ...CallOption) (*Health, error) {
	return send[Health](ctx, family.transport, call{method: "GET", path: "/health/ready", accept: "application/json"}, options)
}

// Families are the operations of the contract. A Client has them.
type Families struct {
	Me                 *MeFamily
	Identities         *IdentitiesFamily
	Credentials        *CredentialsFamily
	Reports            *ReportsFamily
	Policies           *PoliciesFamily
	ConditionalAccess  *ConditionalAccessFamily
	ScimTokens         *ScimTokensFamily
	Users              *UsersFamily
	Passkeys           *PasskeysFamily
	Groups             *GroupsFamily
	ScimUsers          *ScimUsersFamily
	ScimGroups         *ScimGroupsFamily
	Scim               *ScimFamily
	AuthConfig         *AuthConfigFamily
	OidcClients        *OidcClientsFamily
	OidcAgents         *OidcAgentsFamily
	OidcScopes         *OidcScopesFamily
	ClientRegistration *ClientRegistrationFamily
	OidcResources      *OidcResourcesFamily
	ServiceProviders   *ServiceProvidersFamily
	SigningKeys        *SigningKeysFamily
	SocialProviders    *SocialProvidersFamily
	Federation         *FederationFamily
	Webhooks           *WebhooksFamily
	AuditLogs          *AuditLogsFamily
	Anomalies          *AnomaliesFamily
	Alerts             *AlertsFamily
	Configuration      *ConfigurationFamily
	Service            *ServiceFamily
}

func newFamilies(transport *transport) Families {
	return Families{
		Me:                 &MeFamily{transport},
		Identities:         &IdentitiesFamily{transport},
		Credentials:        &CredentialsFamily{transport},
		Reports:            &ReportsFamily{transport},
		Policies:           &PoliciesFamily{transport},
		ConditionalAccess:  &ConditionalAccessFamily{transport},
		ScimTokens:         &ScimTokensFamily{transport},
		Users:              &UsersFamily{transport},
		Passkeys:           &PasskeysFamily{transport},
		Groups:             &GroupsFamily{transport},
		ScimUsers:          &ScimUsersFamily{transport},
		ScimGroups:         &ScimGroupsFamily{transport},
		Scim:               &ScimFamily{transport},
		AuthConfig:         &AuthConfigFamily{transport},
		OidcClients:        &OidcClientsFamily{transport},
		OidcAgents:         &OidcAgentsFamily{transport},
		OidcScopes:         &OidcScopesFamily{transport},
		ClientRegistration: &ClientRegistrationFamily{transport},
		OidcResources:      &OidcResourcesFamily{transport},
		ServiceProviders:   &ServiceProvidersFamily{transport},
		SigningKeys:        &SigningKeysFamily{transport},
		SocialProviders:    &SocialProvidersFamily{transport},
		Federation:         &FederationFamily{transport},
		Webhooks:           &WebhooksFamily{transport},
		AuditLogs:          &AuditLogsFamily{transport},
		Anomalies:          &AnomaliesFamily{transport},
		Alerts:             &AlertsFamily{transport},
		Configuration:      &ConfigurationFamily{transport},
		Service:            &ServiceFamily{transport},
	}
}
