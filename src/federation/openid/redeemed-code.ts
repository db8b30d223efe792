import { JsonRefusal, parseJson } from '../../lib/json.ts';
import { isObject, ownValue } from '../../lib/object.ts';
import { type OutgoingFailure, type OutgoingFailureCode } from '../../platform/outgoing.ts';
import { errorIn, SocialTrouble, unreachable } from './trouble.ts';

/** Nothing was sent yet when these happen, so that no code can cause them. */
const beforeSending: ReadonlySet<OutgoingFailureCode> = new Set([
  'DNS_FAILURE',
  'CONNECTION_REFUSED',
  'TLS_ERROR',
  'BLOCKED_ADDRESS',
]);

/**
 * Says why a code was not redeemed, if the token endpoint did not answer at all. A stranger can bring any code, and a code can look
 * like an attack to a firewall, which then ends or delays the connection. So the provider is not at fault.
 */
export const noAnswerToCode = (failure: OutgoingFailure): SocialTrouble =>
  unreachable(failure, beforeSending.has(failure.code));

/**
 * Demands tokens of the answer to a code. Providers answer a code that a stranger made up with any status and any body: RFC 6749
 * section 5.2 has `invalid_grant`, some have other errors, status 500 or a page. Only the error of our own authentication
 * (`invalid_client`) does not depend on the code. With any other answer, the provider is not at fault.
 * @throws {SocialTrouble}
 */
export function requireTokens({ status, body }: { status: number; body: string }): void {
  const said = jsonIn(body);
  if (status === 200 && typeof ownValue(said, 'access_token') === 'string') return;
  const error = ownValue(said, 'error');
  if (error === 'invalid_client')
    throw new SocialTrouble('The provider refused our client authentication (invalid_client)');
  throw new SocialTrouble(
    `The provider gave no tokens for the code: it responded with ${status}${errorIn(error)}`,
    { isOfProvider: false },
  );
}

function jsonIn(body: string): Record<string, unknown> {
  try {
    const value = parseJson(Buffer.from(body));
    return isObject(value) ? value : {};
  } catch (error) {
    if (error instanceof JsonRefusal) return {};
    throw error;
  }
}
