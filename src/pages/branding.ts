import type { Locale } from '../lib/locale.ts';

/** How an organization looks on its pages. */
export interface Branding {
  /** Its name, above everything. */
  displayName: string;
  /** An https or data address of an image. */
  logoUri: string | null;
  /** Of buttons and, where there is no text, of accents: `#rrggbb`. */
  primaryColor: string;
  /** Behind the card, in light mode: `#rrggbb`. */
  backgroundColor: string;
  /** Where people find help: an https or mailto address. */
  supportUri: string | null;
  /** For whoever asks for no language that there is. */
  locale: Locale;
}

/** Of organizations that have set nothing, and of pages that belong to none. */
export const defaultBranding: Branding = {
  displayName: 'Keyward',
  logoUri: null,
  primaryColor: '#1f4fd8',
  backgroundColor: '#f4f5f8',
  supportUri: null,
  locale: 'en',
};

const channels = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);

/** WCAG 2.2, "relative luminance". */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((c) =>
    c <= 0.040_45 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2, "contrast ratio", of two colours `#rrggbb`: from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Black or white, whichever is read better on it; one of them always has at least 4.5. */
export const textOn = (color: string): string =>
  contrast(color, '#ffffff') >= contrast(color, '#14161a') ? '#ffffff' : '#14161a';

const form = /^\/ui\/theme-([0-9a-f]{6})-([0-9a-f]{6})\.css$/;

/** The address of the stylesheet of an organization's colours: pages have none inline. Null where they are the default. */
export function themePath({ primaryColor, backgroundColor }: Branding): string | null {
  const { primaryColor: primary, backgroundColor: background } = defaultBranding;
  if (primaryColor === primary && backgroundColor === background) return null;
  const path = `/ui/theme-${primaryColor.slice(1)}-${backgroundColor.slice(1)}.css`.toLowerCase();
  return form.test(path) ? path : null;
}

/** The stylesheet at such an address. */
export function themeOf(path: string): string | undefined {
  const [, primary, background] = form.exec(path) ?? [];
  if (primary === undefined || background === undefined) return undefined;
  const text = textOn(`#${background}`);
  return `:root{--primary:#${primary};--on-primary:${textOn(`#${primary}`)}}
@media not (prefers-color-scheme:dark){:root{--page:#${background};--on-page:${text}}}
`;
}
