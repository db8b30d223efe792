import { html, type Markup } from '../../lib/markup.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { layout } from '../../platform/pages/layout.ts';
import { oidcTexts } from './messages/oidc.ts';
import type { PageView } from '../../platform/pages/view.ts';

const kinds = {
  OIDC_CLIENT_NOT_FOUND: 'errorClient',
  INVALID_REDIRECT_URI: 'errorRedirect',
} as const;

/**
 * Tells a person what their application cannot be told.
 * @param isHint whether the application sent an `id_token_hint` that is not ours, or not its own
 */
export function oidcErrorPage(view: PageView, { code, isHint }: { code: string; isHint: boolean }): Markup {
  const texts = say(oidcTexts, view.locale);
  const known = Object.hasOwn(kinds, code) ? kinds[code as keyof typeof kinds] : undefined;
  const kind = isHint ? 'errorHint' : known;
  return layout(
    view,
    kind ? texts[`${kind}Title`] : texts.errorTitle,
    html`<p>${kind ? texts[kind] : texts.errorText}</p>
<p class="code">${texts.errorCode} <code>${code}</code></p>`,
    { isError: true },
  );
}
