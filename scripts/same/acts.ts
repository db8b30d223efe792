// Requests with their responses and statements, in a form that two runs share.
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { formText, jsonText, type Line, linesOf, markupText } from './lines.ts';
import type { Exchange, Statement, TestRecord } from './recording/state.ts';

/** A request and what it did. */
export interface Act {
  /** Its method and its path, with kinds in the places of ids. */
  key: string;
  server: Exchange['server'];
  request: readonly Line[];
  response: readonly Line[];
  statements: readonly Statement[];
  /** Whether another request ran at the same time. Then statements of both may be shared. */
  overlaps: boolean;
}

/** Headers that the connection and the client's library decide. */
const ignored = new Set(
  'host connection keep-alive date content-length user-agent accept-language accept-encoding sec-fetch-mode'.split(
    ' ',
  ),
);
/** The product chooses these headers itself if it sends the request. */
const ofProduct = new Set(['user-agent', 'accept-language', 'accept-encoding']);

/** Returns the acts of a test in an order that does not depend on time. Acts that overlap are sorted by their texts. */
export function actsOf({ exchanges }: Pick<TestRecord, 'exchanges'>): Act[] {
  const ofServer = (server: Exchange['server']): Exchange[] =>
    exchanges.filter((exchange) => exchange.server === server);
  const product = overlapping(ofServer('product')).flatMap((group) => {
    const acts = group.map((exchange) => actOf(exchange, group.length > 1));
    return group.length > 1 ? acts.toSorted(byContent) : acts;
  });
  const once = product.filter((act, at) => !isRepeatedBy(act, product[at + 1]));
  // Jobs send them beside the requests of the test, and several of one kind in any order.
  const sent = ofServer('other').map((exchange) => actOf(exchange, false));
  const others = sent.map((act) => ({
    ...act,
    overlaps: sent.some((one) => one !== act && one.key === act.key),
  }));
  return [...once, ...others.toSorted(byContent)];
}

/**
 * Whether the next request reads the same again, with the same status. A test that waits for something reads it as often as time
 * decides, and the last response counts.
 */
function isRepeatedBy(act: Act, next: Act | undefined): boolean {
  if (!next || act.overlaps || next.overlaps || !act.key.startsWith('GET ') || act.key !== next.key)
    return false;
  const texts = ({ request, response }: Act): string =>
    [...request, response[0]].map((line) => line?.text).join('\n');
  return texts(act) === texts(next);
}

/** Returns exchanges in groups: each overlaps with another one of its group, and with none of another group. */
function overlapping(exchanges: readonly Exchange[]): Exchange[][] {
  const groups: Exchange[][] = [];
  let end = -1;
  for (const exchange of exchanges.toSorted((a, b) => a.began - b.began)) {
    const last = groups.at(-1);
    if (last && exchange.began < end) last.push(exchange);
    else groups.push([exchange]);
    end = Math.max(end, exchange.ended);
  }
  return groups;
}

const contentOf = ({ request, response }: Act): string =>
  [...request, ...response].map(({ text }) => text).join('\n');
const byContent = (a: Act, b: Act): number => compared(contentOf(a), contentOf(b));
const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function actOf(exchange: Exchange, overlaps: boolean): Act {
  const { method, server, statements } = exchange;
  const [path = '', ...query] = exchange.url.split('?');
  const [line, ...rest] = linesOf(`${method} ${path}`);
  const sent = exchange.requestHeaders.filter(([name]) => {
    const lower = name.toLowerCase();
    return !ignored.has(lower) || (server === 'other' && ofProduct.has(lower));
  });
  const [status = '', ...head] = exchange.responseHead.split('\r\n');
  const answered = head.flatMap((one): [string, string][] => {
    const [name = '', ...value] = one.split(': ');
    return name === '' || ignored.has(name.toLowerCase()) ? [] : [[name, value.join(': ')]];
  });
  return {
    key: `${server === 'other' ? 'sent: ' : ''}${line?.text}`,
    server,
    overlaps,
    statements,
    request: [
      ...(line ? [line] : []),
      ...rest,
      ...(query.length > 0 ? linesOf(formText(query.join('?'), '?')) : []),
      ...headerLines(sent),
      ...bodyLines(exchange.requestBody, sent),
    ],
    response: [
      ...linesOf(status || '(no response)'),
      ...headerLines(answered),
      ...bodyLines(exchange.responseBody, answered),
    ],
  };
}

type Headers = readonly [string, string][];

/** A sort keeps the order of headers with the same name. */
const headerLines = (headers: Headers): Line[] =>
  headers
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .toSorted(([a], [b]) => compared(a, b))
    .flatMap(([name, value]) => linesOf(`${name}: ${value}`));

function bodyLines(base64: string, headers: Headers): Line[] {
  const header = (name: string): string => headers.find(([one]) => one.toLowerCase() === name)?.[1] ?? '';
  const bytes = unpacked(Buffer.from(base64, 'base64'), header('content-encoding'));
  if (bytes.length === 0) return [];
  const text = bytes.toString('utf8');
  const type = header('content-type');
  if (type.includes('x-www-form-urlencoded')) return linesOf(formText(text));
  if (/json|ndjson/.test(type)) return linesOf(text.split('\n').map(jsonText).join('\n'));
  if (/html|xml/.test(type)) return linesOf(markupText(text));
  return linesOf(text);
}

function unpacked(bytes: Buffer, encoding: string): Buffer {
  try {
    if (encoding === 'gzip') return gunzipSync(bytes);
    if (encoding === 'br') return brotliDecompressSync(bytes);
    if (encoding === 'deflate') return inflateSync(bytes);
  } catch {
    // The body was cut, or its header lies, as hostile tests do.
  }
  return bytes;
}
