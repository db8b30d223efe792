import type { Failure, FailureCode } from '../failure.ts';
import { cut } from '../lib/cut.ts';
import { accepts } from '../lib/accept.ts';
import type { Refusal } from './failures.ts';

/** The media type of SCIM (RFC 7644 section 8.1). */
export const scimType = 'application/scim+json';

/**
 * Returns the media type of the response to an `Accept` header: SCIM's own type, unless the client takes only plain
 * JSON.
 */
export const scimTypeFor = (accept: string | undefined): string =>
  !accepts(accept, [scimType]) && accepts(accept, ['application/json']) ? 'application/json' : scimType;

/** The word that RFC 7644 section 3.12 and RFC 9865 have for a refusal, where they have one. */
const types: Readonly<Partial<Record<FailureCode, string>>> = {
  SCIM_FILTER_INVALID: 'invalidFilter',
  SCIM_TOO_MANY: 'tooMany',
  SCIM_VALUE_INVALID: 'invalidValue',
  SCIM_PATH_INVALID: 'invalidPath',
  SCIM_NO_TARGET: 'noTarget',
  SCIM_MUTABILITY: 'mutability',
  SCIM_SYNTAX_INVALID: 'invalidSyntax',
  SCIM_CURSOR_INVALID: 'invalidCursor',
  VALIDATION_ERROR: 'invalidValue',
  PASSWORD_POLICY_VIOLATION: 'invalidValue',
  MALFORMED_JSON: 'invalidSyntax',
  USER_EXISTS: 'uniqueness',
  GROUP_EXISTS: 'uniqueness',
};

type Details = Record<string, unknown>;

const list = (values: unknown): string => [values].flat().map(String).join(', ');

/** Field names and what is wrong with each. */
const fields = (details: Details): string =>
  Object.entries(details)
    .map(([name, allowed]) => `${name} ${list(allowed)}`)
    .join('; ');

/** The sentences of refusals whose message tells what the details of our own API name: SCIM has no details. */
const sentences: Readonly<Partial<Record<FailureCode, (details: Details) => string>>> = {
  VALIDATION_ERROR: fields,
  MALFORMED_JSON: fields,
  PASSWORD_POLICY_VIOLATION: (details) =>
    `the password does not meet the password policy: ${fields(details)}`,
  INSUFFICIENT_SCOPE: ({ required }) => `the SCIM token lacks the permission ${list(required)}`,
  SCOPE_NOT_GRANTABLE: ({ scopes }) => `the SCIM token lacks scopes that this needs: ${list(scopes)}`,
  NOT_FOUND: () =>
    'no such path; SCIM has /Users, /Groups, /Bulk, /Schemas, /ResourceTypes, /ServiceProviderConfig',
  NOT_ACCEPTABLE: ({ available }) =>
    `responses have the type ${list(available)}; name one of these types in Accept`,
  UNSUPPORTED_MEDIA_TYPE: (details) =>
    'Content-Encoding' in details
      ? 'the body is compressed, and compressed bodies are not accepted; send it without Content-Encoding'
      : `send the body as one of ${list(details['supported'])} in UTF-8, uncompressed`,
  PAYLOAD_TOO_LARGE: ({ maximumBytes }) => `the body may have at most ${list(maximumBytes)} bytes`,
  USER_EXISTS: (details) =>
    `another user has this ${list(Object.keys(details).map((name) => (name === 'username' ? 'userName' : name)))}`,
  GROUP_EXISTS: () => 'another group has this displayName',
  LOCKOUT_RISK: (details) => `this would lock out the organization: ${list(Object.values(details))}`,
  RATE_LIMITED: ({ limit }) =>
    `more than ${list(limit)} requests in a minute; retry after the seconds in Retry-After`,
  INTERNAL_ERROR: () =>
    'unexpected error; report the X-Request-Id of this response, so that we can find the cause',
};

const mostOfADetail = 2_000;

/** Returns the sentence about a refusal that administrators read, after its code. */
export const scimDetailOf = (failure: Failure): string =>
  cut(`${failure.code}: ${sentenceOf(failure)}`, mostOfADetail);

/**
 * Returns the sentence of a refusal after its code. Code that throws gives `details.detail` if it knows a
 * better one.
 */
function sentenceOf({ code, details, message }: Failure): string {
  const sentence = typeof details['detail'] === 'string' ? details['detail'] : sentences[code]?.(details);
  return sentence || message;
}

/**
 * Renders a refusal of SCIM: the very body of RFC 7644 section 3.12, because strict clients refuse any more, with the
 * code at the start of `detail` and in a header (decisions 6.9).
 */
export function scimRefusalOf(failure: Failure, headers: Record<string, string>): Refusal<ScimErrorBody> {
  const { code, status } = failure;
  const scimType = types[code];
  const detail = scimDetailOf(failure);
  return {
    status,
    body: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
      ...(scimType === undefined ? {} : { scimType }),
      detail,
    },
    headers: { ...headers, 'X-Error-Code': code },
  };
}

interface ScimErrorBody {
  schemas: string[];
  status: string;
  scimType?: string;
  detail: string;
}
