import { describe, expect, test } from 'vitest';
import { countFailure } from '../../../src/http/admission/address-check.ts';
import type { Asking } from '../../../src/http/admission/buckets.ts';
import type { Gate } from '../../../src/http/gate.ts';
import type { RequestContext } from '../../../src/http/request-context.ts';
import { RateLimited } from '../../../src/failure.ts';

/** @returns the addresses that were counted */
async function counted(
  context: { counted?: 'address' | 'client'; ofClient?: boolean },
  status: number,
  { rateLimitPerMinute = 100, thrown }: { rateLimitPerMinute?: number; thrown?: Error } = {},
): Promise<string[]> {
  const addresses: string[] = [];
  const strangers = {
    check: () => undefined,
    count: async ({ address }: Asking) => {
      addresses.push(address);
      if (thrown) throw thrown;
      return { limit: 300, remaining: 0, resetAt: 0 };
    },
  };
  const gate = {
    config: { rateLimitPerMinute, requireHttps: 'auto' },
    buckets: { pages: { strangers } },
  } as unknown as Gate;
  const { counted: by = 'client', ofClient } = context;
  const asked = {
    facts: { counted: by },
    errors: 'oauth',
    rawPath: '/api/oidc/x/token',
    transport: { address: '192.0.2.1' },
    ...(ofClient ? { ofClient } : {}),
  } as unknown as RequestContext;
  await countFailure(asked, gate, status);
  return addresses;
}

describe('countFailure', () => {
  test('counts a failure of a client, and any request without a client, against the address', async () => {
    expect(await counted({ ofClient: true }, 401)).toEqual(['192.0.2.1']);
    expect(await counted({ ofClient: true }, 400)).toEqual(['192.0.2.1']);
    expect(await counted({}, 200)).toEqual(['192.0.2.1']);
  });

  test('counts nothing twice', async () => {
    expect(await counted({ ofClient: true }, 200)).toEqual([]);
    expect(await counted({ counted: 'address' }, 400)).toEqual([]);
    expect(await counted({ ofClient: true }, 429)).toEqual([]);
    expect(await counted({ ofClient: true }, 503)).toEqual([]);
  });

  test('counts nothing without a rate limit', async () => {
    expect(await counted({}, 400, { rateLimitPerMinute: 0 })).toEqual([]);
  });

  test('does not reject a caller who got a response, and hides no fault', async () => {
    const standing = { limit: 300, remaining: 0, resetAt: 0 };
    expect(await counted({}, 400, { thrown: new RateLimited(standing, 1) })).toHaveLength(1);
    await expect(counted({}, 400, { thrown: new Error('away') })).rejects.toThrow('away');
  });
});
