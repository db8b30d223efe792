import type { IncomingMessage } from 'node:http';

/** @returns the token of a single `Authorization: Bearer` header (RFC 6750 section 2.1); undefined where there is none */
export function bearerOf({ headers, rawHeaders }: IncomingMessage): string | undefined {
  const token = /^Bearer +([\w]{1,128})$/i.exec(headers.authorization ?? '')?.[1];
  if (token === undefined) return undefined;
  // Node keeps the first of several; which one another program on the way believed is unknown.
  return countOfHeader({ rawHeaders }, 'authorization') === 1 ? token : undefined;
}

/** Returns how often a request has a header. @param name in small letters */
export function countOfHeader({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === name.length && rawHeaders[at]?.toLowerCase() === name) count++;
  }
  return count;
}

/** Whether a request authenticates by the scheme of RFC 9449. Requests with keys are told apart by one character. */
export function isWithProof({ authorization }: IncomingMessage['headers']): boolean {
  if (authorization === undefined) return false;
  const first = authorization.charCodeAt(0);
  return (first === 68 || first === 100) && /^dpop /i.test(authorization);
}
