import type { Denial } from './decision.ts';

/** Returns the value of a header. `Headers` joins several lines by commas, which no credential contains. */
export function valuesOf(headers: Headers, name: string): string[] {
  const value = headers.get(name);
  return value === null ? [] : [value];
}

/** Returns the response of a denial. */
export const responseOf = ({ status, headers, body }: Denial): Response =>
  Response.json(body, { status, headers });
