/** The compiled settings of tenants, named by a version that a statement of each request reads. */
export interface VersionedCache<Value> {
  /**
   * @param version what a statement of the request has just read of the tenant; 0 means that nothing is set
   * @param read reads and compiles by the connection of the caller. A transaction may not wait for another connection, nor for
   * the read of another transaction
   * @returns the value of that version, or of a later one that was read since
   */
  at(orgId: string, version: number, read?: () => Promise<Value>): Value | Promise<Value>;
  /**
   * Returns what the cache has of a tenant, which may be old. Use it only if a later statement compares its version with that of
   * the tenant.
   */
  held(orgId: string): Value | undefined;
}

const most = 1_000;

/**
 * It never answers from what it holds without being told a version that was read after the request began, so no process
 * judges by what a change answered before has replaced (docs/decisions/0021-policies.md).
 * @param load reads and compiles what a tenant has set, with the version that it has
 * @param none what a tenant has that has set nothing
 * @param weigh tells how much memory a value takes, 1 for a usual one. All together may weigh 1,000
 */
export function versionedCache<Value extends { readonly version: number }>(
  load: (orgId: string) => Promise<Value>,
  none: Value,
  weigh: (value: Value) => number = () => 1,
): VersionedCache<Value> {
  const held = new Map<string, Value>();
  let weight = 0;
  const forget = (orgId: string): void => {
    const known = held.get(orgId);
    if (known && held.delete(orgId)) weight -= weigh(known);
  };
  const loading = new Map<string, Promise<Value>>();

  const loadOnce = async (orgId: string, read = () => load(orgId)): Promise<Value> => {
    const value = await read();
    if ((held.get(orgId)?.version ?? 0) <= value.version) {
      forget(orgId);
      held.set(orgId, value);
      weight += weigh(value);
      // The last one stays even if it is too heavy. Otherwise each request of its tenant would read it again.
      for (const [oldest] of held) {
        if (weight <= most || held.size === 1) break;
        forget(oldest);
      }
    }
    return value;
  };

  const shared = (orgId: string): Promise<Value> => {
    const running = loading.get(orgId);
    if (running) return running;
    const started = loadOnce(orgId).finally(() => loading.delete(orgId));
    loading.set(orgId, started);
    return started;
  };

  const fresh = async (orgId: string, version: number): Promise<Value> => {
    const value = await shared(orgId);
    // A read that was on its way may have started before the change. The next read started after the change, for any
    // caller, and may return version 0: everything is gone.
    return value.version >= version ? value : shared(orgId);
  };

  return {
    held: (orgId) => held.get(orgId),
    at(orgId, version, read) {
      if (version === 0) return none;
      const known = held.get(orgId);
      if (known && known.version >= version) return known;
      return read ? loadOnce(orgId, read) : fresh(orgId, version);
    },
  };
}
