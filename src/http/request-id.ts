import type { IncomingMessage } from 'node:http';
import { newId } from '../lib/id.ts';
import { isWellFormedOperatorKey, isWellFormedScimToken, isWellFormedSecret } from '../lib/secret.ts';

const acceptable = /^[A-Za-z0-9._-]{1,64}$/;

/** The caller's X-Request-Id if it can be logged as it is, which a secret cannot, else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const wanted = headers['x-request-id'];
  if (typeof wanted !== 'string' || !acceptable.test(wanted)) return newId('req');
  const isSecret = [isWellFormedSecret, isWellFormedScimToken, isWellFormedOperatorKey].some((isOne) =>
    isOne(wanted),
  );
  return isSecret ? newId('req') : wanted;
}

/** Returns the headers that every response carries. */
export const commonHeaders = (requestId: string, secure: boolean): Record<string, string> => ({
  'X-Request-Id': requestId,
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  ...(secure ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
});
