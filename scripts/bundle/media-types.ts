// Adds the second media type of SCIM: every body is read and answered as JSON too (RFC 7644 section 3.1).
import type { Mapping, Source } from './source.ts';

const scim = 'application/scim+json';
const json = 'application/json';

export function addMediaTypes(source: Source): void {
  for (const at of source.operations) {
    const { requestBody, responses } = at.operation;
    const contents = [requestBody, ...Object.values(responses)].map((part) => part?.content);
    for (const content of contents) {
      if (content?.[scim] === undefined) continue;
      if (content[json]) source.report(at, `drop ${json}: the bundle step copies ${scim}`);
      else content[json] = structuredClone<Mapping>(content[scim]);
    }
  }
}
