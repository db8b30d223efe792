import type { Locale } from '../../lib/locale.ts';
import type { Branding } from '../../lib/auth-config.ts';
import { defaultBranding } from './branding.ts';

/** What every page knows besides its own content. */
export interface PageView {
  locale: Locale;
  branding: Branding;
  requestId: string;
}

interface Asked {
  locale: Locale | undefined;
  requestId: string;
}

/** The view of a request. */
export const viewOf = ({ locale, requestId }: Asked, branding: Branding = defaultBranding): PageView => ({
  locale: locale ?? branding.locale,
  branding,
  requestId,
});
