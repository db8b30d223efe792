// Adds the headers that follow from what an operation takes and from the status of a response.
import type { Placed, Ref, Source } from './source.ts';

/** The headers of every response. */
export const everyResponse = { 'X-Request-Id': 'RequestId' };

/** The headers of every response whose request was counted. */
export const countedResponse = {
  'X-RateLimit-Limit': 'RateLimitLimit',
  'X-RateLimit-Remaining': 'RateLimitRemaining',
  'X-RateLimit-Reset': 'RateLimitReset',
};

/** The headers of every response with this status. */
export const statusHeaders: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  303: { Location: 'RedirectLocation' },
  401: { 'WWW-Authenticate': 'Authenticate' },
  405: { Allow: 'Allow' },
  429: { 'Retry-After': 'RetryAfter' },
  503: { 'Retry-After': 'RetryAfter' },
};

/** Whether a successful response shows the version of a resource that `If-Match` can name. */
function versioned(at: Placed, status: string, { operations }: Source): boolean {
  const changeable = (path: (path: string) => boolean) =>
    operations.some((one) => path(one.path) && one.takes('IfMatch'));
  if (at.shape !== 'api') return false;
  if (at.takes('IfMatch')) return at.method !== 'delete';
  if (at.method === 'get') return changeable((path) => path === at.path);
  return status === '201' && changeable((path) => /^\/\{\w+\}$/.test(path.replace(at.path, '')));
}

export function addHeaders(source: Source): void {
  for (const at of source.operations) {
    const { operation } = at;
    const { 'x-etag': said, 'x-rate-limit': limit } = operation;
    delete operation['x-etag'];
    for (const [status, response] of Object.entries(operation.responses)) {
      if (response.$ref !== undefined) continue;
      const success = status.startsWith('2');
      const follows = success && versioned(at, status, source);
      if (success && said === follows)
        source.report(at, `drop x-etag: ${String(said)} follows from If-Match`);
      const owed: Record<string, string> = {
        ...everyResponse,
        ...(limit === 'none' ? {} : countedResponse),
        ...(success && (said ?? follows) ? { ETag: 'ETag' } : {}),
        ...(success && at.takes('IdempotencyKey') ? { 'Idempotent-Replayed': 'Replayed' } : {}),
        ...statusHeaders[status],
      };
      const own = response.headers ?? {};
      for (const name of Object.keys(owed))
        if (own[name]) source.report(at, `drop the header ${name} of ${status}: the bundle step adds it`);
      const added = Object.entries(owed).map(([name, header]): [string, Ref] => [
        name,
        { $ref: `../components/headers.yaml#/${header}` },
      ]);
      const { description = '', headers: _, ...rest } = response;
      operation.responses[status] = {
        description,
        headers: { ...Object.fromEntries(added), ...own },
        ...rest,
      };
    }
  }
}
