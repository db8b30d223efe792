import type { IncomingMessage, ServerResponse } from 'node:http';
import { Failure, type FailureCode } from '../failure.ts';
import { refusalOf } from './failures.ts';
import { commonHeaders, requestIdOf } from './request-id.ts';

/** A page that is served beside the contract: the reference, and the pages that monitoring reads. */
export interface Page {
  status?: number;
  type: string;
  body: Buffer | string;
  headers?: Record<string, string>;
}

/** The path of a request's target, undecoded and without its query. */
export const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/';

function sendPage(request: IncomingMessage, response: ServerResponse, page: Page, secure: boolean): void {
  const { status = 200, type, body, headers } = page;
  response.writeHead(status, {
    ...commonHeaders(requestIdOf(request), secure),
    'Content-Type': type,
    // Says nothing about a body that 304 does not have.
    ...(status === 304 ? {} : { 'Content-Length': Buffer.byteLength(body) }),
    ...headers,
    // A body that was not read to its end would be taken for the next request.
    ...(request.complete ? {} : { Connection: 'close' }),
  });
  if (request.method === 'HEAD' || status === 304) response.end();
  else response.end(body);
}

/** Sends a page that is still being made; one that cannot be made is a fault of ours. */
export async function answerPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: Promise<Page>,
  secure: boolean,
): Promise<void> {
  try {
    sendPage(request, response, await page, secure);
  } catch {
    if (response.headersSent) response.destroy();
    else refusePage(request, response, 'INTERNAL_ERROR', secure);
  }
}

/** Pages are read and nothing else. @returns whether the request was refused */
export function refusedMethod(request: IncomingMessage, response: ServerResponse, secure: boolean): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false;
  refusePage(request, response, 'METHOD_NOT_ALLOWED', secure, { Allow: 'GET, HEAD' });
  return true;
}

export function refusePage(
  request: IncomingMessage,
  response: ServerResponse,
  code: FailureCode,
  secure: boolean,
  headers: Record<string, string> = {},
  requestId = requestIdOf(request),
): void {
  const refusal = refusalOf(new Failure(code), requestId);
  sendPage(
    request,
    response,
    {
      status: refusal.status,
      type: 'application/json; charset=utf-8',
      body: JSON.stringify(refusal.body),
      headers: { ...refusal.headers, 'X-Request-Id': refusal.body.requestId, ...headers },
    },
    secure,
  );
}
