// Calls Keyward, and the platform for the token of the job.
import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const secondsToAnswer = 30;
const attempts = 3;

/** Longer than the window of a limit, which is a minute. */
const longestPauseMs = 65_000;

/** There was no answer, or one that says to come back. Another attempt may succeed, after `afterMs` if the service named a time. */
class Unanswered extends Error {
  /** @param {string} message @param {number} afterMs @param {unknown} [cause] */
  constructor(message, afterMs, cause) {
    super(message, { cause });
    this.afterMs = afterMs;
  }
}

/** Returns the address of an operation. @param {string} url of Keyward @param {string} path behind /api/v1 */
export function operationAt(url, path) {
  const { protocol, hostname, origin, pathname } = parsed(url);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal))
    throw new Error('The input url must begin with https://, such as https://keyward.example');
  return `${origin}${pathname.replace(/\/+$/, '')}/api/v1${path}`;
}

/** @param {string} url */
function parsed(url) {
  try {
    return new URL(url);
  } catch {
    throw new Error('The input url must be an address such as https://keyward.example');
  }
}

/**
 * Asks for JSON. A redirect is refused: the credential would go elsewhere.
 * @param {string} url @param {{ method?: string, bearer?: string, body?: object }} request
 * @returns {Promise<{ status: number, body: any }>} an answer below 500, except 429
 * @throws {Error} what the log may show
 */
export async function ask(url, { method = 'GET', bearer, body } = {}) {
  const host = new URL(url).host;
  const headers = {
    Accept: 'application/json',
    'User-Agent': `keyward-action/${version}`,
    ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
    ...(body ? { 'Content-Type': 'application/json' } : {}),
  };
  let response;
  let text;
  try {
    const signal = AbortSignal.timeout(secondsToAnswer * 1_000);
    const sent = body ? { body: JSON.stringify(body) } : {};
    response = await fetch(url, { method, headers, redirect: 'error', signal, ...sent });
    text = await response.text();
  } catch (error) {
    // The address may have parameters, so only its host is shown.
    throw new Unanswered(`${host} did not answer: ${reasonOf(error)}`, 0, error);
  }
  if (response.status >= 500 || response.status === 429) {
    const seconds = Number(response.headers.get('retry-after') ?? 0);
    throw new Unanswered(`${host} answered ${response.status}. Try again later`, seconds * 1_000 || 0);
  }
  return { status: response.status, body: json(text) };
}

/** @param {unknown} error */
function reasonOf(error) {
  const { cause, message } = /** @type {Error & { cause?: { code?: string; message?: string } }} */ (error);
  return cause?.code ?? cause?.message ?? message;
}

/** @param {string} text */
function json(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

/** Makes the error of an answer. @param {string} what @param {{ status: number, body: any }} answer */
export function refused(what, { status, body }) {
  const details = Object.values(body.details ?? {}).filter((one) => typeof one === 'string');
  const sentence = [body.error, ...details].filter(Boolean).join(' ');
  const request = body.requestId ? ` (request ${body.requestId})` : '';
  return new Error(`${what} was refused with ${[status, body.code].filter(Boolean).join(' ')}. ${sentence}${request}`);
}

/**
 * Tries again where there was no answer, after 5xx and after 429. It waits as long as the service asks for, about a minute at most.
 * Each attempt begins from the start: a token that was presented once is spent, also if its answer was lost.
 * @template T @param {() => Promise<T>} attempt @param {number} pauseMs after the first failure; the next is three times as long
 * @returns {Promise<T>}
 */
export async function patiently(attempt, pauseMs = 1_000) {
  for (let left = attempts, pause = pauseMs; ; left--, pause *= 3) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 1 || !(error instanceof Unanswered)) throw error;
      // Jobs that begin together do not come back together.
      const wait = Math.max(pause, Math.min(error.afterMs, longestPauseMs)) * (1 + Math.random() / 10);
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
