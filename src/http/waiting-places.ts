import type { Failure } from '../failure.ts';
import type { Places } from './places.ts';

interface Room {
  /** How many of a tenant run at once on this node. */
  ofATenant: number;
  /** How many more of a tenant wait for a place, and for how many milliseconds; without a database connection. */
  waiting: number;
  milliseconds: number;
  refusal: (limit: number, now: Date) => Failure;
}

interface Tenant {
  running: number;
  queue: (() => void)[];
}

/** Places that requests wait for a moment: directories ask for several users at once, and each search takes milliseconds. */
export function waitingPlaces({ ofATenant, waiting, milliseconds, refusal }: Room): Places {
  const tenants = new Map<string, Tenant>();

  const leaving = (orgId: string, tenant: Tenant): (() => void) => {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const next = tenant.queue.shift();
      if (next) return next();
      tenant.running -= 1;
      if (tenant.running === 0) tenants.delete(orgId);
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
