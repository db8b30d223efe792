import type * as client from '../generated/sdk.gen.ts';

type Client = typeof client;

/** The name of an operation of the client (`operationId`). */
export type OperationId = keyof Client;

/** A call of the API, to be shown in code: an operation of the contract, and its values. */
export interface Call {
  /** Workloads exchange tokens. The dashboard does not, so its client has no function for it. */
  operation: OperationId | 'exchangeToken';
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** The parameters of an operation. */
export type OptionsOf<Id extends OperationId> = NonNullable<Parameters<Client[Id]>[0]>;

/** The response of an operation. The client throws what is not a success (`api/connect.ts`). */
export interface AnswerOf<Id extends OperationId> {
  data: NonNullable<Awaited<ReturnType<Client[Id]>>['data']>;
  response: Response;
}

/** A function of the client under its own name, such as `{ updateGroup }`. So a call and its sample in code cannot differ. */
export type Operation<Id extends OperationId> = Pick<Client, Id>;

/** Returns the name and the function of an operation. */
export function partsOf<Id extends OperationId>(
  operation: Operation<Id>,
): { name: Id; send: (options: OptionsOf<Id>) => Promise<AnswerOf<Id>> } {
  // TypeScript does not know that the keys of an object are the keys of its type, nor which overload `throwOnError` chooses.
  const [[name, send] = []] = Object.entries(operation) as [
    Id,
    (options: OptionsOf<Id>) => Promise<AnswerOf<Id>>,
  ][];
  if (!name || !send) throw new Error('an operation has no function of the client');
  return { name, send };
}

/** Returns a call for a dialog: how to send it, and its sample in code. Headers, such as `If-Match`, are not in the sample. */
export function sends<Id extends OperationId>(
  operation: Operation<Id>,
  options: OptionsOf<Id>,
): { act: () => Promise<AnswerOf<Id>>; call: Call } {
  const { act, call } = sendsEntered(operation, () => options);
  return { act, call: call() };
}

/**
 * Returns the call of a form: how to send it, and its sample in code.
 * @param optionsOf returns the parameters of the call
 * @param sampleOf returns those of the sample, where a secret must not stand in it
 */
export function sendsEntered<Id extends OperationId, Entered extends unknown[]>(
  operation: Operation<Id>,
  optionsOf: (...entered: Entered) => OptionsOf<Id>,
  sampleOf = optionsOf,
): { act: (...entered: Entered) => Promise<AnswerOf<Id>>; call: (...entered: Entered) => Call } {
  const { name, send } = partsOf(operation);
  return {
    act: (...entered) => send(optionsOf(...entered)),
    call: (...entered) => {
      const { path, query, body } = sampleOf(...entered) as Omit<Call, 'operation'>;
      return { operation: name, path, query, body };
    },
  };
}

/** Returns the parameters of a change of one of several selected rows. */
export const ofItem = ({ id }: { id: string }, body: { reason?: string }) => ({ path: { id }, body });
