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
  | 'blocked'
  | 'suspended'
  | 'crossSite'
  | 'plain'
  | 'expired'
  | 'tooLong'
  | 'tooMany'
  | 'busy'
  | 'application'
  | 'fault'
  | 'other';

const byCode: Readonly<Partial<Record<FailureCode, Kind>>> = {
  ACCESS_BLOCKED: 'blocked',
  ORGANIZATION_SUSPENDED: 'suspended',
  CROSS_SITE_REQUEST: 'crossSite',
  HTTPS_REQUIRED: 'plain',
  INTERACTION_NOT_FOUND: 'expired',
  // Two forms of one user were sent at once.
  USER_STATE_CONFLICT: 'busy',
  SAML_REQUEST_INVALID: 'application',
  SAML_SIGNATURE_INVALID: 'application',
  SAML_ACS_MISMATCH: 'application',
  SP_NOT_FOUND: 'application',
};

const byStatus: Readonly<Record<number, Kind>> = {
  400: 'badRequest',
  403: 'forbidden',
  404: 'notFound',
  405: 'badRequest',
  413: 'tooLong',
  415: 'badRequest',
  429: 'tooMany',
  431: 'tooLong',
  500: 'fault',
  503: 'busy',
};

/**
 * Tells users that a page cannot be shown, in words that help users who have not built it.
 * @param application the path that takes the user back to the application, if one waits
 */
export function errorPage(
  view: PageView,
  code: FailureCode,
  status: number,
  details: Readonly<Record<string, unknown>> = {},
  application?: string,
): Markup {
  const texts = say(errorTexts, view.locale);
  const long = tooLongIn(details);
  const kind = long ? 'tooLong' : (byCode[code] ?? byStatus[status] ?? 'other');
  return layout(
    view,
    texts[`${kind}Title`],
    html`<p>${texts[kind]}</p>
${kind === 'application' && html`<p lang="en">${sentenceOf(details)} ${namedIn(details)}</p>`}
${long && html`<p lang="en"><code>${long.field}</code> ${long.allowed}.</p>`}
<p class="code">${texts.code} <code>${code}</code></p>
${application !== undefined && html`<p class="after"><a class="button quiet" href="${application}">${texts.toApplication}</a></p>`}`,
    { isError: true },
  );
}

/** The first value of a request that is too long, by the words of `src/http/contract/rule-words.ts`. */
function tooLongIn(
  details: Readonly<Record<string, unknown>>,
): { field: string; allowed: string } | undefined {
  for (const [field, words] of Object.entries(details))
    for (const allowed of [words].flat())
      if (typeof allowed === 'string' && /^must be at most \d+ characters long$/.test(allowed))
        return { field, allowed };
  return undefined;
}

/** Returns what an administrator must change: a sentence of ours, in English as all of the API. */
const sentenceOf = ({ reason }: Readonly<Record<string, unknown>>): string =>
  typeof reason === 'string' ? reason : '';

/**
 * Shows a value of a message that anybody may have written. The value is a name or an address, and never a text
 * to read.
 */
const namedIn = ({ found }: Readonly<Record<string, unknown>>): Markup | null =>
  typeof found === 'string' && /^[\x21-\x7e]{1,200}$/.test(found) ? html`<code>${found}</code>` : null;
