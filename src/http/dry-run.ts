import type { StoredAnswer } from './idempotency.ts';
import type { Attempt } from '../operation.ts';

const message = 'urn:keyward:params:scim:api:messages:2.0:DryRun';

/** The answer of a change that was taken back: the resource as it would be, and beside it what would change. */
export function shownAsDryRun(
  { status, body, headers }: StoredAnswer,
  { changes = [] }: Attempt,
): StoredAnswer {
  const resource = typeof body === 'object' && body !== null ? body : {};
  const schemas = 'schemas' in resource && Array.isArray(resource.schemas) ? resource.schemas : [];
  return {
    status,
    body: {
      ...resource,
      schemas: [...(schemas as unknown[]), message],
      [message]: {
        changes: changes.map(({ field, from, to }) => ({ path: field, from: from ?? null, to: to ?? null })),
      },
    },
    headers: { ...headers, 'X-Dry-Run': 'true' },
  };
}
