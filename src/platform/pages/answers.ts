import type { ClientCertificate } from '../../lib/client-certificate.ts';
import type { Locale } from '../../lib/locale.ts';
import type { Markup } from '../../lib/markup.ts';
import type { Clock, FindTenant, InTenant, NamedTenant, Opening, Tenant } from '../tenancy.ts';
import { pageHeaders } from './headers.ts';
import type { Tx } from '../tx.ts';

/** The parts of a request that hosted pages read. Nothing of it is made for other requests. */
export interface PageRequest {
  /** As `inTenant` of the request, with a first statement that reads more than the time. */
  inOpened: <Row extends Clock, T>(
    tenant: Tenant | NamedTenant,
    opening: Opening<Row>,
    work: (tx: Tx, row: Row) => Promise<T>,
  ) => Promise<T>;
  /** Runs `work` with what one statement has read, outside any transaction. `work` changes no entity. */
  atOnce: <Row extends Clock, T>(
    tenant: NamedTenant,
    opening: Opening<Row>,
    work: (tx: Tx, row: Row) => Promise<T>,
  ) => Promise<T>;
  /** The cookies of the request by name (see `cookieName`). */
  cookies: Readonly<Record<string, string>>;
  /** The language that the user chose, or of `ui_locales` or the browser. Undefined if pages exist in none of them. */
  locale: Locale | undefined;
  /** The language that the user chose on a page of ours. */
  chosenLocale: Locale | undefined;
  /** The address of the page, if the request is a GET: a path of ours with its query. */
  here: string | undefined;
  /** Returns the certificate of the client, as a proxy of CLIENT_CERT_PROXIES says; undefined for every other peer. */
  clientCertificate: () => ClientCertificate | undefined;
}

/** The part of a call that every hosted page needs. */
export interface PageCall extends PageRequest {
  inTenant: InTenant;
  findTenant: FindTenant;
  /** The id of this request in the log. Pages and errors show it. */
  requestId: string;
  /** The public origin. Every address in a response starts with it. */
  baseUrl: string;
}

/** The response of a hosted page. Tests compare its status with the contract. */
export interface Hosted {
  status: number;
  body: unknown;
  headers: Record<string, string>;
  cookies: readonly string[];
}

interface HostedOptions {
  headers?: Record<string, string>;
  /** Values of `Set-Cookie` (src/lib/cookie.ts). */
  cookies?: readonly string[];
}

/** Returns a response with a page. */
export const page = (
  markup: Markup,
  { status = 200, headers = {}, cookies = [] }: HostedOptions & { status?: number } = {},
): Hosted => ({ status, body: markup.text, headers: { ...pageHeaders, ...headers }, cookies });

/** Redirects to another page. The browser uses GET, also after a POST (RFC 9110 section 15.4.4). */
export const redirect = (location: string, { headers = {}, cookies = [] }: HostedOptions = {}): Hosted => ({
  status: 303,
  body: undefined,
  headers: { 'Referrer-Policy': 'same-origin', ...headers, Location: inHeader(location) },
  cookies,
});

/** Escapes every character that RFC 3986 does not allow: line breaks, and text that Node refuses to send. */
const inHeader = (location: string): string =>
  location.toWellFormed().replace(/[^\x21-\x7e]/gu, encodeURIComponent);
