/** How long a node knows a caller that it has let in. */
const knownMs = 5 * 60_000;

/** How many callers a node knows in all, and of one tenant. An entry takes about 200 bytes. */
const usualSizes = { most: 20_000, ofTenant: 1_000 };

interface Known {
  orgId: string;
  until: number;
  /** The owner of the bucket that counts its requests. */
  owner: string;
}

/**
 * Remembers which keys, tokens or sessions a node let in a short while ago, so that strangers at the same address do not stop them. It
 * holds names, which are hashes: no secret follows from one. Times are of `performance.now()`.
 */
export interface KnownCallers {
  has(name: string, now: number): boolean;
  /** Returns what was noted as its owner; undefined if it is not known. */
  ownerOf(name: string, now: number): string | undefined;
  note(name: string, orgId: string, now: number, owner?: string): void;
  /** Forgets a caller that was refused with 401. */
  forget(name: string): void;
}

/**
 * Returns an empty memory. A tenant with too many callers loses the callers that the node has known for the longest. If the memory is
 * full, a tenant that has callers in it loses one of its own, so that no tenant pushes out the callers of another one.
 */
export function knownCallers({ most, ofTenant } = usualSizes): KnownCallers {
  const all = new Map<string, Known>();
  /** The names of each tenant, the oldest first. */
  const tenants = new Map<string, Set<string>>();

  const forget = (name: string): void => {
    const known = all.get(name);
    if (!known) return;
    all.delete(name);
    const names = tenants.get(known.orgId);
    names?.delete(name);
    if (names?.size === 0) tenants.delete(known.orgId);
  };
  const makeRoom = (names: Set<string>): void => {
    if (names.size < ofTenant && all.size < most) return;
    const [oldest] = names.size > 0 ? names : all.keys();
    if (oldest !== undefined) forget(oldest);
  };

  const ownerOf = (name: string, now: number): string | undefined => {
    const known = all.get(name);
    if (known === undefined) return undefined;
    if (known.until > now) return known.owner;
    forget(name);
    return undefined;
  };

  return {
    has: (name, now) => ownerOf(name, now) !== undefined,
    ownerOf,
    note(name, orgId, now, owner = '') {
      const until = now + knownMs;
      const known = all.get(name);
      if (known?.orgId === orgId) {
        // Each request comes here, and most end here.
        known.until = until;
        known.owner = owner;
        return;
      }
      if (known) forget(name);
      makeRoom(tenants.get(orgId) ?? new Set());
      // Making room may have removed the set of the tenant.
      let names = tenants.get(orgId);
      if (!names) tenants.set(orgId, (names = new Set()));
      names.add(name);
      all.set(name, { orgId, until, owner });
    },
    forget,
  };
}
