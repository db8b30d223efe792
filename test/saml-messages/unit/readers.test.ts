import { describe, expect, test } from 'vitest';
import { namespaces, nameIdFormats } from '../../../src/saml-messages/names.ts';
import { readAuthnRequest } from '../../../src/saml-messages/read/authn-request.ts';
import { readLogoutRequest } from '../../../src/saml-messages/read/logout.ts';
import { readResponse } from '../../../src/saml-messages/read/response.ts';
import { claimedIssuer } from '../../../src/saml-messages/receive/received.ts';
import { accept } from '../../../src/saml-messages/verify/accepted.ts';
import { acceptResponse } from '../../../src/saml-messages/verify/response.ts';
import {
  assertionIn,
  attacker,
  goodLogoutRequest,
  goodResponse,
  oddlySigned,
  partner,
  posted,
  replaced,
  ruleBrokenBy,
  signatureIn,
  sp,
} from '../../support/saml-messages.ts';

const unsigned = { certificates: [], requireSignature: false };

/** An AuthnRequest with these attributes and elements. */
const made = (attributes = '', elements = '', issuer = `<saml:Issuer>${sp}</saml:Issuer>`): string =>
  `<samlp:AuthnRequest xmlns:samlp="${namespaces.protocol}" xmlns:saml="${namespaces.assertion}" ID="_r" Version="2.0" ` +
  `IssueInstant="2026-11-23T12:00:00Z" ${attributes}>${issuer}${elements}</samlp:AuthnRequest>`;
const read = (xml: string) => readAuthnRequest(accept(posted(xml), 'AuthnRequest', unsigned));

describe('an AuthnRequest', () => {
  test.each([
    ['without a zone, as a time in UTC', '2026-11-23T12:00:00', '2026-11-23T12:00:00Z'],
    ['with a fraction and without a zone', '2026-11-23T12:00:00.1234567', '2026-11-23T12:00:00.123Z'],
    ['with an offset', '2026-11-23T12:00:00+02:00', '2026-11-23T10:00:00Z'],
  ])('is read with a time %s', (_what, sent, means) => {
    expect(read(replaced(made(), '2026-11-23T12:00:00Z', sent)).issueInstant).toEqual(new Date(means));
  });
  test('with every field is read', () => {
    const xml = made(
      'Destination="https://idp.example/sso" AssertionConsumerServiceURL="https://sp.example/acs" ForceAuthn="1" ' +
        'ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" IsPassive="true" ProviderName="A &amp; B" ' +
        'AttributeConsumingServiceIndex="3"',
      `<saml:Subject><saml:NameID Format="${nameIdFormats.persistent}" SPNameQualifier="${sp}"> u1 </saml:NameID></saml:Subject>` +
        `<samlp:NameIDPolicy Format="${nameIdFormats.transient}" AllowCreate="true" SPNameQualifier="${sp}"/>` +
        '<samlp:RequestedAuthnContext Comparison="minimum"><saml:AuthnContextClassRef>urn:a</saml:AuthnContextClassRef>' +
        '<saml:AuthnContextClassRef>urn:b</saml:AuthnContextClassRef></samlp:RequestedAuthnContext>' +
        '<samlp:Scoping ProxyCount="0"/>',
    );
    expect(read(xml)).toEqual({
      id: '_r',
      issuer: sp,
      issueInstant: new Date('2026-11-23T12:00:00Z'),
      destination: 'https://idp.example/sso',
      binding: 'post',
      isSigned: false,
      assertionConsumerServiceUrl: 'https://sp.example/acs',
      protocolBinding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
      attributeConsumingServiceIndex: 3,
      forceAuthn: true,
      isPassive: true,
      providerName: 'A & B',
      subject: { value: ' u1 ', format: nameIdFormats.persistent, spNameQualifier: sp },
      nameIdPolicy: { format: nameIdFormats.transient, allowCreate: true, spNameQualifier: sp },
      requestedAuthnContext: { comparison: 'minimum', classes: ['urn:a', 'urn:b'], declarations: [] },
      unsupported: [],
    });
  });
  test('with an index is read', () =>
    expect(read(made('AssertionConsumerServiceIndex="0"')).assertionConsumerServiceIndex).toBe(0));
  test('with what this service does not support is read, and says so', () =>
    expect(
      read(made('', '<saml:Subject><saml:EncryptedID/></saml:Subject><saml:Conditions/>')).unsupported,
    ).toEqual(['EncryptedID', 'Conditions']));
  test('with line breaks between its elements is read', () =>
    expect(
      read(made('', '\n  <samlp:NameIDPolicy/>\n', `\n <saml:Issuer>\n ${sp}\n</saml:Issuer>`)).issuer,
    ).toBe(sp));

  const cases: readonly [what: string, xml: string, rule: string][] = [
    ['without Issuer', made('', '', ''), 'element'],
    ['with an empty Issuer', made('', '', '<saml:Issuer> </saml:Issuer>'), 'text'],
    ['with two Issuers', made('', '<saml:Issuer>x</saml:Issuer>'), 'element'],
    ['with markup in Issuer', made('', '', '<saml:Issuer>a<b/></saml:Issuer>'), 'text'],
    [
      'with an Issuer that is an e-mail address',
      made('', '', `<saml:Issuer Format="${nameIdFormats.emailAddress}">a</saml:Issuer>`),
      'attribute',
    ],
    ['with an Issuer of another namespace', made('', '', '<samlp:Issuer>x</samlp:Issuer>'), 'element'],
    [
      'with its elements in another order',
      made('', '<samlp:RequestedAuthnContext/><samlp:NameIDPolicy/>'),
      'element',
    ],
    ['with an unknown element', made('', '<samlp:Unknown/>'), 'element'],
    ['with text between its elements', made('', 'text'), 'element'],
    ['of another version', replaced(made(), 'Version="2.0"', 'Version="1.1"'), 'version'],
    ['without a version', replaced(made(), 'Version="2.0"', ''), 'attribute'],
    ['without an ID', replaced(made(), 'ID="_r"', ''), 'attribute'],
    ['with an ID that starts with a digit', replaced(made(), '"_r"', '"1r"'), 'attribute'],
    ['with an ID of 300 characters', replaced(made(), '"_r"', `"_${'r'.repeat(300)}"`), 'attribute'],
    ['with an ID that holds markup', replaced(made(), '"_r"', '"&lt;r"'), 'attribute'],
    ['without a time', replaced(made(), 'IssueInstant="2026-11-23T12:00:00Z"', ''), 'attribute'],
    ['with a time that is none', replaced(made(), '2026-11-23T12:00:00Z', 'yesterday'), 'time'],
    ['of the 31st of February', replaced(made(), '2026-11-23', '2026-02-31'), 'time'],
    [
      'with an index and a URL',
      made('AssertionConsumerServiceIndex="1" AssertionConsumerServiceURL="https://x.example"'),
      'attribute',
    ],
    [
      'with an index and a binding',
      made('AssertionConsumerServiceIndex="1" ProtocolBinding="urn:x"'),
      'attribute',
    ],
    ['with an index below zero', made('AssertionConsumerServiceIndex="-1"'), 'attribute'],
    ['with an index above 65,535', made('AssertionConsumerServiceIndex="65536"'), 'attribute'],
    ['with ForceAuthn that is neither true nor false', made('ForceAuthn="yes"'), 'attribute'],
    [
      'with an unknown comparison',
      made(
        '',
        '<samlp:RequestedAuthnContext Comparison="worse"><saml:AuthnContextClassRef>a</saml:AuthnContextClassRef></samlp:RequestedAuthnContext>',
      ),
      'attribute',
    ],
    ['with a context of nothing', made('', '<samlp:RequestedAuthnContext/>'), 'element'],
    [
      'with classes and declarations',
      made(
        '',
        '<samlp:RequestedAuthnContext><saml:AuthnContextClassRef>a</saml:AuthnContextClassRef><saml:AuthnContextDeclRef>b</saml:AuthnContextDeclRef></samlp:RequestedAuthnContext>',
      ),
      'element',
    ],
  ];
  test.each(cases)('%s is rejected', async (_what, xml, rule) => {
    expect(await ruleBrokenBy(() => read(xml))).toBe(rule);
  });
});

describe('the issuer that a message claims', () => {
  test('is read before the message is verified', () => expect(claimedIssuer(posted(made()))).toBe(sp));
  test.each([
    ['is not Issuer', made('', '', '<samlp:Extensions/>')],
    ['is missing', made('', '', '')],
  ])('is rejected if the first element %s', async (_what, xml) =>
    expect(await ruleBrokenBy(() => claimedIssuer(posted(xml)))).toBe('element'),
  );
});

test('an issuer is cut from the white space of XML around it only, in a time that grows with the text', () => {
  const issuerOf = (text: string) => read(made('', '', `<saml:Issuer>${text}</saml:Issuer>`)).issuer;
  expect(issuerOf(' \t\n urn:sp \n')).toBe('urn:sp');
  for (const space of ['\u00a0', '\u3000', '\u2003', '\u200b'])
    expect(issuerOf(`${space}urn:sp${space}`)).toBe(`${space}urn:sp${space}`);
  const long = `a${' '.repeat(100_000)}b`;
  expect(issuerOf(long)).toBe(long);
});

test('a LogoutRequest keeps the white space of the name, because it may distinguish users', () => {
  const xml = replaced(goodLogoutRequest(), signatureIn(goodLogoutRequest()), '').replace(attacker, ' a b ');
  expect(readLogoutRequest(accept(posted(xml), 'LogoutRequest', unsigned)).nameId.value).toBe(' a b ');
});
test('a LogoutRequest with an encrypted name is rejected', async () => {
  const xml = goodLogoutRequest().replace(
    /<saml:NameID[\s\S]*<\/saml:NameID>/,
    '<saml:EncryptedID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>',
  );
  expect(await ruleBrokenBy(() => readLogoutRequest(accept(posted(xml), 'LogoutRequest', unsigned)))).toBe(
    'element',
  );
});

const good = await goodResponse();

describe('an assertion', () => {
  const signed = assertionIn(good);
  const bare = replaced(signed, signatureIn(signed), '');
  /** Reads a response whose assertion was changed, and signed after it. */
  const reread = async (change: (assertion: string) => string) => {
    const xml = replaced(good, signed, oddlySigned(change(bare)));
    return readResponse(
      await acceptResponse(posted(xml, 'SAMLResponse'), { certificates: [partner.trusted] }),
    ).assertion;
  };

  test('with its statements in the order of AD FS is read', async () => {
    const statement = /<saml:AttributeStatement>[\s\S]*<\/saml:AttributeStatement>/.exec(bare)?.[0] ?? '';
    const read = await reread((one) =>
      one.replace(statement, '').replace('<saml:AuthnStatement', `${statement}<saml:AuthnStatement`),
    );
    expect(read?.attributes).toEqual([{ name: 'groups', values: ['users', 'guests'] }]);
  });
  test.each(['<saml:AttributeStatement/>', '<saml:AttributeStatement> </saml:AttributeStatement>'])(
    'with a statement without attributes is read (%s)',
    async (empty) => {
      const statement = /<saml:AttributeStatement>[\s\S]*<\/saml:AttributeStatement>/;
      expect((await reread((one) => replaced(one, statement, empty)))?.attributes).toEqual([]);
      const secret = replaced(
        empty,
        /(?<=Statement)(\/>|>.*)/,
        '><saml:EncryptedAttribute/></saml:AttributeStatement>',
      );
      expect(await ruleBrokenBy(() => reread((one) => replaced(one, statement, secret)))).toBe('element');
    },
  );
  test('with a NameID as the value of an attribute is read', async () => {
    const read = await reread((one) =>
      one.replace('users', '<saml:NameID>id-1</saml:NameID>').replace('guests', '<x xmlns="urn:x"/>'),
    );
    expect(read?.attributes[0]?.values).toEqual(['id-1']);
  });
  test('with an attribute named like a property of objects is read as a list', async () => {
    const read = await reread((one) => one.replace('Name="groups"', 'Name="__proto__"'));
    expect(read?.attributes[0]?.name).toBe('__proto__');
  });
  test.each([
    ['with an unknown condition', '</saml:Conditions>', '<saml:Condition/></saml:Conditions>', 'conditions'],
    [
      'with a condition of another namespace',
      '</saml:Conditions>',
      '<x xmlns="urn:x"/></saml:Conditions>',
      'conditions',
    ],
    ['with two subjects', '<saml:Conditions', '<saml:Subject/><saml:Conditions', 'element'],
    ['with two names', '<saml:NameID', '<saml:NameID>x</saml:NameID><saml:NameID', 'element'],
    ['with an empty name', />attacker@example.com</, '> <', 'text'],
    ['with an encrypted name', /<saml:NameID[\s\S]*<\/saml:NameID>/, '<saml:EncryptedID/>', 'element'],
    [
      'with a statement about a decision',
      '<saml:AuthnStatement',
      '<saml:AuthzDecisionStatement/><saml:AuthnStatement',
      'element',
    ],
    [
      'with an encrypted attribute',
      '<saml:Attribute ',
      '<saml:EncryptedAttribute/><saml:Attribute ',
      'element',
    ],
    ['with an empty audience', /<saml:Audience>[^<]*/, '<saml:Audience>', 'text'],
  ] as const)('%s is rejected', async (_what, from, to, rule) =>
    expect(await ruleBrokenBy(() => reread((one) => replaced(one, from, to)))).toBe(rule),
  );
});
