import { writeSoon } from '../platform/write-soon.ts';
import { mostScopesOfCredential, type ScopeUse } from './sql/uses.ts';

/**
 * Collects which scopes are used, from every caller that sees a use. Writes them every second, outside the requests
 * that callers wait for.
 */
export interface ScopeUses {
  note(of: { orgId: string; credentialId: string }, scopes: readonly string[], at: Date): void;
  /** Writes what is not written yet. */
  stop(): Promise<void>;
}

export interface ScopeUsesParts {
  write: (uses: ScopeUse[]) => Promise<void>;
  /** Told once for each time it happens how many were lost because there was no room, or why writing failed. */
  failed: (lost: number, error?: unknown) => void;
  everyMs?: number;
  /**
   * The number of pairs of credential and scope in memory. A caller who asks for new scopes without end fills no more
   * than this.
   */
  most?: number;
}

const writtenAtOnce = 5_000;
const lastTries = 3;

/**
 * Sums uses up in memory. A process that is killed loses the last second; what cannot be written is kept and tried again
 * until there is no room for more. Reports show only scopes that were used at all, so neither matters to a scope that is
 * used more than once.
 */
export function scopeUses({ write: writeSome, failed, everyMs, most = 20_000 }: ScopeUsesParts): ScopeUses {
  let uses = new Map<string, Map<string, ScopeUse>>();
  let size = 0;
  let lost = 0;

  const add = (use: ScopeUse): void => {
    soon.arm();
    let known = uses.get(use.credentialId);
    if (!known) {
      if (size >= most) return void (lost += use.uses);
      uses.set(use.credentialId, (known = new Map()));
    }
    const same = known.get(use.scope);
    if (same) {
      same.uses += use.uses;
      if (use.first < same.first) same.first = use.first;
      if (use.last > same.last) same.last = use.last;
    } else if (size < most && known.size < mostScopesOfCredential) {
      known.set(use.scope, use);
      size++;
    } else {
      lost += use.uses;
    }
  };

  const write = async (): Promise<boolean> => {
    const waiting = [...uses.values()].flatMap((known) => [...known.values()]);
    const losing = lost;
    uses = new Map();
    size = lost = 0;
    if (losing > 0) failed(losing);
    for (let at = 0; at < waiting.length; at += writtenAtOnce) {
      try {
        await writeSome(waiting.slice(at, at + writtenAtOnce));
      } catch (error) {
        failed(0, error);
        for (const use of waiting.slice(at)) add(use);
        return true;
      }
    }
    return false;
  };
  const soon = writeSoon({ write, lastTries, everyMs });

  return {
    note({ orgId, credentialId }, scopes, at) {
      const known = uses.get(credentialId);
      for (const scope of scopes) {
        const same = known?.get(scope);
        // Nearly every call takes this branch.
        if (same) {
          same.uses++;
          if (at > same.last) same.last = at;
        } else add({ orgId, credentialId, scope, first: at, last: at, uses: 1 });
      }
    },
    stop: soon.stop,
  };
}
