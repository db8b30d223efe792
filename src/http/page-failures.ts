import { accepts } from '../lib/accept.ts';
import { acceptedLocale } from '../lib/locale.ts';
import type { Failure } from '../failure.ts';
import { defaultBranding } from '../pages/branding.ts';
import { errorPage } from '../pages/error.ts';
import type { Exchange } from './exchange.ts';
import { type Refusal, refusalOf } from './failures.ts';
import { pageHeaders } from '../pages/headers.ts';

/** Whether this asks for JSON and not for a page. */
const wantsJson = (accept: string | undefined): boolean =>
  accepts(accept, ['application/json']) && !accepts(accept, ['text/html']);

/** Renders a refusal of a hosted page: a page for people, or the body of our API where only JSON is accepted. */
export function pageRefusalOf(
  failure: Failure,
  { incoming, requestId, locale: wished }: Pick<Exchange, 'incoming' | 'requestId' | 'locale'>,
  headers: Record<string, string>,
): Refusal<unknown> {
  const coded = { ...headers, 'X-Error-Code': failure.code };
  if (wantsJson(incoming.accept)) return { ...refusalOf(failure, requestId), headers: coded };
  const locale = wished ?? acceptedLocale(incoming['accept-language']) ?? defaultBranding.locale;
  const { status } = failure;
  const page = errorPage({ locale, branding: defaultBranding, requestId }, failure.code, status);
  return { status, body: page.text, headers: { ...coded, ...pageHeaders } };
}
