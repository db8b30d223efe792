import type { QueryKey } from '@tanstack/react-query';

/** A resource and the version that was read. */
export interface Versioned<Data> {
  data: Data;
  /** Sent back as `If-Match`, so that a change that another user made meanwhile is not overwritten. */
  etag: string | undefined;
}

interface Answer<Data> {
  data: Data;
  response: Response;
}

/** A query that keeps the ETag beside the resource. @param options the generated options of the same operation */
export const versioned = <Data>(
  options: { queryKey: QueryKey },
  call: (more: { signal: AbortSignal }) => Promise<Answer<Data>>,
) => ({
  queryKey: [...options.queryKey, 'versioned'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Versioned<Data>> => {
    const { data, response } = await call({ signal });
    return { data, etag: response.headers.get('etag') ?? undefined };
  },
});

/** The headers of a change of what was read. */
export const ifMatch = ({ etag }: { etag: string | undefined }): { 'If-Match': string } | undefined =>
  etag === undefined ? undefined : { 'If-Match': etag };
