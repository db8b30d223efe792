import { describe, expect } from 'vitest';
import { rules } from '../../../src/saml-messages/rules.ts';
import { newMessageId } from '../../../src/saml-messages/build/parts.ts';
import { aPerson } from '../../support/person.ts';
import {
  assertionIn,
  oddlySigned,
  partner,
  replaced,
  signatureIn,
  stranger,
} from '../../support/saml-messages.ts';
import {
  arrive,
  aSamlSubject,
  awayBySaml,
  backBySaml,
  responseTo,
  type SamlConnected,
  samlConnected,
  type Says,
} from '../../support/saml-upstream.ts';
import { test, type TestService } from '../../support/service.ts';
import { outcomeOf } from '../../support/upstream.ts';

/** A change of a good response by a hostile identity provider, or by a man in the middle. */
type Making = (good: {
  one: SamlConnected;
  asked: string;
  says: Says;
  build: (changes?: Partial<Says>) => string;
}) => string;

const victim = 'the-victim';
const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1_000);

/** An assertion about the victim that no key has signed. */
const forged = (signed: string): string =>
  replaced(replaced(signed, signatureIn(signed), ''), / ID="[^"]+"/, ` ID="${newMessageId()}"`).replace(
    /(<saml:NameID[^>]*>)[^<]*/,
    (_, start: string) => start + victim,
  );

const cases: readonly [what: string, make: Making, rule: keyof typeof rules][] = [
  [
    'is not signed',
    ({ build }) => {
      const xml = build();
      return replaced(xml, signatureIn(xml), '');
    },
    'signature-missing',
  ],
  ['is signed by a stranger', ({ build }) => build({ protection: { key: stranger } }), 'signature-untrusted'],
  [
    'was changed after it was signed',
    ({ build }) => replaced(build(), /(?<=<saml:NameID[^>]*>)[^<]*/, victim),
    'signature-untrusted',
  ],
  [
    'is signed by HMAC with the public certificate as its secret',
    ({ build }) => {
      const xml = build();
      return oddlySigned(replaced(xml, signatureIn(xml), ''), {
        secret: partner.certificate,
        algorithm: 'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
      });
    },
    'signature-algorithm',
  ],
  [
    'holds a second assertion, about the victim',
    ({ build }) => {
      const xml = build();
      return replaced(xml, '</samlp:Response>', `${forged(assertionIn(xml))}</samlp:Response>`);
    },
    'assertion-count',
  ],
  [
    'wraps the signed assertion into one about the victim',
    ({ build }) => {
      const xml = build();
      const signed = assertionIn(xml);
      const evil = replaced(
        forged(signed),
        '</saml:Assertion>',
        `<saml:Advice>${signed}</saml:Advice></saml:Assertion>`,
      );
      return replaced(xml, signed, evil);
    },
    'assertion-count',
  ],
  [
    'is from another issuer',
    ({ build }) => build({ response: { issuer: 'https://evil.example/metadata' } }),
    'issuer',
  ],
  [
    'was made for another address',
    ({ build }) => build({ response: { destination: 'https://evil.example/acs' } }),
    'destination',
  ],
  [
    'was made for another service provider',
    ({ build }) => build({ assertion: { audiences: ['https://evil.example/metadata'] } }),
    'audience',
  ],
  ['is too old', ({ build }) => build({ response: { issueInstant: ago(600) } }), 'too-old'],
  ['is from the future', ({ build }) => build({ response: { issueInstant: ago(-600) } }), 'in-the-future'],
  [
    'has expired',
    ({ build }) => build({ assertion: { notBefore: ago(600), notOnOrAfter: ago(120) } }),
    'expired',
  ],
  [
    'is not valid yet',
    ({ build }) => build({ assertion: { notBefore: ago(-120), notOnOrAfter: ago(-300) } }),
    'not-yet-valid',
  ],
  [
    'cuts the name of the user by a comment',
    ({ build }) => replaced(build(), /(?<=<saml:NameID[^>]*>)/, 'admin<!-- -->'),
    'comment',
  ],
  [
    'has a document type',
    ({ build }) => `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${build()}`,
    'doctype',
  ],
];

async function leftBehind({ sql }: TestService, id: string): Promise<unknown> {
  const [row] = await sql(
    `select (select count(*)::int from social_links where provider_id = $1) as links,
            (select count(*)::int from users where source_connection_id = $1) as users,
            (select count(*)::int from login_sessions where connection_id = $1) as logins,
            (select count(*)::int from federation_responses where connection_id = $1 and kept is not null) as kept`,
    [id],
  );
  return row;
}
const nothing = { links: 0, users: 0, logins: 0, kept: 0 };

describe('a response signs no user in if it', () => {
  test.for(cases)('%s', async ([, make, rule], { service }) => {
    const one = await samlConnected(service);
    const { asked } = await awayBySaml(service, one);
    const says = aSamlSubject(one);
    const build = (changes: Partial<Says> = {}): string => responseTo(one, asked.id, { ...says, ...changes });
    const xml = make({ one, asked: asked.id, says, build });
    const seen = await arrive(service, one, xml, asked.relayState);
    expect([seen.status, outcomeOf(seen)]).toEqual([400, 'FEDERATION_CONN_FAILED']);
    expect(seen.text).not.toContain(rules[rule][1]);
    const { body } = await service.ours.call('listConnectionTraces', { path: { id: one.id } });
    expect(body.data[0].reason).toContain(rules[rule][1]);
    expect(await leftBehind(service, one.id)).toEqual(nothing);
  });
});

const onResponse = { key: partner, signAssertion: false, signResponse: true };

/** Attacks on a response whose envelope alone is signed, which is enough for `wantAssertionsSigned: false`. */
const casesOfEnvelopes: typeof cases = [
  [
    'has lost its signature',
    ({ build }) => {
      const xml = build({ protection: onResponse });
      return replaced(xml, signatureIn(xml), '');
    },
    'signature-missing',
  ],
  [
    'is signed by a stranger, around an assertion of the identity provider',
    ({ build }) => {
      const good = build();
      const xml = build({ protection: { ...onResponse, key: stranger } });
      return replaced(xml, assertionIn(xml), assertionIn(good));
    },
    'signature-untrusted',
  ],
  [
    'was changed below its signature',
    ({ build }) => replaced(build({ protection: onResponse }), /(?<=<saml:NameID[^>]*>)[^<]*/, victim),
    'signature-untrusted',
  ],
  [
    'has the assertion of a stranger below the signature of another response',
    ({ build }) => {
      const xml = build({ protection: onResponse });
      const evil = build({ protection: { key: stranger } });
      return replaced(xml, assertionIn(xml), assertionIn(evil));
    },
    'signature-untrusted',
  ],
  [
    'hides the signed one in its extensions',
    ({ build }) => {
      const signed = build({ protection: onResponse });
      const evil = replaced(
        replaced(signed, signatureIn(signed), ''),
        /(?<=<saml:NameID[^>]*>)[^<]*/,
        victim,
      ).replace(/ ID="[^"]+"/g, () => ` ID="${newMessageId()}"`);
      return replaced(evil, '</saml:Issuer>', `</saml:Issuer><samlp:Extensions>${signed}</samlp:Extensions>`);
    },
    'assertion-count',
  ],
  [
    'has its signature on the assertion that it does not sign',
    ({ build }) => {
      const xml = build({ protection: onResponse });
      const bare = replaced(xml, signatureIn(xml), '');
      const assertion = assertionIn(bare);
      return replaced(
        bare,
        assertion,
        assertion.replace('</saml:Issuer>', `</saml:Issuer>${signatureIn(xml)}`),
      );
    },
    'signature-reference',
  ],
];

describe('where a signed response is enough, a response signs no user in if it', () => {
  test.for([...cases, ...casesOfEnvelopes])('%s', async ([, make, rule], { service }) => {
    const one = await samlConnected(service, { wantAssertionsSigned: false });
    const { asked } = await awayBySaml(service, one);
    const says = aSamlSubject(one);
    const build = (changes: Partial<Says> = {}): string => responseTo(one, asked.id, { ...says, ...changes });
    const xml = make({ one, asked: asked.id, says, build });
    const seen = await arrive(service, one, xml, asked.relayState);
    expect([seen.status, outcomeOf(seen)]).toEqual([400, 'FEDERATION_CONN_FAILED']);
    const { body } = await service.ours.call('listConnectionTraces', { path: { id: one.id } });
    expect(body.data[0].reason).toContain(rules[rule][1]);
    expect(await leftBehind(service, one.id)).toEqual(nothing);
  });

  test('would be good with the signature of the response alone', async ({ service }) => {
    const one = await samlConnected(service, { wantAssertionsSigned: false });
    const gone = await awayBySaml(service, one);
    const seen = await backBySaml(service, one, gone, { ...aSamlSubject(one), protection: onResponse });
    expect(outcomeOf(seen)).toBe('SIGNED_IN');
  });
});

describe('a good response signs no user in', () => {
  test('at the connection of another customer, or of another tenant', async ({ service }) => {
    const one = await samlConnected(service);
    const other = await samlConnected(service);
    const theirs = await samlConnected(service, {}, service.organizations.theirs.live.orgId);
    const { asked } = await awayBySaml(service, one);
    const xml = responseTo(one, asked.id, aSamlSubject(one));
    for (const elsewhere of [other, theirs]) {
      const seen = await arrive(service, elsewhere, xml, asked.relayState);
      expect([seen.status, outcomeOf(seen)]).toEqual([400, 'FEDERATION_CONN_FAILED']);
      expect(await leftBehind(service, elsewhere.id)).toEqual(nothing);
    }
  });

  test('who was asked by another request, also with the state of the own one (login CSRF)', async ({
    service,
  }) => {
    const one = await samlConnected(service);
    const attacker = await awayBySaml(service, one);
    const user = await awayBySaml(service, one);
    const xml = responseTo(one, attacker.asked.id, aSamlSubject(one));
    const arrived = await arrive(service, one, xml, user.asked.relayState);
    const seen = await user.person.open(arrived.location);
    expect([seen.status, outcomeOf(seen)]).toEqual([400, 'FEDERATION_CONN_FAILED']);
    const { links, users, logins } = (await leftBehind(service, one.id)) as typeof nothing;
    expect({ links, users, logins }).toEqual({ links: 0, users: 0, logins: 0 });
  });

  test('elsewhere by a RelayState that is an address', async ({ service }) => {
    const one = await samlConnected(service);
    const { person, asked } = await awayBySaml(service, one);
    const xml = responseTo(one, asked.id, aSamlSubject(one));
    const arrived = await arrive(service, one, xml, 'https://evil.example/');
    expect(arrived.location).toMatch(/^\/api\/v1\/federation\/saml\//);
    const seen = await person.open(arrived.location);
    expect([seen.status, seen.location ?? '']).toEqual([400, '']);
  });

  test('whose e-mail address is that of a user in another domain', async ({ service }) => {
    const one = await samlConnected(service, { trustEmail: true });
    const other = await samlConnected(service, { trustEmail: true });
    const gone = await awayBySaml(service, one);
    const says = { ...aSamlSubject(one), attributes: [{ name: 'email', values: [`ceo@${other.domain}`] }] };
    const seen = await backBySaml(service, one, gone, says);
    expect([seen.status, outcomeOf(seen)]).toEqual([403, 'DOMAIN_NOT_VERIFIED']);
  });
});

test('a body that is too large, or no message, is refused before it is read as one', async ({ service }) => {
  const one = await samlConnected(service);
  const path = new URL(one.acsUrl).pathname;
  const person = aPerson(service.origin);
  const large = await person.post(path, { SAMLResponse: 'A'.repeat(2_000_000) });
  expect(large.status).toBe(413);
  for (const message of ['', '%%%', 'bm90IHhtbA=='])
    expect((await person.post(path, { SAMLResponse: message })).status).toBe(400);
  expect(await leftBehind(service, one.id)).toEqual(nothing);
});
