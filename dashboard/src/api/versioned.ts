import { type Operation, type OperationId, type AnswerOf, type OptionsOf, partsOf } from './sends.ts';

/** A resource and the version that was read. */
export interface Versioned<Data> {
  data: Data;
  /** Sent back as `If-Match`, so that a change that another user made meanwhile is not overwritten. */
  etag: string | undefined;
}

/** Returns a query that keeps the ETag beside the resource. */
export function versioned<Id extends OperationId>(
  operation: Operation<Id>,
  options: OptionsOf<Id>,
): {
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal }) => Promise<Versioned<AnswerOf<Id>['data']>>;
} {
  const { name, send } = partsOf(operation);
  const { path, query } = options;
  return {
    queryKey: [{ _id: name, path, query }, 'versioned'],
    queryFn: async ({ signal }) => {
      const { data, response } = await send({ ...options, signal });
      return { data, etag: response.headers.get('etag') ?? undefined };
    },
  };
}

/** The headers of a change of what was read. */
export const ifMatch = ({ etag }: { etag: string | undefined }): { 'If-Match': string } | undefined =>
  etag === undefined ? undefined : { 'If-Match': etag };
