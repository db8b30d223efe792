// Assertions that are right but for one claim, signed by the trusted identity provider.
import { expect } from 'vitest';
import { aTrustedIssuer, tokensFor, jwtBearer } from '../../support/identity-assertions.ts';
import { secondsFromNow } from '../../support/issuer.ts';
import { randomFrom, type Random } from '../../support/random.ts';
import { rounds } from '../../support/thorough.ts';
import { test } from '../../support/service.ts';

/** Values that are wrong for every claim that an assertion must have. */
const neverRight: readonly ((random: Random) => unknown)[] = [
  () => null,
  () => true,
  () => [],
  () => ({}),
  () => '',
  () => '\0',
  () => '\u{d800}',
  () => Number.MAX_SAFE_INTEGER,
  () => [[]],
  ({ text }) => ({ [text(5)]: text(5) }),
];

/** Claims that decide, and what makes each wrong. */
const wrong: Readonly<Record<string, readonly ((random: Random, right: string) => unknown)[]>> = {
  iss: texts(),
  aud: [
    ...texts(),
    (random, right) => [right, random.text(8)],
    (_, right) => [right, right],
    (_, right) => [[right]],
  ],
  client_id: texts(),
  sub: [({ text }) => text(20), ({ text }) => 'x'.repeat(256) + text(4), ({ below }) => -below(1_000)],
  jti: [() => 'x'.repeat(256), ({ below }) => below(1_000)],
  exp: [
    ({ below }) => secondsFromNow(-61 - below(100_000)),
    ({ below }) => secondsFromNow(3_700 + below(100_000)),
    ({ below }) => String(secondsFromNow(below(300))),
  ],
  iat: [
    ({ below }) => secondsFromNow(90 + below(200)),
    ({ below }) => secondsFromNow(-4_000 - below(100_000)),
    ({ below }) => String(secondsFromNow(-below(10))),
  ],
  nbf: [
    ({ below }) => secondsFromNow(90 + below(100_000)),
    ({ below }) => String(secondsFromNow(-below(10))),
  ],
  auth_time: [({ below }) => secondsFromNow(90 + below(100_000)), ({ text }) => text(5)],
  scope: [({ text }) => [text(5)], () => 'a  b', () => ' a', () => 'a"b', ({ below }) => below(9)],
  resource: [({ below }) => below(9), ({ text }) => [text(4), 7], () => Array.from({ length: 21 }, String)],
  tenant: [({ text }) => text(8)],
  authorization_details: [({ text }) => [{ type: text(4) }]],
  cnf: [({ text }) => ({ jkt: text(43) }), ({ text }) => ({ x5t: text(5) }), ({ text }) => text(5)],
};

/** Other spellings of a text, and other texts. */
function texts(): readonly ((random: Random, right: string) => unknown)[] {
  return [
    ({ text }) => text(12),
    (_, right) => `${right}/`,
    (_, right) => `${right} `,
    (_, right) => right.toUpperCase(),
    (_, right) => right.slice(0, -1),
    (_, right) => ({ toString: right }),
  ];
}

/** Claims that an assertion may lack. */
const optional: ReadonlySet<string> = new Set([
  'nbf',
  'auth_time',
  'scope',
  'resource',
  'tenant',
  'authorization_details',
  'cnf',
]);

const timeout = rounds(900_000, 240_000, 60_000);

test('no assertion with one wrong claim is accepted, and none fails the service', { timeout }, async ({
  service,
}) => {
  const { assertion, party, issuer, subject } = await aTrustedIssuer(service);
  const random = randomFrom(Number(process.env['TEST_SEED'] ?? 1));
  const names = Object.keys(wrong);
  const surprises: unknown[] = [];
  for (let round = 0; round < rounds(10_000, 1_000, 100); round++) {
    const name = names[round % names.length] ?? 'aud';
    const right: Record<string, string | undefined> = {
      iss: issuer.url,
      aud: party.issuer,
      client_id: party.clientId,
      sub: subject,
    };
    const makers = [...(wrong[name] ?? []), ...neverRight, ...(optional.has(name) ? [] : [() => undefined])];
    const value = random.pick(makers)(random, right[name] ?? '');
    const { status, body } = await tokensFor(party, {
      grant_type: jwtBearer,
      assertion: await assertion({ [name]: value }),
    });
    if (status !== 400 || body['error'] !== 'invalid_grant') surprises.push({ name, value, status, body });
  }
  expect(surprises).toEqual([]);
});
