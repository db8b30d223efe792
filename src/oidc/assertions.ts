import type { Pool } from 'pg';
import { acceptAssertion, isTrustedForAssertions } from '../federation/connections/accepting-assertions.ts';
import { processSeconds } from '../lib/process-clock.ts';
import type { Outgoing } from '../platform/outgoing.ts';
import type { Tx } from '../platform/tx.ts';
import type { Assertions } from './engine/parts.ts';
import { findOfferedAssertions } from './sql/offered-assertions.ts';
import { useProof } from './used-proofs.ts';

/** The parts of the process that assertions need. */
interface AssertionParts {
  pool: Pool;
  outgoing: Pick<Outgoing, 'send'>;
  within: <T>(orgId: string, work: (tx: Tx) => Promise<T>) => Promise<T>;
}

/** The identity assertions of identity providers that the connections of tenants trust, as the engine uses them. */
export const oidcAssertions = ({ pool, outgoing, within }: AssertionParts): Assertions => ({
  accept: (orgId, presented, judge) =>
    acceptAssertion(
      {
        within: (work) => within(orgId, work),
        outgoing,
        useOnce: (used) => useProof(pool, orgId, used, processSeconds()),
      },
      presented,
      judge,
    ),
  isTrusted: (orgId, connectionId) => within(orgId, (tx) => isTrustedForAssertions(tx, connectionId)),
  offered: (orgId) => findOfferedAssertions(pool, orgId),
});
