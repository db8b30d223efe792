import type { Failure, FailureCode } from '../failure.ts';
import type { Refusal } from './failures.ts';

/** The words that RFC 6749 sections 4.1.2.1 and 5.2 have; what is missing is one of `byStatus`. */
const words: Readonly<Partial<Record<FailureCode, string>>> = {
  HTTPS_REQUIRED: 'invalid_request',
  CROSS_SITE_REQUEST: 'invalid_request',
  UNAUTHORIZED: 'invalid_client',
  NOT_FOUND: 'not_found',
  ORGANIZATION_NOT_FOUND: 'not_found',
  RATE_LIMITED: 'temporarily_unavailable',
  SERVICE_UNAVAILABLE: 'temporarily_unavailable',
};

function wordOf({ code, status }: Failure): string {
  if (status >= 500) return words[code] ?? 'server_error';
  return words[code] ?? (status === 403 ? 'access_denied' : 'invalid_request');
}

interface OAuthErrorBody {
  error: string;
  error_description: string;
  code: FailureCode;
  requestId: string;
}

/** RFC 6749 section 5.2: no quotes, no backslash, ASCII only. */
const printable = (text: string): string =>
  text.replaceAll('"', "'").replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?');

const mostOfADescription = 1_000;

/** Renders a refusal of the protocol engine's operations: RFC 6749's body, with our code and the request id beside it. */
export function oauthRefusalOf(
  failure: Failure,
  requestId: string,
  headers: Record<string, string>,
): Refusal<OAuthErrorBody> {
  const { code, status, message, details } = failure;
  const fields = Object.entries(details).map(([name, allowed]) => `${name} ${[allowed].flat().join(', ')}`);
  const told = code === 'VALIDATION_ERROR' && fields.length > 0 ? fields.join('; ') : message;
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
