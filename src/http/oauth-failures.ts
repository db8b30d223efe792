import type { Failure, FailureCode } from '../failure.ts';
import type { Refusal } from './failures.ts';

/** The words that RFC 6749 sections 4.1.2.1 and 5.2, and others where they are named, have; what is missing is one of `byStatus`. */
const words: Readonly<Partial<Record<FailureCode, string>>> = {
  HTTPS_REQUIRED: 'invalid_request',
  CROSS_SITE_REQUEST: 'invalid_request',
  CLIENT_DOCUMENT_REFUSED: 'invalid_client',
  UNAUTHORIZED: 'invalid_client',
  // RFC 7591 section 3.2.2.
  INVALID_REDIRECT_URI: 'invalid_redirect_uri',
  INVALID_CLIENT_METADATA: 'invalid_client_metadata',
  SOFTWARE_STATEMENT_REFUSED: 'unapproved_software_statement',
  // RFC 6750 section 3.1.
  REGISTRATION_TOKEN_INVALID: 'invalid_token',
  NOT_FOUND: 'not_found',
  ORGANIZATION_NOT_FOUND: 'not_found',
  CONNECTION_NOT_FOUND: 'not_found',
  ORGANIZATION_SUSPENDED: 'invalid_client',
  RATE_LIMITED: 'temporarily_unavailable',
  SERVICE_UNAVAILABLE: 'temporarily_unavailable',
};

function wordOf({ code, status, details }: Failure): string {
  // RFC 6750 section 3.1: the caller has presented a token.
  if (code === 'ORGANIZATION_SUSPENDED' && 'token' in details) return 'invalid_token';
  if (status >= 500) return words[code] ?? 'server_error';
  return words[code] ?? (status === 403 ? 'access_denied' : 'invalid_request');
}

interface OAuthErrorBody {
  error: string;
  error_description: string;
  code: FailureCode;
  requestId: string;
}

const list = (values: unknown): string => [values].flat().map(String).join(', ');

/** Names each wrong field, and what it allows. */
const fieldsOf = (details: Failure['details']): string =>
  Object.entries(details)
    .map(([name, allowed]) => `${name} ${list(allowed)}`)
    .join('; ');

/** The sentences of refusals whose message points to the details of our own API, which these bodies do not have. */
const sentences: Readonly<Partial<Record<FailureCode, (details: Failure['details']) => string>>> = {
  VALIDATION_ERROR: fieldsOf,
  INVALID_REDIRECT_URI: fieldsOf,
  INVALID_CLIENT_METADATA: fieldsOf,
  NOT_ACCEPTABLE: ({ available }) =>
    `responses have the type ${list(available)}; name one of these types in Accept`,
  PAYLOAD_TOO_LARGE: ({ maximumBytes }) => `the body may have at most ${list(maximumBytes)} bytes`,
  UNSUPPORTED_MEDIA_TYPE: (details) =>
    'Content-Encoding' in details
      ? 'the body is compressed, and compressed bodies are not accepted; send it without Content-Encoding'
      : `send the body as ${list(details['supported'])} in UTF-8, uncompressed`,
};

/** RFC 6749 section 5.2: no quotes, no backslash, ASCII only. */
const printable = (text: string): string =>
  text.replaceAll('"', "'").replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?');

const mostOfADescription = 1_000;

/** To a program, a suspended organization has no client and no token. Its authentication fails (RFC 6749 section 5.2). */
export const statusForPrograms = ({ code, status }: Failure): number =>
  code === 'ORGANIZATION_SUSPENDED' ? 401 : status;

/** Renders a refusal of the protocol engine's operations: RFC 6749's body, with our code and the request id beside it. */
export function oauthRefusalOf(
  failure: Failure,
  requestId: string,
  headers: Record<string, string>,
): Refusal<OAuthErrorBody> {
  const { code, status, message, details } = failure;
  const told = sentences[code]?.(details) || message;
  return {
    status,
    body: {
      error: wordOf(failure),
      error_description: printable(told).slice(0, mostOfADescription),
      code,
      requestId,
    },
    headers,
  };
}
