/**
 * The secrets of Keyward that begin with a prefix, wherever they are in a text: keys, wrap tokens, SCIM tokens and webhook secrets. Check
 * digits do not matter, nor does the end: most of a secret is as dangerous as all of it. Names such as `kd_live_…a1b2` have too few signs.
 */
const secret = /(kd_(?:live|test|jit|wrap)_|scim_|whsec_)[0-9a-z+/]{20,}=?/gi;

/** Whether a text has a secret in it, which must not be in an address: proxies and browsers keep addresses. */
export const holdsSecret = (text: string): boolean => text.search(secret) !== -1;

/** Returns the text with `…` in the place of each secret, after its prefix. */
export const withoutSecrets = (text: string): string => text.replace(secret, '$1…');
