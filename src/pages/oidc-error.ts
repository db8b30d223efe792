import { html, type Markup } from '../lib/markup.ts';
import { say } from './catalogue.ts';
import { layout } from './layout.ts';
import { oidcTexts } from './messages/oidc.ts';
import type { PageView } from './view.ts';

const kinds = {
  OIDC_CLIENT_NOT_FOUND: 'errorClient',
  INVALID_REDIRECT_URI: 'errorRedirect',
} as const;

/** Tells a person what their application cannot be told. */
export function oidcErrorPage(view: PageView, code: string): Markup {
  const texts = say(oidcTexts, view.locale);
  const kind = Object.hasOwn(kinds, code) ? kinds[code as keyof typeof kinds] : undefined;
  return layout(
    view,
    kind ? texts[`${kind}Title`] : texts.errorTitle,
    html`<p>${kind ? texts[kind] : texts.errorText}</p>
<p class="code">${texts.errorCode} <code>${code}</code></p>`,
    { failed: true },
  );
}
