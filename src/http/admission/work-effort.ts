import type { Config } from '../../config.ts';
import { boundless, type Effort, efforts } from './effort.ts';

/** The share of each tenant: a fifth of a core for long, and at once a plan and an apply of the largest size, twice. */
const share = { perSecond: 200, most: 40_000 };

/** Bounds what requests of each tenant cost this process that do much work at once. Without a limit of requests, there is no bound. */
export const workEffort = ({ rateLimitPerMinute }: Pick<Config, 'rateLimitPerMinute'>): Effort =>
  rateLimitPerMinute === 0
    ? boundless
    : efforts({
        ...share,
        limit: rateLimitPerMinute,
        detail:
          'the requests of this organization take too much work; retry after the seconds in Retry-After, with fewer objects',
      });
