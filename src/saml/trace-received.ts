import { Failure } from '../failure.ts';
import type { Status } from '../saml-messages/read/header.ts';
import type { Proof } from '../saml-messages/verify/trust.ts';
import type { Arrived } from './arrived.ts';
import type { ServiceProvider } from './entities/service-provider.ts';
import { recordTrace } from './traces.ts';
import type { Tx } from '../platform/tx.ts';

/** The findings of a reader about a message, for the trace. The reader fills this object. */
export interface Seen {
  /** A message that breaks a rule after its signature was verified is still the service provider's own. */
  proof?: Proof | undefined;
  /** The user that a verified message is about. */
  userId?: string | undefined;
  /** The status of a response. */
  status?: Status;
  /** Bytes that the request has stored beside the trace. */
  bytes?: number;
}

/** The outcome of a received message. */
export type Read<Value> = { value: Value } | { failure: Failure };

/** A request without a key stores 8 KB (decision 0039). The rest is for the other columns of both rows. */
const mostKeptWithTrace = 7.5 * 1024;

/**
 * Reads a message, and traces it in the transaction of `tx`. A refusal is returned, because its trace must commit. A reader that
 * refuses a message has stored nothing before.
 */
export async function tracing<Value>(
  tx: Tx,
  {
    received,
    message,
    provider,
    requestId,
  }: Arrived & { provider: ServiceProvider; requestId: string | undefined },
  read: (seen: Seen) => Promise<Value>,
): Promise<Read<Value>> {
  const seen: Seen = {};
  let result: Read<Value>;
  try {
    result = { value: await read(seen) };
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    result = { failure };
  }
  const { proof, userId, status, bytes = 0 } = seen;
  await recordTrace(tx, {
    serviceProviderId: provider.id,
    direction: 'RECEIVED',
    binding: received.binding,
    requestId: requestId ?? null,
    message,
    verified: proof !== undefined,
    mostBytes: mostKeptWithTrace - ('failure' in result ? 0 : bytes),
    ...(proof && { certificate: proof.certificate }),
    ...(proof && userId !== undefined && { userId }),
    ...(status && { status }),
    ...('failure' in result && { failure: result.failure }),
  });
  return result;
}
