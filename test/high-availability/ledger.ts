// Answers that the clients of the rig got. Only answers count: a request without an answer, and a 503, have an
// unknown outcome.
import type { Answer } from '../support/client.ts';

/** A credential as its client knows it. */
export interface KnownCredential {
  id: string;
  /** The secret that works; undefined if a change of the credential has an unknown outcome, or the credential is revoked. */
  secret: string | undefined;
  /** Secrets that a client was told to be ended. */
  ended: string[];
  /** Events of acknowledged changes. */
  events: string[];
}

export interface CappedCredential {
  id: string;
  cap: number;
  valid: number;
  refused: boolean;
}

export class Ledger {
  readonly credentials: KnownCredential[] = [];
  readonly capped: CappedCredential[] = [];
  readonly tokens: string[] = [];
  /** Names of what was acknowledged, and how often. */
  readonly acknowledged: Record<string, number> = {};
  readonly unknown: Record<string, number> = {};
  /** Refusals because the service or the tenant has too much to do: nothing was done. */
  refused = 0;
  /** Answers that no client should get. */
  readonly faults: string[] = [];
  /** When verifications succeeded, in milliseconds, and on which node. */
  readonly verified: { at: number; node: number }[] = [];
  /** The longest time that a client waited for an answer since the last fault. */
  longest = { name: 'none', ms: 0 };

  /**
   * Calls the service once.
   * @returns the answer if it says what happened, otherwise undefined
   */
  async call(
    name: string,
    send: () => Promise<Answer>,
    good: readonly number[],
  ): Promise<Answer | undefined> {
    const begun = performance.now();
    const answer = await send().catch((error: unknown) => {
      // The client itself may not understand an answer.
      if (!(error instanceof TypeError)) this.faults.push(`${name}: ${String(error)}`);
      return undefined;
    });
    const ms = performance.now() - begun;
    if (ms > this.longest.ms) this.longest = { name, ms };
    if (!answer || answer.status === 503) {
      this.unknown[name] = (this.unknown[name] ?? 0) + 1;
      return undefined;
    }
    if (answer.status === 429) {
      this.refused++;
      return undefined;
    }
    if (!good.includes(answer.status)) {
      this.faults.push(`${name}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
      return undefined;
    }
    this.acknowledged[name] = (this.acknowledged[name] ?? 0) + 1;
    return answer;
  }

  /** The longest time without a successful verification since this moment, in milliseconds. @param on one node alone */
  gapSince(since: number, on?: number): number {
    const later = this.verified.filter(({ at, node }) => at > since && node === (on ?? node));
    const times = [since, ...later.map(({ at }) => at)];
    return Math.max(0, ...times.slice(1).map((at, index) => at - (times[index] ?? at)));
  }
}
