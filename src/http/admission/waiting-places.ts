import type { Failure } from '../../failure.ts';

/**
 * Takes a place of a tenant, or waits for one.
 * @returns what gives it back
 * @throws {Failure} RATE_LIMITED when there is none
 */
export type Places = (orgId: string, now: Date) => (() => void) | Promise<() => void>;

export interface Room {
  /** How many of a tenant run at once on this node. */
  ofATenant: number;
  /** How many of all tenants run at once; more are refused. A tenant holds at most as many as are free, so the last are for others. */
  ofANode?: number;
  /** How many more of a tenant wait for a place, and for how many milliseconds; without a database connection. */
  waiting: number;
  milliseconds: number;
  /** If true, a request waits only for a place that rests, and is refused while another request uses the place. */
  onlyResting?: boolean;
  /**
   * A place that was used for one second rests for this many seconds, which bounds the share of a tenant. The rest ends after
   * a minute, because a client that reads slowly may use a place for hours.
   */
  rest?: number;
  refusal: (limit: number, now: Date) => Failure;
}

interface Tenant {
  /** Places that are used or rest. */
  taken: number;
  resting: number;
  /** Each takes a place that became free, or says that it cannot. */
  queue: (() => boolean)[];
}

const longestRest = 60_000;

/** Lends places to the requests of each tenant. A request for which none is free waits for one. */
export function waitingPlaces(room: Room): Places {
  const { ofATenant, ofANode = Infinity, waiting, milliseconds, rest = 0, refusal } = room;
  const tenants = new Map<string, Tenant>();
  let used = 0;

  const lend = (orgId: string, tenant: Tenant): (() => void) => {
    let held = true;
    used++;
    const began = performance.now();
    const free = (): void => {
      for (let next = tenant.queue.shift(); next; next = tenant.queue.shift()) if (next()) return;
      tenant.taken--;
      if (tenant.taken === 0) tenants.delete(orgId);
    };
    return () => {
      if (!held) return;
      held = false;
      used--;
      if (rest === 0) return free();
      tenant.resting++;
      const end = (): void => {
        tenant.resting--;
        free();
      };
      setTimeout(end, Math.min((performance.now() - began) * rest, longestRest)).unref();
    };
  };

  return (orgId, now) => {
    const tenant = tenants.get(orgId) ?? { taken: 0, resting: 0, queue: [] };
    if (used >= ofANode) throw refusal(ofANode, now);
    const most = Math.min(ofATenant, ofANode - used);
    if (tenant.taken < most) {
      tenants.set(orgId, tenant);
      tenant.taken++;
      return lend(orgId, tenant);
    }
    const hopeless = room.onlyResting && tenant.resting === 0;
    if (hopeless || tenant.queue.length >= waiting) throw refusal(tenant.taken, now);
    return new Promise((resolve, reject) => {
      const enter = (): boolean => {
        clearTimeout(timer);
        const isFull = used >= ofANode;
        if (isFull) reject(refusal(ofANode, now));
        else resolve(lend(orgId, tenant));
        return !isFull;
      };
      const timer = setTimeout(() => {
        tenant.queue.splice(tenant.queue.indexOf(enter), 1);
        reject(refusal(tenant.taken, now));
      }, milliseconds);
      tenant.queue.push(enter);
    });
  };
}
