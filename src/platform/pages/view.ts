import type { Locale } from '../../lib/locale.ts';
import type { Branding } from '../../lib/auth-config.ts';
import { defaultBranding } from './branding.ts';

/** The values that every page has besides its own content. */
export interface PageView {
  locale: Locale;
  branding: Branding;
  requestId: string;
  /** The length in characters that the organization demands of a new password. Undefined where no organization is known. */
  minLength?: number;
  /** Where the page is shown again by GET, in another language. Undefined if it cannot be. */
  here?: string | undefined;
}

interface Asked {
  here?: string | undefined;
  locale: Locale | undefined;
  requestId: string;
}

/** The view of a request. */
export const viewOf = (
  { locale, requestId, here }: Asked,
  branding: Branding = defaultBranding,
): PageView => ({
  locale: locale ?? branding.locale,
  branding,
  requestId,
  here,
});
