import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { issuerKeys } from '../../../src/credentials/issuer-keys.ts';
import { type Jwt, readJwt } from '../../../src/lib/jwt.ts';
import { OutgoingFailure } from '../../../src/platform/outgoing.ts';

const first = await generateKeyPair('ES256');
const second = await generateKeyPair('ES256');
type Pair = typeof first;

async function token(pair: Pair, kid: string): Promise<Jwt> {
  const text = await new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid }).sign(pair.privateKey);
  return readJwt(text) as Jwt;
}

// The clocks stand: jose reads one of them, and our rest after a request the other.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = (milliseconds: number): void => void vi.advanceTimersByTime(milliseconds);

/** Issuers as the network shows them. */
async function aWorld() {
  const world = {
    asked: [] as string[],
    down: false,
    set: undefined as unknown,
    fault: undefined as Error | undefined,
    kid: '1',
    pair: first,
  };
  const keys = issuerKeys({
    mayReach: () => true,
    async send(url) {
      world.asked.push(url);
      await Promise.resolve();
      if (world.fault) throw world.fault;
      if (world.down) throw new OutgoingFailure('TIMEOUT');
      const { origin, pathname } = new URL(url);
      const key = { ...(await exportJWK(world.pair.publicKey)), kid: world.kid };
      const page =
        pathname === '/keys'
          ? (world.set ?? { keys: [key] })
          : { issuer: origin, jwks_uri: `${origin}/keys` };
      const body = JSON.stringify(page);
      return { status: 200, body, bytes: Buffer.from(body), latencyMs: 1 };
    },
  });
  const old = await token(first, '1');
  const young = await token(second, '2');
  const ask = (one: Jwt, issuer = 'https://a.example') =>
    keys.requireSigned(issuer, one).then(
      () => 'signed',
      (error: Error) => error.message,
    );
  const rotate = () => Object.assign(world, { kid: '2', pair: second });
  return { world, ask, old, young, rotate };
}

describe('the keys of an issuer', () => {
  test('are fetched once for all who wait, and kept for ten minutes', async () => {
    const { world, ask, old } = await aWorld();
    expect(await Promise.all(Array.from({ length: 8 }, () => ask(old)))).toEqual(Array(8).fill('signed'));
    pass(599_999);
    expect(await ask(old)).toBe('signed');
    expect(world.asked).toHaveLength(2);
    pass(1);
    expect(await ask(old)).toBe('signed');
    expect(world.asked).toHaveLength(4);
  });

  test('are not believed any more once it has withdrawn them', async () => {
    const { ask, old, rotate } = await aWorld();
    await ask(old);
    rotate();
    pass(600_000);
    expect(await ask(old)).toMatch(/no key with the kid/);
  });

  test('are neither believed longer nor asked for later when the clock of the machine is set back', async () => {
    const { ask, old, young, rotate } = await aWorld();
    await ask(old);
    rotate();
    vi.setSystemTime(Date.now() - 86_400_000);
    pass(30_000);
    expect(await ask(young)).toBe('signed');
    expect(await ask(old)).toMatch(/no key with the kid/);
    rotate();
    vi.setSystemTime(Date.now() - 86_400_000);
    pass(600_000);
    expect(await ask(old)).toMatch(/no key with the kid/);
  });

  test('are fetched again for a kid they lack, every half minute at most', async () => {
    const { world, ask, old, young, rotate } = await aWorld();
    await ask(old);
    rotate();
    for (let more = 0; more < 5; more++) expect(await ask(young)).toMatch(/no key with the kid/);
    expect(world.asked).toHaveLength(2);
    pass(30_000);
    expect(await ask(young)).toBe('signed');
    expect(world.asked).toHaveLength(4);
    const unknown = await token(first, '3');
    for (let more = 0; more < 5; more++) expect(await ask(unknown)).toMatch(/no key with the kid/);
    expect(world.asked).toHaveLength(4);
  });

  test('stay while a fetch for an unknown kid fails', async () => {
    const { world, ask, old, young } = await aWorld();
    await ask(old);
    pass(30_000);
    world.down = true;
    expect(await ask(young)).toMatch(/no key with the kid/);
    expect(await ask(old)).toBe('signed');
  });

  test('are not asked for again half a minute after a fetch for an unknown kid failed', async () => {
    const { world, ask, old, young } = await aWorld();
    await ask(old);
    pass(30_000);
    world.down = true;
    for (let more = 0; more < 5; more++) await ask(young);
    expect(world.asked).toHaveLength(3);
    pass(29_999);
    await ask(young);
    expect(world.asked).toHaveLength(3);
    pass(1);
    await ask(young);
    expect(world.asked).toHaveLength(4);
  });

  test('are asked for again half a minute after there was no answer', async () => {
    const { world, ask, old } = await aWorld();
    world.down = true;
    for (let more = 0; more < 5; more++) expect(await ask(old)).toMatch(/not available.*TIMEOUT/);
    expect(world.asked).toHaveLength(1);
    world.down = false;
    expect(await ask(old)).toMatch(/not available/);
    pass(30_000);
    expect(await ask(old)).toBe('signed');
  });

  test.for([
    ['more than 100 keys', { keys: Array.from({ length: 101 }, () => ({ kty: 'EC' })) }],
    ['keys that are not objects', { keys: [1] }],
    ['no keys', {}],
  ] as const)('cannot be had from a set with %s', async ([, set]) => {
    const { world, ask, old } = await aWorld();
    world.set = set;
    expect(await ask(old)).toBe('the keys of the issuer are not available: the key set is not valid');
  });

  test('leave a fault of ours as it is', async () => {
    const { world, ask, old } = await aWorld();
    world.fault = new TypeError('ours');
    expect(await ask(old)).toBe('ours');
  });

  test('are remembered of 500 issuers, and of no more', async () => {
    const { world, ask, old } = await aWorld();
    for (let at = 0; at < 501; at++) await ask(old, `https://a${at}.example`);
    world.asked.length = 0;
    await ask(old, 'https://a500.example');
    await ask(old, 'https://a1.example');
    expect(world.asked).toEqual([]);
    await ask(old, 'https://a0.example');
    expect(world.asked).toHaveLength(2);
  });
});
