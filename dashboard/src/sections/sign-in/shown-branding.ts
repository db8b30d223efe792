import type { Branding, BrandingPreview } from '../../generated/types.gen.ts';

/** The patterns of the contract for each text. A text that is half typed would be rejected as a whole. */
const complete: Readonly<Record<string, RegExp>> = {
  displayName: /^[^\p{Cc}]{1,100}$/u,
  logoUri: /^[^\p{Cc}]{1,65536}$/u,
  primaryColor: /^#[0-9a-f]{6}$/i,
  backgroundColor: /^#[0-9a-f]{6}$/i,
  supportUri: /^[^\p{Cc}]{1,2048}$/u,
  locale: /^[a-z]{2}$/,
};

/**
 * Returns the branding that a form would save. In place of a value that is not complete stands what is saved, and an empty field has
 * its default.
 */
export function shownBranding(
  entered: Readonly<Record<string, unknown>>,
  saved: Branding,
  organizationName: string,
): BrandingPreview {
  const shown = Object.entries(complete).flatMap(([name, whole]) => {
    const [value, before] = [entered[name], saved[name as keyof Branding]];
    if (value === '' || value === null) return [];
    const one = typeof value === 'string' && whole.test(value.trim()) ? value.trim() : before;
    return one === null || one === undefined ? [] : [[name, one]];
  });
  return { displayName: organizationName, ...Object.fromEntries(shown) };
}
