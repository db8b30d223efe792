import { isObject, ownValue } from '../../lib/object.ts';
import { OutgoingFailure } from '../../platform/outgoing.ts';

/** Why a provider is not believed, or could not be asked: for the tenant's audit log. Holds nothing of what it sent. */
export class SocialTrouble extends Error {
  override readonly name = 'SocialTrouble';
  /** Whether the provider is at fault, and not the browser. A browser can bring any answer. */
  readonly isOfProvider: boolean;

  constructor(
    message: string,
    { isOfProvider = true, cause }: { isOfProvider?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.isOfProvider = isOfProvider;
  }
}

/**
 * Returns the HTTP status of the page about a trouble: 502 if a call of ours failed or its answer is not valid, and 400 if the browser
 * brought what is refused, by us or by the provider. A stranger can bring anything, and must not look like an outage to the operator.
 */
export const statusOfTrouble = ({ isOfProvider, cause }: SocialTrouble): 400 | 502 =>
  isOfProvider || cause instanceof OutgoingFailure ? 502 : 400;

/** A SAML response that is genuine, and not one to the request of this browser. */
export const otherRequest = (): SocialTrouble =>
  new SocialTrouble('The response is not one to the request of this browser (InResponseTo)', {
    isOfProvider: false,
  });

/** A provider that did not answer. @param isOfProvider false if the browser may have caused it */
export const unreachable = (failure: OutgoingFailure, isOfProvider = true): SocialTrouble =>
  new SocialTrouble(`The provider cannot be reached: ${failure.code}`, { isOfProvider, cause: failure });

/** The `error` of a response (RFC 6749 section 5.2) in parentheses, if it is one. */
export const errorIn = (error: unknown): string =>
  typeof error === 'string' && /^[a-z_]{1,64}$/.test(error) ? ` (${error})` : '';

/**
 * Returns in a word what went wrong. Messages and bodies of others may hold tokens and codes, and are left out. Every
 * error that is thrown while a provider is asked comes from what it sent.
 */
export function troubleOf(error: unknown): SocialTrouble {
  // The library wraps what a call of ours throws.
  const known = causes(error).find((one) => one instanceof SocialTrouble);
  if (known) return known;
  const cause = causes(error).find((one) => one instanceof OutgoingFailure);
  if (cause) return unreachable(cause);
  const codes = causes(error).map((one) => (one as { code?: unknown }).code);
  const code = codes.find((one) => typeof one === 'string' && /^[A-Z_]{1,64}$/.test(one));
  const oauth = (error as { error?: unknown }).error;
  return new SocialTrouble(
    `The response of the provider is not valid: ${typeof code === 'string' ? code : 'unreadable'}${errorIn(oauth)}`,
    { isOfProvider: !isOfAnotherSignIn(error), cause: error },
  );
}

/** A code that was given to another sign-in comes with the nonce of that one. PKCE refuses such a code before, if it is used. */
const isOfAnotherSignIn = (error: unknown): boolean =>
  causes(error).some(({ cause }) => isObject(cause) && ownValue(cause, 'claim') === 'nonce');

function causes(error: unknown): Error[] {
  const found: Error[] = [];
  for (let one = error; one instanceof Error && found.length < 10; one = one.cause) found.push(one);
  return found;
}
