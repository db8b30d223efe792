import type { FailureCode } from '../../failure.ts';
import { html, type Markup } from '../../lib/markup.ts';
import { say } from './catalogue.ts';
import { layout } from './layout.ts';
import { errorTexts } from './messages/errors.ts';
import type { PageView } from './view.ts';

type Kind =
  | 'badRequest'
  | 'notFound'
  | 'forbidden'
  | 'crossSite'
  | 'plain'
  | 'expired'
  | 'tooMany'
  | 'busy'
  | 'fault'
  | 'other';

const byCode: Readonly<Partial<Record<FailureCode, Kind>>> = {
  CROSS_SITE_REQUEST: 'crossSite',
  HTTPS_REQUIRED: 'plain',
  INTERACTION_NOT_FOUND: 'expired',
};

const byStatus: Readonly<Record<number, Kind>> = {
  400: 'badRequest',
  403: 'forbidden',
  404: 'notFound',
  405: 'badRequest',
  413: 'badRequest',
  415: 'badRequest',
  429: 'tooMany',
  500: 'fault',
  503: 'busy',
};

/** Tells users that a page cannot be shown, in words that help users who have not built it. */
export function errorPage(view: PageView, code: FailureCode, status: number): Markup {
  const texts = say(errorTexts, view.locale);
  const kind = byCode[code] ?? byStatus[status] ?? 'other';
  return layout(
    view,
    texts[`${kind}Title`],
    html`<p>${texts[kind]}</p>
<p class="code">${texts.code} <code>${code}</code></p>`,
    { isError: true },
  );
}
