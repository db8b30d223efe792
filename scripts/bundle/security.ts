// Adds who may call an operation, where it follows from the shape of the path.
import { isDeepStrictEqual } from 'node:util';
import type { Mapping, Source } from './source.ts';

/** Hosted pages and the protocol engine authenticate by themselves. The API requires a key, as the document says. */
const schemes: Readonly<Record<string, readonly Mapping[]>> = {
  page: [],
  oauth: [],
  'oauth-page': [],
  scim: [{ scimToken: [] }],
};

export function addSecurity(source: Source): void {
  for (const at of source.operations) {
    const { operation } = at;
    const follows = schemes[at.shape];
    if (follows === undefined) continue;
    if (isDeepStrictEqual(operation.security, follows))
      source.report(at, `drop security: it follows from x-errors: ${at.shape}`);
    operation.security ??= structuredClone([...follows]);
  }
}
