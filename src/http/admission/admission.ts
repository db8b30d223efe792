import type { Failure, Standing } from '../../failure.ts';
import type { Caller } from '../../operation.ts';
import type { PolicedCall } from '../../policies/judge/uses.ts';

/** A caller that was let in, and where its key or token stands in its rate window. */
export interface Admission {
  caller: Caller;
  /** Undefined when the bucket is switched off. */
  standing: Standing | undefined;
  /** Postgres's time. */
  now: Date;
  /** Why conditional access refuses the caller. */
  refusal?: Failure;
  /** The facts of a call that policies judge; absent where the tenant has no policies. */
  policed?: PolicedCall & { dormant: boolean };
}
