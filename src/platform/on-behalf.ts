import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that work is done for. */
export interface Behalf {
  orgId: string;
  operation: string;
}

const current = new AsyncLocalStorage<Behalf>();

/** Runs work of a request. Each connection that the work takes counts as one of this tenant (`database/shares.ts`). */
export const onBehalfOf = <Result>(behalf: Behalf, work: () => Result): Result => current.run(behalf, work);

/**
 * Runs work of the process itself. For what a request only started: a timer that a request arms runs on behalf of its
 * tenant otherwise.
 */
export const onOwnBehalf = <Result>(work: () => Result): Result => current.exit(work);

/** @returns undefined for the process's own work */
export const behalf = (): Behalf | undefined => current.getStore();

/** Makes the parts of a stream on behalf of a request: by then the request's own work has ended. */
export async function* streamOnBehalfOf<Part>(
  of: Behalf,
  stream: AsyncGenerator<Part, void, undefined>,
): AsyncGenerator<Part, void, undefined> {
  try {
    for (;;) {
      const part = await onBehalfOf(of, () => stream.next());
      if (part.done) return;
      yield part.value;
    }
  } finally {
    await onBehalfOf(of, () => stream.return());
  }
}
