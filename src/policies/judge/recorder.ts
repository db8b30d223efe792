import type { Tenant } from '../../platform/tenancy.ts';
import { writeSoon } from '../../platform/write-soon.ts';
import type { Tx } from '../../platform/tx.ts';
import { actOf, askToAct, countOf, tellViolations, type Violation } from './violations.ts';

/** Violations of verifications and of calls of the API: counted soon, told at most once a minute. */
export interface ViolationRecorder {
  /** @returns what to wait for before the answer: that SUSPEND or REVOKE was asked for; undefined where nothing was */
  note(tenant: Tenant, violations: readonly Violation[]): Promise<void> | undefined;
  /** Writes what is left. */
  stop(): Promise<void>;
}

/** The count of one policy and one credential. */
interface Tally {
  latest: Violation;
  /** Not counted in the policy yet. */
  uncounted: number;
  /** Not told yet. */
  untold: number;
  /** By performance.now(); undefined before the first. */
  toldAt: number | undefined;
  /** Whether SUSPEND or REVOKE is still to be asked for. */
  acts: boolean;
  /**
   * The versions for which SUSPEND or REVOKE was asked for last, and the time. To ask again for a key that is
   * left alone would tell of it each time.
   */
  asked: { versions: string; at: number } | undefined;
}

interface Ledger {
  tenant: Tenant;
  tallies: Map<string, Tally>;
}

/** Names the versions of the policy and of the credential that it judged. */
const versionsOf = ({ policy, credentialVersion }: Violation): string =>
  `${policy.version} ${credentialVersion}`;

const tellEveryMs = 60_000;
/** The limit of one tenant. Further credentials are reported as one for each policy. */
const mostTallies = 10_000;
const mostEvents = 500;

/**
 * Records violations in memory first. A killed process loses the counts of a second, and events that were being put
 * together. Refusals of changes are not recorded here, and never lost (docs/decisions/0021-policies.md).
 *
 * @param inTransaction runs work in a transaction of a tenant
 */
export function violationRecorder(
  inTransaction: (tenant: Tenant, work: (tx: Tx) => Promise<void>) => Promise<void>,
  onError: (error: unknown) => void,
): ViolationRecorder {
  const ledgers = new Map<string, Ledger>();
  const writeAll = async (all: boolean): Promise<boolean> => {
    for (const ledger of ledgers.values()) {
      try {
        await write(ledger, all);
      } catch (error) {
        onError(error);
      }
      if (ledger.tallies.size === 0) ledgers.delete(ledger.tenant.orgId);
    }
    return ledgers.size > 0;
  };
  const soon = writeSoon({ write: writeAll });

  const write = async ({ tenant, tallies }: Ledger, all: boolean): Promise<void> => {
    const now = performance.now();
    const isDue = ({ untold, toldAt }: Tally): boolean =>
      untold > 0 && (all || toldAt === undefined || now - toldAt >= tellEveryMs);
    const entries = [...tallies];
    const due = entries.filter(([, tally]) => isDue(tally)).slice(0, all ? undefined : mostEvents);
    const taken = entries.map(([, tally]) => ({ tally, uncounted: tally.uncounted, acts: tally.acts }));
    const told = due.map(([, tally]) => ({ tally, untold: tally.untold }));
    const counted = taken.filter(({ uncounted }) => uncounted > 0);
    const acting = taken
      .filter(({ acts }) => acts)
      .map(({ tally }) => ({ tally, versions: versionsOf(tally.latest) }));
    if (counted.length + told.length + acting.length > 0) {
      await inTransaction(tenant, async (tx) => {
        await tellViolations(
          tx,
          told.map(({ tally, untold }) => ({ ...tally.latest, count: untold })),
        );
        await askToAct(
          tx,
          acting.map(({ tally }) => tally.latest),
        );
        await countOf(
          tx,
          counted.map(({ tally, uncounted }) => ({ policy: tally.latest.policy, count: uncounted })),
        );
      });
    }
    // Only now, for what fails is tried again; meanwhile more may have come.
    for (const { tally, uncounted } of counted) tally.uncounted -= uncounted;
    for (const { tally, versions } of acting) {
      tally.acts = false;
      tally.asked = { versions, at: now };
    }
    for (const { tally, untold } of told) {
      tally.untold -= untold;
      tally.toldAt = now;
    }
    for (const [key, tally] of tallies) {
      const idle = tally.uncounted === 0 && tally.untold === 0 && !tally.acts;
      if (idle && (tally.toldAt === undefined || now - tally.toldAt >= tellEveryMs)) tallies.delete(key);
    }
  };

  const keyOf = ({ policy, credentialId, outcome }: Violation): string =>
    `${policy.id} ${outcome} ${credentialId ?? ''}`;

  return {
    note(tenant, violations) {
      if (violations.length === 0) return undefined;
      let ledger = ledgers.get(tenant.orgId);
      if (!ledger) ledgers.set(tenant.orgId, (ledger = { tenant, tallies: new Map() }));
      let acts = false;
      for (const violation of violations) {
        const known = ledger.tallies.has(keyOf(violation)) || ledger.tallies.size < mostTallies;
        const act = actOf(violation.policy) !== undefined && violation.outcome === 'DENIED';
        // A violation that suspends or revokes keeps its credential, even above the limit.
        const one = known || act ? violation : { ...violation, credentialId: null, credentialVersion: null };
        const key = keyOf(one);
        const tally = ledger.tallies.get(key) ?? {
          latest: one,
          uncounted: 0,
          untold: 0,
          toldAt: undefined,
          acts: false,
          asked: undefined,
        };
        ledger.tallies.set(key, tally);
        tally.latest = one;
        tally.uncounted++;
        tally.untold++;
        const { versions, at } = tally.asked ?? { versions: '', at: -Infinity };
        const again = versions === versionsOf(one) && performance.now() - at < tellEveryMs;
        tally.acts ||= act && !again;
        acts ||= tally.acts;
      }
      soon.arm();
      return acts ? soon.now() : undefined;
    },
    stop: soon.stop,
  };
}
