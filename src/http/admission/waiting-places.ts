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

/** A request that waits. Both end the wait. */
interface Waiter {
  enter: () => void;
  refuse: (limit: number) => void;
}

interface Tenant {
  /** Places that are used or rest. */
  taken: number;
  resting: number;
  queue: Waiter[];
}

const longestRest = 60_000;

/** Lends places to the requests of each tenant. A request for which none is free waits for one. */
export function waitingPlaces(room: Room): Places {
  const { ofATenant, ofANode = Infinity, waiting, milliseconds, rest = 0, refusal } = room;
  const tenants = new Map<string, Tenant>();
  /** Tenants with a queue, the one whose queue began first at the front. */
  const queued = new Set<Tenant>();
  let used = 0;

  const mayTake = ({ taken }: Tenant): boolean => taken < Math.min(ofATenant, ofANode - used);
  const first = (tenant: Tenant): Waiter | undefined => {
    const next = tenant.queue.shift();
    if (tenant.queue.length === 0) queued.delete(tenant);
    return next;
  };
  const wake = (tenant: Tenant): void => {
    while (tenant.queue.length > 0 && mayTake(tenant)) first(tenant)?.enter();
  };
  /** A place that becomes free gives each tenant a larger share, so one of another tenant may enter. */
  const wakeAll = (): void => {
    for (const tenant of queued) wake(tenant);
  };

  const lend = (orgId: string, tenant: Tenant): (() => void) => {
    let held = true;
    tenant.taken++;
    used++;
    const began = performance.now();
    const free = (): void => {
      tenant.taken--;
      wake(tenant);
      if (used >= ofANode) for (let next = first(tenant); next; next = first(tenant)) next.refuse(ofANode);
      if (tenant.taken === 0) tenants.delete(orgId);
    };
    return () => {
      if (!held) return;
      held = false;
      used--;
      if (rest === 0) free();
      else {
        tenant.resting++;
        const end = (): void => {
          tenant.resting--;
          free();
        };
        setTimeout(end, Math.min((performance.now() - began) * rest, longestRest)).unref();
      }
      wakeAll();
    };
  };

  return (orgId, now) => {
    const tenant = tenants.get(orgId) ?? { taken: 0, resting: 0, queue: [] };
    if (used >= ofANode) throw refusal(ofANode, now);
    if (mayTake(tenant)) {
      tenants.set(orgId, tenant);
      return lend(orgId, tenant);
    }
    const hopeless = room.onlyResting && tenant.resting === 0;
    if (hopeless || tenant.queue.length >= waiting) throw refusal(tenant.taken, now);
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        enter() {
          clearTimeout(timer);
          resolve(lend(orgId, tenant));
        },
        refuse(limit) {
          clearTimeout(timer);
          reject(refusal(limit, now));
        },
      };
      const timer = setTimeout(() => {
        tenant.queue.splice(tenant.queue.indexOf(waiter), 1);
        if (tenant.queue.length === 0) queued.delete(tenant);
        waiter.refuse(tenant.taken);
      }, milliseconds);
      tenant.queue.push(waiter);
      queued.add(tenant);
    });
  };
}
