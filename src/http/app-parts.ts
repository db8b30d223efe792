import type { Work } from '../../generated/operations.ts';
import type { Pool } from 'pg';
import type { ScopeUses } from '../credentials/scope-uses.ts';
import type { AccessGuard } from '../conditional-access/judge/machines.ts';
import type { Config } from '../config.ts';
import type { RefusedProof } from '../lib/refused-proof.ts';
import type { PolicyGuard } from '../policies/judge/uses.ts';
import type { Contract } from './contract/contract.ts';
import type { Size } from './admission/crowd.ts';
import { type Tracer } from '../platform/tracing.ts';
import type { Metrics } from './metrics.ts';
import type { RunParts } from './run.ts';

/** The parts of the HTTP side of the service. */
export interface AppParts extends RunParts {
  /** For those statements of every request that must wait for a row. */
  patient: Pool;
  /** For the statements of every request. */
  pool: Pool;
  config: Config;
  contract: Contract;
  policies: PolicyGuard;
  access: AccessGuard;
  metrics: Metrics;
  tracer: Tracer;
  /** Told which right every call used that was not refused. */
  rights: Pick<ScopeUses, 'note'>;
  /** Told of each request with a token of the command line whose proof was refused. */
  proofs: { note: (refused: RefusedProof) => void };
  /** Whether the node is closed after a restore. */
  isClosed: () => boolean;
  /** Whether every answer is held against the contract, and one that breaks it becomes a 500; for tests. */
  checkAnswers?: boolean;
  /** How many requests of each class of work run at once; for tests. */
  sizes?: Readonly<Record<Work, Size>> | undefined;
}
