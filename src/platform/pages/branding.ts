import { type Branding, defaultColors } from '../../lib/auth-config.ts';
import { textOn } from '../../lib/contrast.ts';

/** The branding of pages that belong to no organization. */
export const defaultBranding: Branding = {
  displayName: 'Keyward',
  logoUri: null,
  ...defaultColors,
  supportUri: null,
  locale: 'en',
};

const form = /^\/ui\/theme-([0-9a-f]{6})-([0-9a-f]{6})\.css$/;

/** The address of the stylesheet of an organization's colours: pages have none inline. Null where they are the default. */
export function themePath({ primaryColor, backgroundColor }: Branding): string | null {
  const { primaryColor: primary, backgroundColor: background } = defaultColors;
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
