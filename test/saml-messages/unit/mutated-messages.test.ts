import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redirectUrl } from '../../../src/saml-messages/build/bindings.ts';
import { buildAuthnRequest } from '../../../src/saml-messages/build/authn-request.ts';
import { SamlMessageError } from '../../../src/saml-messages/error.ts';
import { readServiceProviderMetadata } from '../../../src/saml-messages/metadata/service-provider.ts';
import { readAuthnRequest } from '../../../src/saml-messages/read/authn-request.ts';
import { receiveRedirect } from '../../../src/saml-messages/receive/redirect.ts';
import { accept } from '../../../src/saml-messages/verify/accepted.ts';
import {
  acs,
  acsOfRequest,
  attacker,
  authnRequestContent,
  deflated,
  goodAuthnRequest,
  goodLogoutRequest,
  goodResponse,
  partner,
  responseContent,
  sp,
  sso,
  stranger,
  userOfLogout,
  userOfResponse,
  victim,
} from '../../support/saml-messages.ts';
import { applied, mutations } from '../../support/mutated-text.ts';
import { changedTree, treeChanges } from '../../support/mutated-xml.ts';
import { rounds } from '../../support/thorough.ts';

const evilAcs = 'https://evil.example/acs';

/** Counts how far the changed messages came, so that a test can tell whether its changes are worth anything. */
class Outcomes {
  readonly steps = new Map<string, number>();

  async of<T>(run: () => T | Promise<T>): Promise<T | undefined> {
    let step = 'accepted';
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof SamlMessageError)) throw error;
      step = error.step;
      return undefined;
    } finally {
      this.steps.set(step, (this.steps.get(step) ?? 0) + 1);
    }
  }

  count(...steps: string[]): number {
    return steps.reduce((sum, step) => sum + (this.steps.get(step) ?? 0), 0);
  }
}

const runs = rounds(4_000, 1_000, 200);
const texts = [
  victim,
  evilAcs,
  '_assertion',
  '_response',
  '#_assertion',
  '#_response',
  '#_request',
  sp,
  'true',
];

/** A changed message names the user or the address that was signed, or it is rejected. */
async function neverNamesAnother(
  messages: readonly string[],
  donors: readonly string[],
  read: (xml: string) => unknown,
  signed: string,
): Promise<void> {
  const outcomes = new Outcomes();
  const { constantFrom } = fc;
  await fc.assert(
    fc.asyncProperty(
      constantFrom(...messages),
      constantFrom(...donors),
      treeChanges(texts),
      async (xml, donor, changes) => {
        const made = changedTree(xml, donor, changes);
        expect([undefined, signed]).toContain(await outcomes.of(() => read(made)));
      },
    ),
    { numRuns: runs },
  );
  await fc.assert(
    fc.asyncProperty(constantFrom(...messages), mutations, async (xml, changes) => {
      expect([undefined, signed]).toContain(await outcomes.of(() => read(applied(xml, changes))));
    }),
    { numRuns: runs / 4 },
  );
  // Most changed trees come as far as the signatures. A change that only breaks the XML would prove little.
  expect(outcomes.count('signature', 'shape', 'check', 'decrypt')).toBeGreaterThan(runs / 3);
}

describe('a message that was changed', { timeout: 180_000 }, () => {
  const foreign = {
    ...responseContent,
    id: '_other',
    assertion: {
      ...responseContent.assertion,
      id: '_other2',
      nameId: { value: 'other@example.com', format: 'urn:x' },
    },
  };
  const responses = Promise.all([
    goodResponse(),
    goodResponse({ signAssertion: false, signResponse: true }),
    goodResponse({ signResponse: true }),
  ]);
  const by = { key: stranger, signResponse: true };

  test('never names another user: responses', async () => {
    const donors = [
      await goodResponse(by, foreign),
      goodLogoutRequest(),
      goodAuthnRequest(),
      ...(await responses),
    ];
    await neverNamesAnother(await responses, donors, (xml) => userOfResponse(xml), attacker);
  });
  test('never names another user than one of two that the partner signed', async () => {
    const other = await goodResponse({ signResponse: true }, foreign);
    const outcomes = new Outcomes();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...(await responses)), treeChanges(texts), async (xml, changes) => {
        const user = await outcomes.of(() => userOfResponse(changedTree(xml, other, changes)));
        expect([undefined, attacker, 'other@example.com']).toContain(user);
      }),
      { numRuns: runs },
    );
    expect(outcomes.count('signature')).toBeGreaterThan(runs / 4);
  });
  test('never names another user: logouts', async () =>
    neverNamesAnother([goodLogoutRequest()], await responses, userOfLogout, attacker));
  test('never names another address: requests', async () =>
    neverNamesAnother([goodAuthnRequest()], [goodLogoutRequest(), ...(await responses)], acsOfRequest, acs));
  test('never names another address: queries', async () => {
    const xml = buildAuthnRequest(authnRequestContent, 'by-query');
    const query =
      redirectUrl(sso, { parameter: 'SAMLRequest', xml, relayState: 'x' }, partner).split('?')[1] ?? '';
    const trust = { certificates: [partner.trusted], requireSignature: true };
    const outcomes = new Outcomes();
    const read = (text: string) =>
      readAuthnRequest(accept(receiveRedirect(text), 'AuthnRequest', trust)).assertionConsumerServiceUrl;
    const pairs = query.split('&');
    const evil = fc.oneof(
      treeChanges(texts).map(
        (changes) => `SAMLRequest=${encodeURIComponent(deflated(changedTree(xml, xml, changes)))}`,
      ),
      fc.constantFrom('RelayState=y', 'Signature=AAAA', 'SigAlg=x', 'SAMLResponse=x', 'x=y', ...pairs),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(pairs, { minLength: 2 }),
        fc.array(evil, { maxLength: 2 }),
        fc.boolean(),
        async (kept, added, isFirst) => {
          const all = isFirst ? [...added, ...kept] : [...kept, ...added];
          expect([undefined, acs]).toContain(await outcomes.of(() => read(all.join('&'))));
        },
      ),
      { numRuns: runs },
    );
    await fc.assert(
      fc.asyncProperty(mutations, async (changes) => {
        expect([undefined, acs]).toContain(await outcomes.of(() => read(applied(query, changes))));
      }),
      { numRuns: runs / 4 },
    );
    expect(outcomes.count('signature')).toBeGreaterThan(runs / 10);
  });
});

test('metadata that was changed is read or rejected, and never fails in another way', {
  timeout: 60_000,
}, async () => {
  const xml =
    '<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://sp.example" validUntil="2030-01-01T00:00:00Z">' +
    '<md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol" cacheDuration="PT1H">' +
    '<md:NameIDFormat>urn:a</md:NameIDFormat><md:AssertionConsumerService index="1" Binding="urn:b" Location="https://sp.example/acs"/>' +
    '</md:SPSSODescriptor></md:EntityDescriptor>';
  const outcomes = new Outcomes();
  await fc.assert(
    fc.asyncProperty(mutations, treeChanges(texts), async (changes, trees) => {
      await outcomes.of(() => readServiceProviderMetadata(applied(xml, changes)));
      await outcomes.of(() => readServiceProviderMetadata(changedTree(xml, xml, trees)));
    }),
    { numRuns: rounds(4_000, 1_000, 250) },
  );
});

test('any text that XML can hold comes back as it was written', async () => {
  const writable = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .filter(
      (text) => text.trim() !== '' && !/[^\t\n\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text),
    );
  await fc.assert(
    fc.asyncProperty(writable, async (value) => {
      const content = {
        ...responseContent,
        assertion: { ...responseContent.assertion, nameId: { value, format: 'urn:x' } },
      };
      expect(await userOfResponse(await goodResponse({ signResponse: true }, content))).toBe(value);
    }),
    // XML 1.1 calls these ends of lines.
    { numRuns: rounds(300, 100, 50), examples: [['\u0085!'], ['!\u2028']] },
  );
});
