import type { Status } from '../saml-messages/read/header.ts';
import type { ServiceProvider } from './entities/service-provider.ts';
import type { Unsigned } from './logout-messages.ts';
import { recordTrace, type Trace, traced } from './traces.ts';
import type { Tx } from '../platform/tx.ts';

const bindings = { 'HTTP-Redirect': 'redirect', 'HTTP-POST': 'post' } as const;

/** The facts of a trace about a message of a logout, besides its content. */
interface About extends Pick<Trace, 'verified' | 'once'> {
  bySoap?: boolean;
  /** The status of a response. */
  status?: Status;
  /** Null if the user has been erased, or if the message names no user. */
  userId: string | null;
}

/** Traces a LogoutRequest or a LogoutResponse that Keyward sends. */
export const traceSentLogout = (
  tx: Tx,
  provider: ServiceProvider,
  { binding, key, plain }: Unsigned,
  { bySoap = false, userId, ...about }: About,
): Promise<void> =>
  recordTrace(tx, {
    serviceProviderId: provider.id,
    direction: 'SENT',
    binding: bySoap ? 'soap' : bindings[binding],
    requestId: null,
    message: traced(plain, null),
    certificate: key.certificate,
    ...about,
    ...(userId === null ? {} : { userId }),
  });
