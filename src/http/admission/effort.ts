import { RateLimited } from '../../failure.ts';

/** The account of what the requests of each tenant cost this process, in milliseconds of its CPU. */
export interface Effort {
  /** @param ahead what is about to be spent, or below 0 what was charged for this already @throws {RateLimited} when it is more than the tenant has left */
  check(orgId: string, now: Date, ahead?: number): void;
  spend(orgId: string, milliseconds: number): void;
}

/** An account without a bound. */
export const boundless: Effort = { check: () => undefined, spend: () => undefined };

interface Size {
  /** Milliseconds of a second; the share of a core that a tenant may take for long. */
  perSecond: number;
  /** The milliseconds that a tenant may spend at once if it has spent nothing. */
  most: number;
  /** The limit of requests a minute, for the headers. */
  limit: number;
  /** The sentence of a refusal. */
  detail: string;
  /** Milliseconds; only differences count. */
  clock?: () => number;
}

const mostRemembered = 10_000;

/** Keeps count of what tenants spend. Each second gives some of it back (docs/decisions/0047). */
export function efforts({ perSecond, most, limit, detail, clock = () => performance.now() }: Size): Effort {
  const spent = new Map<string, { level: number; at: number }>();
  const levelOf = (orgId: string): number => {
    const known = spent.get(orgId);
    return known ? Math.max(0, known.level - ((clock() - known.at) * perSecond) / 1000) : 0;
  };
  return {
    check(orgId, now, ahead = 0) {
      const over = levelOf(orgId) + Math.min(ahead, most) - most;
      if (over <= 0) return;
      const seconds = over / perSecond;
      const resetAt = Math.ceil(now.getTime() / 1000 + seconds);
      throw new RateLimited({ limit, remaining: 0, resetAt }, seconds, detail);
    },
    spend(orgId, milliseconds) {
      if (spent.size >= mostRemembered)
        for (const known of spent.keys()) if (levelOf(known) === 0) spent.delete(known);
      spent.set(orgId, { level: levelOf(orgId) + milliseconds, at: clock() });
    },
  };
}
