import { batchedByKey } from './batch.ts';
import { onBehalfOf } from './on-behalf.ts';
import type { Tenant } from './tenancy.ts';

/** The body that a read found, and its bytes where several requests are answered with them. */
export interface SharedRead<Body> {
  body: Body;
  bytes?: Buffer;
}

/**
 * Answers requests that ask for the same at the same time by one read.
 * @param query everything that the request asked for
 * @param read may depend on the operation, the tenant and the query alone. It changes nothing, and no request changes what it returns
 */
export type SharedReads = <Body extends object>(
  operation: string,
  tenant: Tenant,
  query: object,
  read: () => Promise<Body>,
) => Promise<SharedRead<Body>>;

interface Asked {
  key: string;
  orgId: string;
  operation: string;
  read: () => Promise<object>;
}

/**
 * Requests that come while a read runs share the next one (docs/decisions/0090). Each read begins after the requests it answers have come
 * and were let in, so it shows what they could have read by themselves.
 */
export function sharedReads(): SharedReads {
  const ask = batchedByKey(
    ({ key }: Asked) => key,
    async (asked: Asked[]): Promise<SharedRead<object>[]> => {
      const [first] = asked;
      if (!first) return [];
      const { orgId, operation } = first;
      const body = await onBehalfOf({ orgId, operation }, first.read);
      // Written once for all of them.
      const found = asked.length === 1 ? { body } : { body, bytes: Buffer.from(JSON.stringify(body)) };
      return asked.map(() => found);
    },
  );
  return async <Body extends object>(
    operation: string,
    { orgId, environment }: Tenant,
    query: object,
    read: () => Promise<Body>,
  ) => {
    const key = JSON.stringify([operation, orgId, environment, query]);
    // The key has all that the read depends on, so it is a read of the same kind.
    return (await ask({ key, orgId, operation, read })) as SharedRead<Body>;
  };
}
