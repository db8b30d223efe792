import { KeywardAnswerError, KeywardApiError, type KeywardError } from './errors.ts';
import { askedDelay } from './retry.ts';

const essence = (response: Response): string =>
  (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
const isJson = (type: string): boolean => /^application\/(.+\+)?json$/.test(type);
/** In bytes, as they are after decompression. A server that is not Keyward could send without end. */
const largestAnswer = 64 * 1024 * 1024;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Gives up a success that is not of the declared type, its body unread. @throws {KeywardAnswerError} */
export function checkType(response: Response, accept: string | undefined): void {
  const type = essence(response);
  if (accept === undefined || type === accept) return;
  discard(response);
  throw unexpected(response, `${accept} was expected, not ${type || 'an answer without a type'}`);
}

/**
 * Returns the body as a text. An export is a text, and may be large.
 * @throws {KeywardAnswerError} when JSON or an error has more than 64 MiB
 */
export async function textOf(response: Response, accept: string | undefined): Promise<string> {
  // Some implementations of `fetch`, such as that of node-fetch, have a body that is not a stream of the standard.
  const readable = response.body && 'getReader' in response.body;
  if (!readable || (response.ok && accept !== undefined && !isJson(accept))) return response.text();
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  let [text, size] = ['', 0];
  for (let part = await reader.read(); part.value; part = await reader.read()) {
    size += part.value.length;
    if (size > largestAnswer) {
      reader.cancel().catch(() => undefined); // it may have failed already
      throw unexpected(response, 'it has more than 64 MiB');
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

/** The body of a success. @throws {KeywardAnswerError} when it is not what its type says */
export function readAnswer(response: Response, text: string, accept: string | undefined): unknown {
  if (accept === undefined) return undefined;
  if (!isJson(accept)) return text;
  const value = parse(text);
  // No operation answers with a bare value or a bare list.
  if (!isObject(value)) throw unexpected(response, 'it is not a JSON object');
  return value;
}

/** The error a status of 400 and more stands for; undefined for a success. */
export function failureOf(response: Response, text: string): KeywardError | undefined {
  if (response.ok) return undefined;
  const parsed = isJson(essence(response)) ? parse(text) : undefined;
  const body = isObject(parsed) ? parsed : {};
  const { error, code, details, requestId }: Record<string, unknown> = scimErrorOf(response, body) ?? body;
  if (typeof error !== 'string' || typeof code !== 'string')
    // A health check that fails answers what fails.
    return unexpected(response, 'it is not an error of this API', body);
  return new KeywardApiError(error, {
    code,
    status: response.status,
    details: isObject(details) ? details : {},
    requestId: typeof requestId === 'string' ? requestId : requestIdOf(response),
    retryAfterSeconds: askedDelay(response),
  });
}

/** SCIM has an error body of its own (RFC 7644 section 3.12); the code stands in a header, and before the detail. */
function scimErrorOf({ headers }: Response, { schemas, detail }: Record<string, unknown>) {
  const code = headers.get('x-error-code');
  if (code === null || typeof detail !== 'string' || !Array.isArray(schemas)) return undefined;
  return { code, error: detail.startsWith(`${code}: `) ? detail.slice(code.length + 2) : detail };
}

// Browsers show a redirect they were told not to follow as an opaque answer with status 0.
export const isRedirect = ({ status, type }: Response): boolean =>
  type === 'opaqueredirect' || (status >= 300 && status < 400);

/** Returns the error for a redirect. Following it would send the API key to the address in the response. */
export function redirected(response: Response, url: string): KeywardAnswerError {
  discard(response);
  const { status } = response;
  const location = response.headers.get('location');
  const target = location !== null && URL.canParse(location, url) ? new URL(location, url) : undefined;
  // Not its query: what a sign-on proxy redirects with is not for logs.
  const where = target ? ` to ${target.origin}${target.pathname}` : '';
  const message = `${new URL(url).origin} redirects${where}; set baseUrl to where the service answers itself`;
  return new KeywardAnswerError(message, { code: 'REDIRECT', ...(status ? { status } : {}) });
}

/** Gives the connection back. */
function discard(response: Response): void {
  response.body?.cancel().catch(() => undefined); // it may have failed already
}

const requestIdOf = ({ headers }: Response): string | undefined => headers.get('x-request-id') ?? undefined;

function unexpected(response: Response, what: string, details = {}): KeywardAnswerError {
  const { status } = response;
  // A service that is down, or the proxy before it, says nothing about the address.
  const question = status === 429 || status >= 500 ? '' : ' Is baseUrl right?';
  return new KeywardAnswerError(`The answer (${status}) is not what it should be: ${what}.${question}`, {
    code: 'UNEXPECTED_ANSWER',
    status,
    details,
    requestId: requestIdOf(response),
    retryAfterSeconds: askedDelay(response),
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
