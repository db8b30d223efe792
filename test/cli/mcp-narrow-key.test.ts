import { describe, expect, test } from 'vitest';
import { NarrowKey } from '../../clients/cli/src/mcp/narrow-key.ts';
import type { Operations } from '../../clients/cli/src/mcp/operations.ts';
import { KeywardAnswerError, KeywardApiError } from '../../clients/typescript/src/errors.ts';

/** A service that makes keys by number, and notes who called what. */
function aService({ scopes = ['*'] }: { scopes?: string[] } = {}) {
  const called: string[] = [];
  const bodies: Record<string, unknown>[] = [];
  const state = {
    now: 0,
    failing: undefined as Error | undefined,
    once: undefined as Error | undefined,
    refusing: undefined as Error | undefined,
    gate: undefined as Promise<void> | undefined,
    made: 0,
  };
  const as =
    (key: string): Operations =>
    (name, { body } = {}) => {
      called.push(`${key}: ${name}`);
      if (name === 'me get') return Promise.resolve({ type: 'API_KEY', id: 'cred_own', scopes });
      if (name === 'credentials get') return Promise.resolve({ identityId: 'idn_own' });
      if (name === 'credentials revoke-own')
        return state.refusing ? Promise.reject(state.refusing) : Promise.resolve({});
      if (name === 'credentials revoke')
        return state.failing ? Promise.reject(state.failing) : Promise.resolve({});
      const failure = state.once ?? state.failing;
      state.once = undefined;
      if (failure) return Promise.reject(failure);
      bodies.push(body ?? {});
      state.made += 1;
      const made = { id: `cred_${state.made}`, credential: `made-${state.made}` };
      return (state.gate ?? Promise.resolve()).then(() => made);
    };
  const open = () =>
    NarrowKey.open({
      as,
      key: 'own',
      scopes: ['identities.read', 'audit.read'],
      allow: [],
      now: () => state.now,
    });
  return { state, called, bodies, open };
}

const minutes = (count: number): number => count * 60_000;
const refusal = (code: string, details: Record<string, unknown> = {}): Error =>
  new KeywardApiError('It is refused.', { code, status: 403, details });

describe('the key of a run', () => {
  test('is made at the first call, once for all calls, with the scopes of the tools', async () => {
    const { open, called, bodies } = aService();
    const narrow = await open();
    expect(called).toEqual(['own: me get', 'own: credentials get']);
    expect(await Promise.all([narrow.current(), narrow.current()])).toEqual(['made-1', 'made-1']);
    expect(bodies).toEqual([
      {
        identityId: 'idn_own',
        name: 'keyward mcp',
        duration: '3600s',
        scopes: ['identities.read', 'audit.read'],
      },
    ]);
  });

  test('is replaced ten minutes before it ends, once for all calls', async () => {
    const { open, state } = aService();
    const narrow = await open();
    await narrow.current();
    state.now = minutes(49);
    expect(await narrow.current()).toBe('made-1');
    state.now = minutes(51);
    expect(await Promise.all([narrow.current(), narrow.current()])).toEqual(['made-2', 'made-2']);
  });

  test('works until it ends if it cannot be replaced, and the next call tries again', async () => {
    const { open, state } = aService();
    const narrow = await open();
    await narrow.current();
    state.now = minutes(51);
    state.failing = new Error('no answer');
    expect(await narrow.current()).toBe('made-1');
    state.now = minutes(61);
    await expect(narrow.current()).rejects.toThrow('no answer');
    state.failing = undefined;
    expect(await narrow.current()).toBe('made-2');
  });

  test('is not made by a key that may not, at each call, with the command that makes one', async () => {
    const { open, state } = aService();
    const narrow = await open();
    state.failing = refusal('SCOPE_NOT_GRANTABLE');
    for (let at = 0; at < 2; at += 1)
      await expect(narrow.current()).rejects.toThrow(
        /It is refused\. .*keyward credentials create .* --scope identities\.read --scope audit\.read$/,
      );
  });

  test('keeps within the bounds that a refusal names', async () => {
    const { open, state, bodies } = aService();
    const narrow = await open();
    state.once = refusal('BOUND_NOT_GRANTABLE', {
      expiresAt: new Date(minutes(20)).toISOString(),
      usesLeft: 7,
      allowedIps: ['192.0.2.0/24'],
      rateLimitPerMinute: 30,
    });
    expect(await narrow.current()).toBe('made-1');
    expect(bodies).toEqual([
      expect.objectContaining({
        duration: '1195s',
        maxUsage: 6,
        allowedIps: ['192.0.2.0/24'],
        rateLimitPerMinute: 30,
      }),
    ]);
  });

  test('is revoked at the end, also if it is being made', async () => {
    const { open, state, called } = aService();
    const narrow = await open();
    await narrow.current();
    state.now = minutes(51);
    const making = narrow.current();
    expect(await narrow.end()).toBe(true);
    await making;
    expect(called).toEqual(
      expect.arrayContaining(['made-1: credentials revoke-own', 'made-2: credentials revoke-own']),
    );
  });

  test('is revoked by its maker where another server refuses it with 401', async () => {
    const { open, state, called } = aService();
    const narrow = await open();
    await narrow.current();
    state.refusing = new KeywardAnswerError('A page', { code: 'UNEXPECTED_ANSWER', status: 401 });
    expect(await narrow.end()).toBe(true);
    expect(called.slice(-2)).toEqual(['made-1: credentials revoke-own', 'own: credentials revoke']);
  });

  test('is told as left behind where its own 401 is all that is known', async () => {
    const { open, state } = aService();
    const narrow = await open();
    await narrow.current();
    // The identity may be suspended for a while.
    state.refusing = new KeywardApiError('No.', { code: 'UNAUTHORIZED', status: 401 });
    state.failing = refusal('INSUFFICIENT_SCOPE');
    expect(await narrow.end()).toBe(false);
  });

  test('is waited for at the end, and then revoked', async () => {
    const { open, state, called } = aService();
    const narrow = await open();
    let answer = (): void => undefined;
    state.gate = new Promise((done) => (answer = done));
    const making = narrow.current();
    const ended = narrow.end();
    answer();
    expect(await ended).toBe(true);
    await making;
    expect(called).toContain('made-1: credentials revoke-own');
  });

  test('is told as left behind if it has not come at the end', async () => {
    const { open, state } = aService();
    const narrow = await open();
    let answer = (): void => undefined;
    state.gate = new Promise((done) => (answer = done));
    const making = narrow.current();
    expect(await narrow.end()).toBe(false);
    answer();
    await making;
  });

  test('is the own key, which is not revoked, if that has no other scopes', async () => {
    const { open, called } = aService({ scopes: ['audit.read'] });
    const narrow = await open();
    expect(await narrow.current()).toBe('own');
    expect(narrow.scopes).toEqual(['audit.read']);
    expect(await narrow.end()).toBe(true);
    expect(called).toEqual(['own: me get']);
  });
});
