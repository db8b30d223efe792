import type { KeywardCaller } from './caller.ts';

/** A decision about one request: the caller, or the whole response that refuses it. */
export type Decision =
  | {
      allowed: true;
      caller: KeywardCaller;
      /** Headers for the response of the handler. They tell caches that it is for this caller alone. */
      headers: CacheHeaders;
    }
  | Denial;

export interface CacheHeaders {
  'Cache-Control': string;
  Vary: string;
}

/** The judgement of one credential: its caller, or the whole response that refuses it. */
export type Judgement = { allowed: true; caller: KeywardCaller } | Denial;

/** A response that refuses a request. It never contains the secret of the request. */
export interface Denial {
  allowed: false;
  status: number;
  headers: Record<string, string>;
  body: { error: string; code: string };
}

/** The error codes of bearer tokens (RFC 6750, section 3.1). */
export type BearerError = 'invalid_request' | 'invalid_token' | 'insufficient_scope';

export interface DenialFacts {
  status: number;
  code: string;
  message: string;
  /** The `error` of the challenge; undefined if the request has no credential, or if another credential would not help. */
  bearer?: BearerError | undefined;
  /** Scopes that the endpoint requires. */
  scopes?: readonly string[] | undefined;
  retryAfterSeconds?: number | undefined;
}

/** Returns the response for these facts, with the challenge of RFC 6750 where a credential could help. */
export function deny({ status, code, message, bearer, scopes, retryAfterSeconds }: DenialFacts): Denial {
  const headers: Record<string, string> = { 'Cache-Control': 'no-store' };
  if (status === 401 || bearer) {
    // Scopes are named only if the credential lacks them, or if there is no credential yet.
    const names = bearer === undefined || bearer === 'insufficient_scope' ? scopes : [];
    headers['WWW-Authenticate'] = [
      'Bearer realm="api"',
      ...(bearer ? [`error="${bearer}"`] : []),
      ...(names && names.length > 0 ? [`scope="${names.join(' ')}"`] : []),
    ].join(', ');
  }
  if (retryAfterSeconds !== undefined) headers['Retry-After'] = String(Math.ceil(retryAfterSeconds));
  return { allowed: false, status, headers, body: { error: message, code } };
}
