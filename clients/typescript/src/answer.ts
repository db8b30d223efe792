import { KeywardAnswerError, KeywardApiError, type KeywardError } from './errors.ts';
import { askedDelay } from './retry.ts';

const essence = (response: Response): string =>
  (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
const isJson = (type: string): boolean => /^application\/(.+\+)?json$/.test(type);

/** The body of a success in the declared type. @throws {KeywardAnswerError} when it is something else */
export function readAnswer(response: Response, text: string, accept: string | undefined): unknown {
  if (accept === undefined || response.status === 204) return undefined;
  const type = essence(response);
  if (type !== accept)
    throw unexpected(response, `${accept} was expected, not ${type || 'an answer without a type'}`);
  if (!isJson(type)) return text;
  const value = parse(text);
  // No operation answers with a bare value.
  if (!isObject(value)) throw unexpected(response, 'its JSON is broken');
  return value;
}

/** The error a status of 400 and more stands for; undefined for a success. */
export function failureOf(response: Response, text: string): KeywardError | undefined {
  if (response.ok) return undefined;
  const body = isJson(essence(response)) ? parse(text) : undefined;
  const { error, code, details, requestId } = isObject(body) ? body : {};
  if (typeof error !== 'string' || typeof code !== 'string')
    // A health check that fails answers what fails.
    return unexpected(response, 'it is no error of this API', isObject(body) ? body : {});
  return new KeywardApiError(error, {
    code,
    status: response.status,
    details: isObject(details) ? details : {},
    requestId: typeof requestId === 'string' ? requestId : requestIdOf(response),
    retryAfterSeconds: askedDelay(response),
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const requestIdOf = ({ headers }: Response): string | undefined => headers.get('x-request-id') ?? undefined;

function unexpected(response: Response, what: string, details = {}): KeywardAnswerError {
  const { status } = response;
  return new KeywardAnswerError(`This is no answer of Keyward (${status}): ${what}. Is baseUrl right?`, {
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
