import type { Tenant } from '../../platform/tenancy.ts';
import type { CompiledAccess, Judgement } from './compile.ts';
import type { Proved } from './requirements.ts';
import type { AttemptOutcome, MachineUse, RiskFinding, Signals } from './types.ts';

/** The signals and policies that an attempt was judged by, and the judgement. */
export interface Judged {
  signals: Signals;
  judgement: Judgement;
  access: CompiledAccess;
}

/** A judged use of a key or a client. */
export interface MachineDecision extends Judged {
  use: MachineUse;
  /** Whether the use is allowed even if a policy blocks it. */
  exempt: boolean;
}

/** A judged attempt of a user. */
export interface UserDecision extends Judged {
  outcome: AttemptOutcome;
  /** Absent if no policy asks for it. */
  risk: RiskFinding | undefined;
  proved: Proved;
  requestId: string | null;
}

/** Is told of judged attempts, and records them soon. Attempts that were simply allowed are recorded by `noteAlone` only. */
export interface DecisionNotes {
  noteUse(tenant: Tenant, decision: MachineDecision): void;
  noteUser(tenant: Tenant, decision: UserDecision): void;
  /**
   * Records a decision soon, in a row of its own.
   * @returns whether there was room; otherwise the caller records it itself
   */
  noteAlone(tenant: Tenant, decision: UserDecision): boolean;
}
