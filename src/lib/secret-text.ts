/**
 * The secrets of Keyward that begin with a prefix, wherever they are in a text: keys, keys of operators, tokens of users, wrap tokens, SCIM tokens and
 * webhook secrets. Check digits do not matter, nor does the end: most of a secret is as dangerous as all of it. Names such as `kd_live_…a1b2` have too few signs.
 */
const secret = /(kd_(?:live|test|jit|wrap|operator|user|refresh)_|scim_|whsec_)[0-9a-z+/]{20,}=?/gi;

/** Whether a text has a secret in it, which must not be in an address: proxies and browsers keep addresses. */
export const holdsSecret = (text: string): boolean => text.search(secret) !== -1;

/** The end of a secret as lists show it: `kd_live_…a1b2`, `…a1b2` or `a1b2`. */
const end = /^\s*(kd_live_|kd_test_|kd_jit_)?(?:…|\.{3})?\s*([0-9A-Za-z]{4})\s*$/;

/** Reads the last four characters of a key, and its prefix if the text has one. @returns undefined for other texts */
export function endOfSecret(text: string): { prefix: string | undefined; last4: string } | undefined {
  const [, prefix, last4] = end.exec(text) ?? [];
  return last4 === undefined ? undefined : { prefix, last4 };
}

/** Returns the text with `…` in the place of each secret, after its prefix. */
export const withoutSecrets = (text: string): string => text.replace(secret, '$1…');
