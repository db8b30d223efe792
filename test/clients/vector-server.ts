// The answers of clients/vectors.json, as clients/vectors.md describes them, from a server on the loopback.
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import vectors from '../../clients/vectors.json' with { type: 'json' };
import type { Step } from '../support/scripted.ts';

/** An answer of the table: a name, or the fields that are sent. */
export type VectorAnswer =
  | string
  | {
      like?: string;
      status?: number;
      headers?: Record<string, string>;
      json?: unknown;
      text?: string;
      times?: number;
      padding?: number;
      ids?: string[];
      pagination?: object;
      fault?: string;
    };
type Fields = Exclude<VectorAnswer, string>;

const named = vectors.answers as Record<string, Fields>;
const pages = vectors.pages as Record<string, { data: object[] }>;

/** Returns the step of a scripted server for an answer to this operation. */
export const stepOf =
  (answer: VectorAnswer, operation: string): Step =>
  (response) => {
    const { status = 200, headers = {}, fault, ...body } = fieldsOf(answer);
    if (fault === 'silence') return;
    if (fault === 'cut') {
      response.destroy();
      return;
    }
    const [type, content] = contentOf(body, operation);
    const sent = Object.entries({ ...type, ...headers }).map(([name, value]) => [name, timed(value)]);
    const named = Object.fromEntries(sent) as Record<string, string>;
    if (fault === undefined)
      response
        .writeHead(status, named)
        .end(named['Content-Encoding'] === 'gzip' ? gzipSync(content) : content);
    else breakOff(response.writeHead(status, named), content, fault);
  };

const fieldsOf = (answer: VectorAnswer): Fields => {
  const { like, ...own } = typeof answer === 'string' ? { like: answer } : answer;
  return like === undefined ? own : { ...named[like], ...own };
};

function contentOf({ json, text = '', times = 1, padding = 0, ids, pagination }: Fields, operation: string) {
  const page = pages[operation];
  const whole = ids ? { ...page, data: ids.map((id) => ({ ...page?.data[0], id })), pagination } : json;
  return whole === undefined
    ? ([{}, text.repeat(times) + ' '.repeat(padding)] as const)
    : ([{ 'Content-Type': 'application/json' }, JSON.stringify(whole) + ' '.repeat(padding)] as const);
}

/** Writes `NOW+2` as the Unix time in two seconds, and `DATE+2` as its HTTP date. */
const timed = (value: string): string =>
  value.replace(/^(NOW|DATE)([+-]\d+)$/, (_, form: string, seconds: string) => {
    const at = Math.floor(Date.now() / 1000) + Number(seconds);
    return form === 'NOW' ? String(at) : new Date(at * 1000).toUTCString();
  });

/** Sends the first bytes of a body, and no end of it. */
function breakOff(response: ServerResponse, content: string, fault: string): void {
  response.write(content.slice(0, 5), () => {
    if (fault === 'cut in body') response.destroy();
  });
}
