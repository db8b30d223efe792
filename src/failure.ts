import { oidcFailures } from './lib/oidc-failures.ts';

/** Every way the service refuses a request: its HTTP status and its public message (decisions 6.15). */
export const failures = {
  ...oidcFailures,
  VALIDATION_ERROR: [400, 'The request is not valid. details names each wrong field and what it allows.'],
  MALFORMED_JSON: [400, 'The body is not unambiguous JSON. details says what is wrong and where.'],
  PASSWORD_POLICY_VIOLATION: [
    400,
    'The password does not meet the password policy. details says what to change.',
  ],
  SCIM_FILTER_INVALID: [400, 'The filter is not valid. detail says where and what was expected.'],
  SCIM_TOO_MANY: [
    400,
    'The search takes too long among so many resources. Send fewer conditions, or leave out sortBy.',
  ],
  SCIM_VALUE_INVALID: [
    400,
    'A value is missing, or its attribute does not accept it. detail names the attribute.',
  ],
  SCIM_PATH_INVALID: [400, 'The path does not name an attribute of the resource. Correct the path.'],
  SCIM_NO_TARGET: [400, 'The path matches no value that can be changed. Read the resource again.'],
  SCIM_MUTABILITY: [400, 'The attribute is read-only, or cannot change once it is set. Leave it out.'],
  SCIM_SYNTAX_INVALID: [
    400,
    'The body does not have the form that RFC 7644 defines. detail says what is wrong.',
  ],
  SCIM_CURSOR_INVALID: [
    400,
    'This list did not issue the cursor for this query. Start again without a cursor.',
  ],
  UNAUTHORIZED: [401, 'Missing or invalid API key. Send Authorization: Bearer <API key>'],
  SESSION_OF_ANOTHER_USER: [
    401,
    'The session belongs to another user than Keyward-User names. Read who is signed in, and ask the user before you go on.',
  ],
  DPOP_PROOF_REFUSED: [
    401,
    'This access token works only with a DPoP proof of its key. details says what is wrong with the proof.',
  ],
  TOKEN_REFUSED: [
    401,
    'This token cannot be exchanged for a credential of this identity. The audit log of the organization says why.',
  ],
  SCIM_TOKEN_INVALID: [
    401,
    'Missing or invalid SCIM token. Send Authorization: Bearer <SCIM token> to the SCIM URL of the organization of the token.',
  ],
  SCIM_TOKEN_EXPIRED: [401, 'The SCIM token has expired. Create a new token and enter it in your directory.'],
  INSUFFICIENT_SCOPE: [403, 'The API key or the user lacks a permission. details.required names it.'],
  SCIM_DISCOVERY_UNFILTERED: [
    403,
    'Discovery does not support filters. Leave out the filter and choose from the response.',
  ],
  SCOPE_NOT_GRANTABLE: [403, 'You may not grant these scopes. details.scopes names them.'],
  BOUND_NOT_GRANTABLE: [
    403,
    'This request exceeds the bounds of your key: its end, usage cap, allowed addresses or rate limit. details.bounds names the fields. The other details are the bounds of your key.',
  ],
  CLIENT_REGISTRATION_OFF: [
    403,
    'This organization does not let clients register themselves. Ask its administrator for a client.',
  ],
  SIGNATURE_INVALID: [403, 'The signature is missing, or does not match a trusted key.'],
  POLICY_DENIED: [403, 'A policy forbids this. details names the policy and what it found.'],
  HTTPS_REQUIRED: [
    403,
    'Plain HTTP is not accepted. Use https, and replace any key that you sent over plain HTTP.',
  ],
  ACCESS_BLOCKED: [
    403,
    'Conditional access of the organization refuses this user here. An administrator finds the request by its reference.',
  ],
  REAUTHENTICATION_REQUIRED: [
    403,
    'Sign in again before you do this. details.required names what to prove, or details.maxAgeSeconds how old a sign-in may be.',
  ],
  CROSS_SITE_REQUEST: [
    403,
    'Another site sent this. Send a form from its own page, and call the API from a page of the same origin.',
  ],
  SAML_REQUEST_INVALID: [
    400,
    'The SAML message is not valid. details.reason says what the administrator of the service provider must change.',
  ],
  SAML_SIGNATURE_INVALID: [
    400,
    'The signature of the SAML message is missing or not valid. details.reason says why.',
  ],
  DOMAIN_NOT_VERIFIED: [
    400,
    'The domain is not proved. details.reason says why. Publish the DNS record in details.verification, and verify again.',
  ],
  SAML_ACS_MISMATCH: [
    400,
    'The assertion consumer service of the request is not registered. Register it for the service provider.',
  ],
  SP_NOT_FOUND: [
    404,
    'No such SAML service provider. Check the ID. Test keys and live keys see different ones.',
  ],
  KEY_NOT_FOUND: [404, 'No such signing key. A retired key is removed after some days.'],
  OIDC_RESOURCE_NOT_FOUND: [404, 'No such resource. Check the ID. Live and test keys see different ones.'],
  OIDC_AGENT_NOT_FOUND: [404, 'No such agent, or this user has not let it in. It may have been ended.'],
  SCOPE_NOT_FOUND: [404, 'No such custom scope. Check the ID. Test keys and live keys see different scopes.'],
  NOT_FOUND: [404, 'No such path'],
  ORGANIZATION_SUSPENDED: [403, 'This organization is suspended. Ask its administrator.'],
  ORGANIZATION_NOT_FOUND: [404, 'No such organization. Check that the address is complete.'],
  IDENTITY_NOT_FOUND: [
    404,
    'No such identity. Check the ID. Test keys and live keys see different identities.',
  ],
  CREDENTIAL_NOT_FOUND: [
    404,
    'No such credential. Check the ID. Test keys and live keys see different credentials.',
  ],
  USER_NOT_FOUND: [404, 'No such user. Check the ID. Test keys and live keys see different users.'],
  INVITATION_NOT_FOUND: [404, 'No such invitation, or it was accepted, revoked or removed'],
  SESSION_NOT_FOUND: [404, 'This user has no such session, or the session has ended'],
  PASSKEY_NOT_FOUND: [404, 'This user has no such passkey'],
  SCIM_TOKEN_NOT_FOUND: [404, 'No such SCIM token, or it is already revoked'],
  INITIAL_ACCESS_TOKEN_NOT_FOUND: [404, 'No such initial access token, or it is already revoked'],
  GROUP_NOT_FOUND: [404, 'No such group. Check the ID. Test keys and live keys see different groups.'],
  MEMBER_NOT_FOUND: [404, 'This user is not in the group'],
  SCIM_RESOURCE_NOT_FOUND: [
    404,
    'No such resource. It never existed, was deleted, or belongs to another organization.',
  ],
  WEBHOOK_NOT_FOUND: [404, 'No such webhook. Check the ID. Test keys and live keys see different webhooks.'],
  WEBHOOK_LISTENER_NOT_FOUND: [
    404,
    'No such listener. It is over after a minute without a stream, and only its creator reads it. Create another one.',
  ],
  DELIVERY_NOT_FOUND: [404, 'No such delivery of this webhook. Deliveries are kept for 30 days.'],
  DASHBOARD_LINK_NOT_FOUND: [
    404,
    'No such link to the dashboard. It was used, is older than 15 minutes, or a newer one has replaced it. Start the service again on its machine, or run make dashboard.',
  ],
  DEAD_LETTER_NOT_FOUND: [404, 'No such dead letter. It was replayed or deleted, or is older than 30 days.'],
  WRAP_TOKEN_NOT_FOUND: [
    404,
    'No such wrap token. It was used or has expired. If you did not use it, revoke the secret.',
  ],
  AUDIT_LOG_NOT_FOUND: [404, 'No such row of the audit log. Rows are kept for 400 days.'],
  POLICY_NOT_FOUND: [404, 'No such policy. Check the ID. Test keys and live keys see different policies.'],
  LOCATION_NOT_FOUND: [
    404,
    'No such named location. Check the ID. Test keys and live keys see different locations.',
  ],
  DEVICE_NOT_FOUND: [404, 'No such device. Check the ID. Test keys and live keys see different devices.'],
  BACKTEST_NOT_FOUND: [
    404,
    'No such back-test. Back-tests are kept for 30 days, the newest 100 of an organization.',
  ],
  PROVIDER_NOT_FOUND: [404, 'No such provider, or users cannot sign in with it'],
  CONNECTION_NOT_FOUND: [
    404,
    'No such connection, or users cannot sign in by it. Check the ID. Test keys and live keys see different ones.',
  ],
  DOMAIN_NOT_FOUND: [
    404,
    'No connection of this organization has the domain. Add it to domains of a connection.',
  ],
  SETUP_LINK_NOT_FOUND: [
    404,
    'No such setup link, or it was revoked. Check the ID. Test keys and live keys see different ones.',
  ],
  MAIL_TEMPLATE_NOT_FOUND: [404, 'No such mail, or no such language. listMailTemplates names all of them.'],
  ANOMALY_NOT_FOUND: [404, 'No such anomaly. Closed anomalies are kept for 400 days.'],
  ALERT_NOT_FOUND: [404, 'No such alert. Resolved alerts are kept for 400 days.'],
  ALERT_RULE_NOT_FOUND: [
    404,
    'No such alert rule. Check the ID. Test keys and live keys see different alert rules.',
  ],
  METHOD_NOT_ALLOWED: [
    405,
    'This path does not support this method. The Allow header lists the methods it supports.',
  ],
  NOT_ACCEPTABLE: [
    406,
    'The response is not available in any type of Accept. details.available lists the available types.',
  ],
  CREDENTIAL_NOT_ACTIVE: [409, 'The credential is not active. Only an active credential can be rotated.'],
  CREDENTIAL_STATE_CONFLICT: [409, 'The status of the credential does not allow this. details says why.'],
  IDENTITY_NOT_ACTIVE: [
    409,
    'The identity is not active. Use an active identity, or reactivate this one if it is suspended.',
  ],
  ORGANIZATION_STATE_CONFLICT: [409, 'The status of the organization does not allow this. details says why.'],
  IDENTITY_STATE_CONFLICT: [409, 'The status of the identity does not allow this. details says why.'],
  USER_EXISTS: [409, 'Another user has this email address or username. details says which.'],
  USER_STATE_CONFLICT: [409, 'The status of the user does not allow this. details says why.'],
  GROUP_EXISTS: [409, 'Another group has the name in details.name. Choose another name.'],
  PROVIDER_EXISTS: [
    409,
    'Another provider of the list has the OAuth client in details.clientId. Change that provider.',
  ],
  DOMAIN_TAKEN: [
    409,
    'Another connection has the domain in details.domain: remove it there. Or another organization has proved it: remove its DNS record.',
  ],
  POLICY_EXISTS: [409, 'Another policy has the name in details.name. Choose another name.'],
  POLICY_CONFLICT: [409, 'Another policy has the priority in details.priority. Choose another priority.'],
  POLICY_ORDER_CONFLICT: [409, 'Send all policies: see details.missing and details.unknown.'],
  LOCATION_EXISTS: [409, 'Another named location has the name in details.name. Choose another name.'],
  LOCATION_IN_USE: [
    409,
    'Policies name this location. Remove it from these policies first. details.policies names some of them.',
  ],
  DEVICE_CERTIFICATE_TAKEN: [
    409,
    'Another device has the certificate with the thumbprint in details.thumbprint. Remove it from that device first.',
  ],
  OIDC_RESOURCE_EXISTS: [409, 'Another resource has the identifier in details.identifier. Change it.'],
  SCOPE_EXISTS: [409, 'Another custom scope has the name in details.name. Choose another name.'],
  SCOPE_IN_USE: [
    409,
    'Clients have this scope. Remove the scope from these clients first. details.clients names some of them.',
  ],
  OIDC_AGENT_STATE_CONFLICT: [409, 'The agent has an identity, or another agent has this one. See details.'],
  SP_EXISTS: [
    409,
    'Another service provider has the entity ID in details.entityId. Change that service provider.',
  ],
  CONNECTION_STATE_CONFLICT: [
    409,
    'The connection is a draft, has no such pending change, or no metadataUrl, or another request changed it at the same time. details says which. Read it again.',
  ],
  SP_STATE_CONFLICT: [
    409,
    'The service provider has no such pending change, or no metadataUrl. details says which. Read it again.',
  ],
  KEY_STATE_CONFLICT: [
    409,
    'The status or the use of the key does not allow this, or another request changed the keys at the same time. details says which.',
  ],
  MAIL_NOT_EDITABLE: [
    409,
    'The texts of this mail cannot be edited: it tells users of changes of their accounts. details.kinds names the mails that can be edited.',
  ],
  MAIL_ADDRESS_REQUIRED: [
    409,
    'A test mail goes to the caller. Call as a signed-in user whose email address is verified. An API key has no address.',
  ],
  MANAGED_BY_SCIM: [409, 'Another directory manages this over SCIM. Change it in that directory.'],
  SCIM_REFERENCE_UNRESOLVED: [
    409,
    'The operation refers to another operation of this request that did not succeed',
  ],
  WEBHOOK_STATE_CONFLICT: [
    409,
    'The webhook must be resumed first, or another request changed it at the same time. details says which.',
  ],
  ANOMALY_STATE_CONFLICT: [
    409,
    'The status of the anomaly does not allow this. A closed anomaly stays closed.',
  ],
  ALERT_STATE_CONFLICT: [
    409,
    'The status of the alert does not allow this. A resolved alert stays resolved.',
  ],
  CONFIGURATION_MOVED: [
    409,
    'The objects, the state or the caller are not those of the plan. Make a new plan, read it, and apply it with its fingerprint.',
  ],
  CONFIGURATION_DEPENDS: [
    409,
    'The object refers to an object whose change is refused. details.on names it. Correct that object first.',
  ],
  CONFIGURATION_KIND_TOO_LARGE: [
    409,
    'The organization has more objects of a kind than a configuration can hold. details names the kind and the limit. Leave the kind out.',
  ],
  CONFIGURATION_FIELD_FIXED: [
    409,
    'These fields are set when an object is made, and cannot change. details.fields names them. Give the object another key, so that a new one is made.',
  ],
  LOCKOUT_RISK: [
    409,
    'This would remove the last working key with scope *, or the last owner. Create another one first. details says what must stay.',
  ],
  QUOTA_EXCEEDED: [409, 'The limit is reached. Delete or revoke what you no longer use.'],
  IDEMPOTENCY_CONFLICT: [409, 'This Idempotency-Key was used for another request. Use a new key.'],
  PRECONDITION_FAILED: [
    412,
    'The resource has changed since you read it. Read it again and retry with the new ETag.',
  ],
  PAYLOAD_TOO_LARGE: [
    413,
    'The body is too large. details.maximumBytes is the most bytes that this operation accepts.',
  ],
  UNSUPPORTED_MEDIA_TYPE: [
    415,
    'This operation does not accept the type of the body. details.supported lists the types it accepts, in UTF-8.',
  ],
  RATE_LIMITED: [429, 'Rate limit exceeded. Retry after the time in X-RateLimit-Reset.'],
  INTERNAL_ERROR: [500, 'Unexpected error. Report the requestId, so that we can find the cause.'],
  SCIM_ME_UNSUPPORTED: [
    501,
    'A SCIM token does not belong to a user, so /Me is not available. Use /Users with a filter.',
  ],
  FEDERATION_CONN_FAILED: [
    502,
    'The other identity provider cannot be reached, or its response is not valid. Try again, or contact the operator of that provider.',
  ],
  SERVICE_UNAVAILABLE: [503, 'The service cannot respond now. Retry after the seconds in Retry-After.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type FailureCode = keyof typeof failures;

/** A refusal, safe to show to the caller. Anything else that is thrown is a fault of ours and shows as 500. */
export class Failure extends Error {
  override name = 'Failure';
  readonly code: FailureCode;
  readonly details: Record<string, unknown>;

  /** @param details shown to the caller; for VALIDATION_ERROR each field's name and what is allowed */
  constructor(code: FailureCode, details: Record<string, unknown> = {}, cause?: unknown) {
    super(failures[code][1], { cause });
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return failures[this.code][0];
  }
}

/** The details of a conflict with a request that ran at the same time. */
export const changedAtTheSameTime = {
  reason: 'another request changed the resource at the same time; read it again and retry',
} as const;

/** A thrown error, with headers that its response has, also if the response is a refusal. */
export class ThrownUnder extends Error {
  override name = 'ThrownUnder';
  readonly headers: Readonly<Record<string, string>>;

  constructor(headers: Readonly<Record<string, string>>, cause: unknown) {
    super(cause instanceof Error ? cause.message : 'not an error', { cause });
    this.headers = headers;
  }
}

/** The refusal of a body over the limit of its operation, in bytes. */
export class PayloadTooLarge extends Failure {
  constructor(maximumBytes: number) {
    super('PAYLOAD_TOO_LARGE', { maximumBytes });
    this.message = `The body is too large. This operation accepts at most ${maximumBytes} bytes.`;
  }
}

/** The refusal of a body with a content coding (RFC 9110 section 8.4): it could grow without measure. */
export class CompressedBody extends Failure {
  /** @param supported the media types that the operation reads */
  constructor(supported: readonly string[]) {
    super('UNSUPPORTED_MEDIA_TYPE', { supported, 'Content-Encoding': 'must be left out, or identity' });
    this.message =
      'The body is compressed, and compressed bodies are not accepted. Send it without Content-Encoding.';
  }
}

/** Where a request stands in its window. `resetAt` is in seconds since 1970. */
export interface Standing {
  limit: number;
  remaining: number;
  resetAt: number;
}

/** The refusal of a request over its limit; `details` and headers say when to come back. */
export class RateLimited extends Failure {
  readonly standing: Standing;
  /** By Postgres's clock, at least one. */
  readonly retryAfterSeconds: number;

  /** @param detail what was too much, where it is not the number of requests */
  constructor(standing: Standing, secondsLeft: number, detail?: string) {
    const { limit, remaining, resetAt } = standing;
    const reset = new Date(resetAt * 1000).toISOString();
    super('RATE_LIMITED', { limit, remaining, resetAt: reset, ...(detail === undefined ? {} : { detail }) });
    this.standing = standing;
    this.retryAfterSeconds = Math.max(1, Math.ceil(secondsLeft));
  }
}

/** The refusal of one field. */
export const invalid = (field: string, allowed: string): Failure =>
  new Failure('VALIDATION_ERROR', { [field]: allowed });
