import { isEmailAddress } from './email.ts';

/** The formats of JSON Schema 2020-12 (section 7.3 of its validation part) that are judged, each in linear time. */
export const formats: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', isDate],
  ['date-time', isDateTime],
  ['email', isEmailAddress],
  ['uri', (text) => /^[a-z][a-z0-9+.-]*:[^\s]/i.test(text) && URL.canParse(text)],
]);

/** The rule of each format, with an example. The contract may have a better sentence (`x-message`). */
export const formatRules: ReadonlyMap<string, string> = new Map([
  ['date', 'must be a date such as 2026-01-15'],
  ['date-time', 'must be a timestamp such as 2026-01-15T10:30:00Z'],
  ['email', 'must be an email address such as ada@example.com'],
  ['uri', 'must be an absolute URL such as https://example.com/welcome'],
]);

/** `full-date` of RFC 3339 section 5.6, of a day that is in the calendar. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** `date-time` of RFC 3339 section 5.6, of any year. */
function isDateTime(text: string): boolean {
  const time = /^[Tt]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;
  return isDate(text.slice(0, 10)) && time.test(text.slice(10));
}
