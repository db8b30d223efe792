import type { RequestedAuthnContext } from '../saml-messages/read/authn-request.ts';

const classes = 'urn:oasis:names:tc:SAML:2.0:ac:classes:';
const unspecified = `${classes}unspecified`;
const passwordProtected = `${classes}PasswordProtectedTransport`;
/** REFEDS MFA profile 1.2. */
const refedsMfa = 'https://refeds.org/profile/mfa';

/** How many factors each known class needs. A login with more factors is stronger. */
const factorsOf: ReadonlyMap<string, 1 | 2> = new Map([
  [unspecified, 1],
  [`${classes}Password`, 1],
  [passwordProtected, 1],
  ['https://refeds.org/profile/sfa', 1],
  [refedsMfa, 2],
  ['http://schemas.microsoft.com/claims/multipleauthn', 2],
]);

const factorsIn = (amr: readonly string[]): 1 | 2 => (amr.includes('mfa') ? 2 : 1);

/**
 * Returns the classes of a request that the service can assert (SAML core section 3.3.2.2.1). An equal or stronger login
 * satisfies `exact` and `minimum` alike, because service providers demand exactly a password and mean at least one.
 * @returns undefined if none can be satisfied
 */
export function knownClasses({
  comparison,
  classes: wanted,
  declarations,
}: RequestedAuthnContext): string[] | undefined {
  if (comparison === 'maximum' || comparison === 'better' || declarations.length > 0) return undefined;
  const known = wanted.filter((one) => factorsOf.has(one)).slice(0, factorsOf.size);
  return known.length > 0 ? known : undefined;
}

/**
 * Returns the class that an assertion about a login has.
 * @param wanted from {@link knownClasses}; empty if the request leaves the choice
 * @returns undefined if the login is weaker than each of them
 */
export function classFor(amr: readonly string[], wanted: readonly string[]): string | undefined {
  const factors = factorsIn(amr);
  if (wanted.length > 0) return wanted.find((one) => (factorsOf.get(one) ?? 3) <= factors);
  if (factors === 2) return refedsMfa;
  return amr.includes('pwd') ? passwordProtected : unspecified;
}
