import type { IncomingMessage } from 'node:http';
import { newId } from '../lib/id.ts';
import { holdsSecret } from '../lib/secret-text.ts';

const acceptable = /^[A-Za-z0-9._-]{1,64}$/;

/** The caller's X-Request-Id if it can be logged as it is, which most of a secret cannot, else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const wanted = headers['x-request-id'];
  return typeof wanted !== 'string' || !acceptable.test(wanted) || holdsSecret(wanted)
    ? newId('req')
    : wanted;
}

/** Returns the headers that every response carries. */
export const commonHeaders = (requestId: string, secure: boolean): Record<string, string> => ({
  'X-Request-Id': requestId,
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  ...(secure ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
});
