import type { Failure } from '../failure.ts';
import type { Places } from './places.ts';

interface Room {
  /** How many of a tenant run at once on this node. */
  ofATenant: number;
  /** How many more of a tenant wait for a place, and for how many milliseconds; without a database connection. */
  waiting: number;
  milliseconds: number;
  /** A place that was used for a second rests for so many seconds, so that a tenant takes a bounded share of the time. */
  rest?: number;
  refusal: (limit: number, now: Date) => Failure;
}

interface Tenant {
  running: number;
  queue: (() => void)[];
}

/** Lends places to the requests of each tenant. A request for which none is free waits for one. */
export function waitingPlaces({ ofATenant, waiting, milliseconds, rest = 0, refusal }: Room): Places {
  const tenants = new Map<string, Tenant>();

  const leaving = (orgId: string, tenant: Tenant): (() => void) => {
    let held = true;
    const began = performance.now();
    const free = (): void => {
      const next = tenant.queue.shift();
      if (next) return next();
      tenant.running -= 1;
      if (tenant.running === 0) tenants.delete(orgId);
    };
    return () => {
      if (!held) return;
      held = false;
      if (rest === 0) free();
      else setTimeout(free, (performance.now() - began) * rest).unref();
    };
  };

  return (orgId, now) => {
    const tenant = tenants.get(orgId) ?? { running: 0, queue: [] };
    tenants.set(orgId, tenant);
    if (tenant.running < ofATenant) {
      tenant.running += 1;
      return leaving(orgId, tenant);
    }
    if (tenant.queue.length >= waiting) throw refusal(ofATenant, now);
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer);
        resolve(leaving(orgId, tenant));
      };
      const timer = setTimeout(() => {
        tenant.queue.splice(tenant.queue.indexOf(enter), 1);
        reject(refusal(ofATenant, now));
      }, milliseconds);
      tenant.queue.push(enter);
    });
  };
}
