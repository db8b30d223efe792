/** The kinds of factors that values of `amr` stand for (RFC 8176). Two kinds are two factors. */
const kinds: Readonly<Record<string, 'knowledge' | 'possession' | 'inherence'>> = {
  kba: 'knowledge',
  pin: 'knowledge',
  pwd: 'knowledge',
  hwk: 'possession',
  otp: 'possession',
  pop: 'possession',
  sc: 'possession',
  sms: 'possession',
  swk: 'possession',
  tel: 'possession',
  face: 'inherence',
  fpt: 'inherence',
  iris: 'inherence',
  retina: 'inherence',
  vbm: 'inherence',
};

/** Values of `amr` that say by themselves that there were two factors. The others are of Entra ID and AD FS. */
const multipleAmr: ReadonlySet<string> = new Set([
  'mfa',
  'ngcmfa',
  'http://schemas.microsoft.com/claims/multipleauthn',
]);

/** Values of `acr` that say so: of PAPE, REFEDS, AD FS, Okta and Keyward. */
const multipleAcr: ReadonlySet<string> = new Set([
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
  'https://refeds.org/profile/mfa',
  'http://schemas.microsoft.com/claims/multipleauthn',
  'urn:okta:loa:2fa:any',
  'urn:keyward:acr:multi',
]);

/**
 * Returns whether an identity provider says that the user proved two factors. `otp` alone is one factor, such as a code by mail.
 */
export function saysTwoFactors({ amr, acr }: { amr: readonly string[]; acr: string | null }): boolean {
  if (acr !== null && multipleAcr.has(acr)) return true;
  if (amr.some((method) => multipleAmr.has(method))) return true;
  const proved = new Set(amr.flatMap((method) => (Object.hasOwn(kinds, method) ? [kinds[method]] : [])));
  return proved.size > 1;
}
