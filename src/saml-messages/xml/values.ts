import type { Element } from '@xmldom/xmldom';
import { parseTimestamp } from '../../lib/timestamp.ts';
import { broken } from '../error.ts';
import { childElements } from './shape.ts';

/** Returns the text of an element as it is. @throws {SamlMessageError} rule `text` if it has child elements */
export function rawText(element: Element): string {
  if (childElements(element).length > 0) broken('text', element.localName);
  return element.textContent ?? '';
}

const isSpace = (code: number): boolean => code === 0x20 || code === 0x9 || code === 0xa || code === 0xd;

/**
 * Cuts the white space of XML (XML 1.0 section 2.3) around a text. `trim()` also cuts characters such as the no-break space, so that two
 * texts would become one. A loop takes time in proportion to the text, unlike a pattern.
 */
export function xmlTrimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Returns the text without white space around it, which pretty-printers add. It is not empty. */
export const textOf = (element: Element): string =>
  xmlTrimmed(rawText(element)) || broken('text', element.localName);

/** Returns an attribute without a namespace. An empty one counts as absent. */
export const optional = (element: Element, name: string): string | undefined =>
  element.getAttributeNode(name)?.value || undefined;

/** @throws {SamlMessageError} rule `attribute` */
export const required = (element: Element, name: string): string =>
  optional(element, name) ?? broken('attribute', `no ${name} in ${element.localName}`);

function trimmed(element: Element, name: string): string | undefined {
  const value = optional(element, name);
  return value === undefined ? undefined : xmlTrimmed(value);
}

/** Reads an xs:boolean. An absent attribute is false. */
export function flag(element: Element, name: string): boolean {
  const value = trimmed(element, name);
  if (value === undefined || value === 'false' || value === '0') return false;
  return value === 'true' || value === '1' || broken('attribute', `${name} in ${element.localName}`);
}

/** Reads an xs:unsignedShort. */
export function index(element: Element, name: string): number | undefined {
  const value = trimmed(element, name);
  if (value === undefined) return undefined;
  const number = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  return number <= 65_535 ? number : broken('attribute', `${name} in ${element.localName}`);
}

/** Reads an xs:ID. Other forms cannot stand in `InResponseTo` of a valid answer. */
export function idOf(element: Element): string {
  const id = required(element, 'ID');
  return /^[A-Za-z_][\w.-]{0,255}$/.test(id) ? id : broken('attribute', `ID in ${element.localName}`);
}

const withZone = /(?:[Zz]|[+-]\d\d:\d\d)$/;

/**
 * Reads an xs:dateTime. SAML demands UTC (core section 1.3.3), so a time without a zone is one. Other offsets say the same
 * time.
 */
export function time(element: Element, name: string): Date | undefined {
  const value = trimmed(element, name);
  if (value === undefined) return undefined;
  return parseTimestamp(withZone.test(value) ? value : `${value}Z`) ?? broken('time', `${name} ${value}`);
}

export const requiredTime = (element: Element, name: string): Date =>
  time(element, name) ?? broken('attribute', `no ${name} in ${element.localName}`);

const duration =
  /^P(?:(\d{1,4})Y)?(?:(\d{1,5})M)?(?:(\d{1,6})D)?(?:T(?:(\d{1,7})H)?(?:(\d{1,8})M)?(?:(\d{1,10})(?:\.\d+)?S)?)?$/;
const lengths = [31_536_000, 2_592_000, 86_400, 3_600, 60, 1];

/** Reads an xs:duration in seconds. A year counts as 365 days, and a month as 30. */
export function seconds(element: Element, name: string): number | undefined {
  const value = trimmed(element, name);
  if (value === undefined) return undefined;
  const found = duration.exec(value)?.slice(1);
  if (!found?.some((one) => one !== undefined)) return broken('duration', `${name} ${value}`);
  return found.reduce((sum, one, at) => sum + Number(one ?? 0) * (lengths[at] ?? 0), 0);
}

/** Checks a URL that browsers will be sent to, or that the service will call. It is returned as it was written. */
export function location(element: Element, name: string): string {
  const value = xmlTrimmed(required(element, name));
  const url = value.length <= 2048 && URL.canParse(value) ? new URL(value) : broken('url', value);
  const isPlain =
    /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.hash === '';
  return isPlain && !/[\s\p{Cc}\\]/u.test(value) ? value : broken('url', value);
}
