// The lines of a message, in which two runs can be compared.
import { inflateRawSync } from 'node:zlib';
import { kindsOf } from './recording/kinds.ts';

/** A line with kinds in the places of values that differ with each run, and these values in their order. */
export interface Line {
  text: string;
  values: readonly string[];
}

/** Fields whose values are random and too short to look so. */
const shortRandom = /^(\s*"?(?:last4|userCode|user_code|otp|totp|nonce|state)"?\s*[:=]\s*)("?)[^",&]+\2(,?)$/;

/** A number of milliseconds that something took. */
const took = /^(\s*"(?:\w*[lL]atency|\w*[dD]uration)Ms": )\d+/;

/** A header that says how many seconds are left. */
const rest = /^(retry-after|x-ratelimit-reset): \d{2,}$/;

/** Returns the lines of a text, with what its JWTs and its XML in Base64 say. */
export function linesOf(text: string): Line[] {
  return withDecoded(withoutBreaks(text))
    .split('\n')
    .flatMap((given) => {
      const line = given
        .replace(shortRandom, '$1$2(short)$2$3')
        .replace(rest, '$1: (seconds)')
        .replace(took, '$1(ms)');
      const { text: replaced, values } = kindsOf(line);
      return [{ text: replaced, values }, ...values.flatMap(insideOf)];
    });
}

/** A PEM is one value. */
const withoutBreaks = (text: string): string =>
  text.replace(/-----BEGIN [A-Z ]+-----[^]*?-----END [A-Z ]+-----/g, (pem) => pem.replaceAll(/\r?\n/g, ' '));

/** A signed message in a URL is in Base64, with three of its characters as percent codes. */
const withDecoded = (text: string): string =>
  text.replace(/(?<==)[\w%.-]{40,}/g, (value) => value.replace(/%2B|%2F|%3D/gi, decodeURIComponent));

/** Returns the lines of what a value says: the header and the claims of a JWT, or an XML document. */
function insideOf(value: string): Line[] {
  if (value.startsWith('eyJ')) {
    const [header = '', claims = '', ...rest] = value.split('.');
    // A JWE has five parts, and only its header can be read.
    const readable = rest.length === 1 ? [header, claims] : [header];
    return readable.flatMap((part) => indented('jwt', jsonText(fromBase64(part).toString('utf8'))));
  }
  if (value.length < 60 || !/^[\w+/-]+={0,2}$/.test(value)) return [];
  const bytes = fromBase64(value);
  for (const text of [bytes.toString('utf8'), inflated(bytes)])
    if (/^\s*<[?A-Za-z]/.test(text) && !text.includes('\uFFFD')) return indented('xml', markupText(text));
  return [];
}

const indented = (what: string, text: string): Line[] =>
  linesOf(text).map((line) => ({ ...line, text: `  (${what}) ${line.text}` }));

const fromBase64 = (text: string): Buffer => Buffer.from(text, 'base64');

function inflated(bytes: Buffer): string {
  try {
    return inflateRawSync(bytes).toString('utf8');
  } catch {
    return '';
  }
}

/** Returns JSON with a line for each field. Other texts, and JSON with spaces, stay as they are. */
export function jsonText(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? JSON.stringify(value, undefined, 1) : text;
  } catch {
    return text;
  }
}

/** Returns HTML or XML with a line for each element. */
export const markupText = (text: string): string => text.replace(/></g, '>\n<');

/** Returns a form or a query with a line for each field. */
export function formText(text: string, mark = ''): string {
  try {
    return [...new URLSearchParams(text)].map(([name, value]) => `${mark}${name}=${value}`).join('\n');
  } catch {
    return text;
  }
}
