// samlify as a hostile identity provider: its responses are real, and each case alters one thing of them.
import { Constants } from 'samlify';
import { describe, expect } from 'vitest';
import { rules } from '../../../src/saml-messages/rules.ts';
import { newMessageId } from '../../../src/saml-messages/build/parts.ts';
import { assertionIn, replaced, signatureIn, stranger } from '../../support/saml-messages.ts';
import { arrive } from '../../support/saml-upstream.ts';
import {
  samlifyConnected,
  type SamlifyConnected,
  signedElsewhere,
  type Signing,
} from '../../support/samlify.ts';
import { test, type TestService } from '../../support/service.ts';
import { outcomeOf, typed } from '../../support/upstream.ts';

const { data, key } = Constants.algorithms.encryption;
const evil = 'https://evil.example';
const victim = 'the-victim';
const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();
/** A response with such times, as seconds before the moment when it is written: the cases are there minutes before. */
const at = (secondsBefore: Record<string, number>): Signing => ({
  get tags() {
    return Object.fromEntries(Object.entries(secondsBefore).map(([tag, seconds]) => [tag, ago(seconds)]));
  },
});

async function away(service: TestService, one: SamlifyConnected) {
  const { person, led } = await typed(service, `ada@${one.domain}`);
  return { person, ...(await one.asked(led)) };
}

/** Signs a user in by a response that samlify makes. */
async function signedIn(service: TestService, one: SamlifyConnected, how?: Signing) {
  const { person, id, relayState } = await away(service, one);
  const arrived = await arrive(service, one, await one.respond(id, how), relayState);
  return arrived.status === 303 ? person.open(arrived.location) : arrived;
}

const lastReason = async ({ ours }: TestService, id: string): Promise<string> =>
  (await ours.call('listConnectionTraces', { path: { id } })).body.data[0].reason;

describe('samlify', () => {
  test.for<[what: string, how: Signing]>([
    ['signs the assertion', {}],
    ['signs the assertion and the response', { signs: 'both' }],
    ['encrypts by RSA-OAEP and AES-GCM', { encrypted: { data: data.AES_128_GCM, key: key.RSA_OAEP_MGF1P } }],
    [
      'encrypts by AES-CBC, and signs the response afterwards',
      {
        signs: 'both',
        encrypted: { data: data.AES_256, key: key.RSA_OAEP_MGF1P, isSignedAfterwards: true },
      },
    ],
  ])('signs a user in when it %s', async ([, how], { service }) => {
    const one = await samlifyConnected(service);
    expect((await signedIn(service, one, how)).title).toBe('Your account');
    const users = await service.sql('select first_name from users where source_connection_id = $1', [one.id]);
    expect(users).toEqual([{ first_name: 'Ada' }]);
  });

  test('signs a user in by a signed response, where the connection takes it', async ({ service }) => {
    const one = await samlifyConnected(service, { wantAssertionsSigned: false });
    expect((await signedIn(service, one, { signs: 'response' })).title).toBe('Your account');
  });
});

/** A good response of samlify, altered. `make` alters its text after it was signed. */
interface Case {
  how?: Signing;
  make?: (xml: string) => string;
  rule: keyof typeof rules;
}

/** The assertion about the victim, without the signature. */
const forged = (signed: string): string =>
  replaced(replaced(signed, signatureIn(signed), ''), / ID="[^"]+"/, ` ID="${newMessageId()}"`).replace(
    /(<saml:NameID[^>]*>)[^<]*/,
    (_, start: string) => start + victim,
  );

const cases: Record<string, Case> = {
  'has an unsigned assertion in a signed response': { how: { signs: 'response' }, rule: 'signature-missing' },
  'has no signature': { make: (xml) => replaced(xml, signatureIn(xml), ''), rule: 'signature-missing' },
  'has the signature of another element': {
    make: (xml) =>
      signedElsewhere(replaced(xml, signatureIn(xml), ''), {
        xpath: "//*[local-name(.)='Assertion']/*[local-name(.)='Conditions']",
        after: "//*[local-name(.)='Assertion']/*[local-name(.)='Issuer']",
      }),
    rule: 'signature-reference',
  },
  'has the signed assertion inside of one about the victim': {
    make: (xml) => {
      const signed = assertionIn(xml);
      const advice = `<saml:Advice>${signed}</saml:Advice></saml:Assertion>`;
      return replaced(xml, signed, replaced(forged(signed), '</saml:Assertion>', advice));
    },
    rule: 'assertion-count',
  },
  'has the signature of the good assertion on one about the victim': {
    make: (xml) => {
      const signed = assertionIn(xml);
      const signature = signatureIn(signed);
      const wrapped = replaced(
        signature,
        '</ds:Signature>',
        `<ds:Object>${replaced(signed, signature, '')}</ds:Object></ds:Signature>`,
      );
      return replaced(
        xml,
        signed,
        forged(signed).replace('</saml:Issuer>', () => `</saml:Issuer>${wrapped}`),
      );
    },
    rule: 'assertion-count',
  },
  'has an assertion about the victim beside the signed one': {
    make: (xml) => replaced(xml, '</samlp:Response>', `${forged(assertionIn(xml))}</samlp:Response>`),
    rule: 'assertion-count',
  },
  'was changed after it was signed': {
    make: (xml) => replaced(xml, /(?<=<saml:NameID[^>]*>)[^<]*/, victim),
    rule: 'signature-untrusted',
  },
  'cuts the NameID by a comment': {
    make: (xml) => replaced(xml, /(?<=<saml:NameID[^>]*>)/, `${victim}<!-- -->`),
    rule: 'comment',
  },
  'is signed with another certificate': { how: { key: stranger }, rule: 'signature-untrusted' },
  'is signed with SHA-1': {
    how: { signatureAlgorithm: Constants.algorithms.signature.RSA_SHA1 },
    rule: 'signature-algorithm',
  },
  'is for another audience': { how: { tags: { Audience: `${evil}/metadata` } }, rule: 'audience' },
  'is for another recipient': {
    how: { tags: { SubjectRecipient: `${evil}/acs` } },
    rule: 'subject-confirmation',
  },
  'has another destination': { how: { tags: { Destination: `${evil}/acs` } }, rule: 'destination' },
  'responds to two requests': {
    how: { tags: { ResponseTo: newMessageId() } },
    rule: 'subject-confirmation',
  },
  'is of another issuer': { how: { tags: { ResponseIssuer: `${evil}/metadata` } }, rule: 'issuer' },
  'has an assertion of another issuer': { how: { tags: { Issuer: `${evil}/metadata` } }, rule: 'issuer' },
  'is old': { how: at({ IssueInstant: 600 }), rule: 'too-old' },
  'is of the future': { how: at({ IssueInstant: -600 }), rule: 'in-the-future' },
  'has expired': { how: at({ ConditionsNotOnOrAfter: 120 }), rule: 'expired' },
  'is not valid yet': { how: at({ ConditionsNotBefore: -120 }), rule: 'not-yet-valid' },
  'comes after the time to deliver it': {
    how: at({ SubjectConfirmationDataNotOnOrAfter: 120 }),
    rule: 'subject-confirmation',
  },
  'was encrypted after the response was signed': {
    how: { signs: 'both', encrypted: { data: data.AES_128_GCM, key: key.RSA_OAEP_MGF1P } },
    rule: 'signature-untrusted',
  },
  'says that the sign-in failed': {
    how: { tags: { StatusCode: Constants.StatusCode.AuthFailed } },
    rule: 'status',
  },
};

const undecipherable =
  'The assertion cannot be decrypted. It must be encrypted for the certificate in the metadata of the connection, with RSA-OAEP and AES-GCM';

/** All of them are refused with the same text. */
const badlyEncrypted: Record<string, Signing> = {
  'by RSA 1.5': { encrypted: { data: data.AES_128_GCM, key: key.RSA_1_5 } },
  'by RSA 1.5 in a signed response': {
    signs: 'both',
    encrypted: { data: data.AES_128_GCM, key: key.RSA_1_5, isSignedAfterwards: true },
  },
  'by AES-CBC in a response that is not signed': {
    encrypted: { data: data.AES_256, key: key.RSA_OAEP_MGF1P },
  },
  'by Triple DES': {
    signs: 'both',
    encrypted: { data: data.TRI_DEC, key: key.RSA_OAEP_MGF1P, isSignedAfterwards: true },
  },
};

async function refused(service: TestService, how: Signing, make: (xml: string) => string = (xml) => xml) {
  const one = await samlifyConnected(service);
  const { id, relayState } = await away(service, one);
  const seen = await arrive(service, one, make(await one.respond(id, how)), relayState);
  expect([seen.status, outcomeOf(seen)]).toEqual([400, 'FEDERATION_CONN_FAILED']);
  const left = await service.sql(
    `select (select count(*)::int from users where source_connection_id = $1) as users,
            (select count(*)::int from federation_responses where connection_id = $1 and kept is not null) as kept`,
    [one.id],
  );
  expect(left).toEqual([{ users: 0, kept: 0 }]);
  return lastReason(service, one.id);
}

describe('a response of samlify signs no user in if it', () => {
  test.for(Object.entries(cases))('%s', async ([, { how = {}, make, rule }], { service }) => {
    const reason = await refused(service, how, make);
    expect(reason).toContain(rule === 'status' ? 'responded with the status' : rules[rule][1]);
  });

  test.for(Object.entries(badlyEncrypted))('is encrypted %s', async ([, how], { service }) => {
    expect(await refused(service, how)).toBe(undecipherable);
  });

  test.for([
    ['the key', 0],
    ['the assertion', 1],
  ] as const)('has %s damaged', async ([, at], { service }) => {
    const encrypted = { data: data.AES_128_GCM, key: key.RSA_OAEP_MGF1P };
    const damaged = (xml: string) => {
      const values = [...xml.matchAll(/CipherValue>([^<]{40,})</g)].map(([, value = '']) => value);
      const value = values[at] ?? '';
      const bytes = Buffer.from(value, 'base64');
      bytes[40] = (bytes[40] ?? 0) ^ 1;
      return replaced(xml, value, bytes.toString('base64'));
    };
    expect(await refused(service, { encrypted }, damaged)).toBe(undecipherable);
  });

  test('was sent before', async ({ service }) => {
    const one = await samlifyConnected(service);
    const { id, relayState } = await away(service, one);
    const xml = await one.respond(id);
    expect((await arrive(service, one, xml, relayState)).status).toBe(303);
    expect((await arrive(service, one, xml, relayState)).status).toBe(400);
    expect(await lastReason(service, one.id)).toContain('has sent this assertion before');
  });

  test('responds to the request of another browser', async ({ service }) => {
    const one = await samlifyConnected(service);
    const other = await away(service, one);
    const { person, relayState } = await away(service, one);
    const arrived = await arrive(service, one, await one.respond(other.id), relayState);
    const seen = await person.open(arrived.location);
    expect([seen.status, outcomeOf(seen)]).toEqual([400, 'FEDERATION_CONN_FAILED']);
    expect(await lastReason(service, one.id)).toContain('InResponseTo');
  });
});
