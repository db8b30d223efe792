import type { IncomingHttpHeaders } from 'node:http';
import { acceptedLocale, chosenLocale, type Locale } from '../lib/locale.ts';

/** The parts of a request that the language of a page is read from. */
interface Asked {
  cookies: Readonly<Record<string, string>>;
  incoming: Pick<IncomingHttpHeaders, 'accept-language'>;
  /** The language of `ui_locales`. */
  locale?: Locale | undefined;
}

/** Returns the language of a page: what the user chose there, what the client asks for, or what the browser prefers. */
export const pageLocale = ({ cookies, incoming, locale }: Asked): Locale | undefined =>
  chosenLocale(cookies) ?? locale ?? acceptedLocale(incoming['accept-language']);
