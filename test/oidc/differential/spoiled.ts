// Faults of an assertion or a proof.
import type { Random } from '../../support/random.ts';
import { athOf, type Signed } from './requests.ts';
import type { World } from './world.ts';

const oddValues: readonly unknown[] = [
  undefined,
  null,
  '',
  0,
  1.5,
  -1,
  'x',
  ' ',
  [],
  {},
  true,
  ['x'],
  'x'.repeat(3000),
  '1e9',
];

/** Draws another value for a claim. */
function claimFor(name: string, { issuer, parties }: World, random: Random): unknown {
  // Limits are 15, 60 and 300 seconds. A second may begin between the signature and the check by one side alone, so no time is near one.
  const seconds = [-10_000, -310, -290, -70, -25, -5, 0, 5, 25, 50, 290, 310, 4000, 1e9, 30.5, -30.5];
  const audiences = [
    issuer,
    `${issuer}/token`,
    `${issuer}/introspect`,
    `${issuer}/userinfo`,
    `${issuer}/`,
    [issuer],
    [issuer, `${issuer}/token`],
    [issuer, 'https://elsewhere.example.com'],
    [],
    ['https://elsewhere.example.com'],
    new URL(issuer).origin,
  ];
  if (random.happens(0.3)) return random.pick(oddValues);
  if (['iat', 'exp', 'nbf'].includes(name)) return random.pick(seconds);
  if (name === 'aud') return random.pick(audiences);
  if (name === 'htu')
    return random.pick([
      `${issuer}/token?x=1`,
      `${issuer}/token#x`,
      `${issuer}/userinfo?x=1#y`,
      `${issuer}/userinfo/`,
      `${issuer.toUpperCase()}/token`,
      issuer.replace('localhost', '127.0.0.1'),
      '/token',
      issuer,
    ]);
  if (name === 'htm') return random.pick(['GET', 'POST', 'post', 'get', 'PUT']);
  if (name === 'jti') return random.pick(['fixed', 'x'.repeat(500), 'ü', 'new']);
  if (name === 'ath') return random.pick([athOf('x'), 'x']);
  if (name === 'nonce') return random.pick(['', 'x', 'unknown']);
  return random.pick(parties).clientId;
}

/** Changes something signed. */
export function spoil(signed: Signed, claims: readonly string[], world: World, random: Random): string {
  const kind = random.below(10);
  if (kind < 5) {
    const name = random.pick(claims);
    signed.claims = { ...signed.claims, [name]: claimFor(name, world, random) };
    return `claim ${name}: ${JSON.stringify(signed.claims[name])?.slice(0, 60)}`;
  }
  if (kind === 5) {
    signed.alg = random.pick(['none', 'HS256', 'HS512', 'RS256', 'ES256', 'ES384', 'EdDSA', 'PS256', 'x']);
    return `alg ${signed.alg}`;
  }
  if (kind === 6) {
    signed.key = { ...world.strangeKey };
    signed.alg = signed.key.alg;
    return 'another key';
  }
  if (kind === 7) {
    const [name, value] = random.pick<[string, unknown]>([
      ['kid', undefined],
      ['kid', 'unknown'],
      ['kid', 1],
      ['typ', undefined],
      ['typ', 'JWT'],
      ['typ', 'dpop+jwt'],
      ['typ', 'DPOP+JWT'],
      ['typ', 'application/dpop+jwt'],
      ['typ', 'client-authentication+jwt'],
      ['jwk', undefined],
      ['jwk', { kty: 'EC' }],
      ['jwk', world.strangeKey.jwk],
      ['jwk', { ...world.strangeKey.jwk, d: 'x' }],
      ['x', 'y'],
      ['cty', 'JWT'],
      ['jku', 'https://elsewhere.example.com'],
    ]);
    const { [name]: _gone, ...header } = signed.header;
    signed.header = value === undefined ? header : { ...header, [name]: value };
    return `header ${name}: ${JSON.stringify(value)}`;
  }
  const [name, change] = random.pick<[string, (jwt: string) => string]>([
    ['no signature', (jwt) => jwt.slice(0, jwt.lastIndexOf('.') + 1)],
    ['another signature', (jwt) => jwt.slice(0, -6) + (jwt.endsWith('AAAAAA') ? 'BBBBBB' : 'AAAAAA')],
    ['two parts', (jwt) => jwt.slice(0, jwt.lastIndexOf('.'))],
    ['four parts', (jwt) => `${jwt}.x`],
    ['no JWT', () => 'x'],
    ['empty', () => ''],
    ['padded', (jwt) => `${jwt}=`],
    ['a space', (jwt) => `${jwt} `],
    ['twice', (jwt) => `${jwt}, ${jwt}`],
    ['no JSON', (jwt) => ['x', ...jwt.split('.').slice(1)].join('.')],
  ]);
  signed.spoil = change;
  return name;
}
