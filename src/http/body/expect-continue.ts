import type { IncomingMessage, ServerResponse } from 'node:http';

/** As Node reads the header, before it calls the listener of `checkContinue`. */
const expectation = /(?:^|\W)100-continue(?:$|\W)/i;

/**
 * Asks a client that waits with its body for the body (RFC 9110 section 10.1.1). The checks of the head come before, so a refused client
 * sends no body.
 * @param limit the largest size of the body, in bytes
 * @returns whether the head announces a longer body. Nothing is sent then
 */
export function isTooLongToAskFor(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
): boolean {
  const { expect, 'content-length': length } = request.headers;
  if (expect === undefined || request.httpVersion !== '1.1' || !expectation.test(expect)) return false;
  if (Number(length) > limit) return true;
  if (!response.headersSent && !response.destroyed) response.writeContinue();
  return false;
}
