import type { CacheHeaders, Denial } from './decision.ts';

/** Returns the value of a header. `Headers` joins several lines by commas, which no credential contains. */
export function valuesOf(headers: Headers, name: string): string[] {
  const value = headers.get(name);
  return value === null ? [] : [value];
}

/** Returns the response of a denial. */
export const responseOf = ({ status, headers, body }: Denial): Response =>
  Response.json(body, { status, headers });

/** Returns a response with these headers. A handler may have said `no-store`, or have its own header in `Vary`. */
export function withHeaders(response: Response, headers: CacheHeaders): Response {
  const told = new Headers(response.headers);
  if (!told.has('Cache-Control')) told.set('Cache-Control', headers['Cache-Control']);
  told.append('Vary', headers.Vary);
  // The headers of a redirect and of an answer of `fetch` cannot be changed.
  const { status, statusText, body } = response;
  return new Response(body, { status, statusText, headers: told });
}
