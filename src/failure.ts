/** Every way the service refuses a request: its HTTP status and its public message (decisions 6.15). */
export const failures = {
  VALIDATION_ERROR: [400, 'The request is not valid; details names each field and what is allowed'],
  MALFORMED_JSON: [400, 'The body is not JSON that can be read without doubt'],
  PASSWORD_POLICY_VIOLATION: [400, 'The password is not good enough; details says what to do about it'],
  SCIM_FILTER_INVALID: [400, 'The filter cannot be read; detail says where and what was expected'],
  SCIM_TOO_MANY: [
    400,
    'The search takes too long among so many; ask for less with fewer conditions, or without sortBy',
  ],
  SCIM_VALUE_INVALID: [400, 'A value is missing or is not what its attribute takes; detail names it'],
  SCIM_PATH_INVALID: [400, 'The path names no attribute of the resource; correct it'],
  SCIM_NO_TARGET: [400, 'The path matches nothing that could be changed; read the resource again'],
  SCIM_MUTABILITY: [400, 'The attribute is read-only or was set for good; leave it out'],
  SCIM_SYNTAX_INVALID: [400, 'The body is not built as RFC 7644 says; detail names what is wrong'],
  SCIM_CURSOR_INVALID: [400, 'The cursor is not one this list gave for this query; start again without it'],
  INVALID_REDIRECT_URI: [400, 'The redirect URI is not one that may be registered, or was; details says why'],
  INVALID_GRANT_TYPE: [400, 'The grant type is not allowed for the client; details says which are'],
  UNAUTHORIZED: [401, 'Missing or invalid API key; send Authorization: Bearer <API key>'],
  TOKEN_REFUSED: [
    401,
    "This token is not exchanged for a credential of this identity; the organization's audit log says why",
  ],
  SCIM_TOKEN_INVALID: [
    401,
    'Missing or invalid SCIM token; send Authorization: Bearer <SCIM token> to the URL of its own organization',
  ],
  SCIM_TOKEN_EXPIRED: [401, 'The SCIM token has expired; create another one and enter it in your directory'],
  INSUFFICIENT_SCOPE: [403, 'The API key lacks a permission; details.required names it'],
  SCIM_DISCOVERY_UNFILTERED: [403, 'Discovery takes no filter; leave it out and choose from the answer'],
  SCOPE_NOT_GRANTABLE: [403, 'These scopes cannot be given; details.scopes names them'],
  BOUND_NOT_GRANTABLE: [
    403,
    'Your key ends, is capped, is bound to addresses or has a rate limit of its own, and this would go beyond it; details.bounds names the fields, the rest its own bounds',
  ],
  SIGNATURE_INVALID: [403, 'The signature is missing or is none of those who may call this'],
  POLICY_DENIED: [403, 'A policy forbids this; details names the policy and what it found'],
  HTTPS_REQUIRED: [403, 'Plain HTTP is refused; use https, and replace a key that was sent in the clear'],
  CROSS_SITE_REQUEST: [
    403,
    'This form was sent by another site; open the page itself and send it from there',
  ],
  OIDC_CLIENT_NOT_FOUND: [404, 'No such OIDC client'],
  SCOPE_NOT_FOUND: [404, 'No such custom scope'],
  NOT_FOUND: [404, 'No such path'],
  INTERACTION_NOT_FOUND: [
    404,
    'No such sign-in: another browser began it, too long ago, or it is over; begin again at the application',
  ],
  ORGANIZATION_NOT_FOUND: [404, 'No such organization; the address is not complete'],
  IDENTITY_NOT_FOUND: [404, 'No such identity'],
  CREDENTIAL_NOT_FOUND: [404, 'No such credential'],
  USER_NOT_FOUND: [404, 'No such user'],
  PASSKEY_NOT_FOUND: [404, 'This person has no such passkey'],
  SCIM_TOKEN_NOT_FOUND: [404, 'No such SCIM token, or it was revoked before'],
  GROUP_NOT_FOUND: [404, 'No such group'],
  MEMBER_NOT_FOUND: [404, 'This person is not in the group'],
  SCIM_RESOURCE_NOT_FOUND: [
    404,
    'No such resource; it was never there, was deleted, or is of another organization',
  ],
  WEBHOOK_NOT_FOUND: [404, 'No such webhook'],
  DELIVERY_NOT_FOUND: [404, 'No such delivery of this webhook; they are kept for 30 days'],
  DEAD_LETTER_NOT_FOUND: [404, 'No such dead letter; it was replayed or deleted, or is older than 30 days'],
  WRAP_TOKEN_NOT_FOUND: [
    404,
    'No such wrap token: it was used or has expired; if you did not use it, revoke the secret',
  ],
  AUDIT_LOG_NOT_FOUND: [404, 'No such row of the audit log; they are kept for 400 days'],
  POLICY_NOT_FOUND: [404, 'No such policy'],
  PROVIDER_NOT_FOUND: [404, 'No such provider, or people cannot sign in with it'],
  ANOMALY_NOT_FOUND: [404, 'No such anomaly; closed ones are kept for 400 days'],
  ALERT_NOT_FOUND: [404, 'No such alert; resolved ones are kept for 400 days'],
  ALERT_RULE_NOT_FOUND: [404, 'No such alert rule'],
  METHOD_NOT_ALLOWED: [405, 'This path does not know this method; the Allow header lists those it knows'],
  NOT_ACCEPTABLE: [406, 'None of the types in Accept can be given; details.available lists those that can'],
  CREDENTIAL_NOT_ACTIVE: [409, 'The credential is not active; only an active one can be rotated'],
  CREDENTIAL_STATE_CONFLICT: [409, 'The state of the credential does not allow this'],
  IDENTITY_NOT_ACTIVE: [409, 'The identity is not active'],
  IDENTITY_STATE_CONFLICT: [409, 'The state of the identity does not allow this'],
  USER_EXISTS: [409, 'Another person has this e-mail address or username; details names which'],
  USER_STATE_CONFLICT: [409, 'The state of the person does not allow this'],
  GROUP_EXISTS: [409, 'Another group has this name; details.name is the name, choose another one'],
  PROVIDER_EXISTS: [
    409,
    'Another provider of the list has the OAuth client in details.clientId; change that provider',
  ],
  POLICY_EXISTS: [409, 'Another policy has this name; details.name is the name, choose another one'],
  SCOPE_EXISTS: [409, 'Another custom scope has this name; details.name is the name, choose another one'],
  SCOPE_IN_USE: [
    409,
    'Clients have this scope; take it from those in details.clients, which names some, first',
  ],
  OIDC_CLIENT_STATE_CONFLICT: [
    409,
    'The client has no secret, or another request changed it at the same time; details says which',
  ],
  MANAGED_BY_SCIM: [409, 'Another directory manages this over SCIM; change it there'],
  SCIM_REFERENCE_UNRESOLVED: [409, 'The operation refers to one of the same request that did not succeed'],
  WEBHOOK_STATE_CONFLICT: [
    409,
    'The webhook must be resumed first, or another request changed it at the same time; details says which',
  ],
  ANOMALY_STATE_CONFLICT: [409, 'The status of the anomaly does not allow this; a closed one stays closed'],
  ALERT_STATE_CONFLICT: [409, 'The status of the alert does not allow this; a resolved one stays resolved'],
  LOCKOUT_RISK: [
    409,
    'This would take away the last working key with scope *, or the last owner; make another first, or see details.reason',
  ],
  QUOTA_EXCEEDED: [409, 'The limit is reached; delete or revoke what is no longer used'],
  IDEMPOTENCY_CONFLICT: [409, 'This Idempotency-Key was used for another request; use a new one'],
  PRECONDITION_FAILED: [412, 'It has changed since you read it; read it again and retry with its new ETag'],
  PAYLOAD_TOO_LARGE: [
    413,
    'The body is too large; details.maximumBytes says how many bytes this operation reads',
  ],
  UNSUPPORTED_MEDIA_TYPE: [
    415,
    'The body has a type this operation does not read; details.supported lists those it reads, in UTF-8',
  ],
  RATE_LIMITED: [429, 'Rate limit exceeded; retry after the time in X-RateLimit-Reset'],
  INTERNAL_ERROR: [500, 'Unexpected error; the requestId helps us to find it'],
  SCIM_ME_UNSUPPORTED: [501, 'A SCIM token is no person, so there is no /Me; use /Users with a filter'],
  FEDERATION_CONN_FAILED: [
    502,
    'The other identity provider cannot be reached, or its answer is not valid; try again, or tell those who run it',
  ],
  SERVICE_UNAVAILABLE: [503, 'The service cannot answer now; retry after the seconds in Retry-After'],
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

/** The refusal of a body over the limit of its operation, in bytes. */
export class PayloadTooLarge extends Failure {
  constructor(maximumBytes: number) {
    super('PAYLOAD_TOO_LARGE', { maximumBytes });
    this.message = `The body is too large; this operation reads at most ${maximumBytes} bytes`;
  }
}

/** The refusal of a body with a content coding (RFC 9110 section 8.4): it could grow without measure. */
export class CompressedBody extends Failure {
  /** @param supported the media types that the operation reads */
  constructor(supported: readonly string[]) {
    super('UNSUPPORTED_MEDIA_TYPE', { supported, 'Content-Encoding': 'must be left out, or identity' });
    this.message =
      'The body is compressed, and compressed bodies are not accepted; send it without Content-Encoding';
  }
}

/** Where a request stands in its window. */
export interface Standing {
  limit: number;
  remaining: number;
  /** In seconds since 1970. */
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

/** What a limit of an API key counts: everything, all but verifications where these have a limit of their own, or these. */
type Counted = 'all' | 'others' | 'verifications';

/** The refusal of a call of an API key over its limit. The message says how to get more. */
export class KeyRateLimited extends RateLimited {
  /** @param operator what the operator allows, in requests a minute, and what this limit counts */
  constructor(
    standing: Standing,
    secondsLeft: number,
    operator: { rateLimitBurst: number; rateLimitMaxPerMinute: number; counted: Counted },
  ) {
    super(standing, secondsLeft);
    const { rateLimitBurst: burst, rateLimitMaxPerMinute: most, counted } = operator;
    const what = {
      all: 'requests a minute, verifications included,',
      others: 'requests a minute, without verifications,',
      verifications: 'verifications a minute',
    }[counted];
    const more =
      counted === 'verifications'
        ? 'For more, ask the operator to raise VERIFY_RATE_LIMIT_PER_MINUTE'
        : `For more, set rateLimitPerMinute of the key (at most ${most}), or ask the operator to raise RATE_LIMIT_PER_MINUTE`;
    this.message = `Rate limit exceeded: this key may make ${standing.limit} ${what} and ${burst} more. Retry after the time in X-RateLimit-Reset. ${more}`;
  }
}

/** The refusal of one field. */
export const invalid = (field: string, allowed: string): Failure =>
  new Failure('VALIDATION_ERROR', { [field]: allowed });
