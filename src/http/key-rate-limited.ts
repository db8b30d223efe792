import { RateLimited, type Standing } from '../failure.ts';

/**
 * The requests that a limit of an API key counts. If verifications have a limit of their own, one limit counts
 * them, and the other counts the rest.
 */
type Counted = 'all' | 'others' | 'verifications';

/** The refusal of a call of an API key over its limit. The message says how to get more. */
export class KeyRateLimited extends RateLimited {
  /** @param operator what the operator allows, in requests a minute, and what this limit counts */
  constructor(
    standing: Standing,
    secondsLeft: number,
    operator: { rateLimitBurst: number; rateLimitMaxPerMinute: number; counted: Counted },
  ) {
    super(standing, secondsLeft);
    const { rateLimitBurst: burst, rateLimitMaxPerMinute: most, counted } = operator;
    const what = {
      all: 'requests a minute, verifications included,',
      others: 'requests a minute, without verifications,',
      verifications: 'verifications a minute',
    }[counted];
    const more =
      counted === 'verifications'
        ? 'For more, ask the operator to raise VERIFY_RATE_LIMIT_PER_MINUTE'
        : `For more, set rateLimitPerMinute of the key (at most ${most}), or ask the operator to raise RATE_LIMIT_PER_MINUTE`;
    this.message = `Rate limit exceeded: this key may make ${standing.limit} ${what} and ${burst} more. Retry after the time in X-RateLimit-Reset. ${more}`;
  }
}
